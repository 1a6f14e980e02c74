"""The pytest plugin, as it is installed."""

import subprocess
import sys


def outcome(tmp_path, engine):
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--protocol",
        "usi",
        "--engine",
        engine,
        "-k",
        "USI-BM-01 or USI-HS-01",
    ]
    return subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=240, check=False)


def test_checks_are_tests(tmp_path):
    done = outcome(tmp_path, "builtin:reference")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_broken_requirement_fails(tmp_path):
    done = outcome(tmp_path, "builtin:bestmove_in_csa_notation")
    assert (done.returncode, "requirement: USI-BM-01" in done.stdout) == (1, True), done.stdout + done.stderr
