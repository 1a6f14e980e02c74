"""A script between us and the engine, as many authors have one: what it passes on is fine, what it leaves behind is told."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = f"PYTHONPATH={ROOT} {sys.executable} -m conformance.engines conformance.fixtures.usi.reference:REFERENCE"
SELECTED = ("--select", "USI-QUIT-01,USI-QUIT-05,USI-EOF-01,USI-CPU-01", "--strict")


@pytest.fixture
def wrapper(tmp_path):
    def write(*lines):
        path = tmp_path / "wrapper"
        path.write_text("\n".join(("#!/bin/sh", *lines, "")))
        path.chmod(0o755)
        return path

    return write


def test_a_wrapper_that_waits_for_its_engine_does_no_harm(conform, wrapper):
    result = conform("--protocol", "usi", *SELECTED, wrapper(ENGINE))
    assert result.returncode == 0, result.stdout
    assert "Requirements: 4 pass." in result.stdout


def test_a_wrapper_that_leaves_something_behind_is_told_so(conform, wrapper):
    result = conform("--protocol", "usi", *SELECTED, wrapper("sleep 600 >/dev/null 2>&1 &", ENGINE))
    assert result.returncode == 1, result.stdout
    assert "USI-QUIT-05" in result.stdout.splitlines()[-1]
