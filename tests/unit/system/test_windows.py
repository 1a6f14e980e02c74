"""What is done on Windows, with a stand-in for its kernel: the order of the calls, and how ends are told."""

import ctypes
import subprocess
import sys
from typing import NamedTuple

import psutil
import pytest

from conformance.system.windows import ExtendedLimits, Windows


class Times(NamedTuple):
    """Processor time as psutil tells it."""

    user: float
    system: float


class Kernel:
    """Jobs as numbers; notes what is called."""

    def __init__(self, *, refuses=(), members=()):
        self.refuses, self.members, self.calls, self.error_mode = refuses, members, [], 4

    def __getattr__(self, name):
        def call(*words):
            if name == "SetErrorMode":
                before, self.error_mode = self.error_mode, words[0]
                return before
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
    """Give a process that has not begun; what is asked of psutil is what it says of such a one."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process.resumed, process.worked = [], 0.016
    monkeypatch.setattr(psutil.Process, "resume", lambda self: process.resumed.append(self.pid))
    monkeypatch.setattr(psutil.Process, "cpu_times", lambda _self: Times(process.worked, 0.0))
    if sys.platform != "win32":
        process._handle = 5
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
        assert kernel.error_mode == 0x8003  # no box is opened on a crash
        take_hold(engine)
    assert kernel.error_mode == 4
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


@pytest.mark.parametrize(("worked", "is_reported"), [(0.0, True), (0.031, True), (0.4, False)])
def test_processor_time_is_not_believed_where_a_process_that_has_not_begun_has_some(engine, worked, is_reported):
    system = Windows(Kernel())
    engine.worked = worked
    with system.starting() as take_hold:
        take_hold(engine)
    assert system.measures_work is is_reported
    assert (system.processor_seconds(engine.pid) > 0) is (is_reported and worked > 0)
    assert is_reported or not system.is_at_rest(lambda: [engine.pid])


def test_once_it_was_wrong_it_is_not_believed_again(engine):
    system = Windows(Kernel())
    for engine.worked in (0.4, 0.0):
        with system.starting() as take_hold:
            take_hold(engine)
    assert not system.measures_work


def test_the_process_that_serves_its_console_is_none_of_the_engine(monkeypatch):
    program = "import sys; print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        system = Windows(Kernel())
        assert process.pid in {one.pid for one in system.processes(0.0)}
        monkeypatch.setattr(psutil.Process, "cmdline", lambda _self: ["C:\\Windows\\System32\\conhost.exe", "0x4"])
        assert not list(system.processes(0.0))
        process.stdin.close()
