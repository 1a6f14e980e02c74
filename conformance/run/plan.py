"""The plan of a run: what is decided before it begins, and what follows from that alone; what it asks of whoever started it."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from conformance.dialogue.context import Terms
from conformance.judging.judge import Judgement, judge
from conformance.protocol.states import Reading
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run import events
from conformance.run.events import EngineFile, Host, Result, RunStarted
from conformance.run.explore import Budget
from conformance.run.ledger import Recorded
from conformance.run.order import Order, best_first, cover, foundations
from conformance.run.selection import Selection
from conformance.run.waivers import Waivers
from conformance.words.model import Requirement


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run of one suite against one engine, as its user wants it. Times in seconds.

    `terms` are those of its dialogues; without, the limits are the suite's. `jobs` engines run at a time, fewer if they would
    take more than `memory_share` of the memory (0: it is not looked at). `limited` are limits in words by which the operating
    system may end an engine. A `quick` run has the foundations, and no other dialogue that is not in the cover of its suite
    (`run.order`). With `keep_going` a run does not end at a broken foundation. `level`: the run is of this level of the catalogue
    and nothing else, which `selection` says as well. With `fresh`, each dialogue has a process of its own; with `single`, no
    engine is started before the last one has ended. `profiled`: note where the time of the run goes. `order` is the one in which
    dialogues begin.
    """

    suite: Suite[Any]
    engine: str = ""
    command: tuple[str, ...] = ()
    label: str = ""
    terms: Terms | None = None
    selection: Selection = field(default_factory=Selection)
    quick: bool = False
    keep_going: bool = False
    level: str = ""
    strict: bool = False
    robustness: bool = False
    max_time: float = math.inf
    jobs: int = 1
    fresh: bool = False
    single: bool = False
    profiled: bool = False
    memory_share: float = 0.0
    budget: Budget = field(default_factory=Budget)
    examples_kept: Path | None = None
    limited: str = ""
    host: Host = field(default_factory=Host)
    files: tuple[EngineFile, ...] = ()
    waivers: Waivers = field(default_factory=Waivers)
    order: Order = best_first

    @property
    def usual_terms(self) -> Terms:
        """The terms of its dialogues."""
        return self.terms or Terms(self.suite.limits)

    @property
    def is_part(self) -> bool:
        """Whether only what the user selected is run, which is not a whole level."""
        return not self.level and self.selection != Selection()

    def checks(self) -> tuple[list[Check], list[Check]]:
        """The dialogues to run and the invariants to report. Any invariant can find something in a quick run."""
        dialogues, invariants = self.selection.plan(self.suite)
        if self.quick and not self.selection.is_again:
            wanted = [*foundations(self.suite, dialogues), *cover(self.suite)]
            dialogues = [check for check in dialogues if check in wanted]
        return dialogues, invariants

    def gates(self, result: Result) -> bool:
        """Whether a result fails the run if nobody waives it."""
        return events.gates(result.requirement, result.outcome, strict=self.strict, robustness=self.robustness)

    def opening(self, checks: Iterable[Check]) -> RunStarted:
        """The facts of the plan that are reported when the run begins."""
        checks = list(checks)
        wanted = [requirement for requirement in self.suite.catalogue if self.selection.wants(self.suite, requirement)]
        judged = {requirement for check in checks for requirement in check.requirements}
        judged |= {found.requirement for found in self.selection.findings}
        return replace(
            RunStarted.by(self.suite.catalogue, self.engine, self.command),
            checks=len(checks),
            seed=self.usual_terms.seed,
            strict=self.strict,
            robustness=self.robustness,
            time_scale=self.usual_terms.limits.scale,
            settings=tuple(self.usual_terms.settings.items()),
            started=datetime.now(UTC).isoformat(timespec="milliseconds"),
            host=self.host,
            files=self.files,
            label=self.label,
            quick=self.quick,
            jobs=self.jobs,
            level=self.level,
            is_part=self.is_part,
            again=self.selection.findings,
            requirements=len(wanted),
            waivers=len(self.waivers.entries),
            untested=tuple(self._untested(wanted, judged)),
        )

    def _untested(self, wanted: list[Requirement], judged: set[str]) -> Iterator[tuple[str, str]]:
        """The wanted requirements that no check of this run judges, and why."""
        for requirement in wanted:
            checks = self.suite.checks_of(requirement.id)
            if requirement.id in judged or (checks and not self.budget.is_empty and _are_explorations(checks)):
                continue
            requests = {check.on_request for check in checks if check.on_request}
            on_request = f"only on request: --select {', '.join(sorted(requests))}" if requests else ""
            explored = "only by explorations: --explore-time" if checks and _are_explorations(checks) else ""
            left_out = "left to a whole run" if self.quick else "its checks are left out"
            yield requirement.id, requirement.untestable or on_request or explored or left_out


def _are_explorations(checks: Iterable[Check]) -> bool:
    return all(check.kind is CheckKind.EXPLORATION for check in checks)


class Services:
    """The services that a run asks of its caller. These do nothing; a front end has its own."""

    def progress(self, title: str, done: int, total: int) -> None:
        """Hear how far a long check is. Called by any thread."""

    def heard(self, recorded: Recorded) -> None:
        """Hear what came of a dialogue, once that is explained and before it is reported."""

    def judge(self, suite: Suite[Any], reading: Reading[Any], only: Collection[str] = ()) -> list[Judgement]:
        """Judge what was said in a dialogue: see `conformance.judging.judge`. Called by any thread."""
        return judge(suite, reading, only)

    def obstacle(self) -> str:
        """Say why it makes no sense to check this engine, or nothing. Asked before the first dialogue."""
        return ""

    def rerun(self, _result: Result) -> str:
        """Give the command that shows a finding again."""
        return ""

    def replay(self, _result: Result) -> str:
        """Give the command that sends the dialogue of a finding again, if that is kept."""
        return ""

    def diagnose(self, _line: str, _is_answer: Callable[[str], bool]) -> str:
        """Say more of an engine that lives and has not answered a line, if a second look shows more."""
        return ""
