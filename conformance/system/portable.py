"""The features of every system, through psutil and threads: the base of all others; Windows adds only its jobs."""

import os
import signal
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from subprocess import Popen
from typing import Any, NamedTuple, Protocol

import psutil

#: Seconds that the system's clock and the time at which it says that a process was started may be apart.
_CLOCK_SLACK = 2.0
#: Seconds between two looks at what processes do, and the share of a core that is no work.
_LOOK = 0.1
_AT_REST = 0.05
#: Share of the time in which a core has to be idle to say that nobody waits for one.
_IDLE = 0.2
#: Seconds that two looks at the load of the machine are apart at least: processor time is counted in steps of 10 to 16 ms.
_SPAN = 0.1
#: Share of such a time from which on it is reported as lost.
_LOST = 0.25
#: Seconds for which no scheduler lets a process wait that wants a core, whatever the load.
_STARVED = 1.0
#: Bytes that any pipe holds at most, where the system does not say.
_PIPE = 1 << 16
#: In place of the entries of an environment that is empty.
CLEARED = b"="

HIDDEN_CHILDREN = "a child that leaves the engine's processes and shows no environment is not found, and stays"
ESTIMATED_WAITS = "how long the engine waited for a core is estimated from the load of the machine"
NO_TERMINAL = "whether a silent engine would answer on a terminal is not tried"


class Process(NamedTuple):
    """The system's facts about a process; `started` by `Portable.clock`, `group` 0 where there are none.

    `is_gone`: it has ended, and not only its first thread, where the system tells the two apart.
    """

    pid: int
    parent: int
    group: int
    is_gone: bool
    started: float


class Poller(Protocol):
    """Waits for several pipes at once: what `select.epoll` offers and a transport needs."""

    def register(self, fd: int, eventmask: int, /) -> None:
        """Watch a descriptor; raises OSError for one that cannot be watched."""

    def unregister(self, fd: int, /) -> None:
        """Watch it no more."""

    def poll(self, timeout: float, /) -> list[tuple[int, int]]:
        """Wait so many seconds at most; gives descriptors that are ready, each with its events."""

    def close(self) -> None:
        """Let go of it."""


