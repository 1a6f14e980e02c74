"""A dialogue that was watched, judged, as the events of a run: every report of a run can be made of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from conformance.judging.delays import delays
from conformance.judging.judge import Judgement
from conformance.judging.pending import standing
from conformance.judging.recorded import Judged
from conformance.protocol.suite import CheckKind, Suite
from conformance.run import events
from conformance.run.events import (
    EngineFile,
    EngineNamed,
    Event,
    ExitCode,
    Host,
    Measured,
    Remarked,
    Result,
    RunFinished,
    RunStarted,
    Tally,
)
from conformance.watch.recorder import NAME
from conformance.wire.ends import End, EndKind
from conformance.wire.lines import visible
from conformance.wire.transcript import Line
from conformance.words.model import Finding, Outcome, number

#: Why what is a matter of time is no finding here.
_ONCE = "a matter of time, seen once and beside whatever else the host did: `conform run` measures it"
#: Seconds for which an answer may be owed before it is reported.
_LONG = 0.5
_NOTHING = "nothing of the kind was seen in this dialogue"


@dataclass(frozen=True, slots=True)
class Provenance:
    """The facts reported of a dialogue besides its lines: the engine, its command, its files, the host. Time in ISO 8601."""

    engine: str
    command: tuple[str, ...]
    host: Host = field(default_factory=Host)
    files: tuple[EngineFile, ...] = ()
    started: str = ""


def now() -> str:
    """The time by the calendar."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def events_of(suite: Suite[Any], judged: Judged, about: Provenance) -> Iterator[Event]:
    """The events of a run of this one dialogue. Lines that the GUI may not send are remarked: no engine is to blame."""
    evidence = ShownDialogue(suite, judged)
    invariants = suite.of_kind(CheckKind.INVARIANT)
    ours = {requirement for check in invariants for requirement in check.requirements}
    yield replace(
        RunStarted.by(suite.catalogue, about.engine, about.command),
        checks=len(invariants),
        started=about.started,
        host=about.host,
        files=about.files,
        untested=tuple(
            (row.id, row.untestable or "only by steering an engine: conform run") for row in suite.catalogue if row.id not in ours
        ),
    )
    if taken := tuple(delays(suite.driver, judged.transcript)):
        yield Measured(NAME, taken, is_calm=False)
    if identity := suite.driver.identify(judged.transcript):
        yield EngineNamed(identity)
    tally = Tally()
    results = [result for judgement in judged.judgements for result in _results(suite, judgement, evidence)]
    for result in results:
        tally.add(result)
        yield result
    yield from _remarks(suite, judged, evidence)
    yield _finished(suite, judged, results, tally)


class ShownDialogue:
    """The dialogue as it is shown: shortened where it is long, and then its lines stand elsewhere."""

    def __init__(self, suite: Suite[Any], judged: Judged) -> None:
        transcript = judged.transcript
        places: Mapping[int, int] = {}
        if transcript.is_long:
            first = {finding.requirement: finding for finding in reversed(judged.findings)}.values()
            kept = [one.at for one in first] + [one.at for one in judged.remarks] + [one.at for one in judged.missteps[:1]]
            transcript, places = transcript.shortened([at for at in kept if at is not None], suite.driver.is_reply)
        self.lines: tuple[Line, ...] = tuple(transcript.lines)
        self._places = places

    def place(self, at: int | None) -> int | None:
        """Where a line of the dialogue stands in what is shown."""
        return None if at is None else self._places.get(at, at)


def _results(suite: Suite[Any], judgement: Judgement, evidence: ShownDialogue) -> Iterator[Result]:
    """One for each requirement that an invariant is bound to."""
    check = judgement.check
    for requirement_id in check.requirements:
        requirement = suite.requirement(requirement_id)
        broken = [finding for finding in judgement.findings if finding.requirement == requirement_id]
        lasting = next((finding for finding in broken if finding.late_ms is None), None)
        result = Result(requirement, check.name, check.title, Outcome.PASS)
        if lasting is not None:
            yield _failed(result, lasting, evidence)
        elif broken:
            yield replace(result, outcome=Outcome.INCONCLUSIVE, reason=f"{_ONCE} ({broken[0].expected}; {broken[0].actual})")
        elif requirement_id in judgement.seen:
            yield result
        else:
            nothing = Outcome.NOT_APPLICABLE if requirement.when else Outcome.INCONCLUSIVE
            yield replace(result, outcome=nothing, reason=_NOTHING)


def _failed(result: Result, finding: Finding, evidence: ShownDialogue) -> Result:
    return replace(
        result,
        outcome=Outcome.FAIL,
        expected=finding.expected,
        actual=finding.actual,
        transcript=evidence.lines,
        dialogue=NAME,
        at=evidence.place(finding.at),
        miss=finding.miss,
        failed=1,
        measured=1,
        gates=events.gates(result.requirement, Outcome.FAIL, strict=False, robustness=False),
    )


def _remarks(suite: Suite[Any], judged: Judged, evidence: ShownDialogue) -> Iterator[Remarked]:
    for remark in {remark.topic: remark for remark in reversed(judged.remarks)}.values():
        yield Remarked(remark.topic, remark.text, 1, NAME, evidence.lines, evidence.place(remark.at))
    if owed := owed_when_ended(suite, judged):
        yield Remarked("what the engine owed when it was ended", owed, 1, NAME, evidence.lines, len(evidence.lines) - 1)
    if judged.missteps:
        yield Remarked(
            "what the GUI may not send", of_the_gui(suite, judged), 1, NAME, evidence.lines, evidence.place(judged.missteps[0].at)
        )


def owed_when_ended(suite: Suite[Any], judged: Judged) -> str:
    """One sentence about what an engine owed that the GUI ended by a signal: what a hang looks like afterwards; or nothing."""
    transcript = judged.transcript
    end = transcript.ended()
    if end is None or end.ending != End(EndKind.KILLED) or any(line.is_gap for line in transcript):
        return ""
    found = standing(suite.driver, suite.reading(transcript, of_any_gui=True))
    owed = [(one.what, end.at - one.since) for one in found.owed if end.at - one.since >= _LONG]
    return "; ".join(f"the engine had owed {what} for {seconds:.1f} s when it was ended" for what, seconds in owed)


def of_the_gui(suite: Suite[Any], judged: Judged) -> str:
    """One sentence about what the GUI sent that it may not."""
    first = judged.missteps[0]
    more = len(judged.missteps) - 1
    others = f", and {number(more, 'more line')} of that kind" if more else ""
    line = visible(judged.transcript.lines[first.at].text, 120)
    before = f" before {first.missing}" if first.missing else ""
    return f"the GUI sent `{line}`{before} in the state {first.state}, where {suite.protocol} does not allow it{others}"


def _finished(suite: Suite[Any], judged: Judged, results: list[Result], tally: Tally) -> RunFinished:
    exit_code, message = ExitCode.CONFORMING, ""
    if any(result.gates for result in results):
        exit_code = ExitCode.NOT_CONFORMING
    elif not judged.met:
        exit_code, message = ExitCode.NO_VERDICT, judged.unclear or "nothing in the dialogue can be judged"
    else:
        rows = number(len(suite.catalogue.requirements), "requirement")
        message = f"a record of what a GUI sent, in which {len(judged.met)} of {rows} had an occasion"
    return RunFinished(
        exit_code,
        judged.transcript.duration,
        message=message,
        counts=tally.counts(),
        transcripts=1,
        lines=len(judged.transcript),
        unjudged=tally.unjudged(),
    )
