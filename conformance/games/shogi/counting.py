"""What can be counted in a position: material, and the points of the 27-point declaration."""

from conformance.games.shogi.position import Position
from conformance.games.shogi.sfen import RANKS, SENTE, colour

VALUES = {
    "P": 100, "L": 300, "N": 400, "S": 500, "G": 550, "B": 850, "R": 1000,
    "+P": 550, "+L": 550, "+N": 550, "+S": 550, "+B": 1050, "+R": 1300, "K": 0,
}  # fmt: skip
"""Ordinary piece values in centipawns."""

_ENOUGH_PIECES = 10
_ENOUGH_POINTS = {"b": 28, "w": 27}


def material(position: Position) -> int:
    """Material on the board and in hand, in centipawns; positive is good for the side to move."""
    held = sum(VALUES[letter.upper()] * count * _sign(letter) for letter, count in position.diagram.hands)
    placed = sum(VALUES[piece.upper()] * _sign(piece) for piece in position.diagram.board if piece)
    return (held + placed) * (1 if position.turn == SENTE else -1)


def _sign(piece: str) -> int:
    return 1 if colour(piece) == SENTE else -1


def may_declare_win(position: Position) -> bool:
    """Whether the side to move may declare a win under the 27-point rule (USI-RES-03).

    Its king stands in the last three ranks with at least ten other own pieces, it is not in check, and these pieces and
    those in hand are worth at least 28 points for sente, 27 for gote: 5 for a rook or bishop, promoted or not, 1 for
    any other.
    """
    side = position.turn
    camp = RANKS[:3] if side == SENTE else RANKS[6:]
    there = [piece for square, piece in position.pieces().items() if square[1] in camp and colour(piece) == side]
    others = [piece for piece in there if piece.upper() != "K"]
    if len(others) == len(there) or len(others) < _ENOUGH_PIECES or position.in_check:
        return False
    points = sum(_points(piece[-1].upper()) for piece in others)
    points += sum(_points(letter) * count for letter, count in position.hand(side).items())
    return points >= _ENOUGH_POINTS[side]


def _points(letter: str) -> int:
    return 5 if letter in "RB" else 1
