"""The board of the request that a finding is about."""

from conformance.api.pictures import Picture, at_stake, marked
from conformance.suites.nboard.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was asked about when the line `at` came; None where none was."""
    work, answer = at_stake(record.works, at, lambda one: one.answers, lambda one: one.heard[-1] if one.heard else None)
    if work is None or work.position is None:
        return None
    from conformance.games.othello.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    side = work.position.turn.name.capitalize()
    return Picture(draw(work.position, answer), work.position.ggf, marked(side, answer))
