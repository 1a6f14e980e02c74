"""What engines leave behind: orphans that nothing marks as theirs, a first thread that has ended, a pipe that others hold."""

import subprocess
import sys
import time

import psutil
import pytest

from conformance.system.current import SYSTEM
from conformance.system.portable import CLEARED, Portable
from conformance.transport import processes
from conformance.transport.pipes import PipeTransport
from conformance.wire.transcript import Direction
from tests.processes import left_alive

SOON = 10.0
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers, and tells of threads and descriptors")
#: Runs engines as the command line does, the last one to its end, and says how many it has left and how many children are left.
ADOPTING = """
import sys, time, psutil
from conformance.transport import processes
from conformance.transport.pipes import PipeTransport
assert processes.adopt_orphans()
beside = [PipeTransport([sys.executable, "-c", "input()"]) for _ in range(int(sys.argv[2]))]
transport = PipeTransport([sys.executable, "-c", sys.argv[1]])
while (line := transport.next_line(20.0)) is not None and not line.is_ending and line.text != "done":
    pass
left = transport.survivors()
for other in (transport, *beside):
    other.close()
print(left, len(psutil.Process().children(recursive=True)))
"""
DAEMON = """
import os
started, starting = os.pipe()  # it is closed by who becomes another program
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            os.execve("/bin/sleep", ["sleep", "600"], {})
        os._exit(0)
    os.wait()
os.close(starting)
os.read(started, 1)
print("done", flush=True)
"""
#: The same, but nothing marks them as the engine's any more.
UNMARKED = DAEMON.replace(
    "os.setsid()", "os.setsid(); import resource; resource.setrlimit(resource.RLIMIT_RTTIME, (resource.RLIM_INFINITY,) * 2)"
)


@LINUX
@pytest.mark.parametrize("engines_beside", [0, 1])
@pytest.mark.parametrize(("program", "reported"), [(DAEMON, "3 0\n"), (UNMARKED, "0 0\n")])
def test_daemons_without_an_environment_are_told_and_all_are_taken_in_and_ended(program, reported, engines_beside):
    words = [sys.executable, "-c", ADOPTING, program, str(engines_beside)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == reported


#: Ends an engine that has left daemons while one runs that was started later; says how many have gone by then.
STARTED_LATER = """
import sys, time, psutil
from conformance.transport import processes
from conformance.transport.pipes import PipeTransport
assert processes.adopt_orphans()
transport = PipeTransport([sys.executable, "-c", sys.argv[1]])
while transport.next_line(20.0).text != "done":
    pass
daemons = [child for child in psutil.Process().children() if child.pid != transport.pid]
time.sleep(0.1)  # the system counts in hundredths of a second when a process was started
later = PipeTransport([sys.executable, "-c", sys.argv[1] + "input()"])
while later.next_line(20.0).text != "done":
    pass
transport.close()
gone, _ = psutil.wait_procs(daemons, timeout=20.0)
print(len(daemons), len(gone), len(psutil.Process().children()))
later.close()
print(len(psutil.Process().children()))
"""


class LateToReport(subprocess.Popen):
    """A program of which we learn that it has been started when it has started others already."""

    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        self.first_word = self.stdout.read(1)


@LINUX
@pytest.mark.parametrize(("start", "reported"), [(subprocess.Popen, "done"), (LateToReport, "one")])
def test_daemons_without_an_environment_are_found_and_ended_where_nobody_takes_them_in(start, reported, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", start)
    transport = PipeTransport([sys.executable, "-c", f"{DAEMON}\ninput()"])
    assert transport.next_line(SOON).text == reported
    belonging = [psutil.Process(pid) for pid in processes.descendants(transport.pid, processes.Cookie("NONE", "none", 0.0))]
    assert len(belonging) == 4
    transport.close()
    assert not left_alive(belonging)


@LINUX
def test_what_another_thread_starts_beside_an_engine_is_not_ended_with_it(monkeypatch):
    popen, others = subprocess.Popen, []

    def started_beside_another(*words, **options):
        others.append(popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
        return popen(*words, **options)

    monkeypatch.setattr(subprocess, "Popen", started_beside_another)
    PipeTransport([sys.executable, "-c", "input()"]).close()
    (other,) = others
    other.communicate(b"go on\n", timeout=SOON)
    assert other.returncode == 0


@LINUX
def test_daemons_are_ended_once_they_can_be_no_running_engines():
    words = [sys.executable, "-c", STARTED_LATER, UNMARKED]
    reported = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout
    assert reported == "3 3 4\n0\n"


@LINUX
def test_a_process_that_has_cleared_its_environment_is_told_from_one_that_is_being_started():
    transport = PipeTransport(["env", "-i", sys.executable, "-c", "print('up', flush=True); input()"])
    try:
        assert transport.next_line(SOON).text == "up"
        assert not any(b"CONFORM" in entry for entry in SYSTEM.environment(transport.pid))
        assert SYSTEM.environment(transport.pid)
        assert Portable().environment(transport.pid) == [CLEARED]
    finally:
        transport.close()


@LINUX
def test_a_child_that_a_shell_has_left_us_is_none_of_the_engines():
    script = 'sleep 600 >/dev/null 2>&1 & echo $!; exec "$@"'
    words = ["sh", "-c", script, "sh", sys.executable, "-c", ADOPTING, "print('done')", "0"]
    reported = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.split("\n")
    psutil.Process(int(reported[0])).kill()
    assert reported[1:] == ["0 1", ""]


@LINUX
def test_a_process_whose_first_thread_has_ended_is_alive():
    program = (
        "import ctypes, threading, time; threading.Thread(target=time.sleep, args=[600]).start();"
        "print('up', flush=True); ctypes.CDLL(None).pthread_exit(None)"
    )
    transport = PipeTransport([sys.executable, "-c", program])
    assert transport.next_line(SOON).text == "up"
    try:
        assert processes.descendants(transport.pid, processes.Cookie("NONE", "none", 0.0)) == {transport.pid}
    finally:
        transport.close()
    assert processes.descendants(transport.pid, processes.Cookie("NONE", "none", 0.0)) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
@pytest.mark.parametrize("data", ["b'x' * 65536", "b'line\\n' * 9000"])
def test_a_grandchild_that_floods_does_not_keep_the_end_from_us(engine_process, data):
    program = f"import os\nif os.fork(): os._exit(4)\nos.setsid()\nwhile True: os.write(1, {data})"
    transport = engine_process([sys.executable, "-c", program])
    started = time.monotonic()
    try:
        for _ in range(200_000):
            line = transport.next_line(SOON)
            if line is None or line.is_ending:
                break
        assert (line.direction, line.text) == (Direction.PROCESS, "exit 4")
        assert time.monotonic() - started < SOON
    finally:
        transport.close()


@LINUX
@pytest.mark.parametrize(("program", "may"), [("import socket; s = socket.socket()", True), ("", False)])
def test_a_process_with_a_socket_may_have_its_work_done_elsewhere(program, may):
    transport = PipeTransport([sys.executable, "-c", f"{program}\nprint('ready', flush=True)\ninput()"])
    try:
        assert transport.next_line(SOON).text == "ready"
        assert transport.may_wait_for_others() is may
    finally:
        transport.close()
