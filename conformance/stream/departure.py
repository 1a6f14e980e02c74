"""How an engine left that had been told to. Pure, over a transcript."""

from dataclasses import dataclass

from conformance.protocol.suite import Judgements
from conformance.wire.transcript import Direction, Transcript
from conformance.words.model import Finding, Seen

#: Signals that end a process from outside, or by which a program ends its own group: no crash.
_TOLD_TO_END = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")


def is_crash(end: str) -> bool:
    """Whether the text of an engine's end tells of a signal that only a faulty program gets."""
    return end.startswith("signal") and not end.endswith(_TOLD_TO_END)


@dataclass(frozen=True, slots=True)
class Departure:
    """The end of an engine that had been told to leave: where it stands in the transcript, and its text."""

    index: int
    end: str


def departure(transcript: Transcript, quit_line: str, tainted_at: int | None) -> Departure | None:
    """How the engine ended behind the command to leave; None where it was not told to, or did not end.

    Behind a line that a GUI may not send (`tainted_at`) nothing is judged, but where the command to leave is that line itself.
    """
    was_told = False
    for index, line in enumerate(transcript):
        if line.direction is Direction.TO_ENGINE:
            was_told |= line.text.strip() == quit_line and (tainted_at is None or index <= tainted_at)
        elif was_told and line.is_ending:
            return Departure(index, line.text)
    return None


def judge_departure(found: Departure | None, requirement: str, quit_line: str) -> Judgements:
    """The verdict on `requirement`: an engine that is told to leave does not crash on its way out."""
    if found is None:
        return
    if is_crash(found.end):
        signal = found.end.removeprefix("signal ")
        yield Finding(requirement, f"a clean end on `{quit_line}`", f"the engine crashed ({signal})", found.index)
    else:
        yield Seen(requirement)
