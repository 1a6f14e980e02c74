"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, is_behind, last_begun, marked, message_at
from conformance.games.draughts import format_move
from conformance.suites.hub.messages import Done
from conformance.suites.hub.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search = last_begun(record.searches, at)
    if search is None or search.game is None or is_behind(search.answers, at):
        return None
    from conformance.games.draughts.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    message = message_at(search.answers, at)
    answer = (message.move or "") if isinstance(message, Done) else ""
    last = format_move(search.game.moves[-1]) if search.game.moves else ""
    position = search.game.final
    side = "White" if position.white else "Black"
    return Picture(draw(position, answer or last), str(position), marked(side, answer, last))
