"""A whole run: the dialogues in the scheduler's order, the explorations, the invariants, and the verdict that follows.

The run is an iterator of events and ends with `RunFinished` whatever happens.
"""

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from conformance.judging.checking import Blame, DialogueRecord, Trial, shortened
from conformance.judging.delays import delays
from conformance.judging.endings import unasked_ending
from conformance.protocol.suite import Check, CheckKind
from conformance.run import explore
from conformance.run.claims import claim
from conformance.run.events import (
    CheckStarted,
    Claim,
    EngineNamed,
    Event,
    ExitCode,
    Explored,
    Measured,
    OutdatedWaiver,
    Remarked,
    Result,
    RunFinished,
    Tally,
)
from conformance.run.explain import explain
from conformance.run.explore import Evidence, Explorer
from conformance.run.ledger import Ledger, Recorded
from conformance.run.order import found_by
from conformance.run.plan import RunPlan, Services
from conformance.run.replay import holds
from conformance.run.scheduling import Item, Scheduler
from conformance.run.selection import Selection
from conformance.run.stories import Evidence as SeenWrong
from conformance.run.trials import Trials
from conformance.transport import Launcher, LaunchError, interrupts
from conformance.transport.processes import engines_that_fit, refused_thread
from conformance.wire.transcript import Direction, Transcript
from conformance.words.model import Miss, Outcome

#: How long the dialogues of a quick run may take that run side by side (s); a sound engine needs a third of it.
QUICK_SECONDS = 6.0


