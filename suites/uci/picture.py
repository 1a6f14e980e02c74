"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, at_stake
from conformance.suites.uci.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    go, answer = at_stake(record.searches, at, lambda one: one.answers)
    if go is None or go.game is None:
        return None
    from conformance.games.chess.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    last = go.game.moves[-1] if go.game.moves else ""
    side = "White" if go.game.position.turn == "w" else "Black"
    marked = [f"{side} to move", *([f"last move {last}"] if last else []), *([f"the arrow is {answer}"] if answer else [])]
    return Picture(draw(go.game.position, last, answer), go.game.position.fen, ", ".join(marked))
