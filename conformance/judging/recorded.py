"""Recorded dialogues judged: what their times allow to say, where judging stops, and which requirements it met.

Our own recordings have exact times. A plain log may have none, and a GUI rounds them: what would not be found with the times
that the lines may really have had is not reported. A plain log and that of a GUI can also begin in the middle of a dialogue.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from conformance.judging.judge import Judgement, found, judge
from conformance.protocol.definition import Greeting
from conformance.protocol.states import BY_ENGINE, BY_GUI, Names, Reading
from conformance.protocol.suite import Suite
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Finding, Remark

#: Characters of a line that are shown.
_SHOWN = 60
#: Seconds between two lines of which no time is known: no search takes longer.
_LONG = 10_000.0


@dataclass(frozen=True, slots=True)
class Misstep:
    """A line that a GUI may not send: its index, the state in which it sent it, by name, and what has to be sent before it."""

    at: int
    state: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of one recorded dialogue.

    `met` are the requirements of which the invariants have seen a case. `unclear` says why it is not judged at all, `stopped_at`
    is the index of the line at which judging stopped, because a GUI may not send it there. `missteps` are all lines of that kind,
    also after the first one: a line that may not be sent leaves the session where it was. `judgements` are the findings, remarks
    and cases by invariant.
    """

    transcript: Transcript
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Remark, ...] = ()
    met: frozenset[str] = frozenset()
    unclear: str = ""
    stopped_at: int | None = None
    missteps: tuple[Misstep, ...] = ()
    judgements: tuple[Judgement, ...] = ()


def judge_recorded(suite: Suite[Any], transcript: Transcript, greeting: Greeting | None = None) -> Judged:
    """Judge a recorded dialogue; `greeting` is how one of its protocol begins."""
    if greeting is not None and _may_lack_its_beginning(suite, transcript, greeting):
        wanted = f"`{greeting.lines[0]}`" if greeting.lines else "what the engine says first"
        but = f" but with `{visible(transcript.lines[0].text, _SHOWN)}`" if transcript.lines else ""
        return Judged(transcript, unclear=f"it does not begin with {wanted}{but}, and what was said before that is not known")
    reading = suite.reading(transcript, of_any_gui=True)
    others = [judge(suite, suite.reading(other, of_any_gui=True)) for other in _as_it_may_have_been(transcript)]
    judged = [_believed(one, others) for one in judge(suite, reading)]
    seen = frozenset.intersection(*(_seen(one) - _broken(one) for one in (judged, *others)))
    findings = tuple(found(judged))
    judged = [replace(one, findings=tuple(finding for finding in one.findings if finding in findings)) for one in judged]
    return Judged(
        transcript,
        findings,
        tuple(remark for judgement in judged for remark in judgement.remarks),
        seen | {finding.requirement for finding in findings},
        stopped_at=reading.tainted_at,
        missteps=tuple(missteps(suite, reading)),
        judgements=tuple(judged),
    )


def _believed(judgement: Judgement, others: list[list[Judgement]]) -> Judgement:
    """The findings of an invariant, as far as the same is said of the same line whatever the times were."""
    found_in = [{(one.requirement, one.at) for judgement in other for one in judgement.findings} for other in others]
    remarked_in = [{(one.topic, one.at) for judgement in other for one in judgement.remarks} for other in others]
    return replace(
        judgement,
        findings=tuple(one for one in judgement.findings if all((one.requirement, one.at) in other for other in found_in)),
        remarks=tuple(one for one in judgement.remarks if all((one.topic, one.at) in other for other in remarked_in)),
    )


def missteps(suite: Suite[Any], reading: Reading[Any]) -> Iterator[Misstep]:
    """The lines that the GUI of a dialogue has sent and may not, as far as the record has no gap."""
    names = suite.driver.states.names
    for step in reading.steps:
        if step.line.is_gap:
            return
        if step.line.direction is Direction.TO_ENGINE and step.line.end and step.following is None:
            state = names.state(step.state) if names else str(step.state)
            missing = suite.driver.states.missing(step.state, step.text)
            yield Misstep(step.place, state, missing or (_missing(names, state, step.text) if names else ""))


def _missing(names: Names[Any], state: str, line: str) -> str:
    """The lines that lead from a state to one in which a line may be sent, by the table of states."""
    wanted = f"{BY_GUI}{names.gui(line)}"
    leading = [event for event, following in names.table.get(state, {}).items() if wanted in names.table.get(following, {})]
    return " or ".join(f"`{event.removeprefix(BY_GUI).removeprefix(BY_ENGINE)}`" for event in leading)


def _seen(judgements: list[Judgement]) -> frozenset[str]:
    return frozenset(requirement for judgement in judgements for requirement in judgement.seen)


def _broken(judgements: list[Judgement]) -> frozenset[str]:
    return frozenset(finding.requirement for judgement in judgements for finding in judgement.findings)


def _as_it_may_have_been(transcript: Transcript) -> Iterator[Transcript]:
    """The same dialogue with all pauses as short, and as long, as its times allow."""
    off = transcript.time_error
    if off:
        yield _with_pauses(transcript, -off)
        yield _with_pauses(transcript, _LONG if math.isinf(off) else off)


def _with_pauses(transcript: Transcript, change: float) -> Transcript:
    lines: list[Line] = []
    at = before = 0.0
    for line in transcript.lines:
        at += max(0.0, line.at - before + change)
        before = line.at
        lines.append(line._replace(at=at))
    return replace(transcript, lines=lines, heard_until=0.0)


def _may_lack_its_beginning(suite: Suite[Any], transcript: Transcript, greeting: Greeting) -> bool:
    """Whether lines may be missing in front: a recording of ours has them all."""
    if transcript.log_of:
        return not _begins_at_the_beginning(suite, transcript, greeting)
    return transcript.is_plain and _begins_with_an_answer(suite, transcript, greeting)


def _begins_with_an_answer(suite: Suite[Any], transcript: Transcript, greeting: Greeting) -> bool:
    """Whether the first message is one of the engine, and neither how it begins nor before the greeting."""
    first = next(_messages(suite, transcript), None)
    if first is None or first.direction is Direction.TO_ENGINE:
        return False
    if not greeting.lines:
        return not suite.driver.is_sync(first.text)
    sent = transcript.sent()
    return not sent or not _greets(sent[0], greeting)


def _begins_at_the_beginning(suite: Suite[Any], transcript: Transcript, greeting: Greeting) -> bool:
    """Whether nothing is missing in front: the greeting comes before all messages of the protocol. An engine may say its name."""
    first = next(_messages(suite, transcript), None)
    if first is None or not greeting.lines:
        return first is not None and first.direction is Direction.FROM_ENGINE
    return first.direction is Direction.TO_ENGINE and _greets(first, greeting)


def _messages(suite: Suite[Any], transcript: Transcript) -> Iterator[Line]:
    """The lines that were sent, and the engine's messages of the protocol."""
    for line in transcript.lines:
        is_message = line.direction is Direction.FROM_ENGINE and suite.driver.is_protocol(line.text)
        if is_message or line.direction is Direction.TO_ENGINE:
            yield line


def _greets(line: Line, greeting: Greeting) -> bool:
    return line.text.split()[:1] == greeting.lines[0].split()[:1]