class Campaign:
    """One run of one suite against one engine."""

    def __init__(self, plan: RunPlan, launcher: Launcher, services: Services | None = None) -> None:
        suite = self._suite = plan.suite
        self._plan = plan
        self._services = services = services or Services()
        self._name: str | None = None
        self._transcripts = 0
        self._lines = 0
        self.tally = Tally()
        self._gating = False
        self._results: list[Result] = []
        self._outdated: list[OutdatedWaiver] = []
        self._ledger = Ledger(suite)
        self._results_by_check: dict[str, list[Result]] = {}
        self._reported: set[str] = set()
        self._evidence = SeenWrong(suite.driver)
        self._explored: list[tuple[Check, explore.Exploration, Explorer]] = []
        self._trials = Trials(
            plan,
            launcher,
            known_broken=lambda: self._ledger.broken(suite.first),
            found_broken=lambda: self._scheduler.seen(),  # noqa: PLW0108  it is made below
            services=services,
        )
        seconds = QUICK_SECONDS if plan.quick else math.inf
        self._scheduler = Scheduler(
            suite,
            self._trials,
            self._ledger,
            self._jobs,
            self._keeps_going,
            self._explore,
            seconds,
            plan.order,
            plan.selection.is_again,
        )

    def profile(self) -> Iterator[str]:
        """Where the time of the run went, in rows."""
        yield from self._trials.profile.rows(self._trials.seconds)

    @property
    def remarks(self) -> list[Remarked]:
        """The remarks so far, one for each topic."""
        return list(self._ledger.remarks())

    @property
    def failures(self) -> list[Result]:
        """The failures so far that the run is about."""
        return [result for result in self._results if result.outcome is Outcome.FAIL]

    def standing(self) -> Iterator[str]:
        """How each dialogue stands that goes on now, in rows: what the engine owes, and for how long. For any thread."""
        return self._trials.standing()

    def waited_for(self) -> str:
        """The answer that is waited for at length, or nothing. For any thread."""
        return self._trials.waited_for()

    # -- the run ------------------------------------------------------------------------------------------------------

    def run(self) -> Iterator[Event]:
        """Run everything; the last event is always `RunFinished`, also before an exception that is a fault of ours."""
        dialogues, invariants = self._plan.checks()
        message, interruption = "", None
        fault: Exception | None = None
        try:
            yield self._plan.opening([*dialogues, *invariants])
            message = self._with_limits(self._services.obstacle())
            if not message:
                yield from self._judged(dialogues, invariants)
        except LaunchError as error:
            message = str(error)
        except KeyboardInterrupt as error:
            interruption = error
            self._trials.cancel()
            with interrupts.deferred():
                yield from self._events_of(self._scheduler.explained())
        except Exception as error:  # noqa: BLE001  what has been found by now is reported before it is raised
            message = refused_thread(error)
            fault = None if message else error
        finally:
            self._trials.cancel()
        with interrupts.deferred():  # one that comes so late finds a verdict
            yield self._closing(message, interruption, fault)
        if fault is not None:
            raise fault

    def _judged(self, dialogues: list[Check], invariants: list[Check]) -> Iterator[Event]:
        """Everything between the first event and the last."""
        self._reported = {check.name for check in invariants}
        yield from self._events_of(self._scheduler.all(dialogues))
        yield from self._explorations()
        yield from self._scheduler.measure_invariants()
        if invariants and not self._plan.selection.is_again and not self._scheduler.ended_by:
            yield from self._events_of(self._scheduler.tried(self._explaining()))
            yield from self._events_of(self._scheduler.explained())
        for result in self._ledger.invariants(invariants, cut_short=self._trials.over):
            if not self._is_left(result):
                yield self._count(result)
        yield from map(self._count, self._not_seen_again())
        failed = (result.requirement.id for result in self._results if result.outcome is Outcome.FAIL)
        yield from self._evidence.stories(list(dict.fromkeys(failed)))
        yield from self.remarks
        if not self._plan.quick:  # what passes in a few dialogues may still fail in others
            self._outdated = self.outdated(self._results)
        yield from self._outdated

    def _explaining(self) -> list[Check]:
        """The dialogues, not run so far, that decide whether something that was left out has another explanation."""
        wanted = self._ledger.unexplained()
        checks = Selection(tuple(wanted)).plan(self._suite)[0] if wanted else []
        return [check for check in checks if check not in self._scheduler.outcomes()]

    def _keeps_going(self, trial: Trial) -> bool:
        """Whether the run goes on where a foundation is broken: it was asked to, it is about others, or this is waived."""
        requirement = self._suite.requirement(trial.requirement)
        result = Result(requirement, trial.check.name, "", Outcome.FAIL)
        is_left_out = any(word for word in self._plan.selection.deselect) and not self._plan.selection.wants(
            self._suite, requirement
        )
        return self._plan.keep_going or is_left_out or self._plan.waivers.of(result, self._name or "") is not None

    def _is_left(self, result: Result) -> bool:
        """Whether an invariant says nothing because so few dialogues gave it no occasion, as a whole run may."""
        is_small = self._plan.quick or self._plan.selection.is_again
        return is_small and result.outcome in (Outcome.INCONCLUSIVE, Outcome.NOT_APPLICABLE)

    def _not_seen_again(self) -> Iterator[Result]:
        """The outcomes of the dialogues of selected findings, where nothing else has judged their requirements."""
        judged = {result.requirement.id for result in self._results}
        for found in self._plan.selection.findings:
            check, requirement = self._suite.checks[found.dialogue], self._suite.requirement(found.requirement)
            trial = self._scheduler.outcomes().get(check)
            if trial is None or requirement.id in judged:
                continue
            blocked_by = "" if trial.outcome is Outcome.PASS else trial.blocked_by or trial.requirement
            others = Outcome.BLOCKED if blocked_by else Outcome.INCONCLUSIVE
            yield Result(
                requirement,
                check.name,
                check.title,
                Outcome.PASS if trial.outcome is Outcome.PASS else others,
                reason=trial.reason,
                blocked_by=blocked_by,
                seconds=trial.seconds,
                measured=trial.measured,
            )

    def outdated(self, results: Iterable[Result]) -> list[OutdatedWaiver]:
        """The entries of the baseline about some results that waive nothing any more."""
        return list(self._plan.waivers.outdated(results, self._name or ""))

    def _closing(self, message: str, interruption: KeyboardInterrupt | None, fault: Exception | None) -> RunFinished:
        exit_code = self._exit_code(message, interruption)
        if fault is not None:
            exit_code, message = ExitCode.OUR_FAULT, f"{type(fault).__name__}: {fault}"
        elif exit_code is ExitCode.CONFORMING and (message := self.tally.why_no_verdict(strict=self._plan.strict)):
            exit_code = ExitCode.NO_VERDICT
        elif exit_code is ExitCode.CONFORMING and self._plan.strict and self._outdated:
            exit_code = ExitCode.NOT_CONFORMING
        is_cut = self._plan.quick or self._trials.out_of_time
        judged = [check.name for check, trial in self._scheduler.outcomes().items() if trial.trace.transcript is not None]
        found, known = found_by(self._suite, judged) if is_cut and not self._scheduler.ended_by else (0, 0)
        return RunFinished(
            exit_code=exit_code,
            seconds=self._trials.seconds,
            interrupted=interruption is not None,
            out_of_time=self._trials.out_of_time,
            message=message or self._trials.over,
            counts=self.tally.counts(),
            transcripts=self._transcripts,
            unjudged=self.tally.unjudged(),
            lines=self._lines,
            ended_by=self._scheduler.ended_by,
            found_faults=found,
            known_faults=known,
            claim=self._claim(exit_code),
        )

    def _claim(self, exit_code: ExitCode) -> Claim | None:
        """Which level the engine can claim: nothing is claimed by a run that judged a part only, or did not come to its end."""
        plan, levels = self._plan, self._suite.catalogue.levels
        came_to_its_end = exit_code in (ExitCode.CONFORMING, ExitCode.NOT_CONFORMING) and not self._trials.out_of_time
        if not levels or plan.quick or plan.is_part or not came_to_its_end:
            return None
        return claim(levels, self.tally, plan.level)

    def _exit_code(self, message: str, interruption: KeyboardInterrupt | None) -> ExitCode:
        outcomes = self.tally.outcomes
        if interruption is not None:
            return ExitCode(interrupts.exit_code(interruption))
        if message:
            return ExitCode.NO_VERDICT
        if self._gating:
            return ExitCode.NOT_CONFORMING
        if Outcome.ERROR in outcomes.values():
            return ExitCode.OUR_FAULT
        is_cut = self._trials.out_of_time or not self.tally.is_decided
        return ExitCode.NO_VERDICT if is_cut else ExitCode.CONFORMING

    # -- explorations -------------------------------------------------------------------------------------------------

    def _explorations(self) -> Iterator[Event]:
        """Report what the explorations found; what invariants find there is theirs."""
        for check, explored, explorer in self._explored:
            yield CheckStarted(check.name, check.title)
            unsteady, known = self._unsteady(check, explored, explorer), self._ledger.known
            is_explained = any(known.behind(check))
            found = tuple(sorted(one for one in explored.found if one in known.broken or not is_explained))
            yield Explored(check.name, check.title, explored.examples, explored.seconds, found)
            trials = [*unsteady, *self._trials_of(check, explored)]
            for one in explain(trials, known, self._trials.patience.known_answers):
                yield from self._report(self._ledger.record(one))

    def _explore(self) -> None:
        """Explore within the budget, beside the last dialogues."""
        if self._plan.budget.is_empty:
            return
        for check in self._suite.of_kind(CheckKind.EXPLORATION):
            explorer = self._explorer()
            self._explored.append((check, explorer.explore(check), explorer))

    def _explorer(self) -> Explorer:
        return Explorer(
            self._suite,
            self._trials.start,
            self._trials.end,
            replace(self._trials.terms, known_broken=self._scheduler.seen()),
            replace(self._plan.budget, examples=self._examples(), seconds_left=self._trials.seconds_left),
            self._plan.examples_kept,
            self._trials.begun,
            self._trials.ended,
            lambda _: self._trials.is_cancelled,
            self._trials.patience,
            self._services.judge,
        )

    def _unsteady(self, check: Check, explored: explore.Exploration, explorer: Explorer) -> list[Trial]:
        """Take out what is a matter of time and does not show itself alone; what came of it where it did so now and then."""
        left: list[Trial] = []
        for requirement, evidence in list(explored.found.items()):
            self._trials.end_when_time_is_up()
            is_cut, finding = self._trials.is_cancelled and evidence.finding.late_ms is not None, evidence.finding
            if not is_cut and explorer.decide_alone(evidence):
                continue
            del explored.found[requirement]
            if (is_cut or evidence.failed) and requirement in check.requirements:
                often = self._trials.over if is_cut else f"failed {evidence.failed} of {evidence.measured} times"
                reason = f"{often}: {finding.expected}; {finding.actual}"
                left.append(Trial(replace(check, requirements=(requirement,)), Outcome.INCONCLUSIVE, reason=reason))
        return left

    def _examples(self) -> int:
        """How many examples one exploration may draw: those of a usual run are for all together."""
        budget = self._plan.budget
        number = len(self._suite.of_kind(CheckKind.EXPLORATION)) if budget.is_for_all else 1
        return -(-budget.examples // number)

    def _trials_of(self, check: Check, explored: explore.Exploration) -> Iterator[Trial]:
        """One outcome for each requirement that the exploration broke and no invariant judges, one for its other ones."""
        own: list[str] = []
        for requirement, evidence in explored.found.items():
            own_check = replace(check, requirements=(requirement,))
            found = _of_evidence(own_check, evidence, explored.seconds, self._trials.known_broken())
            trial = shortened(found, self._suite.driver.is_reply)
            if requirement in check.requirements or not self._ledger.explored(trial):
                own.append(requirement)
                yield trial
        unbroken = replace(check, requirements=tuple(r for r in check.requirements if r not in own))
        blocked_by = next((requirement for requirement in own if requirement in check.requirements), "")
        outcome, reason = (Outcome.BLOCKED if blocked_by else Outcome.PASS), ""
        if not (explored.examples or explored.found):
            outcome, reason = Outcome.INCONCLUSIVE, "no session that was drawn came to its end"
        self._trials.end_when_time_is_up()
        rest = Trial(unbroken, outcome, reason=reason, blocked_by=blocked_by)
        yield replace(rest, seconds=explored.seconds, measured=explored.examples)

    # -- one check at a time ------------------------------------------------------------------------------------------

    def results_of(self, check: Check) -> list[Result]:
        """Run one check, with what may explain its failure, each once in this campaign; raises LaunchError.

        An invariant is given the dialogues that are its evidence, and judges all that have run so far.
        """
        dialogues = [one for one in self._suite.of_kind(CheckKind.DIALOGUE) if not one.on_request]
        self._trials.resume()
        if check.kind is CheckKind.INVARIANT:
            for other in (*self._plan.selection.evidence(self._suite, [check]), *self._explaining()):
                self.results_of(other)
            return [self._count(result) for result in self._ledger.invariants([check], cut_short="")]
        if check.name not in self._results_by_check:
            for event in self._events_of(self._scheduler.one(check, dialogues)):
                if isinstance(event, Result):
                    self._results_by_check.setdefault(event.check, []).append(event)
        return self._results_by_check.get(check.name) or self._not_tried(check)

    def _not_tried(self, check: Check) -> list[Result]:
        """The results of a check that was not run, as a foundation is broken."""
        recorded = self._ledger.record(self._scheduler.not_tried(check))
        self._results_by_check[check.name] = [self._count(result) for result in recorded.results]
        return self._results_by_check[check.name]

    # -- events -------------------------------------------------------------------------------------------------------

    def _events_of(self, schedule: Iterable[Item]) -> Iterator[Event]:
        """Events of a dialogue: its begin is reported as it is, its end by its results."""
        for item in schedule:
            if isinstance(item, Recorded):
                yield from self._report(item)
            else:
                yield item

    def _jobs(self) -> int:
        """How many engines may run at a time, now that the first have shown how much memory one takes."""
        return engines_that_fit(self._plan.jobs, self._plan.memory_share)

    def _report(self, recorded: Recorded) -> Iterator[Event]:
        trial = recorded.trial
        self._services.heard(recorded)
        if trial.trace.transcript is not None:
            self._transcripts += 1
            self._lines += len(trial.trace.transcript)
            if taken := tuple(delays(self._suite.driver, trial.trace.transcript)):
                yield Measured(trial.check.name, taken, trial.trace.is_calm)
            if self._name is None and (identity := self._suite.driver.identify(trial.trace.transcript)):
                self._name = identity.name
                yield EngineNamed(identity)
        self._evidence.take(trial, recorded.root)
        yield from (seen for seen in recorded.glimpses if seen.check in self._reported)
        for result in recorded.results:
            line = self._unanswered_line(result)
            if line:
                yield CheckStarted(result.check, result.title, again=True)
            diagnosis = self._services.diagnose(line, self._suite.driver.is_reply) if line else ""
            yield self._count(replace(result, diagnosis=diagnosis))

    def _count(self, result: Result) -> Result:
        """Complete a result with what depends on the options, and take it into account."""
        plan, is_failure = self._plan, result.outcome is Outcome.FAIL
        wanted = plan.selection.wants(self._suite, result.requirement)
        waiver = plan.waivers.of(result, self._name or "") if wanted else None
        ending = unasked_ending(self._suite.driver, result.transcript) if result.miss is Miss.ENDED else None
        result = replace(
            result,
            reason=self._with_limits(result.reason, asked=ending is not None),
            selected=wanted,
            gates=wanted and waiver is None and plan.gates(result),
            waiver=waiver,
            rerun=self._services.rerun(result) if is_failure else "",
            replay=self._services.replay(result) if is_failure and self._can_be_shown_again(result) else "",
            ending=ending,
        )
        if wanted:
            self._results.append(result)
            self.tally.add(result)
            self._gating = self._gating or result.gates
        return result

    def _can_be_shown_again(self, result: Result) -> bool:
        """Whether a finding shows itself when its dialogue is sent again. No recording holds what an exploration compares."""
        recording = Transcript(list(result.transcript))
        return not result.explored or holds(self._suite, recording, result.requirement.id, result.miss)

    def _with_limits(self, text: str, *, asked: bool = False) -> str:
        """Why an engine ended, with the limits that may have ended it."""
        parts = (text, self._plan.limited if text or asked else "")
        return "; ".join(part for part in parts if part)

    def _unanswered_line(self, result: Result) -> str:
        """The first line that was sent to an engine that lives and has not said a word: worth a second look; or nothing."""
        if result.outcome is not Outcome.FAIL or result.requirement.id not in self._suite.basis:
            return ""
        said = [line for line in result.transcript if line.direction is Direction.FROM_ENGINE]
        sent = [line.text for line in result.transcript if line.direction is Direction.TO_ENGINE]
        while_open = itertools.takewhile(lambda line: not line.is_input_closed, result.transcript)
        return "" if said or not sent or any(line.is_ending for line in while_open) else sent[0]


def _of_evidence(check: Check, evidence: Evidence, seconds: float, known_broken: frozenset[str]) -> Trial:
    return Trial(
        check,
        Outcome.FAIL,
        blame=Blame(replace(evidence.finding, late_ms=None, unless=()), wait=evidence.wait),
        seconds=seconds,
        trace=DialogueRecord(evidence.transcript, known_broken=known_broken),
        failed=evidence.failed,
        measured=evidence.measured,
    )
