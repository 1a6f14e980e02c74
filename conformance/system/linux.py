"""Features of Linux only: `/proc`, `epoll`, descriptors of processes, and a process that takes in orphans."""

import contextlib
import ctypes
import fcntl
import os
import resource
import secrets
import select
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from subprocess import Popen

import psutil

assert sys.platform == "linux"  # before what follows, or a check of types for Windows reads on

from conformance.system.portable import CLEARED, Poller, Portable, Process  # noqa: E402
from conformance.system.posix import Posix  # noqa: E402

#: Seconds in which the system counts when a process was started, and where it says that, after the group.
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_STARTED = 16
#: Where it says how many threads a process has.
_THREADS = 14
#: What Linux calls taking in orphans (prctl.h).
_PR_SET_CHILD_SUBREAPER = 36
#: The least value of a limit that every child inherits and no process ever comes near: microseconds that a process with real-time
#: priority may run without a pause. What is added to it tells the engines apart.
_MARK = 1 << 62
_MARK_BITS = 60
#: How glibc numbers the size from which a piece of memory does not come from a heap, and the most heaps (malloc.h); our values.
#: By itself it lets that size grow to 32 MB, and a heap that has one small piece at its end keeps all that was freed before it.
_M_MMAP_THRESHOLD, _LARGE = -3, 128 << 10
_M_ARENA_MAX, _HEAPS = -8, 2
#: Where it says how many cores and how much memory a control group may take, such as that of a container (version 2), and which
#: is ours.
_CGROUP = Path("/sys/fs/cgroup")
_OWN_GROUP = Path("/proc/self/cgroup")
#: Looks at whether the engine wants a core, so many seconds apart.
_LOOKS = 3
_APART = 0.02
#: What the number of a clock ends in that counts the processor time of a process (linux/posix-timers.h), and where the system
#: shows how long anybody waited for a core.
_OF_A_PROCESS = 2
_PRESSURE = "/proc/pressure/cpu"
#: How the open files begin by which a process has its work done elsewhere: connections, and the devices of graphics processors.
_OTHERS = ("socket:", "/dev/nvidia", "/dev/dri/", "/dev/kfd", "/dev/accel")


