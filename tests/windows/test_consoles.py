"""Ctrl-C and Ctrl-Break, an output that nobody reads, and no console at all."""

import json
import signal
import subprocess
import sys
import time

import psutil
import pytest

from tests.windows.conftest import IN_WINE, left_over

SOON = 60.0
#: Starts `conform` in a console that it shares with this, waits until it runs, and has the console report a key.
PRESSING = """
import os, signal, subprocess, sys
for number in (signal.SIGINT, signal.SIGBREAK):
    signal.signal(number, signal.SIG_IGN)
run = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
said = ""
while "engine:" not in said:
    said += run.stdout.readline()
os.kill(0, getattr(signal, sys.argv[1]))
said += run.stdout.read()
print(said)
sys.exit(run.wait())
"""

#: Runs `conform` and raises the signal of Ctrl-Break in a thread, as the C library of Windows does, when it is told to.
RAISING = """
import runpy, signal, sys, threading

def press():
    sys.stdin.readline()
    signal.raise_signal(signal.SIGBREAK)

threading.Thread(target=press, daemon=True).start()
runpy.run_module("conformance", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    "event",
    [
        "CTRL_C_EVENT",
        pytest.param("CTRL_BREAK_EVENT", marks=pytest.mark.skipif(IN_WINE, reason="Wine 8 makes no SIGBREAK of it")),
    ],
)
def test_a_key_ends_the_run_its_engines_and_its_reports(tmp_path, event):
    report = tmp_path / "report.jsonl"
    words = [sys.executable, "-m", "conformance", "--protocol", "usi", "--jsonl", str(report), "builtin:reference"]
    done = subprocess.run(
        [sys.executable, "-c", PRESSING, event, *words],
        creationflags=subprocess.CREATE_NO_WINDOW,
        capture_output=True,
        text=True,
        timeout=SOON * 2,
        check=False,
    )
    assert done.returncode == 128 + signal.SIGINT, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert json.loads(report.read_text("utf-8").splitlines()[-1])["event"] == "summary"
    assert not left_over("conformance.engines")


def until_engine(run):
    """Read what a run prints until it has greeted its engine."""
    said = ""
    while "engine:" not in said:
        row = run.stdout.readline()
        assert row, said
        said += row
    return said


def test_the_signal_of_ctrl_break_ends_the_run_as_ctrl_c_does(tmp_path):
    report = tmp_path / "report.jsonl"
    words = [sys.executable, "-c", RAISING, "--protocol", "usi", "--jsonl", str(report), "builtin:reference"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(words, text=True, creationflags=subprocess.CREATE_NO_WINDOW, **pipes) as run:
        said = until_engine(run)
        said += run.communicate("now\n", timeout=SOON)[0]
    assert run.returncode == 128 + signal.SIGINT, said
    assert json.loads(report.read_text("utf-8").splitlines()[-1])["event"] == "summary"
    assert not left_over("conformance.engines")


def test_engines_end_with_a_run_that_is_ended(tmp_path):
    """As Windows does where a console is closed, or by the Task Manager."""
    words = [sys.executable, "-m", "conformance", "--protocol", "usi", "builtin:reference"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        until_engine(run)
        run.kill()
    until = time.monotonic() + SOON
    while left := left_over("conformance.engines"):
        psutil.wait_procs(left, timeout=1)
        assert time.monotonic() < until


def test_an_output_that_nobody_reads_any_more_ends_the_run_without_a_traceback():
    words = [sys.executable, "-m", "conformance", "--protocol", "usi", "--select", "USI-HS", "builtin:reference"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.readline()
        run.stdout.close()
        said = run.stderr.read().decode()
    assert "Traceback" not in said
    assert run.returncode != 0, said
    assert not left_over("conformance.engines")


def test_a_full_pipe_holds_up_the_output_and_nothing_else(tmp_path):
    report = tmp_path / "report.jsonl"
    words = [
        sys.executable,
        "-m",
        "conformance",
        "--protocol",
        "usi",
        "-v",
        "--select",
        "USI-HS",
        "--jsonl",
        str(report),
        "builtin:reference",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
        until = time.monotonic() + SOON
        while not report.exists() and time.monotonic() < until:
            run.poll()
        assert run.stdout.read()
    assert run.returncode == 0


def test_a_run_without_console_and_standard_streams_writes_its_reports(tmp_path):
    report = tmp_path / "report.jsonl"
    words = [
        sys.executable,
        "-m",
        "conformance",
        "--protocol",
        "usi",
        "--select",
        "USI-HS-01",
        "--jsonl",
        str(report),
        "builtin:reference",
    ]
    nothing = subprocess.STARTUPINFO(dwFlags=subprocess.STARTF_USESTDHANDLES, hStdInput=0, hStdOutput=0, hStdError=0)
    done = subprocess.run(words, creationflags=subprocess.DETACHED_PROCESS, startupinfo=nothing, timeout=SOON, check=False)
    assert done.returncode == 0
    assert json.loads(report.read_text("utf-8").splitlines()[-1])["event"] == "summary"
