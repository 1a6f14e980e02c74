"""The positions of dialogues: moves from the empty board, and boards that are made for a size."""

import tomllib
from functools import cache
from pathlib import Path

from conformance.games.go import Colour, Position, empty, neighbours, parse_vertex, vertex, vertices


@cache
def moves(name: str) -> tuple[str, ...]:
    """The moves that lead to a position, each as `b C3`."""
    with Path(__file__).with_name("positions.toml").open("rb") as file:
        found: str = tomllib.load(file)[name]["moves"]
    return tuple(found.split(", "))


def walls(size: int) -> tuple[str, ...]:
    """A finished board of odd size, 5 and more: two walls next to each other, black's on the middle line.

    Black is ahead by as many points as the board is wide, by area as by territory, and no stone is dead.
    """
    middle = size // 2
    rows = range(0, size * size, size)
    stones = (move for row in rows for move in (f"b {vertex(row + middle, size)}", f"w {vertex(row + middle + 1, size)}"))
    return (*stones, "b pass", "w pass")


def two_eyes(size: int) -> tuple[str, ...]:
    """Black stones everywhere but on A1 and C3: White has no legal move."""
    return tuple(f"b {name}" for name in vertices(size) if name not in ("A1", "C3"))


def a_ko_to_take(size: int) -> tuple[str, ...]:
    """A board of 5 and more lines that is full but for eyes, and for A1, where Black may take the ko at B1."""
    empties = {"A1", "A3", "A5", vertex(size - 1, size), vertex(size * size - 1, size)}
    white = {"B1", *(name for name in vertices(size) if name[0] == "A" or (name[0] == "B" and name not in ("B1", "B2")))}
    return tuple(f"{'w' if name in white else 'b'} {name}" for name in vertices(size) if name not in empties)


def almost_captured(size: int) -> Position:
    """A board on which Black may capture several stones by one move, at one of few points."""
    position = empty(size)
    white = [row * size + 2 for row in range(size)]
    black = [row * size + column for row in range(size) for column in (1, 3)]
    left = [size * (size // 2) + 2]
    return position.with_stones(Colour.BLACK, black).with_stones(Colour.WHITE, [point for point in white if point not in left])


#: The corners that positions are mirrored into: whether columns and rows are counted from the other end.
CORNERS = {"lower right": (True, False), "upper left": (False, True), "upper right": (True, True)}


def mirrored(move: str, corner: str, size: int) -> str:
    """A move, or a vertex, of the lower left corner as it is in another one."""
    *color, name = move.split()
    point = parse_vertex(name, size)
    if point is not None:
        row, column = divmod(point, size)
        turns_columns, turns_rows = CORNERS[corner]
        row, column = size - 1 - row if turns_rows else row, size - 1 - column if turns_columns else column
        name = vertex(row * size + column, size)
    return " ".join((*color, name))


def at_the_edges(size: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A vertex in the middle of each edge of a board, with those beside it."""
    middle = size // 2
    points = (middle, size * middle, size * middle + size - 1, size * (size - 1) + middle)
    return tuple((vertex(point, size), tuple(vertex(near, size) for near in neighbours(size)[point])) for point in points)
