"""Why a move is illegal: the label a finding gives to an author.

The verdict itself is the library's. The label comes from an own, slower look at the same rules; the tests compare the
two on every move that can be written down.
"""

from enum import StrEnum

from conformance.games.shogi import rules
from conformance.games.shogi.pieces import king_in_check, targets
from conformance.games.shogi.sfen import INDEX, RANKS, SENTE, Diagram, colour, is_dead, is_move, opponent, read


class Illegality(StrEnum):
    """The fault of an illegal move; where there are several, the first in this order is named."""

    NOT_A_MOVE = "not a move"
    NO_PIECE = "no piece there"
    OPPONENTS_PIECE = "opponent's piece"
    WRONG_STEP = "piece does not move so"
    OWN_PIECE_ON_TARGET = "own piece on target"
    BLOCKED = "blocked"
    CANNOT_PROMOTE = "cannot promote"
    FORCED_PROMOTION = "forced promotion"
    NOT_IN_HAND = "no such piece in hand"
    OCCUPIED = "occupied drop square"
    DEAD_DROP = "drop without further move"
    NIFU = "nifu"
    LEAVES_CHECK = "leaves the king in check"
    PAWN_DROP_MATE = "pawn-drop mate"


def why_illegal(key: str, move: str) -> Illegality | None:
    """Say why `move` is illegal in the position with this key, None if it is legal."""
    if move in rules.legal_moves(key):
        return None
    label = breach(read(key), move)
    if label is None and not move.startswith("P*"):
        raise AssertionError(f"nothing explains why {move} should be illegal in {key}")
    # All that is left is the one rule `breach` does not know.
    return label or Illegality.PAWN_DROP_MATE


def breach(diagram: Diagram, move: str) -> Illegality | None:
    """Find the rule that `move` breaks, None if there is none. Mate by a pawn drop is not looked for."""
    if not is_move(move):
        return Illegality.NOT_A_MOVE
    label = _bad_drop(diagram, move) if "*" in move else _bad_step(diagram, move)
    if label is None and _leaves_check(diagram, move):
        return Illegality.LEAVES_CHECK
    return label


def _bad_step(diagram: Diagram, move: str) -> Illegality | None:
    origin, target = INDEX[move[:2]], INDEX[move[2:4]]
    piece, goal = diagram.board[origin], diagram.board[target]
    if not piece:
        return Illegality.NO_PIECE
    if colour(piece) != diagram.turn:
        return Illegality.OPPONENTS_PIECE
    between = targets(piece, origin).get(target)
    if between is None:
        return Illegality.WRONG_STEP
    if goal and colour(goal) == diagram.turn:
        return Illegality.OWN_PIECE_ON_TARGET
    if any(diagram.board[square] for square in between):
        return Illegality.BLOCKED
    return _bad_promotion(piece, move)


def _bad_promotion(piece: str, move: str) -> Illegality | None:
    if not move.endswith("+"):
        return Illegality.FORCED_PROMOTION if is_dead(piece, move[2:4]) else None
    zone = RANKS[:3] if piece.isupper() else RANKS[6:]
    promotable = len(piece) == 1 and piece.upper() not in "KG"
    return None if promotable and (move[1] in zone or move[3] in zone) else Illegality.CANNOT_PROMOTE


def _bad_drop(diagram: Diagram, move: str) -> Illegality | None:
    piece = move[0] if diagram.turn == SENTE else move[0].lower()
    square = move[2:]
    if piece not in dict(diagram.hands):
        return Illegality.NOT_IN_HAND
    if diagram.board[INDEX[square]]:
        return Illegality.OCCUPIED
    if is_dead(piece, square):
        return Illegality.DEAD_DROP
    if move[0] == "P" and piece in diagram.board[INDEX[square[0] + "a"] :: 9]:
        return Illegality.NIFU
    return None


def _leaves_check(diagram: Diagram, move: str) -> bool:
    board = list(diagram.board)
    if "*" in move:
        board[INDEX[move[2:]]] = move[0] if diagram.turn == SENTE else move[0].lower()
    else:
        origin, target = INDEX[move[:2]], INDEX[move[2:4]]
        board[target], board[origin] = board[origin], ""
    return king_in_check(tuple(board), diagram.turn, opponent(diagram.turn))
