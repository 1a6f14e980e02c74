"""Starts engines, runs checks, repeats timing failures.

Each trial runs in a thread of its own, so that an interruption cannot come before the engine is registered for cleanup. When
the time for the whole run is up, all engines that are still alive are ended, and the threads that talk to them notice. The
consequences of an outcome are decided elsewhere.
"""

import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.endings import Silent
from conformance.dialogue.output import Room
from conformance.dialogue.patience import Patience
from conformance.dialogue.search_slots import Places, Turn
from conformance.dialogue.session import Dialogue
from conformance.judging.checking import MEASUREMENTS, Trial, run_check
from conformance.judging.pending import rows, standing
from conformance.protocol.suite import Check, Suite
from conformance.run.lending import Pool, returned, tail, with_all
from conformance.run.plan import RunPlan, Services
from conformance.run.profile import DialogueTime, Profile, spent
from conformance.system.current import SYSTEM
from conformance.transport import Launcher, Transport, interrupts
from conformance.transport.lent import Loan, OnDemand
from conformance.wire.transcript import Line, Transcript
from conformance.words.model import Outcome, Remark

#: So many failures decide.
DECIDING = 2
#: Why there is nothing to say about a check that was not run, or not to its end.
TIME_UP = "the time for the run was up"
_LOOK_EVERY = 0.2
_ALONE = Remark(
    "starts alone",
    "the engine ends at once beside another process of its own, and not alone: that was no finding; --jobs 1 runs one at a time",
)
#: Seconds from which on a wait is worth a word.
_AT_LENGTH = 2.0
#: How many engines search at a time for each core. They work for a quarter (our references) to a half (Stockfish) of the time of
#: a search, and wait for a clock or for us in the rest.
_SEARCHES = 3

Outcomes = queue.Queue[Trial | BaseException]


class _CancelledError(Exception):
    """Nobody waits for what is being judged any more."""


