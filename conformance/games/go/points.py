"""Points of a board and their names: letters without I from the left, numbers from below, A1 in the lower left corner.

A point is a number: row times size plus column, both from 0. A pass is None.
"""

from functools import lru_cache

MAX_SIZE = 25
PASS = "pass"  # noqa: S105
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class VertexError(ValueError):
    """The text names no point of the board, and is no pass either."""


def vertex(point: int | None, size: int) -> str:
    """The name of a point."""
    if point is None:
        return PASS
    row, column = divmod(point, size)
    return f"{LETTERS[column]}{row + 1}"


@lru_cache(maxsize=MAX_SIZE)
def vertices(size: int) -> tuple[str, ...]:
    """The names of all points, in their order."""
    return tuple(vertex(point, size) for point in range(size * size))


@lru_cache(maxsize=MAX_SIZE)
def _points(size: int) -> dict[str, int]:
    return {name: point for point, name in enumerate(vertices(size))}


def parse_vertex(text: str, size: int) -> int | None:
    """The point that a name means, in either case, None for a pass; raises VertexError."""
    if text.upper() == PASS.upper():
        return None
    try:
        return _points(size)[text.upper()]
    except KeyError:
        raise VertexError(f"{text[:40]!r} is not a vertex of a {size}x{size} board") from None


@lru_cache(maxsize=MAX_SIZE)
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """The points beside each point."""
    return tuple(_beside(point, size) for point in range(size * size))


def _beside(point: int, size: int) -> tuple[int, ...]:
    row, column = divmod(point, size)
    places = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(y * size + x for y, x in places if 0 <= x < size and 0 <= y < size)
