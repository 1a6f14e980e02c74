"""The operating system's knowledge of an engine's processes: descendants, CPU time, waiting for a core.

Descendants are found by process tree, by process group, by an environment entry that every child inherits, and by what the system
itself knows of them (`Portable.members`), so that one which has left the tree and the group, and has cleared its environment, is
found too. A process that takes off all these marks can be found only where the system hands such orphans to us (`adopt_orphans`):
it is ended when no engine runs any more that it could belong to.
"""

import contextlib
import math
import os
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

import psutil

from conformance.system.current import SYSTEM
from conformance.system.portable import Process

#: Seconds to wait for a process that is being started to show its environment, and between two looks.
_BEING_BORN = 0.5
_NAP = 0.01
#: Age in seconds up to which an empty environment may mean that the process is being started.
_YOUTH = 3.0
#: Parent of all threads of the kernel, which have no environment.
_KERNEL_THREADS = 2
#: Bytes that any process takes.
_SMALLEST = 1 << 20
#: Files that are open for one engine while it is started, and those that we need besides.
_FILES_OF_ONE, _FILES = 12, 24
#: Seconds for which a list of all processes is good enough to watch engines by.
_RECENT = 0.1
#: Looks for what is to be killed: one that is killed may have started another just before.
_ROUNDS = 5


class Cookie(NamedTuple):
    """An environment entry to mark one engine and all that it starts, and when it was made (by the system's clock)."""

    name: str
    value: str
    made_at: float


def new_cookie() -> Cookie:
    """A cookie for an engine that is about to be started."""
    return Cookie("CONFORM_ENGINE_ID", uuid.uuid4().hex, SYSTEM.clock())


def descendants(pid: int, cookie: Cookie, *, recently: bool = False) -> set[int]:
    """Ids of the living processes that belong to the engine `pid`, itself included, now or as of a moment ago."""
    patience = time.monotonic() + _BEING_BORN
    while True:
        found, unclear = _look(pid, cookie, recently=recently)
        if not unclear or time.monotonic() > patience:
            return found
        time.sleep(_NAP)


def _look(pid: int, cookie: Cookie, *, recently: bool) -> tuple[set[int], bool]:
    """The processes that belong to the engine, and whether there are some of which that cannot be known yet.

    A machine has many processes and this is done for every engine: what is older than the cookie is not looked at.
    """
    since = cookie.made_at - SYSTEM.start_slack
    young = {process.pid: process for process in (_recent.processes(pid, since) if recently else SYSTEM.processes(since))}
    mark = f"{cookie.name}={cookie.value}".encode()
    held = SYSTEM.members(pid, young)
    found, unclear = set(), False
    for process in young.values():
        if process.is_gone or process.pid == os.getpid():
            continue
        if process.group == pid or process.pid in held or pid in _line(process, young):
            found.add(process.pid)
            continue
        entries = SYSTEM.environment(process.pid)
        if entries is None:
            continue
        if mark in entries:
            found.add(process.pid)
        is_being_born = SYSTEM.clock() - process.started < _YOUTH and process.parent != _KERNEL_THREADS
        unclear = unclear or (not entries and is_being_born)
    return found, unclear


class Recent:
    """The list of processes that engines are watched by: many are watched at once, and to make the list takes long.

    Processes that were there before all engines are left out.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._made_at = -math.inf
        self._since = math.inf
        self._listed: list[Process] = []

    def processes(self, pid: int, since: float) -> Iterator[Process]:
        """All processes that were started since then; a new list where the last one is old, or made before `pid` was started."""
        with self._lock:
            is_old = self._now() - self._made_at > _RECENT or since < self._since
            self._since = min(self._since, since)
            if is_old or all(process.pid != pid for process in self._listed):
                self._made_at = self._now()
                self._listed = list(SYSTEM.processes(self._since))
            listed = self._listed
        return (process for process in listed if process.started >= since)


_recent = Recent()


def _line(process: Process, known: Mapping[int, Process]) -> Iterator[int]:
    """A process and its parents, as far as they are known."""
    here: Process | None = process
    while here is not None:
        yield here.pid
        here = known.get(here.parent)


def usage(pid: int, cookie: Cookie) -> tuple[float | None, int | None]:
    """The resources that the living processes of the engine have used: see `_cpu_seconds` and `_memory_bytes`."""
    members = descendants(pid, cookie, recently=True)
    return _cpu_seconds(pid, members), _memory_bytes(members)


def _cpu_seconds(pid: int, members: Collection[int]) -> float | None:
    """CPU time used by the living processes of the engine and by those it has reaped, or None if that is unknown."""
    total = 0.0
    seen = False
    for member in members if SYSTEM.measures_work else ():
        try:
            times = psutil.Process(member).cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system
        if member == pid:
            total += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
        seen = True
    return total if seen else None


def _memory_bytes(members: Collection[int]) -> int | None:
    """Resident memory of the engine's living processes, None if unknown; what they share counts several times."""
    total = 0
    for member in members:
        with contextlib.suppress(psutil.Error):
            total += psutil.Process(member).memory_info().rss
    return total or None


