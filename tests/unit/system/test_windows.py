"""What is done on Windows, with a stand-in for its kernel: the order of the calls, and how ends are told."""

import ctypes
import subprocess
import sys

import psutil
import pytest

from conformance.system.windows import ExtendedLimits, Windows


class Kernel:
    """Jobs as numbers; notes what is called."""

    def __init__(self, *, refuses=(), members=()):
        self.refuses, self.members, self.calls = refuses, members, []

    def __getattr__(self, name):
        def call(*words):
            self.calls.append(name)
            if name in self.refuses:
                return 0
            if name == "SetInformationJobObject":
                self.flags = words[2]._obj.basic.flags
            if name == "QueryInformationJobObject":
                found = words[2]._obj
                if len(self.members) > len(found.ids):
                    return 0
                found.listed = len(self.members)
                found.ids[: found.listed] = self.members
            return 7

        return call


@pytest.fixture
def engine(monkeypatch):
    resumed = []
    monkeypatch.setattr(psutil.Process, "resume", lambda self: resumed.append(self.pid))
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process._handle = 5
    process.resumed = resumed
    yield process
    process.kill()
    process.wait()
    process.stdin.close()


def test_the_structure_is_as_long_as_windows_says():
    assert ctypes.sizeof(ExtendedLimits) == 144


def test_an_engine_is_in_its_job_before_it_runs_and_ends_with_it(engine):
    kernel = Kernel()
    system = Windows(kernel)
    assert system.start_options["creationflags"] & 0x4  # suspended
    with system.starting() as take_hold:
        take_hold(engine)
    assert kernel.calls == ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"]
    assert kernel.flags == 0x2000  # ends all when it is closed
    assert engine.resumed == [engine.pid]
    system.kill_family(engine.pid)
    system.forget(engine.pid)
    system.forget(engine.pid)
    assert kernel.calls[3:] == ["TerminateJobObject", "CloseHandle"]


@pytest.mark.parametrize("call", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"])
def test_an_engine_that_cannot_be_held_is_ended(engine, call):
    with pytest.raises(OSError, match="job object"), Windows(Kernel(refuses=(call,))).starting() as take_hold:
        take_hold(engine)
    assert engine.returncode is not None
    assert not engine.resumed


@pytest.mark.parametrize("members", [(), (3, 4), range(1, 200)])
def test_all_in_the_job_are_members(engine, members):
    system = Windows(Kernel(members=tuple(members)))
    assert system.members(engine.pid, ()) == ()
    with system.starting() as take_hold:
        take_hold(engine)
    assert system.members(engine.pid, ()) == list(members)


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (0, ""),
        (1, ""),
        (0xC0000005, "ACCESS_VIOLATION"),
        (-1073741819, "ACCESS_VIOLATION"),
        (0xC0000ABC, "0xC0000ABC"),
    ],
)
def test_an_exception_stands_for_a_signal(status, name):
    assert Windows(Kernel()).signal_of(status) == name


def test_a_program_is_looked_for_as_cmd_does(tmp_path):
    (tmp_path / "engine.exe").touch()
    assert Windows(Kernel()).command(["engine"], str(tmp_path), {}) == [str(tmp_path / "engine.exe")]
