"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, at_stake, marked
from conformance.games.draughts import format_move
from conformance.suites.hub.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search, answer = at_stake(record.searches, at, lambda one: one.answers)
    if search is None or search.game is None:
        return None
    from conformance.games.draughts.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    last = format_move(search.game.moves[-1]) if search.game.moves else ""
    position = search.game.final
    side = "White" if position.white else "Black"
    return Picture(draw(position, answer or last), str(position), marked(side, answer, last))
