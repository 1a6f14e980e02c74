"""Runs the dialogues of a run, by three laws.

1. The foundations come first, one by one. If one of them is broken the run ends there, unless it is to keep going.
2. Then everything else runs, in one pool, best first, whatever is broken.
3. Afterwards what depended on time is measured again, alone, and all of it is explained (`run.explain`).

A run of a part only includes the checks that may explain a failure after that: a pass needs none of them.
"""

import math
import queue
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from conformance.judging.checking import MEASUREMENTS, Trial
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.events import CheckStarted, Glimpsed
from conformance.run.explain import Explained, explain
from conformance.run.ledger import Ledger, Recorded
from conformance.run.order import Order, as_explained, best_first, deciding, foundations
from conformance.run.trials import Outcomes, Trials
from conformance.words.model import Miss, Outcome

#: What a schedule hands over: a check that begins, something that was seen, or an outcome that is recorded.
Item: TypeAlias = CheckStarted | Glimpsed | Recorded

#: Seconds of rest after which an engine that owes an answer is sent another line; how much longer that is the second time.
NUDGED_AFTER = 3.0
_ANOTHER = 1.4
#: How a foundation is broken so that nothing else can be said.
_ENDS = (Miss.SILENCE, Miss.ENDED, Miss.FLOODED)
_NOT_TRIED = "not tried, as {} is broken: --keep-going tries it all the same"
_CLOSED = "not waited for: a quick run takes {:g} s"
_NOT_MEASURED = "seen once, beside other engines, and there was no time to measure it again: {0.expected}; {0.actual}"


