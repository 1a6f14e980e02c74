"""The rules of international draughts and of the variants that Hub 2 names: an oracle for legal moves and results.

Own code, in pure Python: no library at hand knows all five rule sets, and those that come close bring a web server or
are a thousand times slower. The tests hold it against published perft numbers and against a library.
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