class Portable:
    """A system of which nothing is known but what psutil says."""

    #: Whether each pipe has to be served by a thread.
    needs_threads = True
    #: Whether the engine can be given a terminal.
    has_terminals = False
    #: What cannot be found out or done here, each in a sentence for reports.
    lacks: tuple[str, ...] = (HIDDEN_CHILDREN, ESTIMATED_WAITS, NO_TERMINAL)
    #: Why a file that is there is not found by the system when it is to be started.
    not_started = "is a script whose interpreter is not there: look at its first line"
    #: Seconds by which the time at which a process was started may be off.
    start_slack = _CLOCK_SLACK
    #: Whether the system says what processor time a process has had; without it nothing is judged by that, and none is at rest.
    measures_work = True
    #: Words for `subprocess.Popen` that keep an engine apart from us: our Ctrl-C is not for it.
    start_options: Mapping[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
    #: Events of a `Poller`.
    readable = 0
    writable = 0
    _largest = 0

    # -- starting and ending ------------------------------------------------------------------------------------------

    def command(self, words: Sequence[str], _cwd: str | None, _env: Mapping[str, str]) -> list[str]:
        """The words of a command as the system starts it in a directory; raises `programs.NotStartableError`."""
        return list(words)

    @contextmanager
    def starting(self) -> Iterator[Callable[["Popen[bytes]"], None]]:
        """While an engine is started; gives what takes hold of it once that is done: it raises OSError, and has ended it then."""
        yield lambda _process: None

    def members(self, _pid: int, _among: Iterable[int]) -> Collection[int]:
        """Processes, of some, that the system itself knows to belong to an engine that was started, whatever they have done."""
        return ()

    def forget(self, pid: int) -> None:
        """Let go of an engine that has ended."""

    def kill(self, pid: int) -> None:
        """End a process at once; nothing happens where it is gone or another user's."""
        with suppress(psutil.Error):
            process = psutil.Process(pid)
            memory = process.memory_info()
            self._largest = max(self._largest, getattr(memory, "peak_wset", memory.rss))
            process.kill()

    def kill_family(self, pid: int) -> None:
        """End at once all that the system itself knows to belong to an engine that still runs."""

    def signal_of(self, status: int) -> str:
        """The name of the signal by which a process with this status has ended; empty where it has left by itself."""
        return "" if status >= 0 else _signal_name(-status)

    # -- memory -------------------------------------------------------------------------------------------------------

    def give_memory_back(self) -> None:
        """Have large pieces of memory, such as long lines, go back to the system when they are freed, where we can."""

    # -- orphans ------------------------------------------------------------------------------------------------------

    def adopt_orphans(self) -> bool:
        """Make this process the parent of orphans among its descendants; False where there is no such thing."""
        return False

    def reap(self, pid: int) -> None:
        """Take leave of a child that has ended."""

    # -- what processes there are -------------------------------------------------------------------------------------

    def clock(self) -> float:
        """The time, in seconds, as the system says when a process was started."""
        return time.time()

    def processes(self, since: float) -> Iterator[Process]:
        """All processes that were started since then."""
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if (started := process.create_time()) >= since:
                    is_gone = process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
                    yield Process(process.pid, process.ppid(), self.group(process.pid), is_gone, started)

    def group(self, _pid: int) -> int:
        """The process group of a process, 0 where there is none."""
        return 0

    def environment(self, pid: int) -> list[bytes] | None:
        """The entries `NAME=VALUE` of a process's environment, `CLEARED` alone where it has none; None if they cannot be read.

        None at all while the process is being started. macOS shows none of its own programs, such as `/bin/sh`.
        """
        try:
            process = psutil.Process(pid)
            entries = process.environ()
            if not entries and process.cmdline():  # it has been started: it may have its entries since
                entries = process.environ()
                if not entries:
                    return [CLEARED]
        except (psutil.Error, OSError):
            return None
        return [f"{name}={value}".encode("utf-8", "surrogateescape") for name, value in entries.items()]

    # -- what they do -------------------------------------------------------------------------------------------------

    def scheduling(self, pid: int) -> Callable[[], tuple[float, float]]:
        """A measure of the seconds that an engine has had a core, and those that it was ready to run without one."""
        return _Crowding(pid, measures_work=self.measures_work).measure

    def threads(self, pid: int) -> Mapping[int, tuple[float, float]] | None:  # noqa: ARG002  not known here
        """By thread: the seconds that it has had a core, and that it was ready to run without one; None if that is not known."""
        return None

    def processor_seconds(self, pid: int) -> float:
        """Processor time of a process, with that of threads which have ended; 0 where there is none, or it is not known."""
        return _activity(pid).served if self.measures_work else 0.0

    def crowded_seconds(self) -> float | None:
        """Seconds in which anybody on this machine was ready to run without a core; None where that is not known."""
        return None

    def is_at_rest(self, members: Callable[[], Collection[int]]) -> bool:
        """Whether none of these processes wants a core.

        Where a core was idle, whoever wanted one had it: then no work done means that there is none to do. Where all were busy,
        it is looked for as long as no scheduler lets anybody wait.
        """
        if not self.measures_work:
            return False
        before = {pid: _activity(pid) for pid in members()}
        idle, started = _idle_seconds(), time.monotonic()
        while True:
            time.sleep(_LOOK)
            passed = time.monotonic() - started
            if any(_activity(pid).is_more_than(before.get(pid, _NOTHING), _AT_REST * passed) for pid in members()):
                return False
            if passed >= _STARVED or _idle_seconds() - idle >= _IDLE * passed:
                return True

    def may_wait_for_others(self, pid: int) -> bool:
        """Whether a process waits for a disk or has a socket open, so that its work may be done elsewhere; True if unknown."""
        try:
            return bool(psutil.Process(pid).net_connections("all"))
        except psutil.NoSuchProcess:
            return False
        except (psutil.Error, OSError):
            return True

    # -- memory -------------------------------------------------------------------------------------------------------

    def largest_ended(self) -> int:
        """Bytes of the largest engine that has ended so far: of those that we had to end, where the system keeps no account."""
        return self._largest

    def processor_features(self) -> frozenset[str]:
        """Words for what a processor of this machine can do, such as `avx2`; none where nothing says so."""
        return frozenset()

    def free_memory(self) -> float:
        """Bytes that may still be taken."""
        return float(psutil.virtual_memory().available)

    def free_descriptors(self, wanted: int) -> int:
        """How many files more may be open, up to as many as are `wanted`: all of them, where no limit is known."""
        return wanted

    def cores(self) -> int:
        """How many cores our processes may use."""
        return os.cpu_count() or 1

    # -- pipes --------------------------------------------------------------------------------------------------------

    def poller(self) -> Poller:
        """A poller of several pipes at once; raises NotImplementedError where `needs_threads`."""
        raise NotImplementedError

    def never_block(self, _fd: int) -> None:
        """Let reading and writing a pipe return at once; raises NotImplementedError where `needs_threads`."""
        raise NotImplementedError

    def end_of(self, _pid: int) -> int:
        """A descriptor that can be read from once the process has ended; -1 where the system has no such thing."""
        return -1

    def pipe_capacity(self, _fd: int) -> int:
        """Bytes that a pipe can hold."""
        return _PIPE

    # -- the user -----------------------------------------------------------------------------------------------------

    def user(self) -> str:
        """A word that tells users of this machine apart."""
        import getpass  # noqa: PLC0415  with it come readline and a terminal's settings, and most systems know a number

        try:
            return getpass.getuser()
        except (OSError, ImportError, KeyError):  # the last two before Python 3.13
            return "user"


class _Activity(NamedTuple):
    """The activity of a process: processor seconds, turns on a core, and bytes read and written where that is known."""

    served: float = 0.0
    turns: int = 0
    moved: int = 0

    def is_more_than(self, earlier: "_Activity", seconds: float) -> bool:
        """Whether it has worked since, for longer than so many seconds."""
        return self.served - earlier.served > seconds or self.moved != earlier.moved


_NOTHING = _Activity()


class _Crowding:
    """How long an engine may have waited for a core, where the system does not say.

    It is the time in which no core was idle and the engine had none either, unless it had not had any for so long that it cannot
    have wanted one. It is too much for an engine that has just gone to sleep, and too little where the load is uneven. An engine
    whose work is not known may have wanted one all the time.
    """

    def __init__(self, pid: int, *, measures_work: bool = True) -> None:
        self._pid = pid
        self._measures_work = measures_work
        self._at = self._active_at = time.monotonic()
        self._idle, self._last = _idle_seconds(), _NOTHING
        self._delayed = 0.0

    def measure(self) -> tuple[float, float]:
        """Seconds of processor time, and seconds lost."""
        at = time.monotonic()
        passed = at - self._at
        if passed >= _SPAN:
            idle, found = _idle_seconds(), _activity(self._pid) if self._measures_work else _NOTHING
            served = max(found.served, self._last.served)
            if not self._measures_work or served > self._last.served or found.turns > self._last.turns:
                self._active_at = at
            lost = passed - (idle - self._idle) - (served - self._last.served)
            if lost > _LOST * passed and at - self._active_at <= _STARVED:
                self._delayed += lost
            self._at, self._idle, self._last = at, idle, found._replace(served=served)
        return self._last.served, self._delayed


def _idle_seconds() -> float:
    """Seconds that all cores together have been idle."""
    times = psutil.cpu_times()
    return float(times.idle + getattr(times, "iowait", 0.0))


def _activity(pid: int) -> _Activity:
    """The activity of a process so far; nothing for one that is gone."""
    try:
        process = psutil.Process(pid)
        times, switches = process.cpu_times(), process.num_ctx_switches()
    except psutil.Error:
        return _NOTHING
    moved = 0
    with suppress(psutil.Error, OSError):
        if (counted := getattr(process, "io_counters", None)) is not None:  # macOS does not say
            counters = counted()
            moved = counters.read_bytes + counters.write_bytes
    return _Activity(times.user + times.system, switches.voluntary + switches.involuntary, moved)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
