"""The transports over pipes, on real processes: here the process is the point."""

import ctypes
import itertools
import os
import sys

import psutil
import pytest

from conformance.transport import LaunchError
from conformance.wire.transcript import Direction
from tests.processes import left_alive

SOON = 10.0
ON_WINDOWS = sys.platform == "win32"
IN_WINE = ON_WINDOWS and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
NOT_ON_WINDOWS = pytest.mark.skipif(ON_WINDOWS, reason="Windows has no such thing")


@pytest.fixture
def start(engine_process):
    running = []

    def start(program, **options):
        transport = engine_process([sys.executable, "-c", program], **options)
        running.append(transport)
        return transport

    yield start
    for transport in running:
        transport.close()


def everything(transport):
    lines = []
    while (line := transport.next_line(transport.now() + SOON)) is not None:
        lines.append(line)
        if line.direction is Direction.PROCESS and line.text != "eof":
            break
    return lines


def test_lines_are_stamped_and_the_streams_kept_apart(start):
    program = "import sys; sys.stdout.reconfigure(newline=''); print('out'); print('err', file=sys.stderr); sys.stdout.write('a\\r\\nlast')"
    lines = everything(start(program))
    assert [(x.text, x.end) for x in lines if x.direction is Direction.FROM_ENGINE] == [
        ("out", "\n"),
        ("a", "\r\n"),
        ("last", ""),
    ]
    assert [x.text for x in lines if x.direction is Direction.STDERR] == ["err"]
    assert all(earlier.at <= later.at for earlier, later in itertools.pairwise(lines))
    assert lines[-1].text == "exit 0"


@pytest.mark.parametrize(
    ("program", "end"),
    [
        ("raise SystemExit(7)", "exit 7"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "exit 11" if ON_WINDOWS else "signal SIGSEGV"),
    ],
)
def test_exit_status_and_signal_are_told(start, program, end):
    assert everything(start(program))[-1].text == end


def test_an_engine_that_never_reads_does_not_hang_us(start):
    transport = start("import time; print('up', flush=True); time.sleep(600)")
    assert transport.next_line(SOON).text == "up"
    transport.deliver(b"x" * (1 << 20))
    transport.deliver(b"more\n")
    assert transport.next_line(transport.now() + 0.05) is None


def test_what_a_full_pipe_did_not_take_is_sent_while_reading(start):
    transport = start("import sys; data = sys.stdin.readline(); print(len(data), flush=True); sys.stdin.read()")
    transport.deliver(b"y" * 300_000 + b"\n")
    assert transport.next_line(SOON).text == "300001"


def test_the_environment_is_ours_without_pythonunbuffered(start, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    program = "import os; print(os.environ.get('PYTHONUNBUFFERED'), os.environ['LUCKY'], os.getcwd())"
    assert everything(start(program, env={"LUCKY": "7"}, cwd=str(tmp_path)))[0].text == f"None 7 {tmp_path}"


def test_close_kills_the_whole_family(start):
    grandchild = "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)"
    transport = start(f"{grandchild}; print(p.pid, flush=True); import time; time.sleep(600)")
    pid = int(transport.next_line(SOON).text)
    assert transport.survivors() == 1
    family = [psutil.Process(pid), psutil.Process(transport.pid)]
    transport.close()
    assert not left_alive(family)


@NOT_ON_WINDOWS
def test_a_child_without_our_environment_in_a_session_of_its_own_is_found_by_the_tree(start):
    grandchild = "import subprocess, sys; p = subprocess.Popen(['/bin/sleep', '600'], start_new_session=True, env={})"
    transport = start(f"{grandchild}; print(p.pid, flush=True); import time; time.sleep(600)")
    child = psutil.Process(int(transport.next_line(SOON).text))
    assert transport.survivors() == 1
    transport.close()
    assert not left_alive([child])


def test_close_twice_and_afterwards_only_that_it_was_killed(start):
    transport = start("import time; time.sleep(600)")
    transport.close()
    transport.close()
    assert transport.next_line(0).text == "killed"


def test_an_engine_that_nobody_listens_to_waits_and_loses_nothing(start):
    transport = start("import sys; [sys.stdout.write('x' * 99 + '\\n') for _ in range(40_000)]; print('end')")
    assert transport.next_line(transport.now() + SOON).text == "x" * 99
    transport.is_at_rest()  # a moment in which nothing is taken
    lines = everything(transport)
    assert len(lines) == 39_999 + 3
    assert [line.text for line in lines[-3:]] == ["end", "eof", "exit 0"]


def test_a_line_that_has_begun_and_not_ended_is_known(start):
    transport = start("import sys; print('abc', end='', flush=True); sys.stdin.readline(); print('d', flush=True)")
    assert not transport.unended_bytes()
    while not transport.unended_bytes() and transport.now() < SOON:
        assert transport.next_line(transport.now() + 0.05) is None
    assert transport.unended_bytes() == len("abc")
    transport.deliver(b"go on\n")
    assert transport.next_line(transport.now() + SOON).text == "abcd"
    assert not transport.unended_bytes()


@pytest.mark.skipif(IN_WINE, reason="a console's process has the pipes of the engine there, and keeps them open")
def test_an_engine_that_closes_its_output_and_goes_on_is_told_from_one_that_ends(start):
    transport = start("import os, sys; os.close(1); sys.stdin.readline(); os._exit(5)")
    assert transport.next_line(SOON).text == "eof"
    assert transport.next_line(transport.now() + 0.2) is None
    transport.deliver(b"leave\n")
    assert everything(transport)[-1].text == "exit 5"


@NOT_ON_WINDOWS
def test_it_runs_in_a_process_group_of_its_own(start):
    transport = start("import os; print(os.getpgrp() == os.getpid(), flush=True)")
    assert transport.next_line(SOON).text == "True"
    assert os.getpgrp() != transport.pid


def test_closing_the_input_is_seen(start):
    transport = start("import sys; print(len(sys.stdin.read()))")
    transport.deliver(b"four")
    transport.close_input()
    assert everything(transport)[0].text == "4"


def test_processor_time_is_measured(start):
    transport = start("while True: pass")
    before = transport.usage().cpu_seconds
    assert transport.next_line(transport.now() + 0.3) is None
    # Wine does not measure it: see `Windows.measures_work`.
    assert (before is None and ON_WINDOWS) or transport.usage().cpu_seconds > before


def test_what_cannot_be_started_says_so(engine_process, tmp_path):
    with pytest.raises(LaunchError, match=r"no such (file|program)"):
        engine_process([str(tmp_path / "nobody")])


def test_a_lone_cr_ends_a_line_once_that_is_asked_for(start):
    transport = start(
        "import sys; sys.stdout.reconfigure(newline=''); sys.stdout.write('a\\rb\\rc\\n'); sys.stdout.flush(); input(); print('d\\re')"
    )
    heard = transport.next_line(SOON)
    assert (heard.text, heard.end) == ("a\rb\rc", "\n")
    transport.take_returns()
    transport.deliver(b"\n")
    assert [(line.text, line.end) for line in everything(transport)[:2]] == [("d", "\r"), ("e", "\n")]


def test_a_lone_cr_ends_a_line_that_was_only_begun(start):
    transport = start("import sys; print('a\\rb', end='', flush=True); print('!', file=sys.stderr, flush=True); input()")
    assert transport.next_line(SOON).text == "!"
    transport.take_returns()
    assert transport.next_line(transport.now() + SOON).text == "a"
