"""pytest's own kit for testing plugins, and the command line as a process of its own, as a user runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def conform(tmp_path):
    def run(*words, env=None, timeout=60, cwd=None):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
        return subprocess.run(
            [sys.executable, "-m", "conformance", *map(str, words)],
            capture_output=True,
            text=True,
            env=environment,
            timeout=timeout,
            cwd=cwd or tmp_path,
            check=False,
        )

    return run


pytest_plugins = ["pytester"]
