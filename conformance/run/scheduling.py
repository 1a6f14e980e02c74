"""Which check runs when, beside which others: an order that decides what a check needs before the check itself.

Foundations run first, one by one. Then the other dialogues, several at a time. As long as no MUST is broken, none waits for
what it needs: it is recorded after that, and run once more if anything was amiss, so that the same is blamed as if it had
waited. Every failure that is a matter of time is measured again with no other engine of ours beside it, in the order of the
catalogue, so that the same requirement is blamed each time. Last come those that lean on others. What could not be decided is
tried again at the end of the run, and so is what needs it. The ledger is asked what blocks a check: each outcome is recorded
there before it is handed over.
"""

import queue
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from conformance.judging.checking import Trial
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.events import CheckStarted
from conformance.run.ledger import Ledger, Recorded
from conformance.run.parallel import ParallelChecks, in_order, longest_chains_first
from conformance.run.trials import MEASUREMENTS, Outcomes, Trials
from conformance.words.model import Outcome

#: What a schedule hands over: a check that begins, or one that has ended, its outcome recorded.
Item: TypeAlias = CheckStarted | Recorded

#: Why a check says nothing.
_OPEN_NEED = "it needs {}, which could not be judged"


@dataclass(slots=True)
class Scheduler:
    """Runs checks in a sensible order. `jobs` says how many engines may run at a time, asked when the first have run.

    `beside` is what else a run does: called in a thread of its own beside the checks, if no MUST is broken when that begins.
    On the last try a check runs although something that it needs could not be decided: it may pass, but it blames nobody.
    """

    suite: Suite[Any]
    trials: Trials
    ledger: Ledger
    jobs: Callable[[], int]
    beside: Callable[[], None] = lambda: None
    is_last_try: bool = False
    _is_first_try: bool = False
    _undecided: list[Trial] = field(default_factory=list)
    _suspects: list[Trial] = field(default_factory=list)

    def all(self, checks: Sequence[Check]) -> Iterator[Item]:
        """Every check, each announced when it begins and handed over when it has ended."""
        self._undecided, self._suspects = [], []
        self.is_last_try, self._is_first_try = False, True
        yield from self._once(checks)
        self._is_first_try = False
        self.ledger.close_open()
        for check in in_order([trial.check for trial in self._undecided if not trial.waits_for]):
            trial = yield from self._one(check)
            if trial.is_open:
                self.ledger.leave_open(check.requirements)
        self.is_last_try = True
        yield from self._in_parallel([trial.check for trial in self._undecided if trial.waits_for])
        self.trials.end_lent()
        for trial in self._suspects:
            yield from self._after_others(trial)

    def _ended(self, trial: Trial) -> Iterator[Recorded]:
        """Record an outcome and hand it over; on the first try, what may be decided later is kept for then."""
        if self._is_first_try and trial.suspect is not None:
            self._suspects.append(trial)
        elif self._is_first_try and self._is_open(trial) and not self.trials.out_of_time:
            self.ledger.leave_open(trial.check.requirements)
            self._undecided.append(trial)
        else:
            yield self.ledger.record(trial)

    def _after_others(self, trial: Trial) -> Iterator[Item]:
        """What came of a check that fails in a used engine only: a remark, if what else is broken may be the reason."""
        if self.trials.out_of_time or self.ledger.is_anything_broken:
            yield self.ledger.record(trial.trusted())
            return
        yield CheckStarted(trial.check.name, trial.check.title, again=True)
        yield self.ledger.record(self.trials.after_others(trial))

    def _is_open(self, trial: Trial) -> bool:
        """Whether a calmer moment may decide it: the host was busy, or set-up that works elsewhere was missed."""
        return trial.is_open or (trial.unreached and not trial.trace.virtual and not self.ledger.is_broken(trial.blocked_by))

    def _once(self, checks: Sequence[Check]) -> Iterator[Item]:
        first = foundations(self.suite, checks)
        rest = [check for check in checks if check not in first]
        last = [check for check in rest if check.leans_on]
        while first:
            trial = yield from self._one(first.pop(0), lend=True)
            if trial.unreached:
                first = with_first(self.suite, trial.blocked_by, first)  # else the others wait in vain for the same
        early = yield from self._in_parallel([check for check in rest if check not in last], last)
        if last:
            yield from self.measure_invariants()  # what turns out to be no fault spares nothing
        left = []
        for check in last:
            if outcome := self._spared(check) or self._of_early(early.get(check)):
                yield from self._ended(outcome)
            else:
                left.append(check)
        yield from self._in_parallel(left)

    def _of_early(self, trial: Trial | None) -> Trial | None:
        """The outcome of a check that has run before what it needs and leans on was decided."""
        return trial and (self.without_running(trial.check) or self._decided(trial))

    def _spared(self, check: Check) -> Trial | None:
        """The outcome of a check that leans on what is known to be broken before the first of its kind is run."""
        root = self.ledger.leant_on(check)
        return Trial(check, Outcome.BLOCKED, blocked_by=root, spared=True) if root else None

    def measure_invariants(self) -> Iterator[CheckStarted]:
        """Run the dialogues again, alone, in which invariants found something that is a matter of time."""
        for name, requirement_id, dialogue in self.ledger.late():
            check = self.suite.checks[dialogue]
            if check.kind is not CheckKind.DIALOGUE:
                continue
            yield CheckStarted(check.name, check.title, again=True)
            if tries := self._measurements(check):
                self.ledger.measured_again(name, requirement_id, tries)
            else:
                self.ledger.not_measured(name, requirement_id, self.trials.over)

    def _measurements(self, check: Check) -> list[Trial]:
        """What comes of a dialogue that runs alone, as often as it takes to decide; nothing if no time is left for that."""
        tries: list[Trial] = []
        while len(tries) < MEASUREMENTS and not (tries and tries[0].trace.virtual):
            self.trials.end_when_time_is_up()
            if self.trials.out_of_time:
                return []
            tries.append(self.trials.run(check))
        return tries

    def one(self, check: Check) -> Iterator[Item]:
        """One check that somebody asks for, with a new engine and no other one of ours beside it."""
        if spared := self._spared(check):
            yield from self._ended(spared)
        else:
            yield from self._one(check)

    def _one(self, check: Check, *, lend: bool = False) -> Generator[Item, None, Trial]:
        """One check with no other engine of ours beside it: a new one, or one that is lent. Gives its outcome."""
        trial = self.without_running(check)
        if trial is None:
            yield CheckStarted(check.name, check.title)
            trial = self.ledger.explained(self.trials.run(check, lend=lend and not check.fresh))
            if trial.timing:
                trial = self.ledger.explained(self.trials.again(trial, alone=not trial.history))
        trial = self._decided(trial)
        yield from self._ended(trial)
        return trial

    def _decided(self, trial: Trial) -> Trial:
        """An outcome that nothing changes any more."""
        need = self.ledger.open_need(trial.check.needs)
        if self.is_last_try and need and trial.outcome is Outcome.FAIL:
            return replace(trial, outcome=Outcome.INCONCLUSIVE, reason=_OPEN_NEED.format(need), blame=None)
        if not trial.is_open:
            self.trials.decided(trial)
        return trial

    def without_running(self, check: Check) -> Trial | None:
        """The outcome of a check that need not be tried: its needs are broken, or the time is up."""
        self.trials.end_when_time_is_up()
        if self.trials.out_of_time:
            return Trial(check, Outcome.INCONCLUSIVE, reason=self.trials.over)
        if root := self.ledger.blocked_by(check.needs, own=check.requirements):
            return Trial(check, Outcome.BLOCKED, blocked_by=root)
        if not self.is_last_try and (need := self.ledger.open_need(check.needs)):
            return Trial(check, Outcome.INCONCLUSIVE, reason=_OPEN_NEED.format(need), waits_for=need)
        return None

    def _in_parallel(self, checks: list[Check], last: Sequence[Check] = ()) -> Generator[Item, None, dict[Check, Trial]]:
        """Checks side by side, each recorded once what it needs is decided. As long as no MUST is broken, they begin before that.

        What failed by time waits, with all that need it, until nothing else runs, and is measured again then. Those in `last` are
        not recorded, since more than these checks decide what they need: given are the outcomes of those that ran early, with
        nothing amiss.
        """
        jobs = self.jobs()
        if jobs <= 1:
            for check in in_order(checks):
                yield from self._one(check, lend=True)
            return {}
        done: Outcomes = queue.Queue()
        parallel = ParallelChecks(longest_chains_first(checks), list(last))
        order = {name: place for place, name in enumerate(self.suite.checks)}
        with ThreadPoolExecutor(jobs) as pool:
            try:
                beside = None
                while parallel.is_left():
                    is_sound = not self.ledger.is_a_must_broken
                    for check in parallel.to_begin(jobs, early=is_sound):
                        if check not in parallel.early and (skipped := self.without_running(check)):
                            yield from self._ended(skipped)
                            continue
                        yield CheckStarted(check.name, check.title)
                        parallel.running.append(check)
                        pool.submit(self.trials.run_into, check, done, lend=not check.fresh)
                    if last and is_sound and beside is None:
                        beside = pool.submit(self.beside)
                    if parallel.running:
                        parallel.take(self.trials.take(done), self.ledger.found_broken())
                    while batch := parallel.decided():
                        for trial in batch:
                            yield from self._of_parallel(parallel, trial)
                    if parallel.late and not parallel.running and not parallel.ready():
                        wait([beside] if beside else [])
                        parallel.late.sort(key=lambda trial: (trial.unreached, order[trial.check.name]))
                        trial = parallel.late.pop(0)
                        yield CheckStarted(trial.check.name, trial.check.title, again=True)
                        yield from self._ended(self._decided(self._again(trial)))
            except BaseException:
                self.trials.cancel()
                raise
        return parallel.kept

    def _of_parallel(self, parallel: ParallelChecks, trial: Trial) -> Iterator[Recorded]:
        """Record an outcome, or keep it to be measured again; that of a check that began early counts if no need is broken."""
        if trial.check in parallel.early and (skipped := self.without_running(trial.check)):
            yield from self._ended(skipped)
        elif trial.doubtful:
            parallel.late.append(trial)
        else:
            yield from self._ended(self._decided(trial))

    def _again(self, trial: Trial) -> Trial:
        """Measure what failed beside other engines again, unless something that is known to be broken by now is the reason."""
        broken = next(iter(self.ledger.broken([trial.requirement])), self.ledger.blocked_by([trial.blocked_by]))
        if root := broken or self.trials.silent_before(trial):
            return Trial(trial.check, Outcome.BLOCKED, blocked_by=root, reason=f"late; not measured again, as {root} is broken")
        trial = self.ledger.explained(trial)
        return self.ledger.explained(self.trials.again(trial, alone=False)) if trial.doubtful else trial


