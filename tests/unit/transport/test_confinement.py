"""What an engine may use is kept by the operating system, in the engine's own process, and removed with it."""

import os
import sys
from pathlib import Path

import pytest

from conformance.transport import LaunchError
from conformance.transport.confinement import ConfinedPipes, ConfinedThreads, ConfinedTransport, Confinement
from conformance.wire.ends import End

LIMITS = Confinement(memory=64 << 20, cpu_seconds=1)
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can do it, and the others say so")


@pytest.fixture
def heard():
    """Start a program under limits; gives its lines up to its end, and where it was started."""

    def hear(confinement, program, cwd=None, transport=ConfinedTransport):
        transport = transport((sys.executable, "-S", "-c", program), cwd=cwd, confinement=confinement)
        try:
            found = []
            while (line := transport.next_line(60.0)) is not None and not line.is_ending:
                found.append(line.text)
            return found, line and line.text
        finally:
            transport.close()

    return hear


def test_memory_is_taken_up_to_the_limit(heard):
    said, end = heard(LIMITS, "bytearray(8 << 20); print('so far'); bytearray(256 << 20)")
    assert "so far" in said
    assert "MemoryError" in said
    assert end == "exit 1"


def test_processor_time_has_an_end(heard):
    said, end = heard(LIMITS, "while True: pass")
    assert (said, end) == (["eof"], "signal SIGXCPU")
    assert "used up the processor time" in str(End.read(end))


def test_it_is_the_process_that_was_started_that_becomes_the_engine(heard):
    transport = ConfinedTransport((sys.executable, "-S", "-c", "import os; print(os.getpid())"), confinement=LIMITS)
    try:
        assert transport.next_line(60.0).text == str(transport.pid)
    finally:
        transport.close()


def test_there_is_no_network(heard):
    limits = Confinement(no_network=True)
    if why := limits.obstacle():
        pytest.skip(why)
    program = """
import socket, os
here = socket.socket(); here.bind(("127.0.0.1", 0)); here.listen()
try:
    socket.create_connection(here.getsockname(), 5)
except OSError as error:
    print("none")
print(os.getuid(), [name for _, name in socket.if_nameindex()])
"""
    assert heard(limits, program)[0][:2] == ["none", f"{os.getuid()} ['lo']"]


def test_a_folder_of_its_own_is_empty_and_is_removed(heard, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    program = "import os; print(os.listdir(), os.getcwd()); os.makedirs('a/b'); open('a/b/c', 'w')"
    (said, *_), _ = heard(Confinement(scratch=True), program)
    assert said.startswith(f"[] {tmp_path}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("confinement", [LIMITS, Confinement(scratch=True)])
def test_a_program_that_is_missing_is_told_as_always(confinement, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(LaunchError, match="nobody: there is no such file"):
        ConfinedTransport(("./nobody",), confinement=confinement)
    with pytest.raises(LaunchError, match="cannot be executed"):
        ConfinedTransport((str(Path("/etc/passwd")),), confinement=confinement)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("transport", [ConfinedPipes, ConfinedThreads])
def test_limits_are_the_same_whoever_serves_the_pipes(heard, tmp_path, monkeypatch, transport):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    program = "import os, resource; print(os.listdir(), resource.getrlimit(resource.RLIMIT_DATA)[0])"
    (said, *_), end = heard(Confinement(memory=64 << 20, scratch=True), program, transport=transport)
    assert (said, end) == (f"[] {64 << 20}", "exit 0")
    assert list(tmp_path.iterdir()) == []


def test_no_room_for_a_folder_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(LaunchError, match="no temporary folder can be made"):
        ConfinedTransport((sys.executable,), confinement=Confinement(scratch=True))


def test_what_a_system_cannot_do_is_said(monkeypatch):
    assert LIMITS.obstacle() == ""
    assert Confinement(memory=1 << 10).obstacle()
    monkeypatch.setattr("sys.platform", "darwin")
    assert LIMITS.obstacle().startswith("only Linux")
    assert Confinement(scratch=True).obstacle() == ""
