"""What the operating system knows of an engine's processes: descendants, CPU time, waiting for a core.

Descendants are found by process tree, by process group, and by an environment entry that every child inherits, so that
one which has left the tree and the group is found too. One that has cleared its environment besides, and whose parents have
ended, can be found only where the system hands such orphans to us (`adopt_orphans`), and is ended when no engine runs any more.
"""

import contextlib
import ctypes
import os
import resource
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import psutil

#: Seconds to wait for a process that is being started to show its environment, and between two looks.
_BEING_BORN = 0.5
_NAP = 0.01
#: Seconds in which the system counts when a process was started, and where it tells that, behind the group.
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_STARTED = 16
#: Where it tells how many threads a process has.
_THREADS = 14
#: Age in seconds up to which an empty environment may mean that the process is being started.
_YOUTH = 3.0
#: Parent of all threads of the kernel, which have no environment.
_KERNEL_THREADS = 2
#: Where Linux tells how much memory a container may take, and bytes that any process takes.
_CGROUP = Path("/sys/fs/cgroup")
_SMALLEST = 1 << 20
#: Looks for what is to be killed: one that is killed may have started another just before.
_ROUNDS = 5


class Cookie(NamedTuple):
    """An environment entry to mark one engine and all that it starts, and when it was made (seconds since the system's boot)."""

    name: str
    value: str
    made_at: float


def new_cookie() -> Cookie:
    """A cookie for an engine that is about to be started."""
    return Cookie("CONFORM_ENGINE_ID", uuid.uuid4().hex, _since_boot())


def _since_boot() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def descendants(pid: int, cookie: Cookie) -> set[int]:
    """Ids of the living processes that belong to the engine `pid`, itself included."""
    patience = time.monotonic() + _BEING_BORN
    while True:
        found, unclear = _look(pid, cookie)
        if not unclear or time.monotonic() > patience:
            return found
        time.sleep(_NAP)


def _look(pid: int, cookie: Cookie) -> tuple[set[int], bool]:
    """Those that belong to the engine, and whether there are some of which that cannot be told yet.

    A machine has many processes and this is done for every engine: what is older than the cookie is not looked at.
    """
    young = {process.pid: process for process in _all() if process.started >= cookie.made_at - _TICK}
    mark = f"{cookie.name}={cookie.value}".encode()
    found, unclear = set(), False
    for process in young.values():
        if process.is_gone or process.pid == os.getpid():
            continue
        if process.group == pid or pid in _line(process, young):
            found.add(process.pid)
            continue
        try:
            entries = Path(f"/proc/{process.pid}/environ").read_bytes()
        except OSError:
            continue
        if mark in entries.split(b"\0"):
            found.add(process.pid)
        is_being_born = _since_boot() - process.started < _YOUTH and process.parent != _KERNEL_THREADS
        unclear = unclear or (not entries and is_being_born)
    return found, unclear


class _Process(NamedTuple):
    """What the system tells of a process; `started` in seconds since its boot.

    `is_gone`: it has ended, and not only its first thread, which looks the same.
    """

    pid: int
    parent: int
    group: int
    is_gone: bool
    started: float


def _all() -> Iterator[_Process]:
    for name in os.listdir("/proc"):  # noqa: PTH208  pathlib costs three times as much
        if name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError), open(f"/proc/{name}/stat", "rb", buffering=0) as file:  # noqa: PTH123
                # what stands in front is the name of its program, which may hold anything
                state, parent, group, *rest = file.read().rpartition(b")")[2].split()
                is_gone = state == b"X" or (state == b"Z" and int(rest[_THREADS]) <= 1)
                yield _Process(int(name), int(parent), int(group), is_gone, int(rest[_STARTED]) * _TICK)


def _line(process: _Process, known: Mapping[int, _Process]) -> Iterator[int]:
    """A process and its parents, as far as they are known."""
    here: _Process | None = process
    while here is not None:
        yield here.pid
        here = known.get(here.parent)


def cpu_seconds(pid: int, cookie: Cookie) -> float | None:
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


def memory_bytes(pid: int, cookie: Cookie) -> int | None:
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


def wants_a_core(pid: int, cookie: Cookie) -> bool:
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


def may_wait_for_others(pid: int, cookie: Cookie) -> bool:
    """Whether a process of the engine waits for a disk or has a socket open, so that its work may be done elsewhere.

    True, too, where that cannot be told.
    """
    for member in descendants(pid, cookie):
        try:
            if psutil.Process(member).status() == psutil.STATUS_DISK_SLEEP:
                return True
            folder = f"/proc/{member}/fd"
            if any(os.readlink(f"{folder}/{name}").startswith("socket:") for name in os.listdir(folder)):  # noqa: PTH115, PTH208
                return True
        except (psutil.NoSuchProcess, FileNotFoundError, ProcessLookupError):
            continue
        except (psutil.Error, OSError):
            return True
    return False


def end_of(pid: int) -> int:
    """A descriptor that can be read from once the process has ended; -1 where the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return -1


#: What Linux calls taking in orphans (prctl.h), and looks for orphans, `_NAP` seconds apart: one may be starting another.
_PR_SET_CHILD_SUBREAPER = 36
_SWEEPS = 100
_adopting = False
_leaders: set[int] = set()
_lock = threading.Lock()


def adopt_orphans() -> bool:
    """Make this process the parent of what engines leave behind; False where the system has no such thing.

    Only for a process that starts nothing but engines: what else it has for a child would be taken for an orphan.
    """
    global _adopting  # noqa: PLW0603  it is a state of the whole process
    try:
        _adopting = ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (OSError, AttributeError):  # no such library, or no such call in it
        _adopting = False
    return _adopting


def is_adopting() -> bool:
    """Whether orphans become children of this process."""
    return _adopting


@contextlib.contextmanager
def being_started() -> Iterator[Callable[[int], None]]:
    """While a process of ours is started, nobody takes it for an orphan; gives what notes its id."""
    with _lock:
        yield _leaders.add


def ended(pid: int) -> None:
    """Note that a process of ours has ended and has been waited for; with the last of them, end all orphans."""
    with _lock:
        _leaders.discard(pid)
        if _adopting:
            _end_orphans()


def _end_orphans() -> None:
    """Take leave of orphans that have ended, and end the others if no engine runs that they could belong to."""
    for _ in range(_SWEEPS):
        orphans = [process for process in _all() if process.parent == os.getpid() and process.pid not in _leaders]
        for orphan in orphans:
            if not _leaders:
                _kill(orphan.pid)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(orphan.pid, os.WNOHANG)
        if not orphans or _leaders:
            return
        time.sleep(_NAP)


def kill_all(pid: int, cookie: Cookie, *, own_group: bool) -> None:
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
