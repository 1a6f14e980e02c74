"""What the operating system knows of an engine's processes: descendants, CPU time, waiting for a core.

Descendants are found by process tree, by process group, and by an environment entry that every child inherits, so that
one which has left the tree and the group is found too.
"""

import contextlib
import os
import signal
from pathlib import Path

import psutil


def descendants(pid: int, cookie: tuple[str, str]) -> set[int]:
    """Ids of the living processes that belong to the engine `pid`, itself included."""
    found = set()
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        try:
            if _belongs(process, pid, cookie) and process.status() != psutil.STATUS_ZOMBIE:
                found.add(process.pid)
        except psutil.Error:
            continue
    return found


def _belongs(process: psutil.Process, pid: int, cookie: tuple[str, str]) -> bool:
    if process.pid == pid:
        return True
    try:
        if os.getpgid(process.pid) == pid:
            return True
    except OSError:
        return False
    return process.environ().get(cookie[0]) == cookie[1]


def cpu_seconds(pid: int, cookie: tuple[str, str]) -> float | None:
    """CPU time used by the living processes of the engine and by those it has reaped, or None if that is unknown."""
    total = 0.0
    seen = False
    for member in descendants(pid, cookie):
        try:
            times = psutil.Process(member).cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system
        if member == pid:
            total += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
        seen = True
    return total if seen else None


def run_delay(pid: int) -> float:
    """Seconds that the engine's busiest-waiting thread was ready to run but had no core (0 where it is not told)."""
    worst = 0
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return 0.0
    for task in tasks:
        try:
            worst = max(worst, int((task / "schedstat").read_text("ascii").split()[1]))
        except (OSError, IndexError, ValueError):
            continue
    return worst / 1e9


def kill_all(pid: int, cookie: tuple[str, str], *, own_group: bool) -> None:
    """Kill the engine's process group and every other descendant."""
    if own_group:
        _kill(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
    for member in descendants(pid, cookie):
        _kill(member)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
