"""Random tsume problems with one solution, for checks that need positions no engine has seen."""

import random
from functools import lru_cache

from conformance.games.shogi.mate import MateResult, forced_mate_after, solve_mate
from conformance.games.shogi.position import Position
from conformance.games.shogi.sfen import SQUARES, Diagram, PositionError

_ATTACKERS = ("P", "L", "N", "S", "G", "B", "R", "+P", "+B", "+R")
_DEFENDERS = ("p", "l", "n", "s", "g")
_HAND = "PLNSG"

# Small problems need little; a try that needs more is thrown away, not trusted.
_BUDGET = 20_000


@lru_cache(maxsize=1 << 8)
def random_tsume(seed: int, plies: int) -> Position:
    """Make a position in which sente mates by checks in exactly `plies` (odd, 1 to 5) and only one first move does so.

    The same arguments give the same position; turn it with `Position.rotated` for gote. Raises ValueError for any other
    number of plies.
    """
    if plies not in (1, 3, 5):
        raise ValueError(f"no recipe for a tsume of {plies} plies")
    dice = random.Random(seed)
    while True:
        position = _scatter(dice)
        if position and _has_one_solution(position, plies):
            return position


def _scatter(dice: random.Random) -> Position | None:
    """Place a gote king near its edge, a few pieces near by, sente's king far away; None if someone is in check."""
    pieces = [*dice.choices(_ATTACKERS, k=dice.randint(1, 3)), *dice.choices(_DEFENDERS, k=dice.randint(0, 3))]
    king, *squares = dice.sample(range(2 * 9), 1) + dice.sample(range(4 * 9), len(pieces))
    board = [""] * len(SQUARES)
    for square, piece in zip(squares, pieces, strict=True):
        board[square] = piece
    board[king], board[SQUARES.index("9i")] = "k", "K"
    held = sorted(dice.sample(_HAND, dice.randint(1, 2)), key="GSNLP".index)
    try:
        position = Position.from_sfen(str(Diagram(tuple(board), "b", tuple((letter, 1) for letter in held), 1)))
    except PositionError:
        return None
    return None if position.in_check else position


def _has_one_solution(position: Position, plies: int) -> bool:
    found = solve_mate(position, plies, _BUDGET)
    if found.verdict is not MateResult.MATE or len(found.line) != plies:
        return False
    others = (move for move in position.legal_moves() if move != found.line[0])
    refuted = (MateResult.NO_MATE, MateResult.NOT_WITHIN)
    return all(forced_mate_after(position, move, plies + 2, _BUDGET).verdict in refuted for move in others)
