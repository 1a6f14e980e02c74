"""What the operating system knows of an engine's processes: descendants, CPU time, waiting for a core.

Descendants are found by process tree, by process group, and by an environment entry that every child inherits, so that
one which has left the tree and the group is found too.
"""

import contextlib
import os
import resource
import signal
import time
import uuid
from pathlib import Path

import psutil

#: Seconds to wait for a process that is being started to show its environment, and between two looks.
_BEING_BORN = 0.5
_NAP = 0.01
#: Age in seconds up to which an empty environment may mean that the process is being started.
_YOUTH = 3.0
#: Parent of all threads of the kernel, which have no environment.
_KERNEL_THREADS = 2
#: Where Linux tells how much memory a container may take, and bytes that any process takes.
_CGROUP = Path("/sys/fs/cgroup")
_SMALLEST = 1 << 20
#: Looks for what is to be killed: one that is killed may have started another just before.
_ROUNDS = 5


def new_cookie() -> tuple[str, str]:
    """An environment entry to mark one engine and all that it starts."""
    return ("CONFORM_ENGINE_ID", uuid.uuid4().hex)


def descendants(pid: int, cookie: tuple[str, str]) -> set[int]:
    """Ids of the living processes that belong to the engine `pid`, itself included."""
    patience = time.monotonic() + _BEING_BORN
    while True:
        found, unclear = _look(pid, cookie)
        if not unclear or time.monotonic() > patience:
            return found
        time.sleep(_NAP)


def _look(pid: int, cookie: tuple[str, str]) -> tuple[set[int], bool]:
    """Those that belong to the engine, and whether there are some of which that cannot be told yet."""
    family = _tree(pid)
    found, unclear = set(), False
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                continue
            if process.pid in family or os.getpgid(process.pid) == pid:
                found.add(process.pid)
                continue
            environment = process.environ()
            if environment.get(cookie[0]) == cookie[1]:
                found.add(process.pid)
            unclear = unclear or (not environment and _is_young(process))
        except (psutil.Error, OSError):
            continue
    return found, unclear


def _tree(pid: int) -> set[int]:
    family = {pid}
    with contextlib.suppress(psutil.Error):
        family.update(child.pid for child in psutil.Process(pid).children(recursive=True))
    return family


def _is_young(process: psutil.Process) -> bool:
    """Whether it may be in the middle of an exec, when its environment cannot be read."""
    return process.ppid() != _KERNEL_THREADS and abs(time.time() - process.create_time()) < _YOUTH


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


def memory_bytes(pid: int, cookie: tuple[str, str]) -> int | None:
    """Resident memory of the engine's living processes, None if unknown; what they share counts several times."""
    total = 0
    for member in descendants(pid, cookie):
        with contextlib.suppress(psutil.Error):
            total += psutil.Process(member).memory_info().rss
    return total or None


def engines_that_fit(share: float) -> int:
    """How many processes as large as the largest that has ended so far fit into a share of the memory; at least 1."""
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    return max(1, int(_free_memory() * share / max(largest, _SMALLEST)))


def _free_memory() -> float:
    """Bytes that may still be taken, by the machine's account and by that of the container where there is one."""
    free = float(psutil.virtual_memory().available)
    try:
        most, taken = (int((_CGROUP / name).read_text("ascii")) for name in ("memory.max", "memory.current"))
    except (OSError, ValueError):  # none, another version, or "max"
        return free
    return min(free, max(0.0, float(most - taken)))


def scheduling(pid: int) -> tuple[float, float]:
    """Seconds that the engine's threads have had a core, and that the one which waited longest was ready to run without one.

    Zeros where the system does not tell.
    """
    served = worst = 0
    tasks = f"/proc/{pid}/task"
    try:
        threads = os.listdir(tasks)  # noqa: PTH208  every wait begins with this; pathlib costs three times as much
    except OSError:
        return 0.0, 0.0
    for thread in threads:
        try:
            with open(f"{tasks}/{thread}/schedstat", "rb", buffering=0) as file:  # noqa: PTH123  see above
                had, waited = file.read().split()[:2]
            served += int(had)
            worst = max(worst, int(waited))
        except (OSError, IndexError, ValueError):
            continue
    return served / 1e9, worst / 1e9


def wants_a_core(pid: int, cookie: tuple[str, str]) -> bool:
    """Whether a process of the engine runs, or is ready to run; True where that cannot be told."""
    for member in descendants(pid, cookie):
        try:
            if psutil.Process(member).status() == psutil.STATUS_RUNNING:
                return True
        except psutil.NoSuchProcess:
            continue
        except psutil.Error:
            return True
    return False


def end_of(pid: int) -> int:
    """A descriptor that can be read from once the process has ended; -1 where the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return -1


def kill_all(pid: int, cookie: tuple[str, str], *, own_group: bool) -> None:
    """Kill the engine's process group and every other descendant."""
    members = descendants(pid, cookie)  # before the engine is gone, and the tree with it
    if own_group:
        _kill(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
    for _ in range(_ROUNDS):
        for member in members:
            _kill(member)
        members = descendants(pid, cookie)
        if not members:
            break


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
