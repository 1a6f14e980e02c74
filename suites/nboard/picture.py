"""The board of the request that a finding is about."""

from conformance.api.pictures import Picture, is_behind, last_begun, marked, message_at
from conformance.suites.nboard.messages import Answer
from conformance.suites.nboard.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was asked about when the line `at` came; None where none was."""
    work = last_begun(record.works, at)
    if work is None or work.position is None or is_behind(work.heard, at):
        return None
    from conformance.games.othello.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    message = message_at(work.answers, at)
    answer = message.move if isinstance(message, Answer) else ""
    side = work.position.turn.name.capitalize()
    return Picture(draw(work.position, answer), work.position.ggf, marked(side, answer))
