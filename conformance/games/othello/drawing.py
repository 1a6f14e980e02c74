"""An Othello position as a picture."""

from conformance.games.drawing import Grid, written
from conformance.games.othello.bitboard import BIT, SQUARES
from conformance.games.othello.position import Position

_SIDE = 8


def draw(position: Position, *squares: str) -> str:
    """SVG of a position; these squares are marked, such as the one of an answer, where they are squares."""
    grid = Grid("ABCDEFGH", "12345678", "#2f8f57")
    for square in squares:
        if square in BIT:
            grid.mark(divmod(SQUARES.index(square), _SIDE)[::-1])
    grid.lines()
    for index, square in enumerate(SQUARES):
        if (position.black | position.white) & BIT[square]:
            grid.disc(divmod(index, _SIDE)[::-1], is_white=bool(position.white & BIT[square]))
    return written(grid.root)
