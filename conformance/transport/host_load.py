"""How much of a span of time the host can have taken from an engine, and how much we can have: the most of each.

The system counts for how long a thread was ready to run and had no core; but it forgets that when the thread ends. So where
threads of an engine end in a span, the host may have taken all of the time in which anybody waited for a core.
"""

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from conformance.system.current import SYSTEM
from conformance.transport import Transport
from conformance.transport.spawning import Engine

#: Seconds of processor time that are not missed: the counts are not read at one moment.
_GRAIN = 0.001
#: Threads whose waits can follow one another before a move is made: a program between it and us, a reader, a searcher.
_IN_A_ROW = 3

_Threads = Mapping[int, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Counters:
    """The system's counts of an engine by now."""

    threads: _Threads | None = None
    worked: float = 0.0
    crowded: float | None = None
    delayed: float = 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """Of a span: the most that the host can have taken, the engine's processor time, whether the first could be counted."""

    host: float = 0.0
    worked: float = 0.0
    is_exact: bool = True


class HostLoad:
    """The host's load on one engine, with the processes that it has now: `renew` when it may have started others."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._pids: set[int] = set()
        #: Whether threads of it have ended in a span. Then it may be so in any other: one that hardly worked leaves no trace.
        self._has_passing_threads = False
        self.renew()

    def renew(self) -> None:
        """Look for the engine's processes."""
        self._pids = self._transport.members() if isinstance(self._transport, Engine) else set()

    def is_whole(self) -> bool:
        """Whether these are still all of its processes."""
        return not isinstance(self._transport, Engine) or self._transport.members() <= self._pids

    def look(self) -> Counters:
        """Count now."""
        if not self._pids:
            return Counters()
        found: dict[int, tuple[float, float]] = {}
        for pid in self._pids:
            threads = SYSTEM.threads(pid)
            if threads is None:
                known = self._transport.disturbance()
                return Counters(None, known.served, None, known.engines)
            found.update(threads)
        return Counters(found, sum(map(SYSTEM.processor_seconds, self._pids)), SYSTEM.crowded_seconds())

    def between(self, earlier: Counters, later: Counters) -> Share:
        """The load between two looks."""
        worked = max(0.0, later.worked - earlier.worked)
        if earlier.threads is None or later.threads is None:
            return Share(max(0.0, later.delayed - earlier.delayed), worked)
        waits = sorted(_grown(earlier.threads, later.threads, 1, later.threads), reverse=True)
        host = sum(waits[:_IN_A_ROW])
        seen = sum(_grown(earlier.threads, later.threads, 0, later.threads))
        self._has_passing_threads |= worked - seen > _GRAIN or not earlier.threads.keys() <= later.threads.keys()
        if not self._has_passing_threads:
            return Share(host, worked)
        if earlier.crowded is None or later.crowded is None:
            return Share(host, worked, is_exact=False)
        return Share(max(host, later.crowded - earlier.crowded), worked)


class Own:
    """How long we can have been away since a moment: our threads wanted a core, or one of them was at work."""

    def __init__(self) -> None:
        self._at = time.monotonic()
        self._threads = SYSTEM.threads(os.getpid())
        self._process = time.process_time()

    def lost(self) -> float:
        """The seconds for which we can have been away by now, at most."""
        passed = time.monotonic() - self._at
        worked = time.process_time() - self._process
        threads = SYSTEM.threads(os.getpid()) if self._threads is not None else None
        waited = sum(_grown(self._threads, threads, 1, threads)) if self._threads is not None and threads is not None else 0.0
        return min(passed, worked + waited)


def _grown(earlier: _Threads, later: _Threads, figure: int, which: Iterable[int]) -> list[float]:
    """By how much a figure of some threads has grown."""
    return [max(0.0, later[one][figure] - earlier.get(one, (0.0, 0.0))[figure]) for one in which]
