"""A Hub engine as its users start it: with an argument, and in the folder that holds its files."""

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Like Scan, it plays Hub only when it is told to, and it finds its evaluation beside itself.
ENGINE = """#!/bin/sh
[ "$1" = hub ] || { echo "usage: scan hub" >&2; exit 2; }
[ -r data/eval ] || { echo "cannot open data/eval" >&2; exit 3; }
PYTHONPATH="$REPOSITORY" exec "$PYTHON" -m conformance.engines conformance.fixtures.hub.reference:REFERENCE
"""
WORDS = ("--protocol", "hub", "--select", "HUB-INI-01", "--jsonl", "out.jsonl")


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "scan 3.1"
    (home / "data").mkdir(parents=True)
    (home / "data" / "eval").touch()
    script = home / "scan"
    script.write_text(ENGINE)
    script.chmod(0o755)
    return home


@pytest.fixture
def play(conform, tmp_path):
    def run(*words):
        result = conform(*WORDS, *words, env={"REPOSITORY": str(ROOT), "PYTHON": sys.executable})
        rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
        return result, {row["outcome"] for row in rows if row["event"] == "result" and row["requirement"] == "HUB-INI-01"}

    return run


def test_its_argument_and_its_folder_are_given_to_it(play, folder):
    result, outcomes = play("--cwd", folder, "--", "./scan", "hub")
    assert result.returncode == 0, result.stdout + result.stderr
    assert outcomes == {"pass"}
    assert "conform-reference" in result.stdout


@pytest.mark.parametrize(("words", "status"), [(("./scan",), 2), (("./scan", "hub", "x"), 0)])
def test_without_its_argument_it_refuses(play, folder, words, status):
    result, outcomes = play("--cwd", folder, "--", *words)
    assert outcomes == (set() if status else {"pass"})
    assert result.returncode == (3 if status else 0)
    assert (f"exited with status {status}" in result.stdout) == bool(status)


def test_without_its_folder_it_refuses(play, folder, tmp_path):
    result, outcomes = play("--cwd", tmp_path, "--", folder / "scan", "hub")
    assert outcomes == set()
    assert result.returncode == 3
    assert "exited with status 3; on standard error: cannot open data/eval" in " ".join(result.stdout.split())
