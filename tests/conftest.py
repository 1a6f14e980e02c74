"""pytest's own kit for testing plugins, and the command line as a process of its own, as a user runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

JOBS = 4
ROOT = Path(__file__).parents[1]
WAITING = {"engines", "hostile", "cli", "packaging"}


@pytest.fixture
def conform(tmp_path):
    """Run `conform` as a user does; beside other workers with fewer engines at once than a user would."""
    shared = ("--jobs", JOBS) if int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1 else ()

    def run(*words, env=None, timeout=240, cwd=None):
        words = (*shared, *words) if words[:1] == ("--protocol",) else words
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


def pytest_collection_modifyitems(items):
    """Spread the tests that wait for real processes evenly, so that several workers have as many of them each."""
    waiting = [item for item in items if WAITING & set(item.path.parts) or "real_processes" in item.path.name]
    chosen = set(waiting)
    others = [item for item in items if item not in chosen]
    gap = len(others) // (len(waiting) + 1) + 1
    for number, item in enumerate(waiting):
        others.insert(number * (gap + 1), item)
    items[:] = others


pytest_plugins = ["pytester"]
