"""A command is ended with all its children, on systems with groups of processes and on others."""

import subprocess
import sys

import psutil
import pytest

from conformance.system import groups

#: Starts a child that heeds no interruption, tells its id, and stays, with the child or without.
PARENT = """
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("has_groups", [False] if sys.platform == "win32" else [True, False])
def test_nobody_stays(monkeypatch, has_groups):
    monkeypatch.setattr(groups, "_HAS_GROUPS", has_groups)
    with subprocess.Popen([sys.executable, "-S", "-c", PARENT], stdout=subprocess.PIPE, start_new_session=True) as process:
        child = psutil.Process(int(process.stdout.readline()))
        groups.end(process, 0.0)
        _, left = psutil.wait_procs([child], timeout=10)
        assert not left
        assert process.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="it has no groups")
@pytest.mark.parametrize("error", [ProcessLookupError, PermissionError])
def test_a_group_in_which_all_have_ended_is_not_waited_for(monkeypatch, error):
    """What Linux says of it, and what macOS does."""

    def killpg(_group, _number):
        raise error

    with subprocess.Popen([sys.executable, "-S", "-c", ""], start_new_session=True) as process:
        monkeypatch.setattr(groups.os, "killpg", killpg)
        groups.end(process, 600.0)
    assert process.returncode == 0
