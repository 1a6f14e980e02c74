"""`conform watch` as a GUI on Windows starts it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
SOON = 60.0
#: Prints its process and that of its parent; deaf to the end of its input.
DEAF = "import os, time; print(os.getpid(), os.getppid(), flush=True); time.sleep(600)"
#: A GUI that starts its words as an engine, passes its first line on, and is then busy with something else.
GUI = """
import subprocess, sys, time
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(engine.stdout.readline().decode(), flush=True)
time.sleep(600)
"""


def words(*engine, log):
    return [sys.executable, "-m", "conformance", "watch", "--protocol", "usi", "--log", str(log), "--", *engine]


@pytest.fixture
def started():
    processes = []

    def start(command):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        processes.append(subprocess.Popen(command, bufsize=0, env={**os.environ, "PYTHONPATH": str(ROOT)}, **pipes))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def rows(log):
    """The rows of a record, once its verdicts stand after it."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        found = (
            [json.loads(row) for row in log.read_text("ascii").splitlines(keepends=True) if row.endswith("\n")]
            if log.exists()
            else []
        )
        if found and found[-1].get("event") == "summary":
            return found
        time.sleep(0.05)
    raise AssertionError(f"{log} was never finished")


def test_bytes_pass_unchanged_and_so_does_the_exit_status(started, tmp_path):
    program = "import shutil, sys; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer); sys.stderr.write('e'); sys.exit(7)"
    data = os.urandom(300_000) + b"\n\r\n\x00\x1a half a line"
    watched = started(words(sys.executable, "-c", program, log=tmp_path / "log.jsonl"))
    said, complaints = watched.communicate(data, timeout=SOON)
    assert said == data
    assert (complaints, watched.returncode) == (b"e", 7)


def test_what_passed_is_recorded_and_judged(started, tmp_path):
    log = tmp_path / "log.jsonl"
    watched = started(words("builtin:reference", log=log))
    watched.communicate(b"usi\nisready\nquit\n", timeout=SOON)
    assert watched.returncode == 0
    said = [(row["dir"], row["text"]) for row in rows(log) if "dir" in row]
    assert (">", "isready") in said
    assert ("<", "readyok") in said


def test_the_engine_ends_with_a_relay_that_is_ended(started, tmp_path):
    watched = started(words(sys.executable, "-c", DEAF, log=tmp_path / "log.jsonl"))
    engine = psutil.Process(int(watched.stdout.readline().split()[0]))
    watched.kill()
    assert not psutil.wait_procs([engine], SOON)[1]
    rows(tmp_path / "log.jsonl")  # the recorder goes on to its end


def test_relay_and_engine_end_with_the_gui(started, tmp_path):
    gui = started([sys.executable, "-c", GUI, *words(sys.executable, "-c", DEAF, log=tmp_path / "log.jsonl")])
    family = [psutil.Process(int(word)) for word in gui.stdout.readline().split()]
    gui.kill()
    assert not psutil.wait_procs(family, SOON)[1]


def test_an_engine_that_cannot_be_started_is_said_so(started, tmp_path):
    watched = started(words("nobody", log=tmp_path / "log.jsonl"))
    _, complaints = watched.communicate(timeout=SOON)
    assert (watched.returncode, b"no such program" in complaints) == (127, True), complaints
