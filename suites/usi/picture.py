"""The board of the search that a finding is about."""

from conformance.suites.usi.messages import BestMove
from conformance.suites.usi.record import Record
from conformance.words.pictures import Picture


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    go = next((go for go in reversed(record.searches) if go.index <= at), None)
    if go is None or go.game is None or (go.answers and at > go.answers[-1].index):
        return None
    from conformance.games.shogi.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    told = next((heard.message for heard in go.answers if heard.index == at), None)
    answer = told.move if isinstance(told, BestMove) else ""
    last = go.game.moves[-1] if go.game.moves else ""
    side = "sente" if go.game.position.turn == "b" else "gote"
    marked = [f"{side} to move", *([f"answer {answer} marked"] if answer else [f"last move {last} marked"] if last else [])]
    return Picture(draw(go.game.position, answer or last), go.game.position.sfen, ", ".join(marked))