def foundations(suite: Suite[Any], checks: Sequence[Check]) -> list[Check]:
    """Those of some checks that run first, in the suite's order."""
    rank = {requirement: place for place, requirement in enumerate(suite.foundations)}
    first = [check for check in checks if suite.is_foundation(check)]
    return sorted(first, key=lambda check: min(rank[r] for r in check.requirements if r in rank))


def with_first(suite: Suite[Any], requirement: str, checks: Sequence[Check]) -> list[Check]:
    """Some checks in their order, but those first that decide a requirement, or what is needed to decide it."""
    wanted = {requirement}.union(*(check.comes_after for check in suite.checks_of(requirement)))
    return sorted(checks, key=lambda check: wanted.isdisjoint(check.requirements))


def leading_to(suite: Suite[Any], check: Check) -> list[Check]:
    """A dialogue and all that decide what it needs, in the order of a whole run: another order can blame another id."""
    dialogues = [one for one in suite.of_kind(CheckKind.DIALOGUE) if not one.on_request]
    first = foundations(suite, dialogues)
    if check in first:
        return first[: first.index(check) + 1]
    wanted = [check]
    for one in wanted:  # grows on the way: what is needed has needs of its own
        deciding = [other for other in dialogues if _decides(other, one)]
        wanted += [other for other in deciding if other not in wanted and other not in first]
    return [*first, *in_order([dialogue for dialogue in dialogues if dialogue in wanted])]


def _decides(other: Check, check: Check) -> bool:
    """Whether one check decides what another one needs or leans on; two that lean on others say nothing of each other."""
    if other.leans_on:
        return False
    is_leant_on = any(requirement.startswith(check.leans_on) for requirement in other.requirements)
    return is_leant_on or bool(set(other.requirements) & set(check.comes_after))
