"""How an engine left that had been told to. Pure, over a transcript."""

from dataclasses import dataclass

from conformance.protocol.suite import Judgements
from conformance.wire.ends import End
from conformance.wire.transcript import Direction, Transcript
from conformance.words.model import Finding, Miss, Seen


@dataclass(frozen=True, slots=True)
class Departure:
    """The end of an engine that had been told to leave: where it stands in the transcript, and how it was."""

    index: int
    end: End


def departure(transcript: Transcript, quit_line: str, tainted_at: int | None) -> Departure | None:
    """How the engine ended after the command to leave; None where it was not told to, or did not end.

    After a line that a GUI may not send (`tainted_at`) nothing is judged, but where the command to leave is that line itself.
    """
    was_asked = False
    for index, line in enumerate(transcript):
        if line.direction is Direction.TO_ENGINE:
            was_asked |= line.text.strip() == quit_line and (tainted_at is None or index <= tainted_at)
        elif was_asked and (end := line.ending) is not None:
            return Departure(index, end)
    return None


def judge_departure(found: Departure | None, requirement: str, quit_line: str) -> Judgements:
    """The verdict on `requirement`: an engine that is told to leave does not crash on its way out."""
    if found is None:
        return
    if found.end.is_crash:
        yield Finding(requirement, f"a clean end on `{quit_line}`", str(found.end), found.index, miss=Miss.ENDED)
    else:
        yield Seen(requirement)