@dataclass(slots=True)
class Scheduler:
    """Runs the dialogues of a run. `jobs` says how many engines may run at a time, asked when the first have run.

    `keeps_going` says whether a run goes on behind a foundation that a trial shows broken. `beside` is what else a run does,
    begun in the pool behind the dialogues. The pool is closed after `pool_seconds`. `is_again`: each dialogue has shown a finding
    before; it runs several times before it counts as passed, and nothing runs that was not asked for.
    """

    suite: Suite[Any]
    trials: Trials
    ledger: Ledger
    jobs: Callable[[], int]
    keeps_going: Callable[[Trial], bool] = lambda _: True
    beside: Callable[[], None] = lambda: None
    pool_seconds: float = math.inf
    order: Order = best_first
    is_again: bool = False
    ended_by: str = ""
    _got: dict[Check, Trial] = field(default_factory=dict)
    _recorded: set[Check] = field(default_factory=set)
    _seen: set[str] = field(default_factory=set)
    _opened: float | None = None

    def all(self, checks: Sequence[Check]) -> Iterator[Item]:
        """Every check, and what may explain what fails: each announced when it begins, and recorded when all is explained."""
        yield from self.foundations(checks)
        rest = [check for check in checks if check not in self._got]
        if self.ended_by:
            untried = {check: self.not_tried(check) for check in rest}
            self._got |= {check: explained.trial for check, explained in untried.items()}
            self._recorded.update(untried)
            yield from map(self.ledger.record, untried.values())
        else:
            yield from self.tried(rest, self.beside)
            self._got |= {check: self._lasting(self._got[check]) for check in rest if check in self._got}
        yield from self.explained()

    def foundations(self, checks: Iterable[Check]) -> Iterator[Item]:
        """Those of some checks that come first, each with its whole wait; none after one that ends the run."""
        self.trials.patience.is_aside = True
        for check in foundations(self.suite, checks):
            if self._is_over() or check in self._got:
                continue
            yield CheckStarted(check.name, check.title)
            trial = self._foundation(check, nudged_after=NUDGED_AFTER)
            self._take(self._lasting(self._foundation(check, nudged_after=0.0) if trial.is_nudged else trial))
            trial = self._got[check]
            if trial.disturbed and not self._is_over():
                continue  # a calmer moment may decide it
            self._recorded.add(check)
            (explained,) = explain([trial.trusted()], self.ledger.known, self.trials.patience.known_answers)
            yield self.ledger.record(explained)
            self.ended_by = self.ended_by or self._ended_by(explained.trial)
        self.trials.patience.is_aside = False

    def _foundation(self, check: Check, *, nudged_after: float) -> Trial:
        """A foundation, run alone; a timing failure is measured again, with another delay before it is nudged."""
        self.trials.nudged_after = nudged_after
        trial = self.trials.run(check, lend=not check.fresh)
        if trial.timing:
            self.trials.nudged_after *= _ANOTHER
            trial = self.trials.again(trial, alone=not trial.history)
        self.trials.nudged_after = 0.0
        return trial

    def not_tried(self, check: Check) -> Explained:
        """The outcome of a check behind a foundation that ended the run."""
        reason = _NOT_TRIED.format(self.ended_by)
        return Explained(Trial(check, Outcome.BLOCKED, reason=reason, blocked_by=self.ended_by))

    def _ended_by(self, trial: Trial) -> str:
        """The foundation without which this run does not go on, if a trial shows it broken."""
        if trial.outcome is not Outcome.FAIL or trial.requirement not in self.suite.foundations:
            return ""
        return trial.requirement if trial.finding().miss in _ENDS and not self.keeps_going(trial) else ""

    def tried(self, checks: Sequence[Check], beside: Callable[[], None] = lambda: None) -> Iterator[Item]:
        """Run some checks in the pool, and then those that may explain what is amiss in them."""
        yield from self._pool(self.order(self.suite, checks), beside)
        while more := self._causes():
            yield from self._pool(self.order(self.suite, more))

    def _causes(self) -> list[Check]:
        """The dialogues that may explain what is amiss in those that have run."""
        is_done = self.is_again or self._is_over() or self._is_closed()
        return [] if is_done else deciding(self.suite, self._got.values(), self._got)

    def _lasting(self, trial: Trial) -> Trial:
        """An outcome that is not a matter of luck: a dialogue that has failed before has to pass each time."""
        passed = 1
        while self.is_again and trial.is_clean() and passed < MEASUREMENTS and not (trial.trace.virtual or self._is_over()):
            trial = replace(self.trials.run(trial.check), measured=passed + 1)
            passed += 1
        return trial

    def _is_over(self) -> bool:
        self.trials.end_when_time_is_up()
        return self.trials.is_cancelled or bool(self.ended_by)

    def _pool(self, checks: list[Check], beside: Callable[[], None] = lambda: None) -> Iterator[Item]:
        """Run checks side by side, in their order."""
        waiting, running = list(checks), 0
        done: Outcomes = queue.Queue()
        jobs = max(1, self.jobs())
        until = self._until()
        with ThreadPoolExecutor(jobs + 1) as pool:
            other: Future[None] | None = None if waiting else pool.submit(beside)
            try:
                while waiting or running:
                    while waiting and running < jobs and not (self._is_over() or self._is_closed()):
                        check = waiting.pop(0)
                        yield CheckStarted(check.name, check.title)
                        pool.submit(self.trials.run_into, check, done, lend=not check.fresh)
                        running += 1
                    if waiting and self.trials.out_of_time:
                        self._got |= {one: Trial(one, Outcome.INCONCLUSIVE, reason=self.trials.over) for one in waiting}
                        waiting.clear()
                    may_begin = not waiting and not (self.trials.plan.single and running)
                    other = other or (pool.submit(beside) if may_begin else None)
                    if self._is_closed():
                        running += yield from self._closed(waiting, done, running)
                    elif running and (trial := self.trials.take(done, until)) is not None:
                        running -= 1
                        self._take(trial)
                        yield from self._glimpsed(trial)
                if other or checks:
                    (other or pool.submit(beside)).result()
            except BaseException:
                self.trials.cancel()
                raise

    def _until(self) -> float:
        """When the pool is closed: so long after it was opened first."""
        self._opened = self._opened if self._opened is not None else self.trials.seconds
        return self._opened + self.pool_seconds

    def _is_closed(self) -> bool:
        return self.trials.seconds > self._until()

    def _closed(self, waiting: list[Check], done: Outcomes, running: int) -> Generator[Item, None, int]:
        """Close the pool: what still runs says nothing, and what waits is left out. Gives by how many fewer run: all."""
        waiting.clear()
        self.trials.cancel()
        for _ in range(running):
            trial = self.trials.take(done)
            assert trial is not None
            has_ended = trial.trace.transcript is not None  # before the pool was closed
            self._take(trial if has_ended else replace(trial, reason=_CLOSED.format(self.pool_seconds)))
            yield from self._glimpsed(trial)
        self.trials.resume()
        return -running

    def _take(self, trial: Trial) -> None:
        """Keep an outcome. Its verdicts are known at once to those that run."""
        self._got[trial.check] = trial
        self._seen |= trial.broken()
        self.trials.noted(trial)

    def seen(self) -> frozenset[str]:
        """All that was found broken, explained or not. For any thread."""
        return frozenset(self._seen.copy()) | self.ledger.found_broken()

    def _glimpsed(self, trial: Trial) -> Iterator[Glimpsed]:
        """The certain findings of a dialogue, while others still run."""
        if trial.outcome is Outcome.FAIL and not trial.timing:
            found, requirement = trial.finding(), self.suite.requirement(trial.requirement)
            yield Glimpsed(requirement, trial.check.name, trial.check.name, found.expected, found.actual, found.miss)

    # -- alone --------------------------------------------------------------------------------------------------------

    def _measured(self, checks: Sequence[Check]) -> Iterator[CheckStarted]:
        """Measure again, alone, what was a matter of time: the shortest dialogue for each requirement, and those alike follow.

        A tour comes last: what it needs explains it, and not the others.
        """
        groups: dict[str, list[Trial]] = {}
        got = (self._got[check] for check in checks)
        for trial in sorted(got, key=lambda one: (one.check.comes_last, len(one.trace.transcript or ()))):
            if trial.timing:
                groups.setdefault(trial.requirement, []).append(trial)
        self.trials.patience.is_aside = True
        for group in groups.values():
            for place, trial in enumerate(group):
                yield CheckStarted(trial.check.name, trial.check.title, again=True)
                decided = self._measured_one(trial)
                self._got[trial.check] = decided
                if decided.is_shown and decided.requirement == trial.requirement:
                    alike = (one for one in group[place + 1 :] if one.is_shown)
                    self._got |= {one.check: replace(one, failed=1, measured=1) for one in alike}
                    break
        self.trials.patience.is_aside = False

    def _measured_one(self, trial: Trial) -> Trial:
        self.trials.end_when_time_is_up()
        if not self.trials.is_cancelled:
            return self.trials.again(trial, alone=trial.trace.virtual and not trial.history)
        if trial.blame is None or self.trials.is_certain(trial):
            return trial
        return replace(trial, outcome=Outcome.INCONCLUSIVE, reason=_NOT_MEASURED.format(trial.finding()), blame=None)

    def measure_invariants(self) -> Iterator[CheckStarted]:
        """Run the dialogues again, alone, in which invariants found something that is a matter of time."""
        self.trials.patience.is_aside = True
        for name, requirement_id, dialogue in self.ledger.late():
            check = self.suite.checks[dialogue]
            if check.kind is not CheckKind.DIALOGUE:
                continue
            yield CheckStarted(check.name, check.title, again=True)
            if tries := self._measurements(check):
                self.ledger.measured_again(name, requirement_id, tries)
            else:
                self.ledger.not_measured(name, requirement_id, self.trials.over)
        self.trials.patience.is_aside = False

    def _measurements(self, check: Check) -> list[Trial]:
        """Measurements of a dialogue that runs alone, as often as it takes to decide; nothing if no time is left for that."""
        tries: list[Trial] = []
        while len(tries) < MEASUREMENTS and not (tries and tries[0].trace.virtual):
            self.trials.end_when_time_is_up()
            if self.trials.is_cancelled:
                return []
            tries.append(self.trials.run(check))
        return tries

    # -- explained ----------------------------------------------------------------------------------------------------

    def explained(self) -> Iterator[Item]:
        """Measure what has run since the last time, explain it, and record it: tours last, then what only a used engine shows."""
        new = as_explained(self.suite, self._got.keys() - self._recorded)
        self._recorded.update(new)
        self.trials.end_lent()
        yield from self._measured(new)
        used = [check for check in new if self._got[check].suspect is not None]
        for part in ([one for one in new if not one.comes_last], [one for one in new if one.comes_last]):
            if not part:
                continue
            for explained in self._explain(self._got[check] for check in part if check not in used):
                yield self.ledger.record(explained)
            yield from self.measure_invariants()
        for check in used:
            trial = self._got[check]
            wanted = frozenset(one for one in trial.only_used() if not self.ledger.may_explain(one))
            if self.trials.is_cancelled or not wanted:
                trial = trial.trusted()
            else:
                yield CheckStarted(check.name, check.title, again=True)
                trial = self.trials.after_others(trial, wanted)
            for explained in self._explain([trial]):
                yield self.ledger.record(explained)

    def _explain(self, trials: Iterable[Trial]) -> Iterator[Explained]:
        return explain(list(trials), self.ledger.known, self.trials.patience.known_answers)

    # -- one at a time ------------------------------------------------------------------------------------------------

    def one(self, check: Check, every: Iterable[Check]) -> Generator[Item, None, None]:
        """One check that somebody asks for, behind the foundations among all checks, with what may explain it."""
        yield from self.foundations(every)
        if check not in self._got and not self.ended_by:
            yield from self.tried([check])
        yield from self.explained()

    def outcomes(self) -> Mapping[Check, Trial]:
        """The outcome of each dialogue so far, not explained."""
        return self._got