@dataclass(slots=True)
class Trials:
    """Starts engines for the checks of a plan.

    `known_broken` gives the foundations found broken so far, by which dialogues choose their way, `found_broken` all that is
    known to be broken. `nudged_after`: see `Context`. `over` says why the run ends before all is judged, and is empty as long as
    it does not.
    """

    plan: RunPlan
    launch: Launcher
    known_broken: Callable[[], frozenset[str]] = frozenset
    found_broken: Callable[[], frozenset[str]] = frozenset
    services: Services = field(default_factory=Services)
    over: str = ""
    nudged_after: float = 0.0
    suite: Suite[Any] = field(init=False)
    terms: Terms = field(init=False)
    patience: Patience = field(init=False)
    _pool: Pool = field(init=False)
    _places: Places = field(default_factory=lambda: Places(_SEARCHES * SYSTEM.cores()))
    _live: set[Transport] = field(default_factory=set)
    _beside: set[Transport] = field(default_factory=set)
    _dialogues: list[Dialogue] = field(default_factory=list)
    _spent: list[DialogueTime] = field(default_factory=list)
    _room: Room = field(default_factory=Room)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _apart: Executor = field(default_factory=lambda: ThreadPoolExecutor(1))
    _started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.suite, self.terms = self.plan.suite, self.plan.usual_terms
        self.patience = Patience(self.terms.limits.patience_ms)
        self._pool = Pool(self.suite, self.end)

    @property
    def seconds(self) -> float:
        """The time since the run began, in the microseconds that a recording of the run keeps."""
        return round(time.monotonic() - self._started, 6)

    @property
    def profile(self) -> Profile:
        """Where the time has gone so far."""
        with self._lock:
            return Profile(list(self._spent), self._places.waited)

    @property
    def out_of_time(self) -> bool:
        """Whether the run ends before all is judged."""
        return bool(self.over)

    @property
    def is_cancelled(self) -> bool:
        """Whether no engine is started any more: the time is up, or the run was interrupted."""
        return self._cancelled.is_set()

    @property
    def seconds_left(self) -> float:
        """The time left for the run; infinity without a limit."""
        return max(0.0, self.plan.max_time - self.seconds)

    def start(self) -> Transport:
        """Start an engine; raises LaunchError. After `cancel` it is ended at once."""
        if self.plan.single:
            self.end_lent()
        with interrupts.deferred():
            transport = self.launch()
            with self._lock:
                self._beside |= {transport} if self._live else set()
                self._live.add(transport)
        if self._cancelled.is_set():
            transport.close()
        return transport

    def end(self, transport: Transport) -> None:
        """End an engine."""
        with interrupts.deferred():
            transport.close()
            with self._lock:
                self._live.discard(transport)
                self._beside.discard(transport)

    def begun(self, dialogue: Dialogue) -> None:
        """Note a dialogue that goes on until its engine is ended."""
        with self._lock:
            self._dialogues.append(dialogue)

    def ended(self, dialogue: Dialogue) -> None:
        """Note that a dialogue is over."""
        with self._lock:
            self._dialogues = [one for one in self._dialogues if one is not dialogue]

    def standing(self) -> Iterator[str]:
        """How each dialogue stands that goes on now, in rows: the longest debt first. Any thread may ask."""
        with self._lock:
            going = list(self._dialogues)
        if not going:
            yield "no dialogue goes on just now"
        for _, lines in sorted(map(self._standing_of, going), key=lambda one: -one[0]):
            yield from lines

    def waited_for(self) -> str:
        """The answer that has been waited for longest, where that is at length; else nothing. Any thread may ask."""
        with self._lock:
            going = list(self._dialogues)
        found = []
        for dialogue in going:
            now, reading = dialogue.now(), self.suite.reading(Transcript(list(dialogue.transcript.lines)))
            owed = standing(self.suite.driver, reading).owed
            found += [(now - one.since, one.what, dialogue.transcript.check) for one in owed]
        seconds, what, check = max(found, default=(0.0, "", ""))
        return f"waits {seconds:.0f} s for {what} in {check}" if seconds >= _AT_LENGTH else ""

    def _standing_of(self, dialogue: Dialogue) -> tuple[float, list[str]]:
        """For how long (s) an engine has owed an answer, and how its dialogue stands, in rows."""
        said, now = dialogue.transcript, dialogue.now()
        lines = list(said.lines)
        found = standing(self.suite.driver, self.suite.reading(Transcript(lines, name=said.name)))
        head = f"{said.name}, for {now:.1f} s: {self.suite.checks[said.check].title}"
        return max((now - owed.since for owed in found.owed), default=0.0), [head, *rows(found, lines, now)]

    def run(self, check: Check, *, lend: bool = False) -> Trial:
        """Run one check beside no other engine; raises LaunchError, and what interrupts it once its engine has ended.

        The engine is new, unless one may be lent (`lend`).
        """
        done: Outcomes = queue.Queue()
        future = self._apart.submit(self.run_into, check, done, lend=lend)
        try:
            trial = self.take(done)
            assert trial is not None
            return trial  # noqa: TRY300  what comes of an interruption is the rest
        except BaseException:
            self.cancel()
            future.result()
            raise

    def run_into(self, check: Check, done: Outcomes, *, lend: bool) -> None:
        """Run one check in the calling thread and put the outcome, or the exception, into the queue."""
        try:
            done.put(self._run(check, lend=lend))
        except BaseException as error:  # noqa: BLE001  handed to the main thread, which raises it
            done.put(error)

    def take(self, done: Outcomes, until: float = math.inf) -> Trial | None:
        """Wait for the next outcome, None at a time of the run; end all engines when the time for the run is up."""
        while True:
            try:
                item = done.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                self.end_when_time_is_up()
                if self.seconds > until:
                    return None
                continue
            if isinstance(item, BaseException):
                raise item
            return item

    def again(self, trial: Trial, *, alone: bool) -> Trial:
        """Measure a timing failure again, alone, and judge by how often it fails. If no time is left for that, it blames nobody.

        A measurement made while other engines of ours ran (not `alone`) is discarded, unless it is certain all the same. A remark
        says where an engine starts only alone.
        """
        if trial.is_crowded:
            self.end_lent()
        tries = [trial] if (alone and not trial.is_crowded) or self.is_certain(trial) else []
        while not tries or (tries[0].timing and self._is_open(tries) and not trial.trace.virtual):
            self.end_when_time_is_up()
            if self.out_of_time:
                return replace(trial, outcome=Outcome.INCONCLUSIVE, reason=self.over, blame=None)
            tries.append(self.run(trial.check))
        found = Trial.of_several(tries)
        starts_alone = trial.is_crowded and trial.blame is not None and not found.is_shown
        return found.remarked(_ALONE) if starts_alone else found

    def is_certain(self, trial: Trial) -> bool:
        """Whether an engine was silent for the whole of a long limit, and nobody delayed it: one measurement is enough."""
        blame = trial.blame
        if not trial.is_shown or blame is None or blame.wait is None or trial.history:
            return False
        is_long = blame.wait.limit * 1000 >= self.terms.limits.certain_ms
        return blame.finding.is_silence and blame.silent is Silent.UNDISTURBED and is_long

    def _is_open(self, tries: list[Trial]) -> bool:
        failed = sum(trial.is_shown for trial in tries)
        return len(tries) < MEASUREMENTS and failed < DECIDING and not any(map(self.is_certain, tries))

    def noted(self, trial: Trial) -> None:
        """Learn from an outcome: a silence opens the account of patience, and who floods is not listened to for long again."""
        said = trial.trace.transcript
        if said is not None and trial.outcome is Outcome.FAIL and said.is_flood:
            limits = self.terms.limits
            self.terms = replace(self.terms, limits=replace(limits, output=limits.output.of_a_flooder()))
        if trial.is_shown and trial.blame is not None and trial.blame.finding.is_silence:
            self.patience.is_open = True

    def end_when_time_is_up(self) -> None:
        """End every engine once the time for the run is up."""
        if self.seconds > self.plan.max_time:
            self.over = TIME_UP
            self.cancel()

    def cancel(self) -> None:
        """End every engine, also those that are just being started."""
        self._cancelled.set()
        with self._lock:
            live = list(self._live)
        for transport in live:
            transport.close()

    def end_lent(self) -> None:
        """End the engines that wait to be lent."""
        self._pool.end_all()

    def resume(self) -> None:
        """Allow engines to be started again after an interruption."""
        self._cancelled.clear()

    def _check_cancelled(self) -> None:
        """Give up what takes long once all has been cancelled."""
        if self._cancelled.is_set():
            raise _CancelledError

    def _run(self, check: Check, *, lend: bool) -> Trial:
        with self._room.beside_others():
            trial = self._run_in_an_engine(check, lend=lend and not self.plan.fresh)
            is_measured_again = trial.timing and trial.broken() <= self.found_broken()
            if trial.history and not (is_measured_again or trial.is_clean(self.found_broken()) or self._cancelled.is_set()):
                used, trial = trial, self._run_in_an_engine(check, lend=False)
                if used.broken() - trial.broken() and trial.is_clean(self.found_broken()):
                    trial = replace(trial, suspect=used)
        return Trial(check, Outcome.INCONCLUSIVE, reason=self.over or TIME_UP) if self._cancelled.is_set() else trial

    def _run_in_an_engine(self, check: Check, *, lend: bool) -> Trial:
        engine = OnDemand(self.start, self._pool.take) if lend else OnDemand(self.start)
        begun: list[Dialogue] = []
        is_kept, started = False, self.seconds
        try:
            trial = self._run_in(check, engine, begun)
            if self.plan.profiled:
                self._note(check, started, begun[0], is_lent=engine.loan is not None)
            trial = replace(trial, is_crowded=trial.is_crowded or (engine.engine in self._beside and trial.is_mute))
            with contextlib.suppress(_CancelledError):  # while it was put back: it is ended
                is_kept = not self.plan.fresh and self._pool.give(engine, begun[0], trial, self.found_broken())
        finally:
            for dialogue in begun:
                self.ended(dialogue)
            if engine.engine is not None and not is_kept:
                self.end(engine.engine)
        return trial if engine.loan is None else replace(trial, history=engine.loan.history)

    def _note(self, check: Check, started: float, dialogue: Dialogue, *, is_lent: bool) -> None:
        on, searches = spent(self.suite.driver, dialogue.transcript, dialogue.greeting if is_lent else ())
        with self._lock:
            self._spent.append(DialogueTime(check.name, started, self.seconds, is_lent, on, searches))

    def _run_in(self, check: Check, engine: OnDemand, begun: list[Dialogue]) -> Trial:
        def note(dialogue: Dialogue) -> None:
            begun.append(dialogue)
            self.begun(dialogue)

        context = Context(
            self.patience,
            self._room,
            Turn(self._places, self._check_cancelled),
            engine.borrow,
            self.nudged_after,
            self._check_cancelled,
            note,
            lambda done, total: self.services.progress(check.title, done, total),
        )
        return run_check(
            self.suite, check, engine, replace(self.terms, known_broken=self.known_broken()), context, self.services.judge
        )

    # -- what an engine breaks only after something else ------------------------------------------------------------------

    def after_others(self, trial: Trial, wanted: frozenset[str]) -> Trial:
        """The outcome of a check that failed in a used engine, and not in a new one: run again after the same checks as then.

        One of the `wanted` requirements that it breaks again is a finding, with all that was said in the shortest row of checks
        that shows it. Where all that was said breaks nothing, the engine went on with what it had begun before; else nothing is
        decided.
        """
        used = trial.suspect
        assert used is not None
        checks = [self.suite.checks[name] for name in used.history]
        shown: Trial | None = None
        for length in _lengths(len(checks)):
            last = checks[len(checks) - length :]
            if (shown := self._in_a_row([*last, trial.check], wanted)) is not None:
                checks = last
                break
        for check in list(checks) if shown is not None and len(checks) > 1 else ():
            fewer = [one for one in checks if one is not check]
            if (again := self._in_a_row([*fewer, trial.check], wanted)) is not None and again.broken() & wanted:
                checks, shown = fewer, again
        if shown is not None and not shown.broken() & wanted:
            return replace(trial, suspect=None)
        if shown is None:
            reason = f"broke {', '.join(sorted(wanted))} in an engine that had been used before, and not when that was done again"
            return replace(trial, outcome=Outcome.INCONCLUSIVE, reason=reason, suspect=None)
        titles = "; ".join(check.title.rstrip(".") for check in checks)
        history = tuple(check.name for check in checks)
        return replace(shown, reason=f"only in a process in which this was done before: {titles}", history=history)

    def _in_a_row(self, checks: Sequence[Check], wanted: frozenset[str]) -> Trial | None:
        """The outcome of the last of some checks that share a process, by all that was said, if it broke what is wanted."""
        loan: Loan | None = None
        said: list[Line] = []
        engine = OnDemand(self.start)
        self.end_when_time_is_up()
        try:
            for check in checks:
                if self._cancelled.is_set():
                    return None
                engine = OnDemand(self.start, partial(_given, loan))
                begun: list[Dialogue] = []
                trial = self._run_in(check, engine, begun)
                self.ended(begun[0])
                if loan is not None and engine.loan is None:
                    return None  # it started an engine of its own
                start = len(said) - (len(begun[0].greeting) if loan is not None else 0)
                said += tail(begun[0], engine)
                if check is checks[-1]:
                    return with_all(self.suite, trial, said, start) if trial.broken() & wanted else None
                if (loan := returned(self.suite, engine, begun[0], trial, self.found_broken())) is None:
                    return None
                said += loan.putting_back
        except _CancelledError:  # while an engine was put back
            pass
        finally:
            if loan is not None and loan.transport is not engine.engine:
                self.end(loan.transport)
            if engine.engine is not None:
                self.end(engine.engine)
        return None


def _given(loan: Loan | None) -> Loan | None:
    return loan


def _lengths(most: int) -> list[int]:
    """How many of the last checks are tried: few first."""
    lengths = [1]
    while lengths[-1] < most:
        lengths.append(min(most, 4 * lengths[-1]))
    return lengths
