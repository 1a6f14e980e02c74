"""Which requirement an illegal bestmove breaks: before the move generator is blamed, what was misread is looked for."""

from collections.abc import Sequence

from conformance.api.suites import number
from conformance.games.chess import NO_MOVE, Game, Illegality, Misreading, explain
from conformance.suites.uci.messages import means_no_move

_BEHIND_STARTPOS = {
    Misreading.LAST_MOVE_DROPPED: "UCI-POS-02",
    Misreading.MOVES_IGNORED: "UCI-POS-02",
    Misreading.PREVIOUS_POSITION: "UCI-POS-06",
}
_BEHIND_FEN = {
    Misreading.LAST_MOVE_DROPPED: "UCI-POS-05",
    Misreading.MOVES_IGNORED: "UCI-POS-05",
    Misreading.FEN_FIELD_IGNORED: "UCI-POS-03",
    Misreading.PREVIOUS_POSITION: "UCI-POS-06",
}
#: A line of more moves than this may have been cut; one of more than `_SEVERAL` may not have been followed to its end.
_LONG = 200
_SEVERAL = 20
#: What is wrong with the text of a move rather than with the move.
_NOTATION = (Illegality.CASTLING_NOTATION, Illegality.MISSING_PROMOTION, Illegality.CANNOT_PROMOTE)
#: What is wrong with the move of an engine that has other pieces on its board; all else are rules that it does not know.
_OTHER_BOARD = (Illegality.NO_PIECE, Illegality.OPPONENTS_PIECE)
#: The same, if the move was legal at an earlier point of the line, or the piece has been promoted to another one.
_OLD_BOARD = (Illegality.WRONG_STEP, Illegality.OWN_PIECE_ON_TARGET, Illegality.BLOCKED, Illegality.NOTHING_TO_TAKE)


def is_wrong(game: Game, move: str) -> bool:
    """Whether an answer is neither a legal move, nor means "none" where there is none; "" is judged elsewhere."""
    if not move:
        return False
    return not game.position.is_terminal if means_no_move(move) else not game.position.is_legal(move)


def blame(game: Game, earlier: Sequence[Game], move: str) -> tuple[str, str]:
    """The requirement that a wrong answer in `game` breaks, and what makes us think so.

    An explanation by the position line itself comes first; then one by an earlier position of the session; then, with nothing
    explained, the move itself is wrong.
    """
    answer = NO_MOVE if means_no_move(move) else move
    illegality = (
        f"the position has {number(len(game.position.legal_moves()), 'legal move')}" if answer == NO_MOVE else _why(game, move)
    )
    if game.root.chess960:
        return "UCI-POS-09", f"{move}: {illegality}"
    if answer != NO_MOVE and game.position.why_illegal(move) in _NOTATION:
        return "UCI-BM-01", f"{move}: {illegality}"
    hypothesis = explain(game, (), answer) or explain(game, earlier, answer)
    if hypothesis is not None:
        broken = _BEHIND_FEN if game.from_fen else _BEHIND_STARTPOS
        return broken[hypothesis], f"{move}: {illegality} ({hypothesis.value})"
    return _unexplained(game, move), f"{move}: {illegality}"


def _why(game: Game, move: str) -> str:
    return str(game.position.why_illegal(move))


def _unexplained(game: Game, move: str) -> str:
    if means_no_move(move):
        return "UCI-BM-08"
    label = game.position.why_illegal(move)
    was_legal = len(game.moves) > _SEVERAL and any(position.is_legal(move) for position in game.positions)
    if len(game.moves) > _LONG and was_legal:
        return "UCI-POS-07"
    is_promoted = any(len(played) > len(move) and played[2:4] == move[:2] for played in game.moves)
    if game.moves and (label in _OTHER_BOARD or (label in _OLD_BOARD and (was_legal or is_promoted))):
        return "UCI-POS-05" if game.from_fen else "UCI-POS-02"
    if label in _OTHER_BOARD:
        return "UCI-POS-03" if game.from_fen else "UCI-POS-01"
    return "UCI-BM-02"