class Linux(Posix):
    """A system that reports everything we ask for."""

    lacks: tuple[str, ...] = ()
    start_slack = _TICK
    readable: int = select.EPOLLIN
    writable: int = select.EPOLLOUT

    def __init__(self) -> None:
        self._marks: dict[int, int] = {}
        self._files = resource.getrlimit(resource.RLIMIT_NOFILE)

    @contextlib.contextmanager
    def starting(self) -> Iterator[Callable[["Popen[bytes]"], None]]:
        """Have a limit of our own that marks an engine and all that it will start: it stays when one clears its environment.

        It is there when the engine's first instruction runs: one may start others before we know that it has been started.
        """
        soft, hard = resource.getrlimit(resource.RLIMIT_RTTIME)
        if not soft == hard == resource.RLIM_INFINITY:  # we are an engine's, or limited by somebody who means it
            yield self._give_back
            return
        mark = _MARK + secrets.randbits(_MARK_BITS)
        resource.setrlimit(resource.RLIMIT_RTTIME, (mark, hard))
        try:
            yield partial(self._mark, mark)
        finally:
            resource.setrlimit(resource.RLIMIT_RTTIME, (soft, hard))

    def _mark(self, mark: int, process: "Popen[bytes]") -> None:
        self._marks[process.pid] = mark
        self._give_back(process)

    def _give_back(self, process: "Popen[bytes]") -> None:
        """Give an engine the limit on open files that we were started with: a higher one is for us alone."""
        if resource.getrlimit(resource.RLIMIT_NOFILE) != self._files:
            with contextlib.suppress(OSError):  # it has ended
                resource.prlimit(process.pid, resource.RLIMIT_NOFILE, self._files)

    def members(self, pid: int, among: Iterable[int]) -> Collection[int]:
        """The processes that have the engine's mark, but for those that another thread of ours started while it was our own.

        An engine has a session of its own, and nothing that it starts can come back into ours.
        """
        mark = self._marks.get(pid)
        return [each for each in among if _mark_of(each) == mark and not _is_in_our_session(each)] if mark is not None else ()

    def forget(self, pid: int) -> None:
        """Forget the engine's mark."""
        self._marks.pop(pid, None)

    def adopt_orphans(self) -> bool:
        """Become a subreaper; False where the system is too old."""
        try:
            return bool(ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
        except (OSError, AttributeError):  # no such library, or no such call in it
            return False

    def give_memory_back(self) -> None:
        """Set this in the allocator of glibc; another one does as it likes."""
        with contextlib.suppress(OSError, AttributeError):  # no such library, or no such call in it
            library = ctypes.CDLL(None)
            library.mallopt(_M_MMAP_THRESHOLD, _LARGE)
            library.mallopt(_M_ARENA_MAX, _HEAPS)

    def reap(self, pid: int) -> None:
        """Take leave of a child that has ended."""
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)

    def clock(self) -> float:
        """Seconds since the system's boot."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def processes(self, since: float) -> Iterator[Process]:
        """All processes that were started since then."""
        for name in os.listdir("/proc"):  # noqa: PTH208  pathlib costs three times as much
            if name.isdigit():
                with contextlib.suppress(OSError, IndexError, ValueError), open(f"/proc/{name}/stat", "rb", buffering=0) as file:  # noqa: PTH123
                    # what stands in front is the name of its program, which may hold anything
                    state, parent, group, *rest = file.read().rpartition(b")")[2].split()
                    started = int(rest[_STARTED]) * _TICK
                    if started >= since:
                        is_gone = state == b"X" or (state == b"Z" and int(rest[_THREADS]) <= 1)
                        yield Process(int(name), int(parent), int(group), is_gone, started)

    def environment(self, pid: int) -> list[bytes] | None:
        """The entries of a process's environment; none while the process is being started."""
        try:
            entries = Path(f"/proc/{pid}/environ").read_bytes()
            if not entries and Path(f"/proc/{pid}/cmdline").read_bytes():  # it has been started: it may have its entries since
                entries = Path(f"/proc/{pid}/environ").read_bytes() or CLEARED
        except OSError:
            return None
        return entries.split(b"\0") if entries else []

    def scheduling(self, pid: int) -> Callable[[], tuple[float, float]]:
        """A measure of the seconds that an engine's threads have had a core, and that one of them was ready without one."""
        return _Scheduling(f"/proc/{pid}/task").measure

    def threads(self, pid: int) -> Mapping[int, tuple[float, float]]:
        """By thread: the seconds that it has had a core, and that it was ready to run without one."""
        return dict(_threads(f"/proc/{pid}/task"))

    def processor_seconds(self, pid: int) -> float:
        """Processor time of a process, with that of threads which have ended."""
        try:
            return time.clock_gettime((~pid << 3) | _OF_A_PROCESS)
        except OSError:
            return 0.0

    def crowded_seconds(self) -> float | None:
        """Seconds in which anybody on this machine was ready to run without a core."""
        try:
            with open(_PRESSURE, "rb", buffering=0) as file:  # noqa: PTH123  pathlib costs three times as much
                return int(file.read().split(b"\n", 1)[0].rpartition(b"total=")[2]) / 1e6
        except (OSError, ValueError):  # an older kernel, or one that does not count it
            return None

    def is_at_rest(self, members: Callable[[], Collection[int]]) -> bool:
        """Whether no process wants a core, at several looks a moment apart."""
        for _ in range(_LOOKS):
            if any(map(_wants_a_core, members())):
                return False
            time.sleep(_APART)
        return True

    def may_wait_for_others(self, pid: int) -> bool:
        """Whether a process waits for a disk, or has any socket or another processor open; True if unknown."""
        try:
            if psutil.Process(pid).status() == psutil.STATUS_DISK_SLEEP:
                return True
            folder = f"/proc/{pid}/fd"
            return any(os.readlink(f"{folder}/{name}").startswith(_OTHERS) for name in os.listdir(folder))  # noqa: PTH115, PTH208
        except (psutil.NoSuchProcess, FileNotFoundError, ProcessLookupError):
            return False
        except (psutil.Error, OSError):
            return True

    def processor_features(self) -> frozenset[str]:
        """The words by which Linux names what the first processor can do: `flags` on a PC, `Features` on ARM."""
        try:
            rows = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
        except OSError:
            return frozenset()
        found = (row.partition(":") for row in rows)
        return next((frozenset(times.split()) for name, _, times in found if name.strip() in ("flags", "Features")), frozenset())

    def free_memory(self) -> float:
        """Bytes that may still be taken, by the machine's account and by that of each control group that we are in."""
        free = [Portable.free_memory(self)]
        for group in _groups():
            most, taken = _figures(group / "memory.max"), _figures(group / "memory.current")
            free += [float(most[0] - taken[0])] if most and taken else []
        return max(0.0, min(free))

    def cores(self) -> int:
        """How many cores our processes may use: a container or `taskset` may leave them few."""
        cores = [len(os.sched_getaffinity(0))]
        for group in _groups():
            match _figures(group / "cpu.max"):
                case [quota, period]:
                    cores.append(max(1, -(-quota // period)))
        return min(cores)

    def poller(self) -> Poller:
        """An epoll object."""
        return select.epoll()

    def end_of(self, pid: int) -> int:
        """A descriptor of the process."""
        try:
            return os.pidfd_open(pid)
        except OSError:
            return -1

    def pipe_capacity(self, fd: int) -> int:
        """Bytes that a pipe can hold."""
        try:
            return fcntl.fcntl(fd, fcntl.F_GETPIPE_SZ)
        except OSError:
            return Portable.pipe_capacity(self, fd)


def _groups() -> list[Path]:
    """The folders of our control group and of those around it; of the root only, where ours cannot be seen from here."""
    try:
        rows = _OWN_GROUP.read_text("utf-8", "replace").splitlines()
    except OSError:
        rows = []
    own = next((row.removeprefix("0::/") for row in rows if row.startswith("0::/") and ".." not in row), "")
    folder = _CGROUP / own
    return [folder, *(one for one in folder.parents if one.is_relative_to(_CGROUP))]


def _figures(file: Path) -> list[int]:
    """The whole numbers in a file of a control group; none where there is no such file, or it says `max`."""
    try:
        words = file.read_text("ascii").split()
        return [int(word) for word in words]
    except (OSError, ValueError):
        return []


def _mark_of(pid: int) -> int:
    """The mark of a process; infinity as the system counts it, or 0, where it has none."""
    try:
        return resource.prlimit(pid, resource.RLIMIT_RTTIME)[0]
    except OSError:  # it has ended, or is another user's
        return 0


def _is_in_our_session(pid: int) -> bool:
    try:
        return os.getsid(pid) == os.getsid(0)
    except OSError:  # it has ended
        return False


class _Scheduling:
    """How long an engine has had a core, and how long it may have waited for one.

    From one look to the next, it is the thread that waited longest which kept us waiting. That one changes: a search begins, and
    what had waited until then sleeps.
    """

    def __init__(self, tasks: str) -> None:
        self._tasks = tasks
        self._last: dict[int, tuple[float, float]] = {}
        self._served = 0.0
        self._waited = 0.0

    def measure(self) -> tuple[float, float]:
        """Seconds of processor time, and seconds lost: zeros where that is not known."""
        threads = dict(_threads(self._tasks))
        before = {thread: self._last.get(thread, (0.0, 0.0)) for thread in threads}
        self._served += sum(had - before[thread][0] for thread, (had, _) in threads.items())
        self._waited += max((waited - before[thread][1] for thread, (_, waited) in threads.items()), default=0.0)
        self._last = threads
        return self._served, self._waited


def _threads(tasks: str) -> Iterator[tuple[int, tuple[float, float]]]:
    """The threads in a folder, each with the seconds that it has had a core, and that it was ready to run without one."""
    try:
        threads = os.listdir(tasks)  # noqa: PTH208  every wait begins with this; pathlib costs three times as much
    except OSError:
        return
    for thread in threads:
        try:
            with open(f"{tasks}/{thread}/schedstat", "rb", buffering=0) as file:  # noqa: PTH123  see above
                had, waited = file.read().split()[:2]
            yield int(thread), (int(had) / 1e9, int(waited) / 1e9)
        except (OSError, IndexError, ValueError):
            continue


def _wants_a_core(pid: int) -> bool:
    """Whether a process runs, or is ready to run; True where that cannot be known."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_RUNNING)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True
