"""The points of a position: material, and the points of the 27-point declaration."""

import re

from conformance.games.shogi.position import Position
from conformance.games.shogi.sfen import RANKS, SENTE, colour

VALUES = {
    "P": 100, "L": 300, "N": 400, "S": 500, "G": 550, "B": 850, "R": 1000,
    "+P": 550, "+L": 550, "+N": 550, "+S": 550, "+B": 1050, "+R": 1300, "K": 0,
}  # fmt: skip
"""Ordinary piece values in centipawns."""

# A search asks for material more often than for anything else, so it is counted in the text of the key: a promoted
# piece shows its own letter, too, and is worth so much more than that.
_WORTH = {piece: value - VALUES.get(piece[1:], 0) for piece, value in VALUES.items() if piece != "K"}
_HELD = re.compile(r"(\d*)([A-Za-z])")

_ENOUGH_PIECES = 10
_ENOUGH_POINTS = {"b": 28, "w": 27}


def material(position: Position) -> int:
    """Material on the board and in hand, in centipawns; positive is good for the side to move."""
    board, turn, hands = position.key.split(" ")
    balance = sum(value * (board.count(piece) - board.count(piece.lower())) for piece, value in _WORTH.items())
    for count, letter in _HELD.findall(hands):
        value = VALUES[letter.upper()] * int(count or 1)
        balance += value if letter.isupper() else -value
    return balance if turn == SENTE else -balance


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
