"""A shogi position as a picture: pieces by their letters, which every font has, and those in hand beside the board."""

from conformance.games.drawing import MARGIN, SQUARE, Grid, Place, text, written
from conformance.games.shogi.position import Position
from conformance.games.shogi.sfen import FILES, GOTE, INDEX, RANKS, SENTE, is_move

_RED, _INK = "#b3201c", "#1b1f24"
_HANDS = 96.0


def draw(position: Position, *moves: str) -> str:
    """SVG of a position, sente below; the squares of these moves are marked, where they are moves."""
    grid = Grid(FILES, RANKS, "#f3d99b", right=_HANDS)
    for square in (square for move in moves if is_move(move) for square in (move[:2], move[2:4])):
        if square in INDEX:
            grid.mark(_place(square))
    grid.lines()
    for square, piece in position.pieces().items():
        ink = _RED if piece.startswith("+") else _INK
        grid.pentagon(_place(square), piece.upper(), points_down=piece[-1].islower(), ink=ink)
    left = 2 * MARGIN + len(FILES) * SQUARE + (_HANDS - MARGIN) / 2
    for side, name, top in ((GOTE, "gote", MARGIN + 8.0), (SENTE, "sente", MARGIN + 5.0 * SQUARE)):
        text(grid.root, left, top, f"{name}{' to move' if position.turn == side else ''}", 12)
        rows = [f"{letter} x {count}" for letter, count in position.hand(side).items()] or ["none in hand"]
        for index, row in enumerate(rows, 1):
            text(grid.root, left, top + 17 * index, row, 12)
    return written(grid.root)


def _place(square: str) -> Place:
    row, column = divmod(INDEX[square], len(FILES))
    return column, row
