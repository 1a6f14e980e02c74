"""A position of draughts on the board of ten by ten as a picture; kings carry a K."""

from conformance.games.draughts.geometry import SQUARES
from conformance.games.draughts.move import parse_move
from conformance.games.draughts.position import Position
from conformance.games.drawing import Grid, Place, text, written

_SIDE = 10


def draw(position: Position, *moves: str) -> str:
    """SVG of a position; the squares of these moves are marked, where they can be read."""
    names = [""] * _SIDE
    grid = Grid(names, names, "#f0dcb4", dark={_place(square): "#b98b5e" for square in SQUARES})
    for square in (square for move in moves for square in _squares(move)):
        grid.mark(_place(square))
    for square, letter in zip(SQUARES, str(position)[1:], strict=True):
        x, y = grid.centre(_place(square))
        if letter == "e":
            text(grid.root, x, y, str(square), 9, fill="#3d2a16")
        else:
            grid.disc(_place(square), is_white=letter in "wW", letter="K" if letter.isupper() else "")
    return written(grid.root)


def _place(square: int) -> Place:
    row, index = divmod(square - 1, 5)
    return 2 * index + (row + 1) % 2, row


def _squares(move: str) -> tuple[int, ...]:
    try:
        read = parse_move(move)
    except ValueError:
        return ()
    return (read.origin, read.to, *read.captured)
