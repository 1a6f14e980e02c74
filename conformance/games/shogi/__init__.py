"""The rules of shogi: an oracle for legal moves, checks, mates and the 27-point declaration.

An adapter over the library rsshogi (MIT), which nothing else in the project imports. Positions are small immutable
values whose questions are cached, so that asking the same thing a hundred thousand times is cheap.
"""

from conformance.games.shogi.attribution import Field, Misreading, explain, misreadings, overlooked_field
from conformance.games.shogi.counting import VALUES, material, may_declare_win
from conformance.games.shogi.game import Game, parse_position, perft, random_game
from conformance.games.shogi.generator import random_tsume
from conformance.games.shogi.illegality import Illegality
from conformance.games.shogi.mate import MateResult, MateSearch, check_mate_line, forced_mate_after, solve_mate
from conformance.games.shogi.position import START, IllegalMoveError, Position
from conformance.games.shogi.sfen import MOVE, PositionError, is_move, rotate, rotate_move

__all__ = [
    "MOVE",
    "START",
    "VALUES",
    "Field",
    "Game",
    "IllegalMoveError",
    "Illegality",
    "MateResult",
    "MateSearch",
    "Misreading",
    "Position",
    "PositionError",
    "check_mate_line",
    "explain",
    "forced_mate_after",
    "is_move",
    "material",
    "may_declare_win",
    "misreadings",
    "overlooked_field",
    "parse_position",
    "perft",
    "random_game",
    "random_tsume",
    "rotate",
    "rotate_move",
    "solve_mate",
]
