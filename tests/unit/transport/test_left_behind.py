"""What engines leave behind: orphans that nothing marks as theirs, a first thread that has ended, a pipe that others hold."""

import subprocess
import sys
import time

import psutil
import pytest

from conformance.transport import processes
from conformance.transport.pipes import PipeTransport
from conformance.wire.transcript import Direction

SOON = 10.0
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers, and tells of threads and descriptors")
#: Runs engines as the command line does, the last one to its end, and tells how many it has left and how many children are left.
ADOPTING = """
import sys, time, psutil
from conformance.transport import processes
from conformance.transport.pipes import PipeTransport
assert processes.adopt_orphans()
beside = [PipeTransport([sys.executable, "-c", "input()"]) for _ in range(int(sys.argv[2]))]
transport = PipeTransport([sys.executable, "-c", sys.argv[1]])
while (line := transport.next_line(20.0)) is not None and not line.is_ending and line.text != "done":
    pass
assert processes.is_adopting()
left = transport.survivors()
for other in (transport, *beside):
    other.close()
print(left, len(psutil.Process().children(recursive=True)))
"""
DAEMON = """
import os
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
print("done", flush=True)
"""


@LINUX
@pytest.mark.parametrize(("engines_beside", "told"), [(0, "3 0\n"), (1, "0 0\n")])
def test_daemons_without_an_environment_are_taken_in_and_ended_and_those_of_the_only_engine_are_told(engines_beside, told):
    words = [sys.executable, "-c", ADOPTING, DAEMON, str(engines_beside)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == told


@LINUX
def test_a_child_that_a_shell_has_left_us_is_none_of_the_engines():
    script = 'sleep 600 >/dev/null 2>&1 & echo $!; exec "$@"'
    words = ["sh", "-c", script, "sh", sys.executable, "-c", ADOPTING, "print('done')", "0"]
    told = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.split("\n")
    psutil.Process(int(told[0])).kill()
    assert told[1:] == ["0 1", ""]


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
