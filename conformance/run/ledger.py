"""Turns outcomes into results and blocked-by links. No engine here."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from conformance.judging.checking import TOO_BUSY, Trial
from conformance.judging.judge import Judgement
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.events import Glimpsed, Remarked, Result
from conformance.wire.transcript import Transcript
from conformance.words.model import Finding, Level, Outcome, Remark


@dataclass(frozen=True, slots=True)
class Recorded:
    """An outcome that the ledger knows: what invariants found in it for the first time, and a result for each requirement."""

    trial: Trial
    glimpses: tuple[Glimpsed, ...]
    results: tuple[Result, ...]


class _Shown(NamedTuple):
    """A dialogue of so many lines that shows a breach. It was sent again `measured` times (0: never), and failed `failed` times.

    Only the shortest one for a breach has its lines.
    """

    finding: Finding
    transcript: Transcript
    length: int
    known_broken: frozenset[str]
    failed: int = 0
    measured: int = 0

    @classmethod
    def by(cls, trial: Trial, finding: Finding) -> "_Shown":
        """What a dialogue shows, as it came."""
        transcript = trial.trace.transcript
        assert transcript is not None
        return cls(finding, transcript, len(transcript), trial.trace.known_broken)


def _with(shown: list[_Shown], another: _Shown) -> list[_Shown]:
    """One dialogue more; the lines of all but the shortest are forgotten, since there can be hundreds."""
    every = [*shown, another]
    shortest = _shortest(every)
    return [one if one is shortest else one._replace(transcript=replace(one.transcript, lines=[])) for one in every]


#: How many dialogues are kept for each requirement in which a breach was left out that another one explains.
_LEFT_OUT = 20


def _lateness(finding: Finding) -> float:
    """By how many milliseconds a finding missed its limit; infinity for what is no matter of time."""
    return math.inf if finding.late_ms is None else finding.late_ms


def _shortest(shown: Iterable[_Shown]) -> _Shown:
    return min(shown, key=lambda one: one.length)


class Ledger:
    """Keeps the outcomes of a run and derives results from them."""

    def __init__(self, suite: Suite[Any]) -> None:
        self._suite = suite
        self._ran: set[str] = set()
        self._failed: set[str] = set()
        self._silent: set[str] = set()
        self._blamed: set[tuple[str, str]] = set()
        self._passed: set[str] = set()
        self._roots: dict[str, str] = {}
        self._open: set[str] = set()
        self._unsteady: dict[tuple[str, str], str] = {}
        self._seen: set[tuple[str, str]] = set()
        self._judged: Counter[tuple[str, str]] = Counter()
        self._findings: dict[tuple[str, str], list[_Shown]] = {}
        self._left_out: dict[tuple[str, str], list[_Shown]] = {}
        self._remarks: dict[str, tuple[Remark, Transcript, int]] = {}

    def has_run(self, check: Check) -> bool:
        """Whether a dialogue has an outcome already."""
        return check.name in self._ran

    def broken(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of `ids` that are known to be broken."""
        return frozenset(ids) & self._failed

    def found_broken(self) -> frozenset[str]:
        """All that has been found broken so far. For any thread."""
        return frozenset((*self._failed.copy(), *(requirement for _, requirement in list(self._findings))))

    @property
    def is_anything_broken(self) -> bool:
        """Whether a requirement has been found broken, but for matters of time that invariants found."""
        return bool(self._failed) or any(self._is_found(requirement) for _, requirement in self._findings)

    @property
    def is_a_must_broken(self) -> bool:
        """Whether one of the requirements that have been found broken is a MUST."""
        return any(self._suite.requirement(one).level is Level.MUST for one in self.found_broken())

    def is_broken(self, requirement: str) -> bool:
        """Whether a requirement has been found broken, or is blocked by one that has been."""
        return requirement in self._failed or bool(self._roots.get(requirement)) or self._is_found(requirement)

    def known(self) -> frozenset[str]:
        """All requirements that an exploration has nothing new to say of: broken, or blocked wherever a dialogue asked."""
        return frozenset(self.found_broken() | (self._roots.keys() - self._passed))

    def leant_on(self, check: Check) -> str:
        """What is known to be broken that a check leans on, so that it would only show it again, or nothing."""
        known = next((one for one in sorted(self.known()) if check.is_leaning_on(self._suite.requirement(one))), "")
        return self.blocked_by([known]) or known

    def blocked_by(self, needs: Iterable[str], own: Collection[str] = ()) -> str:
        """The requirement whose failure blocks a check with these needs, or nothing.

        A check of the requirement that blocks its needs is not blocked (`own`): nothing else would judge it.
        """
        roots = (need if need in self._failed else self._roots.get(need, "") for need in needs)
        return next((root for root in roots if root and root not in own), "")

    def leave_open(self, ids: Iterable[str]) -> None:
        """Note requirements that could not be decided yet."""
        self._open.update(ids)

    def close_open(self) -> None:
        """Forget what could not be decided: it is tried again."""
        self._open.clear()

    def open_need(self, needs: Iterable[str]) -> str:
        """The first of some needs that could not be decided yet, or nothing."""
        return next((need for need in needs if need in self._open), "")

    def explained(self, trial: Trial) -> Trial:
        """A dialogue; where it fails by a silence, as another requirement did, blocked by that one."""
        root = next((root for root in trial.check.silence_blocked_by if root in self._silent), "")
        if not root or not trial.is_silence:
            return trial
        return replace(trial, outcome=Outcome.BLOCKED, blocked_by=root, reason=f"silence, as where {root} is broken", blame=None)

    # -- dialogues ----------------------------------------------------------------------------------------------------

    def record(self, trial: Trial) -> Recorded:
        """Record a dialogue, with a result for each of its requirements, and for another one that it found broken."""
        return Recorded(trial, tuple(self._glimpses(trial)), tuple(self._results(trial)))

    def _results(self, trial: Trial) -> Iterator[Result]:
        self._ran.add(trial.check.name)
        self._keep(trial)
        if trial.outcome is Outcome.FAIL:
            self._blamed.add((trial.check.name, trial.requirement))
        if trial.is_silence:
            self._silent.add(trial.requirement)
        if trial.outcome is Outcome.FAIL and trial.requirement not in trial.check.requirements:
            yield self._result(trial, trial.requirement)
        for requirement_id in trial.check.requirements:
            yield self._result(trial, requirement_id)

    def _keep(self, trial: Trial) -> None:
        for topic in dict.fromkeys(remark.topic for remark in trial.trace.remarks):
            assert trial.trace.transcript is not None
            weightiest = max(
                (remark for remark in trial.trace.remarks if remark.topic == topic), key=lambda remark: remark.weight
            )
            known = self._remarks.get(topic)
            best = known[:2] if known and known[0].weight >= weightiest.weight else (weightiest, trial.trace.transcript)
            self._remarks[topic] = (*best, 1 + (known[2] if known else 0))
        for judgement in trial.trace.judgements:
            if not (judgement.seen or judgement.findings):
                continue
            name = judgement.check.name
            self._leave_out(trial, judgement)
            first = {finding.requirement: finding for finding in reversed(judgement.findings) if not finding.unless}
            self._seen.update((name, requirement_id) for requirement_id in judgement.seen)
            for requirement_id in judgement.seen | first.keys():
                self._judged[name, requirement_id] += 1
            for requirement_id, finding in first.items():
                key = (name, requirement_id)
                self._findings[key] = _with(self._findings.get(key, []), _Shown.by(trial, finding))

    def _leave_out(self, trial: Trial, judgement: Judgement) -> None:
        """Keep what another requirement explains: it counts where that one is kept. A dialogue that failed has reported it."""
        for finding in judgement.findings if trial.outcome is not Outcome.FAIL else ():
            if finding.unless:
                shown = self._left_out.setdefault((judgement.check.name, finding.requirement), [])
                if len(shown) < _LEFT_OUT:
                    shown.append(_Shown.by(trial, finding))

    def unexplained(self) -> list[str]:
        """The requirements that would explain what was left out, as far as it counts by now: they have to be decided first."""
        left = (one.finding for key in self._left_out for one in self._counting(key))
        wanted = tuple({start: None for finding in left for start in finding.unless})
        return [requirement.id for requirement in self._suite.catalogue if wanted and requirement.id.startswith(wanted)]

    def _counting(self, key: tuple[str, str]) -> list[_Shown]:
        """What was left out and nothing explains: of the requirements that would, none is broken, or blocked by a MUST."""
        musts = (blocked for blocked, root in self._roots.items() if root and self._suite.requirement(root).level is Level.MUST)
        broken = {*self._failed, *(requirement for _, requirement in self._findings), *musts}
        return [one for one in self._left_out.get(key, []) if not one.finding.is_explained_by(broken)]

    def _glimpses(self, trial: Trial) -> Iterator[Glimpsed]:
        """What invariants find in a dialogue and have not found before; not what is a matter of time, which is measured again."""
        for judgement in trial.trace.judgements:
            check = judgement.check.name
            certain = [finding for finding in judgement.findings if not finding.unless]
            for finding in {finding.requirement: finding for finding in reversed(certain)}.values():
                if finding.late_ms is None and (check, finding.requirement) not in self._findings:
                    requirement = self._suite.requirement(finding.requirement)
                    yield Glimpsed(requirement, check, trial.check.name, finding.expected, finding.actual, finding.miss)

    def explored(self, trial: Trial) -> bool:
        """Record a finding of an exploration; return whether an invariant owns it."""
        invariants = [check for check in self._suite.checks_of(trial.requirement) if check.kind is CheckKind.INVARIANT]
        finding = trial.finding()
        for check in invariants:
            key = (check.name, trial.requirement)
            self._judged.update([key])
            shown = _Shown.by(trial, finding)._replace(failed=trial.failed, measured=trial.measured)
            self._findings[key] = _with(self._findings.get(key, []), shown)
        return bool(invariants)

    def remarks(self) -> Iterator[Remarked]:
        """The remarks of the whole run, one for each topic: the weightiest, and of equal ones the first."""
        for topic, (remark, transcript, number) in self._remarks.items():
            yield Remarked(topic, remark.text, number, transcript.name, tuple(transcript.lines), remark.at)

    def _result(self, trial: Trial, requirement_id: str) -> Result:
        outcome, reason, blocked_by = trial.outcome, trial.reason, trial.blocked_by
        if outcome is Outcome.FAIL and trial.requirement != requirement_id:
            outcome, blocked_by = Outcome.BLOCKED, trial.requirement
        elif outcome is Outcome.BLOCKED and not trial.spared:
            if blocked_by in trial.check.requirements and blocked_by not in self._failed:
                outcome, blocked_by = Outcome.INCONCLUSIVE, ""
            elif blocked_by in self._passed and blocked_by not in self._failed and not self._is_found(blocked_by):
                outcome, blocked_by, reason = Outcome.INCONCLUSIVE, "", f"{reason} ({blocked_by} is kept in other dialogues)"
            else:
                blocked_by = self._roots.get(blocked_by, blocked_by)
        requirement = self._suite.requirement(requirement_id)
        judging = [check for check in self._suite.checks_of(requirement_id) if not check.leans_on]
        if outcome is Outcome.NOT_APPLICABLE and not requirement.when and len(judging) < 2:
            outcome = Outcome.INCONCLUSIVE  # it applies to every engine, and nothing else judges it
        spared = trial.spared and bool(judging)
        if not spared:
            self._note(requirement_id, outcome, blocked_by)
        blame = trial.blame if outcome is Outcome.FAIL else None
        finding, transcript = trial.finding() if blame else None, trial.trace.transcript if blame else None
        return Result(
            requirement=requirement,
            check=trial.check.name,
            title=trial.check.title,
            outcome=outcome,
            expected=finding.expected if finding else "",
            actual=finding.actual if finding else "",
            reason=reason,
            seconds=trial.seconds,
            blocked_by=blocked_by,
            transcript=tuple(transcript.lines) if transcript else (),
            dialogue=trial.check.name if blame else "",
            at=finding.at if finding else None,
            wait=blame.wait if blame else None,
            miss=finding.miss if finding else None,
            known_broken=trial.trace.known_broken,
            explored=trial.check.kind is CheckKind.EXPLORATION,
            spared=spared,
            failed=trial.failed,
            measured=trial.measured,
        )

    def _is_found(self, requirement_id: str) -> bool:
        """Whether an invariant has found a requirement broken by now; not what is a matter of time, which is measured again."""
        found = (shown for (_, broken), shown in self._findings.items() if broken == requirement_id)
        return any(one.finding.late_ms is None for shown in found for one in shown)

    def _note(self, requirement_id: str, outcome: Outcome, blocked_by: str) -> None:
        if outcome is Outcome.FAIL:
            self._failed.add(requirement_id)
        elif outcome is Outcome.PASS:
            self._passed.add(requirement_id)
        elif outcome is Outcome.BLOCKED:
            self._roots[requirement_id] = blocked_by

    def late(self) -> list[tuple[str, str, str]]:
        """What invariants found only as a matter of time: invariant, requirement, and the dialogue that shows it shortest.

        Where that dialogue's own verdict says the same, it has been measured.
        """
        found = []
        for (name, requirement_id), shown in self._findings.items():
            dialogue = _shortest(shown).transcript.name
            is_open = all(one.finding.late_ms is not None and not one.measured for one in shown)
            if is_open and (dialogue, requirement_id) not in self._blamed:
                found.append((name, requirement_id, dialogue))
        return found

    def measured_again(self, name: str, requirement_id: str, tries: list[Trial]) -> None:
        """Replace what an invariant found as a matter of time by what it finds when the dialogue runs alone.

        It stands if it recurs most of the times, by more than the host took; otherwise nothing is decided.
        """
        again: list[_Shown] = []
        is_disturbed = False
        for trial in tries:
            for judgement in (one for one in trial.trace.judgements if one.check.name == name):
                findings = (one for one in judgement.findings if not one.unless)
                found = [finding for finding in findings if finding.requirement == requirement_id]
                worst = max(found, key=_lateness, default=None)
                if worst is not None and _lateness(worst) < trial.trace.lost * 1000:
                    is_disturbed = True
                elif worst is not None:
                    again.append(_Shown.by(trial, worst)._replace(measured=len(tries)))
        key = (name, requirement_id)
        del self._findings[key]
        if len(again) * 2 > len(tries):
            self._findings[key] = [one._replace(failed=len(again)) for one in again]
        elif again:
            self._unsteady[key] = (
                f"failed {len(again)} of {len(tries)} times: {again[0].finding.expected}; {again[0].finding.actual}"
            )
        elif is_disturbed:
            self._unsteady[key] = TOO_BUSY

    def not_measured(self, name: str, requirement_id: str, why: str) -> None:
        """What an invariant found as a matter of time decides nothing, as there was no time to measure it again."""
        key = (name, requirement_id)
        del self._findings[key]
        self._unsteady[key] = why

    # -- invariants ---------------------------------------------------------------------------------------------------

    def invariants(self, checks: Iterable[Check], *, cut_short: str) -> Iterator[Result]:
        """Results of the invariants over all transcripts, one for every requirement they are bound to."""
        for check in checks:
            for requirement_id in check.requirements:
                yield self._invariant(check, requirement_id, cut_short=cut_short)

    def _invariant(self, check: Check, requirement_id: str, *, cut_short: str) -> Result:
        requirement = self._suite.requirement(requirement_id)
        key = (check.name, requirement_id)
        if found := self._findings.get(key) or self._counting(key):
            shown = _shortest(found)
            finding, name = shown.finding, shown.transcript.name
            judged = max(self._judged[key], len(found))
            reason = f"seen in {len(found)} of {judged} dialogues, the shortest is {name}"
            return Result(
                requirement=requirement,
                check=check.name,
                title=check.title,
                outcome=Outcome.FAIL,
                expected=finding.expected,
                actual=finding.actual,
                transcript=tuple(shown.transcript.lines),
                dialogue=name,
                at=finding.at,
                miss=finding.miss,
                known_broken=shown.known_broken,
                explored=self._is_explored(name),
                failed=shown.failed or len(found),
                measured=shown.measured or judged,
                reason=f"found by the exploration {name}" if self._is_explored(name) and shown.measured else reason,
            )
        outcome = Outcome.NOT_APPLICABLE if requirement.when else Outcome.INCONCLUSIVE
        reason, root = "nothing of the kind was seen in any dialogue", ""
        if key in self._unsteady:
            outcome, reason = Outcome.INCONCLUSIVE, self._unsteady[key]
        elif key in self._seen:
            outcome, reason = Outcome.PASS, ""
        elif root := self.blocked_by(self._suite.basis):
            outcome, reason = Outcome.BLOCKED, ""
        elif cut_short:
            outcome, reason = Outcome.INCONCLUSIVE, cut_short
        return Result(requirement, check.name, check.title, outcome, reason=reason, blocked_by=root)

    def _is_explored(self, name: str) -> bool:
        return self._suite.checks[name].kind is CheckKind.EXPLORATION
