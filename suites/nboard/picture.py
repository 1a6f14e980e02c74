"""The board of the request that a finding is about."""

from conformance.suites.nboard.messages import Answer
from conformance.suites.nboard.record import Record
from conformance.words.pictures import Picture


def picture(record: Record, at: int) -> Picture | None:
    """The position that was asked about when the line `at` came; None where none was."""
    work = next((one for one in reversed(record.works) if one.index <= at), None)
    if work is None or work.position is None or (work.heard and at > work.heard[-1].index):
        return None
    from conformance.games.othello.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    told = next((heard.message for heard in work.answers if heard.index == at), None)
    answer = told.move if isinstance(told, Answer) else ""
    marked = [f"{work.position.turn.name.capitalize()} to move", *([f"answer {answer} marked"] if answer else [])]
    return Picture(draw(work.position, answer), work.position.ggf, ", ".join(marked))
