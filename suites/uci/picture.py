"""The board of the search that a finding is about."""

from conformance.suites.uci.messages import BestMove
from conformance.suites.uci.record import Record
from conformance.words.pictures import Picture


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    go = next((go for go in reversed(record.searches) if go.index <= at), None)
    if go is None or go.game is None or (go.answers and at > go.answers[-1].index):
        return None
    from conformance.games.chess.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    told = next((heard.message for heard in go.answers if heard.index == at), None)
    answer = told.move if isinstance(told, BestMove) else ""
    last = go.game.moves[-1] if go.game.moves else ""
    side = "White" if go.game.position.turn == "w" else "Black"
    marked = [f"{side} to move", *([f"last move {last}"] if last else []), *([f"the arrow is {answer}"] if answer else [])]
    return Picture(draw(go.game.position, last, answer), go.game.position.fen, ", ".join(marked))
