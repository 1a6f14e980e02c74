"""The rules of international draughts and of the variants that Hub 2 names: an oracle for legal moves and results.

Own code, in pure Python: no library knows all five rule sets (docs/decisions/0016). The tests compare it with published
perft numbers and, for the four variants that it knows, with a library.
"""

from conformance.games.draughts.game import Game, IllegalMoveError, describe, parse_game, perft, random_game
from conformance.games.draughts.generator import Variant
from conformance.games.draughts.move import Move, format_move, format_moves, parse_move
from conformance.games.draughts.position import START, Position, PositionError

__all__ = [
    "START",
    "Game",
    "IllegalMoveError",
    "Move",
    "Position",
    "PositionError",
    "Variant",
    "describe",
    "format_move",
    "format_moves",
    "parse_game",
    "parse_move",
    "perft",
    "random_game",
]
