"""Random positions with a mate in one, for checks that need positions no engine has seen."""

import random
from functools import lru_cache

from conformance.games.chess.mate import solve_mate
from conformance.games.chess.notation import SQUARES, placement
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
    men = zip((SQUARES[square ^ 56] for square in dice.sample(range(64), len(_PIECES))), _PIECES, strict=True)  # 0 is a8
    try:
        return Position.from_fen(f"{placement(dict(men))} w - - 0 1")
    except PositionError:
        return None
