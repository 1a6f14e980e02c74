"""The rules of Othello: an oracle for legal moves, passes, results and exact endgame values, and the texts of both protocols.

Own code, in pure Python: the libraries at hand are programs for an old Python, and none reads GGF or solves an endgame. The
tests hold it against published perft numbers, against a second generator written the plain way, and against values that an
engine has confirmed.
"""

from conformance.games.othello.attribution import LIKELY_MIRRORINGS, Misreading, explanations, misplayed
from conformance.games.othello.board_text import PositionError
from conformance.games.othello.clock import ClockError, GgfClock, parse_clock
from conformance.games.othello.endgame import MAX_EMPTIES, move_values, solve
from conformance.games.othello.game import Game, describe, follow, line_error, parse_game, perft, random_game
from conformance.games.othello.ggf import USUAL_HEADERS, GameRecord, GgfError, parse_ggf, read_tags, write_tags
from conformance.games.othello.move import PASS, MoveError, Played, parse_move, parse_played
from conformance.games.othello.position import START, Colour, IllegalMoveError, Position
from conformance.games.othello.scoring import Scoring
from conformance.games.othello.symmetry import Symmetry

__all__ = [
    "LIKELY_MIRRORINGS",
    "MAX_EMPTIES",
    "PASS",
    "START",
    "USUAL_HEADERS",
    "ClockError",
    "Colour",
    "Game",
    "GameRecord",
    "GgfClock",
    "GgfError",
    "IllegalMoveError",
    "Misreading",
    "MoveError",
    "Played",
    "Position",
    "PositionError",
    "Scoring",
    "Symmetry",
    "describe",
    "explanations",
    "follow",
    "line_error",
    "misplayed",
    "move_values",
    "parse_clock",
    "parse_game",
    "parse_ggf",
    "parse_move",
    "parse_played",
    "perft",
    "random_game",
    "read_tags",
    "solve",
    "write_tags",
]
