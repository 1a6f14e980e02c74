"""The rules of Go: captures, suicide, simple ko, areas and territories of finished boards, handicap points, SGF.

Own code, in pure Python. The tests hold it against sgfmill on random games.
"""

from conformance.games.go.game import Game, random_game
from conformance.games.go.handicap import fixed_handicap, most_fixed_handicap
from conformance.games.go.points import LETTERS, MAX_SIZE, PASS, VertexError, neighbours, parse_vertex, vertex, vertices
from conformance.games.go.position import Colour, IllegalMoveError, Position, Suicide, empty
from conformance.games.go.scoring import area, format_score, points, territory
from conformance.games.go.sgf import Record, SgfError, parse_sgf, write_sgf

__all__ = [
    "LETTERS",
    "MAX_SIZE",
    "PASS",
    "Colour",
    "Game",
    "IllegalMoveError",
    "Position",
    "Record",
    "SgfError",
    "Suicide",
    "VertexError",
    "area",
    "empty",
    "fixed_handicap",
    "format_score",
    "most_fixed_handicap",
    "neighbours",
    "parse_sgf",
    "parse_vertex",
    "points",
    "random_game",
    "territory",
    "vertex",
    "vertices",
    "write_sgf",
]
