"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, at_stake, marked
from conformance.suites.oep.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    search, answer = at_stake(record.searches, at, lambda one: one.results, lambda one: one.ended)
    if search is None or search.position is None:
        return None
    from conformance.games.othello.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    side = search.position.turn.name.capitalize()
    return Picture(draw(search.position, answer), search.position.oep, marked(side, answer))
