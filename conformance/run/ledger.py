"""Turns explained outcomes into results, and keeps what invariants find on the way. No engine here."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from conformance.judging.checking import TOO_BUSY, Trial
from conformance.judging.judge import Judgement
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.events import Glimpsed, Remarked, Result
from conformance.run.explain import Explained, Known
from conformance.wire.transcript import Transcript
from conformance.words.model import Finding, Level, Outcome, Remark


@dataclass(frozen=True, slots=True)
class Recorded:
    """An outcome that the ledger knows: what invariants found in it for the first time, and a result for each requirement.

    `root` is something broken that the dialogue needs.
    """

    trial: Trial
    glimpses: tuple[Glimpsed, ...]
    results: tuple[Result, ...]
    root: str = ""


class _Shown(NamedTuple):
    """A dialogue of so many lines that shows a breach. It was sent again `measured` times (0: never), and failed `failed` times.

    The host took `lost` seconds of it at most. `root` is what is broken that explains it, or nothing.

    Only the shortest one for a breach has its lines. `used`: in a process that had been used before.
    """

    finding: Finding
    transcript: Transcript
    length: int
    known_broken: frozenset[str]
    failed: int = 0
    measured: int = 0
    lost: float = 0.0
    root: str = ""
    used: bool = False

    @classmethod
    def by(cls, trial: Trial, finding: Finding) -> "_Shown":
        """The failure that a dialogue shows, as it came."""
        transcript = trial.trace.transcript
        assert transcript is not None
        known, used = trial.trace.known_broken, bool(trial.history)
        return cls(finding, transcript, len(transcript), known, lost=trial.trace.lost, used=used)

    @property
    def is_sure(self) -> bool:
        """Whether it missed its limit by far more than the host can have taken."""
        return self.finding.late_ms is not None and self.lost * 1000 * _SURE < self.finding.late_ms


def _with(shown: list[_Shown], another: _Shown) -> list[_Shown]:
    """One dialogue more; the lines of all but the shortest are forgotten, since there can be hundreds."""
    every = [*shown, another]
    shortest = _shortest(every)
    return [one if one is shortest else one._replace(transcript=replace(one.transcript, lines=[])) for one in every]


#: What is late by so many times what the host took is late.
_SURE = 10
#: How many dialogues are kept for each requirement in which a breach was left out that another one explains.
_LEFT_OUT = 20


def _lateness(finding: Finding) -> float:
    """By how many milliseconds a finding missed its limit; infinity for what is no matter of time."""
    return math.inf if finding.late_ms is None else finding.late_ms


def _shortest(shown: Iterable[_Shown]) -> _Shown:
    """The shortest one in a new engine, which shows it again; else the shortest."""
    return min(shown, key=lambda one: (one.used, one.length))


class Ledger:
    """Keeps the outcomes of a run and derives results from them."""

    def __init__(self, suite: Suite[Any]) -> None:
        self._suite = suite
        self.known = Known(suite)
        self._blamed: set[tuple[str, str]] = set()
        self._unsteady: dict[tuple[str, str], str] = {}
        self._seen: set[tuple[str, str]] = set()
        self._judged: Counter[tuple[str, str]] = Counter()
        self._findings: dict[tuple[str, str], list[_Shown]] = {}
        self._explained: dict[tuple[str, str], list[_Shown]] = {}
        self._left_out: dict[tuple[str, str], list[_Shown]] = {}
        self._remarks: dict[str, tuple[Remark, Transcript, int]] = {}

    def broken(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of `ids` that are known to be broken."""
        return frozenset(ids) & self.known.failed

    def found_broken(self) -> frozenset[str]:
        """All that has been found broken so far. For any thread."""
        return frozenset((*self.known.failed.copy(), *(requirement for _, requirement in list(self._findings))))

    def may_explain(self, requirement: str) -> bool:
        """Whether something else that is broken may explain it; not a matter of time that an invariant found."""
        found = (one for _, one in self._findings if self._is_found(one))
        left = (key[1] for key in self._left_out if self._counting(key))
        return any(self.known.may_explain(root, requirement) for root in {*self.known.failed, *found, *left})

    # -- dialogues ----------------------------------------------------------------------------------------------------

    def record(self, explained: Explained) -> Recorded:
        """Record a dialogue, with a result for each of its requirements, and for another one that it found broken."""
        trial = explained.trial
        return Recorded(trial, tuple(self._glimpses(explained)), tuple(self._results(explained)), explained.root)

    def _results(self, explained: Explained) -> Iterator[Result]:
        trial = explained.trial
        self._keep(explained)
        is_shown = trial.outcome in (Outcome.FAIL, Outcome.CONSEQUENCE)
        if is_shown:
            self._blamed.add((trial.check.name, trial.requirement))
        if is_shown and trial.requirement not in trial.check.requirements:
            yield self._result(trial, trial.requirement)
        for requirement_id in trial.check.requirements:
            yield self._result(trial, requirement_id)

    def _keep(self, explained: Explained) -> None:
        trial = explained.trial
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
            self._leave_out(explained, judgement)
            first = {finding.requirement: finding for finding in reversed(judgement.findings) if not finding.unless}
            self._seen.update((name, requirement_id) for requirement_id in judgement.seen)
            for requirement_id in judgement.seen | first.keys():
                self._judged[name, requirement_id] += 1
            for requirement_id, finding in first.items():
                key, root = (name, requirement_id), self._root(explained, requirement_id)
                kept = self._explained if root else self._findings
                kept[key] = _with(kept.get(key, []), _Shown.by(trial, finding)._replace(root=root))
                if not root and finding.late_ms is None:
                    self.known.found.add(requirement_id)

    def _root(self, explained: Explained, requirement_id: str) -> str:
        """The explanation of an invariant's finding in a dialogue: the one of the dialogue."""
        trial = explained.trial
        is_explained = trial.outcome in (Outcome.CONSEQUENCE, Outcome.BLOCKED)
        for cause in (trial.blocked_by if is_explained else "", explained.root):
            is_other = cause not in ("", requirement_id)
            if is_other and (trial.check.comes_last or self.known.may_explain(cause, requirement_id)):
                return cause
        return ""

    def _leave_out(self, explained: Explained, judgement: Judgement) -> None:
        """Keep what another requirement explains: it counts where that one is kept. A dialogue that failed has reported it."""
        trial = explained.trial
        for finding in judgement.findings if trial.outcome is not Outcome.FAIL else ():
            if finding.unless and not self._root(explained, finding.requirement):
                shown = self._left_out.setdefault((judgement.check.name, finding.requirement), [])
                if len(shown) < _LEFT_OUT:
                    shown.append(_Shown.by(trial, finding))

    def unexplained(self) -> list[str]:
        """The requirements that would explain what was left out, as far as it counts by now: they have to be decided first."""
        left = (one.finding for key in self._left_out for one in self._counting(key))
        wanted = tuple({start: None for finding in left for start in finding.unless})
        return [requirement.id for requirement in self._suite.catalogue if wanted and requirement.id.startswith(wanted)]

    def _counting(self, key: tuple[str, str]) -> list[_Shown]:
        """Failures that nothing explains: of the requirements that could explain them, none is broken, or blocked by a MUST."""
        roots = self.known.roots.items()
        musts = (blocked for blocked, root in roots if root and self._suite.requirement(root).level is Level.MUST)
        broken = {*self.found_broken(), *musts}
        return [one for one in self._left_out.get(key, []) if not one.finding.is_explained_by(broken)]

    def _glimpses(self, explained: Explained) -> Iterator[Glimpsed]:
        """New findings of invariants in a dialogue, but for those that are a matter of time, which are measured again."""
        trial = explained.trial
        for judgement in trial.trace.judgements:
            check = judgement.check.name
            certain = [finding for finding in judgement.findings if not finding.unless]
            for finding in {finding.requirement: finding for finding in reversed(certain)}.values():
                is_new = finding.late_ms is None and (check, finding.requirement) not in self._findings
                if is_new and not self._root(explained, finding.requirement):
                    requirement = self._suite.requirement(finding.requirement)
                    yield Glimpsed(requirement, check, trial.check.name, finding.expected, finding.actual, finding.miss)

    def explored(self, trial: Trial) -> bool:
        """Record a finding of an exploration; return whether an invariant owns it."""
        invariants = [check for check in self._suite.checks_of(trial.requirement) if check.kind is CheckKind.INVARIANT]
        finding = trial.finding()
        root = next((one for one in self.known.behind(trial.check) if one not in ("", trial.requirement)), "")
        for check in invariants:
            key = (check.name, trial.requirement)
            self._judged.update([key])
            shown = _Shown.by(trial, finding)._replace(failed=trial.failed, measured=trial.measured, root=root)
            kept = self._explained if root else self._findings
            kept[key] = _with(kept.get(key, []), shown)
        return bool(invariants)

    def remarks(self) -> Iterator[Remarked]:
        """The remarks of the whole run, one for each topic: the weightiest, and of equal ones the first."""
        for topic, (remark, transcript, number) in self._remarks.items():
            yield Remarked(topic, remark.text, number, transcript.name, tuple(transcript.lines), remark.at)

    def _result(self, trial: Trial, requirement_id: str) -> Result:
        outcome, blocked_by = trial.outcome, trial.blocked_by
        is_shown = outcome in (Outcome.FAIL, Outcome.CONSEQUENCE)
        if is_shown and trial.requirement != requirement_id:
            outcome, blocked_by = Outcome.BLOCKED, blocked_by or trial.requirement
        requirement = self._suite.requirement(requirement_id)
        judging = [check for check in self._suite.checks_of(requirement_id) if not check.comes_last]
        if outcome is Outcome.NOT_APPLICABLE and not requirement.when and len(judging) < 2:
            outcome = Outcome.INCONCLUSIVE  # it applies to every engine, and nothing else judges it
        blame = trial.blame if outcome in (Outcome.FAIL, Outcome.CONSEQUENCE) else None
        finding, transcript = trial.finding() if blame else None, trial.trace.transcript if blame else None
        return Result(
            requirement=requirement,
            check=trial.check.name,
            title=trial.check.title,
            outcome=outcome,
            expected=finding.expected if finding else "",
            actual=finding.actual if finding else "",
            reason=trial.reason,
            seconds=trial.seconds,
            blocked_by="" if outcome is Outcome.FAIL else blocked_by,
            transcript=tuple(transcript.lines) if transcript else (),
            dialogue=trial.check.name if blame else "",
            at=finding.at if finding else None,
            wait=blame.wait if blame else None,
            miss=finding.miss if finding else None,
            known_broken=trial.trace.known_broken,
            explored=trial.check.kind is CheckKind.EXPLORATION,
            used=bool(blame and trial.history),
            failed=trial.failed,
            measured=trial.measured,
        )

    def _is_found(self, requirement_id: str) -> bool:
        """Whether an invariant has found a requirement broken by now; not what is a matter of time and not measured again."""
        found = (shown for (_, broken), shown in self._findings.items() if broken == requirement_id)
        return any(one.finding.late_ms is None or one.measured or one.is_sure for shown in found for one in shown)

    def late(self) -> list[tuple[str, str, str]]:
        """Findings of invariants that are only a matter of time: invariant, requirement, and the dialogue that shows it shortest.

        Where that dialogue's own verdict says the same, it has been measured.
        """
        found = []
        for (name, requirement_id), shown in self._findings.items():
            dialogue = _shortest(shown).transcript.name
            is_open = all(one.finding.late_ms is not None and not one.measured for one in shown)
            is_open = is_open and sum(one.is_sure for one in shown) * 2 <= len(shown)
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
        """A finding of an invariant that is a matter of time decides nothing, as there was no time to measure it again."""
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
        if found := self._unexplained(key) or self._counting(key) or self._consequences(key):
            shown = _shortest(found)
            finding, name = shown.finding, shown.transcript.name
            judged = max(self._judged[key], len(found))
            many = f"{len(found)} of {judged} dialogues, the shortest is " if judged > 1 else ""
            reason = f"seen in {many}{name}"
            return Result(
                requirement=requirement,
                check=check.name,
                title=check.title,
                outcome=Outcome.CONSEQUENCE if shown.root else Outcome.FAIL,
                blocked_by=shown.root,
                expected=finding.expected,
                actual=finding.actual,
                transcript=tuple(shown.transcript.lines),
                dialogue=name,
                at=finding.at,
                miss=finding.miss,
                known_broken=shown.known_broken,
                explored=self._is_explored(name),
                used=shown.used,
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
        elif root := next(filter(None, map(self.known.root_of, self._suite.basis)), ""):
            outcome, reason = Outcome.BLOCKED, ""
        elif cut_short:
            outcome, reason = Outcome.INCONCLUSIVE, cut_short
        return Result(requirement, check.name, check.title, outcome, reason=reason, blocked_by=root)

    def _unexplained(self, key: tuple[str, str]) -> list[_Shown]:
        """The dialogues that show a breach which nothing explains.

        A process that has been used before shows by itself nothing that something else explains in a new one.
        """
        found = self._findings.get(key, [])
        return [] if key in self._explained and all(one.used for one in found) else found

    def _consequences(self, key: tuple[str, str]) -> list[_Shown]:
        """Where an invariant finds something in dialogues only that something else explains, and in no other sees it kept."""
        return [] if key in self._unsteady or key in self._seen else self._explained.get(key, [])

    def _is_explored(self, name: str) -> bool:
        return self._suite.checks[name].kind is CheckKind.EXPLORATION