def engines_that_fit(wanted: int, share: float) -> int:
    """How many of the engines that are `wanted` at a time may run; at least 1.

    They are as large as the largest that has ended so far, and fit into a share of the memory, if that is not 0. For each, files
    are open: a limit on them is raised as far as we may.
    """
    files = SYSTEM.free_descriptors(_FILES + wanted * _FILES_OF_ONE) - _FILES
    fit = min(wanted, files // _FILES_OF_ONE)
    if share:
        fit = min(fit, int(SYSTEM.free_memory() * share / max(SYSTEM.largest_ended(), _SMALLEST)))
    return max(1, fit)


def is_at_rest(pid: int, cookie: Cookie) -> bool:
    """Whether no process of the engine wants a core; False where that cannot be known. It takes a moment."""
    return SYSTEM.is_at_rest(lambda: descendants(pid, cookie, recently=True))


def may_wait_for_others(pid: int, cookie: Cookie) -> bool:
    """Whether a process of the engine waits for a disk or has a socket open, so that its work may be done elsewhere.

    True, too, where that cannot be known.
    """
    return any(map(SYSTEM.may_wait_for_others, descendants(pid, cookie, recently=True)))


#: What Python says where the system refuses a thread.
_NO_THREAD = "can't start new thread"
#: How that is told, for threads and for processes.
NO_MORE = "the system lets this user start no more threads or processes: raise the limit (ulimit -u), or lower --jobs"


def refused_thread(error: Exception) -> str:
    """In words, that the system lets us start no more threads; nothing where an error is about something else."""
    if isinstance(error, RuntimeError) and _NO_THREAD in str(error):
        return NO_MORE
    return ""


#: Looks for orphans, `_NAP` seconds apart: one may be starting another.
_SWEEPS = 100
_adopting = False
#: Engines that run, each with a time (by the system's clock) before it was started; the children that we had before all engines.
_leaders: dict[int, float] = {}
_strangers: set[int] = set()
_lock = threading.Lock()


def adopt_orphans() -> bool:
    """Make this process the parent of what engines leave behind; False where the system has no such thing.

    Only for a process that from now on starts nothing but engines: what else it gets for a child would be taken for an orphan.
    A shell that has started others, and then becomes us, leaves us its children: those are none of ours.
    """
    global _adopting  # noqa: PLW0603  it is a state of the whole process
    _adopting = SYSTEM.adopt_orphans()
    if _adopting:
        _strangers.update(process.pid for process in SYSTEM.processes(0.0) if process.parent == os.getpid())
    return _adopting


@contextlib.contextmanager
def being_started() -> Iterator[Callable[[int], None]]:
    """While a process of ours is started, nobody takes it for an orphan; gives what notes its id."""
    with _lock:
        begun_at = SYSTEM.clock()
        yield lambda pid: _leaders.update({pid: begun_at})


def _is_orphan(process: Process) -> bool:
    return process.parent == os.getpid() and process.pid not in _leaders and process.pid not in _strangers


def _is_nobodys(orphan: Process) -> bool:
    """Whether an orphan was there before each engine that runs."""
    return all(orphan.started < at - SYSTEM.start_slack for at in _leaders.values())


def ended(pid: int) -> None:
    """Note that a process of ours has ended and has been waited for, and end the orphans that can be no other engine's."""
    SYSTEM.forget(pid)
    with _lock:
        _leaders.pop(pid, None)
        if _adopting:
            _end_orphans()


def _end_orphans() -> None:
    """Take leave of orphans that have ended, and end the others as far as no engine runs that they could belong to."""
    for _ in range(_SWEEPS):
        orphans = list(filter(_is_orphan, SYSTEM.processes(0.0)))
        for orphan in orphans:
            if _is_nobodys(orphan):
                SYSTEM.kill(orphan.pid)
            SYSTEM.reap(orphan.pid)
        if not orphans or _leaders:
            return
        time.sleep(_NAP)


def kill_all(pid: int, cookie: Cookie, *, own_group: bool) -> None:
    """Kill the engine's process group and every other descendant."""
    members = descendants(pid, cookie)  # before the engine is gone, and the tree with it
    if own_group:
        SYSTEM.kill(pid)
        SYSTEM.kill_family(pid)
    for _ in range(_ROUNDS):
        for member in members:
            SYSTEM.kill(member)
        members = descendants(pid, cookie)
        if not members:
            break
