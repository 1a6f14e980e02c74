"""The rules of chess and of Chess960: an oracle for legal moves, checks and short mates.

An adapter over the library chess (GPL-3.0-or-later), which nothing else in the project imports. Positions are small immutable
values whose questions are cached. The library reads moves forgivingly, so no text reaches it that our own grammar has not read.
"""

from conformance.games.chess.attribution import NO_MOVE, Field, Misreading, explain, misreadings
from conformance.games.chess.game import Game, long_game, parse_position, perft, random_game
from conformance.games.chess.generator import random_mate
from conformance.games.chess.illegality import Illegality
from conformance.games.chess.mate import MateResult, MateSearch, forced_mate_after, solve_mate
from conformance.games.chess.notation import MOVE, SQUARES, is_move, mirrored_move
from conformance.games.chess.position import START, IllegalMoveError, Position, PositionError
from conformance.games.chess.rules import Walker

__all__ = [
    "MOVE",
    "NO_MOVE",
    "SQUARES",
    "START",
    "Field",
    "Game",
    "IllegalMoveError",
    "Illegality",
    "MateResult",
    "MateSearch",
    "Misreading",
    "Position",
    "PositionError",
    "Walker",
    "explain",
    "forced_mate_after",
    "is_move",
    "long_game",
    "mirrored_move",
    "misreadings",
    "parse_position",
    "perft",
    "random_game",
    "random_mate",
    "solve_mate",
]
