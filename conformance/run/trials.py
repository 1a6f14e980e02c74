"""Starts engines, runs checks, repeats timing failures.

Each trial runs in a thread of its own, so that an interruption cannot come before the engine is registered for cleanup. When
the time for the whole run is up, all engines that are still alive are ended, and the threads that talk to them notice. What
follows from an outcome is decided elsewhere.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.dialogue.output import Room
from conformance.dialogue.patience import Requests
from conformance.dialogue.session import Dialogue
from conformance.judging.checking import Held, hold
from conformance.judging.owing import rows, standing
from conformance.protocol.suite import Check, Suite
from conformance.transport import Launcher, Transport, interrupts
from conformance.transport.merged import Merged
from conformance.wire.transcript import Transcript
from conformance.words.model import Level, Limits, Outcome

#: How often a failure that is a matter of time is measured at most, the first time included; two failures decide.
MEASUREMENTS = 3
DECIDING = 2
#: Why there is nothing to say about a check that was not run, or not to its end.
TIME_UP = "the time for the run was up"
_LOOK_EVERY = 0.2

Outcomes = queue.Queue[Held | BaseException]


class _CancelledError(Exception):
    """Nobody waits for what is being judged any more."""


@dataclass(slots=True)
class Trials:
    """Starts engines for checks.

    `known_broken` gives the foundations found broken so far, by which dialogues choose their way. `max_time` is in seconds.
    `over` says why the run ends before all is judged, and is empty as long as it does not.
    """

    suite: Suite[Any]
    launch: Launcher
    limits: Limits
    known_broken: Callable[[], frozenset[str]]
    settings: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    max_time: float = math.inf
    progress: Callable[[str, int, int], None] = lambda _title, _done, _total: None
    over: str = ""
    _requests: Requests = field(init=False)
    _live: set[Transport] = field(default_factory=set)
    _dialogues: dict[Transport, Dialogue] = field(default_factory=dict)
    _room: Room = field(default_factory=Room)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _apart: Executor = field(default_factory=lambda: ThreadPoolExecutor(1))
    _started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._requests = Requests(self.limits.in_vain_ms)

    @property
    def seconds(self) -> float:
        """The time since the run began, in the microseconds that a recording of the run keeps."""
        return round(time.monotonic() - self._started, 6)

    @property
    def out_of_time(self) -> bool:
        """Whether the run ends before all is judged."""
        return bool(self.over)

    @property
    def seconds_left(self) -> float:
        """The time left for the run; infinity without a limit."""
        return max(0.0, self.max_time - self.seconds)

    def start(self) -> Transport:
        """Start an engine; raises LaunchError. After `cancel` it is ended at once."""
        with interrupts.held():
            transport = self.launch()
            if self.suite.merged_by in self.known_broken():
                transport = Merged(transport)
            with self._lock:
                self._live.add(transport)
        if self._cancelled.is_set():
            transport.close()
        return transport

    def end(self, transport: Transport) -> None:
        """End an engine."""
        with interrupts.held():
            transport.close()
            with self._lock:
                self._live.discard(transport)
                self._dialogues.pop(transport, None)

    def begun(self, dialogue: Dialogue) -> None:
        """Note a dialogue that goes on until its engine is ended."""
        with self._lock:
            self._dialogues[dialogue.transport] = dialogue

    def standing(self) -> Iterator[str]:
        """How each dialogue stands that goes on now, in rows: the longest debt first. Any thread may ask."""
        with self._lock:
            going = list(self._dialogues.values())
        if not going:
            yield "no dialogue goes on just now"
        for _, told in sorted(map(self._standing_of, going), key=lambda one: -one[0]):
            yield from told

    def _standing_of(self, dialogue: Dialogue) -> tuple[float, list[str]]:
        """For how long (s) an engine has owed an answer, and how its dialogue stands, in rows."""
        said, now = dialogue.transcript, dialogue.transport.now()
        lines = list(said.lines)
        found = standing(self.suite.driver, self.suite.reading(Transcript(lines, name=said.name)))
        head = f"{said.name}, for {now:.1f} s: {self.suite.checks[said.check].title}"
        return max((now - owed.since for owed in found.owed), default=0.0), [head, *rows(found, lines, now)]

    def hold(self, check: Check) -> Held:
        """Hold one check beside no other engine; raises LaunchError, and what interrupts it once its engine has ended."""
        done: Outcomes = queue.Queue()
        future = self._apart.submit(self.hold_into, check, done)
        try:
            return self.take(done)
        except BaseException:
            self.cancel()
            future.result()
            raise

    def hold_into(self, check: Check, done: Outcomes) -> None:
        """Hold one check in the calling thread and put the outcome, or the exception, into the queue."""
        try:
            done.put(self._hold(check))
        except BaseException as error:  # noqa: BLE001  handed to the main thread, which raises it
            done.put(error)

    def take(self, done: Outcomes) -> Held:
        """Wait for the next outcome; end all engines when the time for the run is up."""
        while True:
            try:
                item = done.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                self.watch_the_time()
                continue
            if isinstance(item, BaseException):
                raise item
            return item

    def again(self, held: Held, *, alone: bool) -> Held:
        """Measure a timing failure again, alone, and judge by how often it fails.

        A measurement made while other engines of ours ran (not `alone`) is discarded, unless it was a whole wait on a calm host.
        """
        tries = [held] if alone or self._is_certain(held) else [self.hold(held.check)]
        while tries[0].timing and self._is_open(tries) and not held.virtual:
            self.watch_the_time()
            if self.out_of_time:
                break
            tries.append(self.hold(held.check))
        return Held.of_several(tries)

    def _is_certain(self, held: Held) -> bool:
        """Whether an engine was silent for the whole of a long limit, while the host was calm: one measurement is enough."""
        is_long = held.wait is not None and held.wait.limit * 1000 >= self.limits.certain_ms
        return held.is_silence and held.is_own is True and held.is_calm and is_long

    def _is_open(self, tries: list[Held]) -> bool:
        failed = sum(held.outcome is Outcome.FAIL for held in tries)
        return len(tries) < MEASUREMENTS and failed < DECIDING and not any(map(self._is_certain, tries))

    def silent_before(self, held: Held) -> str:
        """The MUST that a whole wait for the same request broke, where a dialogue failed by a silence; else nothing."""
        return (self._requests.known(held.pending) or "") if held.is_silence else ""

    def decided(self, held: Held) -> None:
        """Note what a dialogue broke by a silence, once nothing will change this any more."""
        if held.is_silence and self.suite.catalogue[held.requirement].level is Level.MUST:
            self._requests.broke(held.pending, held.requirement)

    def watch_the_time(self) -> None:
        """End every engine once the time for the run is up."""
        if self.seconds > self.max_time:
            self.over = TIME_UP
            self.cancel()

    def cancel(self) -> None:
        """End every engine, also those that are just being started."""
        self._cancelled.set()
        with self._lock:
            live = list(self._live)
        for transport in live:
            transport.close()

    def resume(self) -> None:
        """Allow engines to be started again after an interruption."""
        self._cancelled.clear()

    def _watch(self) -> None:
        """Give up what takes long once all has been cancelled."""
        if self._cancelled.is_set():
            raise _CancelledError

    def _hold(self, check: Check) -> Held:
        with self._room.beside_others():
            held = self._held_by_a_new_engine(check)
        if held.transcript is not None and held.outcome is Outcome.FAIL and held.transcript.is_flood:
            self.limits = replace(self.limits, output=self.limits.output.of_a_flooder())
        return Held(check, Outcome.INCONCLUSIVE, reason=self.over or TIME_UP) if self._cancelled.is_set() else held

    def _held_by_a_new_engine(self, check: Check) -> Held:
        transport = self.start()
        try:
            return hold(
                self.suite,
                check,
                transport,
                limits=self.limits,
                known_broken=self.known_broken(),
                settings=self.settings,
                progress=lambda done, total: self.progress(check.title, done, total),
                seed=self.seed,
                watch=self._watch,
                room=self._room,
                begun=self.begun,
                requests=self._requests,
            )
        finally:
            self.end(transport)
