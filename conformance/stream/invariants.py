"""Obligations by which every dialogue is judged: how an engine left that was told to, and where its answers came.

Pure, over the reading of a transcript, which is the same in every suite.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.protocol.heard import quoted
from conformance.protocol.states import Reading
from conformance.protocol.suite import Judgements
from conformance.wire.ends import End
from conformance.wire.transcript import Direction
from conformance.words.model import Finding, Miss, Remark, Seen


@dataclass(frozen=True, slots=True)
class Departure:
    """The end of an engine that had been told to leave: its place in the transcript, how it was, and the session's state then."""

    index: int
    end: End
    state: Any


def departure(reading: Reading[Any], quit_line: str) -> Departure | None:
    """How the engine ended after the command to leave; None where it was not told to, or did not end.

    After a line that a GUI may not send nothing is judged, but where the command to leave is that line itself.
    """
    asked_in, tainted_at = [], reading.tainted_at
    for step in reading.steps:
        if step.line.direction is Direction.TO_ENGINE:
            if step.line.text.strip() == quit_line and (tainted_at is None or step.place <= tainted_at):
                asked_in.append(step.state)
        elif asked_in and (end := step.line.ending) is not None:
            return Departure(step.place, end, asked_in[0])
    return None


def judge_departure(reading: Reading[Any], quit_line: str, broken: Mapping[str, Callable[[Any], bool]]) -> Judgements:
    """The verdict: an engine that is told to leave does not crash on its way out.

    `broken` gives requirements, each with a test of the state in which the engine was told: the first one that fits is judged.
    """
    found = departure(reading, quit_line)
    if found is None:
        return
    requirement = next(one for one, fits in broken.items() if fits(found.state))
    if found.end.is_crash:
        yield Finding(requirement, f"a clean end on `{quit_line}`", str(found.end), found.index, miss=Miss.ENDED)
    else:
        yield Seen(requirement)


@dataclass(frozen=True, slots=True)
class OnStderr:
    """Answers come on standard output: the `requirement`, and dialogues in which much is answered, by name (`evidence`).

    `is_answer` knows an answer. `repeats` says of one on standard error whether it only repeats what was said on standard output,
    as a log does: by default where it ends with a line of that, behind an arrow or a time.
    """

    requirement: str
    is_answer: Callable[[str], bool]
    evidence: tuple[str, ...] = ()
    repeats: Callable[[str, Collection[str]], bool] = lambda text, said: any(map(text.rstrip().endswith, said))


def judge_stderr(reading: Reading[Any], rule: OnStderr) -> Judgements:
    """The verdict: no answer comes on standard error only."""
    lines = [(step.place, step.line) for step in reading.steps if reading.tainted_at is None or step.place < reading.tainted_at]
    said = {line.text.strip() for _, line in lines if line.direction is Direction.FROM_ENGINE and line.text.strip()}
    for at, line in lines:
        if line.direction is Direction.STDERR and rule.is_answer(line.text):
            if rule.repeats(line.text, said):
                yield Remark("answers on stderr", f"repeats its answers on stderr, such as {quoted(line)}", at=at)
            else:
                yield Finding(rule.requirement, "answers on standard output", f"{quoted(line)} on standard error", at)
    if any(map(rule.is_answer, said)):
        yield Seen(rule.requirement)
