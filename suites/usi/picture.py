"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, at_stake, marked
from conformance.suites.usi.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    go, answer = at_stake(record.searches, at, lambda one: one.answers)
    if go is None or go.game is None:
        return None
    from conformance.games.shogi.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    last = go.game.moves[-1] if go.game.moves else ""
    side = "sente" if go.game.position.turn == "b" else "gote"
    return Picture(draw(go.game.position, answer or last), go.game.position.sfen, marked(side, answer, last))
