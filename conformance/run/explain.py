"""Says what explains what: from what came of each dialogue to what the engine is blamed for. Pure; no engine here.

1. A pass is a pass, whatever else is broken.
2. A failure whose check needs something that is broken is a consequence of that. So is a silence where another one has the same
   reason. A SHOULD explains no MUST, unless the catalogue argues for it (`explains`), or the check is a tour or an exploration
   and the suite names that one (`Suite.leans_on`).
3. A check that could not be set up is blocked by the requirement that stood in the way, or by one that something needed, the
   same unanswered request or the same crash explains. Where nothing does, this is the dialogue that shows it, also if others see
   it kept.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from conformance.judging.checking import Trial
from conformance.judging.endings import unasked_ending
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.words.model import Level, Miss, Outcome


class Explained(NamedTuple):
    """An outcome as it is reported. `root`, something broken that the dialogue needs, explains what invariants find there."""

    trial: Trial
    root: str = ""


@dataclass(slots=True)
class Known:
    """The explanations so far, by requirement.

    `failed` are broken, `passed` were seen kept, `roots` are blocked or consequences, each with what explains it. `silent` broke
    by a silence, `requests` are left unanswered, each with the MUST that this broke. `crashes` are known by what the engine said,
    each with the number of lines in the shortest dialogue of a check that shows it, and what it broke there. `found` was found by
    invariants.
    """

    suite: Suite[Any]
    failed: set[str] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    roots: dict[str, str] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    requests: dict[str, str] = field(default_factory=dict)
    crashes: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)

    @property
    def broken(self) -> frozenset[str]:
        """All that has been found broken."""
        return frozenset(self.failed | self.found)

    def is_decided(self, requirement: str) -> bool:
        """Whether a requirement is known to be broken, or explained by another one."""
        return requirement in self.broken or requirement in self.roots

    def everything(self) -> frozenset[str]:
        """All that an exploration or a tour has nothing new to say of: broken, or explained wherever a dialogue asked."""
        return frozenset(self.broken | (self.roots.keys() - self.passed))

    def root_of(self, requirement: str) -> str:
        """The explanation why a requirement is not kept: itself, where it is broken; nothing where nothing is known of it."""
        seen: set[str] = set()
        while requirement not in self.broken and requirement in self.roots and requirement not in seen:
            seen.add(requirement)
            requirement = self.roots[requirement]
        return requirement if requirement in self.broken else ""

    def behind(self, check: Check) -> Iterator[str]:
        """The broken requirements that a check needs, or that a tour would only show again, the nearest first."""
        for need in check.needs:
            if need in self.broken or need in self.roots:
                yield self.root_of(need)
        for one in sorted(self.everything()) if check.comes_last else ():
            if self.suite.is_leaned_on(one):
                yield self.root_of(one)

    def silences(self, trial: Trial, answered: Collection[str]) -> Iterator[str]:
        """The requirements broken by a silence for the same reason as in a dialogue, the nearest first."""
        if trial.blame is None or not (trial.is_shown and trial.blame.finding.is_silence):
            return
        yield from (one for one in trial.check.silence_blocked_by if one in self.silent)
        left = [one for request, one in self.requests.items() if request in trial.blame.pending and request not in answered]
        # that a foundation is broken follows from nothing less
        is_one = trial.requirement in self.suite.foundations
        yield from (one for one in dict.fromkeys(left) if not is_one or one in self.suite.foundations)

    def crash(self, trial: Trial) -> Iterator[str]:
        """The requirement that was broken where the engine ended with the same words, in the shortest dialogue that shows it."""
        yield from (self.crashes[mark][1] for mark in self._mark(trial) if mark in self.crashes)

    def _mark(self, trial: Trial) -> Iterator[tuple[str, str]]:
        said = trial.trace.transcript
        if said is not None and trial.blame is not None and trial.blame.finding.miss is Miss.ENDED:
            ending = unasked_ending(self.suite.driver, said.lines)
            if ending is not None and ending.said:
                yield ending.mark

    def may_explain(self, root: str, requirement: str) -> bool:
        """Whether that one is broken may explain that another one is."""
        cause, effect = self.suite.requirement(root), self.suite.requirement(requirement)
        is_argued = requirement in cause.explains or root in self.suite.foundations
        return root != requirement and (is_argued or cause.is_binding or not effect.is_binding)

    def note(self, trial: Trial) -> None:
        """Take an outcome into account."""
        for requirement in trial.check.requirements:
            if trial.outcome is Outcome.PASS:
                self.passed.add(requirement)
            elif trial.outcome in (Outcome.BLOCKED, Outcome.CONSEQUENCE) and trial.blocked_by:
                self.roots[requirement] = trial.blocked_by
            elif trial.outcome is Outcome.FAIL and requirement != trial.requirement:
                self.roots[requirement] = trial.requirement
        if trial.outcome is Outcome.FAIL:
            self.failed.add(trial.requirement)
            for mark in self._mark(trial) if trial.requirement in trial.check.requirements else ():
                shown = (len(trial.trace.transcript.sent()) if trial.trace.transcript else 0, trial.requirement)
                self.crashes[mark] = min(shown, self.crashes.get(mark, shown))
        if trial.is_silence and trial.blame is not None:
            self.silent.add(trial.requirement)
            if self.suite.requirement(trial.requirement).level is Level.MUST:
                is_more = trial.requirement in self.suite.foundations
                known = () if is_more else self.requests
                self.requests |= {request: trial.requirement for request in trial.blame.pending if request not in known}


def explain(trials: Sequence[Trial], known: Known, answered: Collection[str] = ()) -> Iterator[Explained]:
    """Explain outcomes one after the other, in their order; `known` learns from each.

    `answered` are the requests (`Driver.asks_for`) that the engine answers in some dialogue. Set-up that was missed, although
    nothing has shown its requirement broken by then, comes last: anything else may explain it.
    """
    missed: list[Trial] = []
    for trial in trials:
        if trial.outcome is Outcome.BLOCKED and not known.is_decided(trial.blocked_by):
            missed.append(trial)
        else:
            yield _noted(_explained(trial, known, answered), known)
    for trial in missed:
        yield _noted(_explained(trial, known, answered), known)


def _noted(explained: Explained, known: Known) -> Explained:
    known.note(explained.trial)
    return explained


def _explained(trial: Trial, known: Known, answered: Collection[str]) -> Explained:
    roots = [root for root in known.behind(trial.check) if root]
    root = next((one for one in roots if trial.check.comes_last or one not in trial.check.requirements), "")
    if trial.outcome is Outcome.BLOCKED:
        every = [*roots, *known.silences(trial, ()), *known.crash(trial)]
        # who has died of something needed, also of a SHOULD, owes nothing more
        is_explained = trial.check.comes_last or (trial.blame is not None and trial.blame.finding.miss is Miss.ENDED)
        causes = [one for one in every if is_explained or known.may_explain(one, trial.blocked_by)]
        return Explained(_not_set_up(trial, known, causes), root)
    if trial.outcome is Outcome.FAIL:
        every = [*roots, *known.silences(trial, answered)]
        others = [one for one in every if one != trial.requirement]
        causes = [one for one in others if trial.check.comes_last or known.may_explain(one, trial.requirement)]
        if causes:
            return Explained(replace(trial, outcome=Outcome.CONSEQUENCE, blocked_by=causes[0]), root)
    has_run = trial.trace.transcript is not None or trial.check.kind is CheckKind.EXPLORATION
    is_of_check = trial.outcome is Outcome.INCONCLUSIVE and has_run and not (trial.is_cut or trial.timing)
    if root and (is_of_check or trial.outcome is Outcome.ERROR):  # the dialogue took a turn that the engine gave it
        return Explained(replace(trial, outcome=Outcome.BLOCKED, blocked_by=root), root)
    return Explained(trial, root)


def _not_set_up(trial: Trial, known: Known, causes: Sequence[str]) -> Trial:
    """A check that could not be set up: blocked by the explanation, or a failure of the requirement that stood in the way."""
    stood = trial.blocked_by
    own = trial.check.requirements
    cause = known.root_of(stood) or next(iter(causes), "")
    if cause in own:
        cause = ""
    if cause := cause or next((one for one in own if one in known.failed and one != stood), ""):
        return replace(trial, blocked_by=cause)
    if trial.is_shown:
        return replace(trial, outcome=Outcome.FAIL, failed=max(1, trial.failed))
    reason = f"{trial.reason} ({stood} is kept in other dialogues)".lstrip() if stood in known.passed else trial.reason
    return replace(trial, outcome=Outcome.INCONCLUSIVE, blocked_by="", reason=reason)
