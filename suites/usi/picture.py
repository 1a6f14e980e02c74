"""The board of the search that a finding is about."""

from conformance.api.pictures import Picture, is_behind, last_begun, marked, message_at
from conformance.suites.usi.messages import BestMove
from conformance.suites.usi.record import Record


def picture(record: Record, at: int) -> Picture | None:
    """The position that was searched when the line `at` came; None where none was."""
    go = last_begun(record.searches, at)
    if go is None or go.game is None or is_behind(go.answers, at):
        return None
    from conformance.games.shogi.drawing import draw  # noqa: PLC0415  a run without a page has no use for pictures

    message = message_at(go.answers, at)
    answer = message.move if isinstance(message, BestMove) else ""
    last = go.game.moves[-1] if go.game.moves else ""
    side = "sente" if go.game.position.turn == "b" else "gote"
    return Picture(draw(go.game.position, answer or last), go.game.position.sfen, marked(side, answer, last))
