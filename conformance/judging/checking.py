"""One dialogue check against one engine: run it, catch its verdict, judge its transcript."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.endings import (
    Crowded,
    Flooded,
    Inconclusive,
    Nonconformance,
    NotApplicable,
    NotReached,
    NotWaitedFor,
    Nudged,
    Silent,
)
from conformance.dialogue.patience import Patience
from conformance.dialogue.session import CALM_SHARE, DISTURBED_SHARE, Dialogue
from conformance.judging.judge import Judge, Judgement, found, judge
from conformance.judging.remarks import nearly_late, remarks
from conformance.protocol.suite import Check, Suite
from conformance.transport import Transport
from conformance.wire.transcript import Direction, Transcript, WaitSpan
from conformance.words.model import Finding, Miss, Outcome, Remark

#: How often a failure that is a matter of time is measured at most, the first time included.
MEASUREMENTS = 3
#: Why a matter of time was not judged.
TOO_BUSY = "the host was too busy to judge a matter of time"


@dataclass(frozen=True, slots=True)
class Blame:
    """The requirement that an engine is blamed for, believed or not, and the wait that showed it.

    `wait` is the one in which the answer did not come, or came too late, `pending` what the engine had been asked for
    (`Driver.asks_for`) and not given by then. `silent` says whose fault a missing answer is.
    """

    finding: Finding
    silent: Silent | None = None
    wait: WaitSpan | None = None
    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DialogueRecord:
    """The record of a dialogue: its transcript, and the findings of the invariants in it.

    `is_calm` says that the host took no time from the engine that is worth mentioning, `lost` is the time (s) that it took at
    most. `virtual`: on a virtual clock.
    """

    transcript: Transcript | None = None
    judgements: tuple[Judgement, ...] = ()
    remarks: tuple[Remark, ...] = ()
    known_broken: frozenset[str] = frozenset()
    virtual: bool = False
    is_calm: bool = False
    lost: float = 0.0


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome of one dialogue. `blame` is there where it failed, where set-up did, and where neither was believed.

    `blocked_by` is the requirement that explains a dialogue which could not be set up, or failed. It `failed` so often, of
    `measured` times. `history` names the checks that the engine had served before. `suspect` is what came of the same check in a
    used engine, where that broke something that a new engine does not break. `is_crowded`: there was no room for what the engine
    says beside others, or it ended without a word beside another process of its own. `is_nudged`: it was
    slow, and was sent a line that no GUI sends then. `is_cut`: the run had no patience left.
    """

    check: Check
    outcome: Outcome
    reason: str = ""
    blame: Blame | None = None
    blocked_by: str = ""
    seconds: float = 0.0
    trace: DialogueRecord = DialogueRecord()
    failed: int = 0
    measured: int = 1
    history: tuple[str, ...] = ()
    is_crowded: bool = False
    is_nudged: bool = False
    is_cut: bool = False
    suspect: "Trial | None" = None

    @property
    def requirement(self) -> str:
        """The one that the engine is blamed for, or nothing."""
        return "" if self.blame is None else self.blame.finding.requirement

    def broken(self) -> frozenset[str]:
        """The requirements that are broken for certain, by the dialogue or by an invariant: none that is a matter of time."""
        own = {self.requirement} if self.outcome is Outcome.FAIL and not self.timing else set()
        found = (finding for one in self.trace.judgements for finding in one.findings)
        return frozenset(own | {finding.requirement for finding in found if finding.late_ms is None and not finding.unless})

    def is_clean(self, known: frozenset[str] = frozenset()) -> bool:
        """Whether nothing is amiss, but for what is known to be broken, which invariants find in a dialogue that passes."""
        found = {finding.requirement for one in self.trace.judgements for finding in one.findings}
        return found <= known if self.outcome is Outcome.PASS else self.outcome is Outcome.NOT_APPLICABLE and not found

    def only_used(self) -> frozenset[str]:
        """The requirements that a used engine broke in the same check, and this one did not."""
        return self.suspect.broken() - self.broken() if self.suspect is not None else frozenset()

    def trusted(self) -> "Trial":
        """The outcome in a new engine, with a remark about what a used one broke, if it did."""
        if self.suspect is None:
            return self
        broken = ", ".join(sorted(self.only_used()))
        text = (
            f"breaks {broken} in a process that has been used before, and not in a new one; what else is broken may be the reason"
        )
        return replace(self.remarked(Remark("used engine", text)), suspect=None)

    def remarked(self, remark: Remark) -> "Trial":
        """The same with a remark, where it has a dialogue to show."""
        shows = self.trace.transcript is not None
        return replace(self, trace=replace(self.trace, remarks=(*self.trace.remarks, remark))) if shows else self

    def finding(self) -> Finding:
        """The breach that the engine is blamed for, where the outcome is a failure."""
        assert self.blame is not None
        return self.blame.finding

    @property
    def timing(self) -> bool:
        """Whether this is a matter of time, believed or not, so that it must be measured again, alone."""
        return self.is_crowded or (self.blame is not None and self.blame.finding.late_ms is not None)

    @property
    def is_mute(self) -> bool:
        """Whether it failed because the engine ended and had not said a word."""
        said = self.trace.transcript
        is_ended = self.is_shown and self.finding().miss is Miss.ENDED
        return is_ended and said is not None and not any(line.direction is Direction.FROM_ENGINE for line in said)

    @property
    def is_silence(self) -> bool:
        """Whether the engine is blamed for what it did not say, however long it was waited for."""
        return self.outcome is Outcome.FAIL and self.finding().is_silence

    @property
    def disturbed(self) -> bool:
        """Whether a breach of a timing rule was not believed, because the host was busy."""
        return self.timing and self.outcome is Outcome.INCONCLUSIVE

    @property
    def is_shown(self) -> bool:
        """Whether it shows something that is amiss, in what it was about or on the way there."""
        return self.outcome is Outcome.FAIL or (self.outcome is Outcome.BLOCKED and self.blame is not None)

    @staticmethod
    def of_several(tries: "list[Trial]") -> "Trial":
        """One verdict from several measurements: it fails when most of them do; a single failure decides nothing."""
        failures = [trial for trial in tries if trial.is_shown]
        good = [trial for trial in tries if not (trial.is_shown or trial.disturbed)]
        if len(failures) * 2 > len(tries):
            return replace(failures[-1], failed=len(failures), measured=len(tries))
        if not good:
            return replace(next(trial for trial in tries if trial.disturbed), measured=len(tries))
        if failures and good[-1].outcome is Outcome.PASS:
            first = failures[0].finding()
            reason = f"failed {len(failures)} of {len(tries)} times: {first.expected}; {first.actual}"
            return replace(good[-1], outcome=Outcome.INCONCLUSIVE, reason=reason, failed=len(failures), measured=len(tries))
        return replace(good[-1], measured=len(tries))


