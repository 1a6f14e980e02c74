"""The positions of dialogues: moves from the empty board, and boards that are made for a size."""

import tomllib
from functools import cache
from pathlib import Path

from conformance.games.go import neighbours, vertex, vertices


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


def at_the_edges(size: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A vertex in the middle of each edge of a board, with those beside it."""
    middle = size // 2
    points = (middle, size * middle, size * middle + size - 1, size * (size - 1) + middle)
    return tuple((vertex(point, size), tuple(vertex(near, size) for near in neighbours(size)[point])) for point in points)
