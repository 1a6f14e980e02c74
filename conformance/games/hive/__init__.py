"""The rules of Hive with all expansion pieces: an oracle for legal moves and results, also where one rule is bent.

Own code, in pure Python: the libraries at hand drive and compare engines but know no rules. The tests hold it against the
published perft numbers of all eight game types.
"""

from conformance.games.hive.game import Game, GameStringError, IllegalMoveError, parse_game, perft, replay
from conformance.games.hive.generator import Move
from conformance.games.hive.illegality import why_illegal
from conformance.games.hive.notation import MoveTextError, format_move, parse_move, spellings
from conformance.games.hive.pieces import Colour, GameType
from conformance.games.hive.position import PASS, START, GameState, Position
from conformance.games.hive.rules import CONVENTIONS, ENDINGS, MOVEMENTS, STANDARD, SWITCHES, Rules
from conformance.games.hive.walks import Bias, random_game, walk

__all__ = [
    "CONVENTIONS",
    "ENDINGS",
    "MOVEMENTS",
    "PASS",
    "STANDARD",
    "START",
    "SWITCHES",
    "Bias",
    "Colour",
    "Game",
    "GameState",
    "GameStringError",
    "GameType",
    "IllegalMoveError",
    "Move",
    "MoveTextError",
    "Position",
    "Rules",
    "format_move",
    "parse_game",
    "parse_move",
    "perft",
    "random_game",
    "replay",
    "spellings",
    "walk",
    "why_illegal",
]