def run_check(
    suite: Suite[Any],
    check: Check,
    transport: Transport,
    terms: Terms | None = None,
    context: Context | None = None,
    judge: Judge = judge,
) -> Trial:
    """Run one dialogue with an engine, and `judge` it; never raises for what the engine or the check does wrong.

    Without `terms` the limits are the suite's. Judging calls `context.check_cancelled` regularly, and ends where that raises.
    """
    terms = terms or Terms(suite.limits)
    context = context or Context(Patience(terms.limits.patience_ms))
    d = Dialogue(transport, suite.driver, terms, context, Transcript(name=check.name, check=check.name))
    own = check.requirements[0]
    context.judge = lambda only: [one for one in found(judge(suite, d.reading, only)) if not one.unless]
    context.nearly_late = lambda requirement, *measured: d.remarks.extend(nearly_late(requirement or own, *measured))
    context.begun(d)
    try:
        return _run_and_judge(suite, check, d, judge)
    finally:
        context.room.leave(id(d))
        context.turn.give()
        context.let_go()


def _run_and_judge(suite: Suite[Any], check: Check, d: Dialogue, judge: Judge) -> Trial:
    transport, started = d.transport, time.monotonic()
    trial = _verdict(check, d)
    d.transcript.heard_until = d.now()
    seconds = round(d.now() if transport.virtual else time.monotonic() - started, 6)
    try:
        judgements = tuple(judge(suite, d.reading))
    except Exception as error:  # noqa: BLE001  a bug in an invariant is an outcome of its own
        trial = Trial(check, Outcome.ERROR, reason=f"judging failed: {type(error).__name__}: {error}")
        judgements = ()
    is_calm = d.disturbance().most <= CALM_SHARE * d.now()
    every = (*d.remarks, *remarks(suite.driver, d.transcript, is_calm=is_calm), *(r for one in judgements for r in one.remarks))
    trace = DialogueRecord(
        d.transcript, judgements, every, d.terms.known_broken, transport.virtual, is_calm, d.disturbance().most
    )
    trial = shortened(replace(trial, seconds=seconds, trace=trace), suite.driver.is_reply)
    if trial.blame is not None and _disturbed(d, trial.blame):
        return replace(trial, outcome=Outcome.INCONCLUSIVE, reason=TOO_BUSY)
    return trial


