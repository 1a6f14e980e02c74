"""Which requirement an illegal bestmove breaks: before the move generator is blamed, what was misread is looked for."""

from collections.abc import Sequence

from conformance.games.shogi import START, Game, Illegality, Misreading, explain

_BEHIND_STARTPOS = {
    Misreading.LAST_MOVE_DROPPED: "USI-POS-02",
    Misreading.MOVES_IGNORED: "USI-POS-02",
    Misreading.NOT_PROMOTED: "USI-POS-02",
    Misreading.PREVIOUS_POSITION: "USI-POS-06",
}
_BEHIND_SFEN = {
    Misreading.LAST_MOVE_DROPPED: "USI-POS-05",
    Misreading.MOVES_IGNORED: "USI-POS-05",
    Misreading.NOT_PROMOTED: "USI-POS-02",
    Misreading.SFEN_FIELD_IGNORED: "USI-POS-03",
    Misreading.PREVIOUS_POSITION: "USI-POS-06",
}
#: A line of more moves than this may have been cut; one of more than `_SEVERAL` may not have been followed to its end.
_LONG = 200
_SEVERAL = 20
#: What is wrong with the move of an engine that has other pieces on its board; all else are rules that it does not know.
_OTHER_BOARD = (Illegality.NO_PIECE, Illegality.OPPONENTS_PIECE, Illegality.NOT_IN_HAND, Illegality.OCCUPIED)
#: The same, if the move was legal at an earlier point of the line.
_OLD_BOARD = (Illegality.WRONG_STEP, Illegality.OWN_PIECE_ON_TARGET, Illegality.BLOCKED)


def is_of_another_board(game: Game, move: str) -> bool:
    """Whether an illegal move after moves is one of an engine that has other pieces on its board: the moves may be to blame."""
    return bool(game.moves) and game.position.why_illegal(move) in (*_OTHER_BOARD, *_OLD_BOARD)


def blame(game: Game, earlier: Sequence[Game], move: str) -> tuple[str, str]:
    """The requirement that an illegal `move` in `game` breaks, and what makes us think so.

    An explanation by the position line itself comes first; then one by an earlier position of the session; then, with nothing
    explained, the move itself is wrong.
    """
    illegality = "it resigns" if move == "resign" else game.position.why_illegal(move)
    hypothesis = explain(game, (), move) or explain(game, earlier, move)
    if hypothesis is not None:
        broken = _BEHIND_SFEN if game.from_sfen else _BEHIND_STARTPOS
        return broken[hypothesis], f"{move}: {illegality} ({hypothesis.value})"
    was_legal = len(game.moves) > _SEVERAL and any(position.is_legal(move) for position in game.positions)
    if len(game.moves) > _LONG and was_legal:
        return "USI-POS-07", f"{move}: {illegality} (legal earlier in the line)"
    if (illegality in _OTHER_BOARD and len(game.moves) > _SEVERAL) or (illegality in _OLD_BOARD and was_legal):
        return "USI-POS-05" if game.from_sfen else "USI-POS-02", f"{move}: {illegality} (the line was not followed to its end)"
    misread_start = game == Game(START) and illegality in _OTHER_BOARD
    return "USI-POS-01" if misread_start else "USI-BM-02", f"{move}: {illegality}"
