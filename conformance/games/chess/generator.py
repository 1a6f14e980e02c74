"""Random positions with a mate in one, for checks that need positions no engine has seen."""

import random
import re
from functools import lru_cache

from conformance.games.chess.mate import solve_mate
from conformance.games.chess.position import Position, PositionError

_PIECES = "KkQR"


@lru_cache(maxsize=1 << 8)
def random_mate(seed: int) -> Position:
    """Make a position in which White mates in one: king, queen and rook against a king.

    The same seed gives the same position; turn it with `Position.mirrored` for Black.
    """
    dice = random.Random(seed)
    while True:
        position = _scatter(dice)
        if position and solve_mate(position, 1).moves:
            return position


def _scatter(dice: random.Random) -> Position | None:
    """Place the pieces anywhere; None if that is no position, as where the side that has moved is in check."""
    board = [["1"] * 8 for _ in range(8)]
    for piece, square in zip(_PIECES, dice.sample(range(64), len(_PIECES)), strict=True):
        board[square // 8][square % 8] = piece
    rows = (re.sub("1+", lambda empty: str(len(empty[0])), "".join(row)) for row in board)
    try:
        return Position.from_fen(f"{'/'.join(rows)} w - - 0 1")
    except PositionError:
        return None
