"""Starts engines, runs checks, repeats timing failures.

Each trial runs in a thread of its own, so that an interruption cannot come before the engine is registered for cleanup. When
the time for the whole run is up, all engines that are still alive are ended, and the threads that talk to them notice. What
follows from an outcome is decided elsewhere.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.dialogue.idleness import WHATEVER
from conformance.dialogue.output import Room
from conformance.dialogue.session import Dialogue
from conformance.dialogue.silences import Silences
from conformance.dialogue.sleep import Sleep
from conformance.judging.checking import LONG, Held, hold
from conformance.judging.owing import rows, standing
from conformance.protocol.suite import Check, Suite
from conformance.transport import Launcher, Transport, interrupts
from conformance.transport.merged import Merged
from conformance.wire.transcript import Transcript
from conformance.words.model import Level, Limits, Outcome

#: How often a failure that is a matter of time is measured at most, the first time included; two failures decide.
MEASUREMENTS = 3
DECIDING = 2
#: One that takes longer than `LONG` is measured twice only, and fails when it fails both times. A wait of this length
#: that was in vain, with nothing else of ours or of others beside it, is measured once, and so is one for an engine that neither
#: answers nor works: a hang costs one time-out.
#: Why there is nothing to say about a check that was not held, or not to its end.
TIME_UP = "the time for the run was up"
_SLEPT = (
    "the engine did nothing for {:.0f} s in all before it answered, with no processor, disk or connection in use, "
    "so that the run would take very long; --max-time SECONDS says how long it may take"
)
_LOOK_EVERY = 0.2
#: How many words an engine is deaf to, at least, that is so to all but the few that it has answered: its greeting, and the word
#: at which it leaves.
_SEVERAL = 2
_FEW = 2

Outcomes = queue.Queue[Held | BaseException]


class _CancelledError(Exception):
    """Nobody waits for what is being judged any more."""


@dataclass(slots=True)
class Trials:
    """Starts engines for checks.

    `known_broken` gives the foundations found broken so far, by which dialogues choose their way; `broken` those of some
    requirements that have been found broken. `max_time` is in seconds; without one, a run ends when the engine has slept for
    `Limits.sleep_ms` in all, and does so before whatever it says. `over` says why the run ends before all is judged, and is empty
    as long as it does not.
    """

    suite: Suite[Any]
    launch: Launcher
    limits: Limits
    known_broken: Callable[[], frozenset[str]]
    broken: Callable[[Iterable[str]], frozenset[str]]
    settings: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    max_time: float | None = None
    progress: Callable[[str, int, int], None] = lambda _title, _done, _total: None
    over: str = ""
    _slept: Sleep = field(default_factory=Sleep)
    _started_engines: int = 0
    _unanswered: list[tuple[str, str]] = field(default_factory=list)
    _answered: set[str] = field(default_factory=set)
    _blaming: set[str] = field(default_factory=set)
    _silent: set[str] = field(default_factory=set)
    _silent_alone: set[str] = field(default_factory=set)
    _silences: Silences = field(default_factory=Silences)
    _live: set[Transport] = field(default_factory=set)
    _dialogues: dict[Transport, Dialogue] = field(default_factory=dict)
    _room: Room = field(default_factory=Room)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _apart: Executor = field(default_factory=lambda: ThreadPoolExecutor(1))
    _started: float = field(default_factory=time.monotonic)

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
        return math.inf if self.max_time is None else max(0.0, self.max_time - self.seconds)

    def start(self) -> Transport:
        """Start an engine; raises LaunchError. After `cancel` it is ended at once."""
        with interrupts.held():
            transport = self.launch()
            if self.suite.merged_by in self.known_broken():
                transport = Merged(transport)
            with self._lock:
                self._live.add(transport)
                self._started_engines += 1
        if self._cancelled.is_set():
            transport.close()
        return transport

    def end(self, transport: Transport) -> None:
        """End an engine."""
        with interrupts.held():
            transport.close()
            with self._lock:
                self._live.discard(transport)
                dialogue = self._dialogues.pop(transport, None)
                if dialogue is not None:
                    self._slept.add(dialogue.sleep)

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
            held = self.take(done)
        except BaseException:
            self.cancel()
            future.result()
            raise
        if _is_long_silence(held):
            self._silent_alone.update(held.unanswered)
        return held

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

        A measurement made while other engines of ours ran (not `alone`) is discarded, unless both are the same silence.
        """
        tries = [held] if alone else [self.hold(held.check)]
        if not alone and _is_same_silence(held, tries[0]):
            return Held.of_several([held, *tries])
        enough = MEASUREMENTS if tries[0].seconds < LONG else DECIDING
        while tries[0].timing and _is_open(tries, enough) and not held.virtual:
            self.watch_the_time()
            if self.out_of_time:
                break
            tries.append(self.hold(held.check))
        return Held.of_several(tries)

    def watch_the_time(self) -> None:
        """End every engine once the time for the run is up."""
        if self.max_time is not None and self.seconds > self.max_time:
            self.over = TIME_UP
        elif self.max_time is None and not self.over and (slept := self._slept_too_long()):
            self.over = _SLEPT.format(slept)
        if self.over:
            self.cancel()

    def _slept_too_long(self) -> float:
        """For how long (s) the engine did nothing before whatever it said, in all; 0 as long as that is bearable."""
        slept = Sleep()
        with self._lock:
            for one in (self._slept, *(dialogue.sleep for dialogue in self._dialogues.values())):
                slept.add(one)
            return slept.too_long(self.limits.sleep_ms / 1000, self._started_engines)

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

    def _proven(self) -> dict[str, str]:
        """Words to which the engine was always silent, once for a whole limit, by what that broke, once this has been decided.

        One that answers at times has its whole time each time, and a SHOULD keeps no MUST from being judged. One that is silent
        to several, and has never answered more than a few, will not answer the next either.
        """
        proven = {word: root for word, root in self._broke().items() if word not in self._answered}
        if len(set(proven.values())) >= _SEVERAL and len(self._answered) <= _FEW:
            proven[WHATEVER] = next(iter(proven.values()))
        return proven

    def _broke(self) -> dict[str, str]:
        """Words to which the engine was silent once for a whole limit, by the MUST that this broke, once it has been decided."""
        broken, catalogue = self.broken(root for _, root in self._unanswered), self.suite.catalogue
        return {word: root for word, root in self._unanswered if root in broken and catalogue[root].level is Level.MUST}

    def is_as_proven(self, held: Held) -> bool:
        """Whether a long wait in vain was for what the engine is known never to answer, or did not when it was measured alone."""
        if _is_long_silence(held) and not self._proven().keys().isdisjoint((*held.unanswered, WHATEVER)):
            return True
        return _had_its_time(held) and not (self._silent_alone & self._broke().keys()).isdisjoint(held.unanswered)

    def _watch(self) -> None:
        """Give up what takes long once all has been cancelled."""
        if self._cancelled.is_set():
            raise _CancelledError

    def _hold(self, check: Check) -> Held:
        with self._room.beside_others():
            held = self._held_by_a_new_engine(check)
        self._answered |= held.answered
        if held.timing and held.outcome is Outcome.FAIL:
            self._blaming.add(check.name)
        if _is_long_silence(held):
            self._silent.add(check.name)
        if held.is_silence:
            self._silences.blame(held.unanswered, check.name, is_long=_is_long_silence(held))
        self._unanswered += ((word, held.requirement) for word in held.unanswered)
        if held.transcript is not None and held.outcome is Outcome.FAIL and held.transcript.is_flood:
            self.limits = replace(self.limits, output=self.limits.output.of_a_flooder())
        return Held(check, Outcome.INCONCLUSIVE, reason=self.over or TIME_UP) if self._cancelled.is_set() else held

    def _held_by_a_new_engine(self, check: Check) -> Held:
        limits = self.limits
        if check.name in self._silent:  # a rest of this length is enough to see that it is so once more
            limits = replace(limits, asleep_ms=min(limits.asleep_ms, limits.rest_ms))
        transport = self.start()
        try:
            return hold(
                self.suite,
                check,
                transport,
                limits=limits,
                known_broken=self.known_broken(),
                settings=self.settings,
                progress=lambda done, total: self.progress(check.title, done, total),
                seed=self.seed,
                watch=self._watch,
                room=self._room,
                begun=self.begun,
                # Who has blamed is measured by the whole limit: else what else is found would hang on who blamed first.
                unanswered={} if check.name in self._blaming else self._proven(),
                silences=self._silences,
            )
        finally:
            self.end(transport)


def _is_long_silence(held: Held) -> bool:
    """Whether an engine that nobody held up was waited for in vain, for as long as is enough to be sure."""
    return held.is_silence and held.in_vain >= LONG


def _had_its_time(held: Held) -> bool:
    """Whether an engine was given the whole of a long limit in vain, or wanted no processor, however busy the host was."""
    return held.is_silence and bool(held.is_own) and held.wait is not None and held.wait.limit >= LONG


def _is_same_silence(held: Held, alone: Held) -> bool:
    """Whether what an engine did not say beside others, nor alone, has the same name, while the host held it up neither time."""
    return all(_is_own_silence(one) for one in (held, alone)) and held.requirement == alone.requirement


def _is_own_silence(held: Held) -> bool:
    return held.is_silence and bool(held.is_own) and held.is_calm


def _is_open(tries: list[Held], enough: int) -> bool:
    never = (held for held in tries if held.is_silence)
    is_proven = any(held.lifeless or held.in_vain >= LONG or (held.served >= LONG and held.is_wordless) for held in never)
    return not is_proven and len(tries) < enough and sum(held.outcome is Outcome.FAIL for held in tries) < DECIDING
