"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, last_begun, marked, message_at
from conformance.suites.oep.messages import Result
from conformance.suites.oep.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search = last_begun(record.searches, at)
    if search is None or search.position is None or (search.ended is not None and at > search.ended.index):
        return None
    from conformance.games.othello.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    message = message_at(search.results, at)
    answer = message.move if isinstance(message, Result) else ""
    side = search.position.turn.name.capitalize()
    return Picture(draw(search.position, answer), search.position.oep, marked(side, answer))
