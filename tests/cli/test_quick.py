"""`conform --quick` and `--on-change` as a user runs them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USI = ("--protocol", "usi")


def test_a_quick_run_says_what_it_is(conform, tmp_path):
    result = conform(*USI, "--quick", "--virtual", "--jsonl", "run.jsonl", "builtin:reference")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1].endswith("no MUST requirement is broken")
    assert "quick run, " in result.stdout
    assert "Not tested" not in result.stdout
    assert '"quick": true' in (tmp_path / "run.jsonl").read_text()
    assert "Not tested" in conform(*USI, "--quick", "--virtual", "-v", "builtin:reference").stdout


def test_what_makes_no_sense_is_refused(conform):
    for words, why in (
        (("--quick", "--baseline", "known.toml", "--baseline-prune", "builtin:reference"), "judges too little"),
        (("--on-change", "builtin:reference"), "has none"),
    ):
        result = conform(*USI, *words)
        assert result.returncode == 2
        assert why in result.stderr


def test_a_file_makes_no_run_quick(conform, tmp_path):
    (tmp_path / "conform.toml").write_text("quick = true\n")
    result = conform(*USI, "--virtual", "builtin:reference")
    assert result.returncode == 2
    assert "unknown option 'quick'" in result.stderr


def engine(name):
    return f"#!/bin/sh\nexec {sys.executable} -m conformance.engines conformance.fixtures.usi.engines:ENGINES {name}\n"


def write(path, text):
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").chmod(0o755)
    path.with_suffix(".new").replace(path)


def test_a_run_follows_each_change_of_the_engine_until_ctrl_c(tmp_path, cache):
    write(tmp_path / "engine", engine("reference"))
    words = [sys.executable, "-m", "conformance", *USI, "--select", "USI-HS-01", "--on-change", "-q", "./engine"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, cwd=tmp_path, env=env, **pipes) as process:
        assert next(line for line in process.stderr if "waiting for a change of engine" in line)
        write(tmp_path / "engine", engine("double_usiok"))
        assert next(line for line in process.stderr if "waiting for a change of engine" in line)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        verdicts = [line for line in process.stdout if line.startswith(("conforming", "not conforming"))]
    assert [line.split(":")[0] for line in verdicts] == ["conforming in the selection", "not conforming"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "beginner", "says"),
    [
        ("uci", "deaf_in_searches", "It answers nothing while it searches: `stop` and `isready` are not obeyed before"),
        ("uci", "flushes_at_the_next_read", "it does not flush"),
        ("hub", "unflushed", "only after the input was closed: not flushed"),
    ],
)
def test_a_beginner_is_told_the_cause_and_that_the_rest_was_not_tried(conform, protocol, beginner, says):
    """The commonest fault is named at the first search, and nothing is waited for after that."""
    words = (sys.executable, "-m", "conformance.fixtures.beginners", protocol, beginner)
    result = conform("--protocol", protocol, "--quick", "--", *words)
    assert result.returncode == 1, result.stdout
    assert says in " ".join(result.stdout.split())
    assert "the rest was not tried" in " ".join(result.stdout.split())
