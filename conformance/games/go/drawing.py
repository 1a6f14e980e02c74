"""A Go position as a picture: stones on the intersections."""

from xml.etree import ElementTree as ET

from conformance.games.drawing import SQUARE, Grid, written
from conformance.games.go.points import LETTERS
from conformance.games.go.position import Position

_LINE = "#5b4a2f"


def draw(position: Position, *marked: int) -> str:
    """SVG of a position; these points are marked."""
    size = position.size
    grid = Grid(LETTERS[:size], [str(row) for row in range(size, 0, -1)], "#dcb35c")
    for point in marked:
        grid.mark(_place(point, size))
    (left, top), length = grid.centre((0, 0)), (size - 1) * SQUARE
    steps = [f"M{left + index * SQUARE:g} {top:g}v{length}M{left:g} {top + index * SQUARE:g}h{length}" for index in range(size)]
    ET.SubElement(grid.root, "path", {"d": "".join(steps), "stroke": _LINE, "fill": "none"})
    for point, stone in enumerate(position.board):
        if stone != ".":
            grid.disc(_place(point, size), is_white=stone == "w")
    return written(grid.root)


def _place(point: int, size: int) -> tuple[int, int]:
    row, column = divmod(point, size)
    return column, size - 1 - row