def _verdict(check: Check, d: Dialogue) -> Trial:
    try:
        if check.case is None:
            check.function(d)
        else:
            check.function(d, check.case)
    except Nonconformance as breach:
        return Trial(check, Outcome.FAIL, blame=_blame(check, breach, _of_flood(d, breach)), failed=1)
    except NotReached as missing:
        stood = _of_flood(d, missing.breach) or missing.requirement or check.requirements[0]
        blame = None if missing.breach is None else _blame(check, missing.breach, stood)
        return Trial(check, Outcome.BLOCKED, blocked_by=stood, reason=str(missing), blame=blame)
    except Crowded as word:
        return Trial(check, Outcome.INCONCLUSIVE, reason=str(word), is_crowded=True)
    except Nudged as word:
        return Trial(check, Outcome.INCONCLUSIVE, reason=str(word), is_nudged=True)
    except NotApplicable as word:
        return Trial(check, Outcome.NOT_APPLICABLE, reason=str(word))
    except NotWaitedFor as word:
        return Trial(check, Outcome.INCONCLUSIVE, reason=str(word), is_cut=True)
    except Inconclusive as word:
        return Trial(check, Outcome.INCONCLUSIVE, reason=str(word))
    except Exception as error:  # noqa: BLE001  a bug in a check is an outcome of its own and must not end the run
        return Trial(check, Outcome.ERROR, reason=f"{type(error).__name__}: {error}")
    return Trial(check, Outcome.PASS)


def _of_flood(d: Dialogue, breach: Nonconformance | None) -> str:
    """The requirement that a flood breaks; "" for other breaches, and where the engine has only been greeted.

    Until then nothing shows that it speaks the protocol: it owes the greeting.
    """
    is_flood = isinstance(breach, Flooded) and len(d.transcript.sent()) > 1
    return d.driver.flood_requirement if is_flood else ""


def _blame(check: Check, breach: Nonconformance, requirement: str = "") -> Blame:
    blamed = requirement or breach.requirement or check.requirements[0]
    finding = Finding(blamed, breach.expected, breach.actual, breach.at, breach.late_ms, miss=breach.miss)
    return Blame(finding, breach.silent, breach.wait, breach.pending)


def shortened(trial: Trial, is_reply: Callable[[str], bool]) -> Trial:
    """The same with a transcript that is not too long to be kept: see `Transcript.shortened`."""
    trace, blame = trial.trace, trial.blame
    if trace.transcript is None or not trace.transcript.is_long:
        return trial
    findings = [{finding.requirement: finding for finding in reversed(one.findings)} for one in trace.judgements]
    marked = [*(finding.at for first in findings for finding in first.values()), *(remark.at for remark in trace.remarks)]
    marked += [blame.finding.at] if blame is not None else []
    transcript, places = trace.transcript.shortened([at for at in marked if at is not None], is_reply)

    def moved(at: int | None) -> int | None:
        return None if at is None else places.get(at, at)

    judgements = tuple(
        replace(one, findings=tuple(replace(finding, at=moved(finding.at)) for finding in first.values()))
        for one, first in zip(trace.judgements, findings, strict=True)
    )
    remarks = tuple(replace(remark, at=moved(remark.at)) for remark in trace.remarks)
    if blame is not None:
        blame = replace(blame, finding=replace(blame.finding, at=moved(blame.finding.at)))
    return replace(trial, trace=replace(trace, transcript=transcript, judgements=judgements, remarks=remarks), blame=blame)


def _disturbed(d: Dialogue, blame: Blame) -> bool:
    """Whether it is a matter of time, and the host, and not the engine, can be to blame for it."""
    late_ms = blame.finding.late_ms
    if late_ms is None:
        return False
    if blame.finding.is_silence:
        if blame.silent is not None:
            return blame.silent is Silent.DELAYED
        return d.disturbance().least > DISTURBED_SHARE * d.now()
    return d.disturbance().most * 1000 >= late_ms
