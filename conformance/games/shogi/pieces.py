"""How shogi pieces move on the board, with nothing said about checks, drops or promotion.

A second generator, small and slow, beside the library's: it explains why a move is illegal, and the tests hold the two
against each other.
"""

from functools import cache

from conformance.games.shogi.sfen import colour

# Steps of a sente piece: columns to the right (towards file 1), rows down (towards rank i). All tables are symmetric
# in columns, so that gote's differ only in the sign of the rows.
_FORWARD = (0, -1)
_SIDEWAYS = ((-1, 0), (1, 0))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_STRAIGHT = ((0, -1), (0, 1), *_SIDEWAYS)
_GOLD = ((-1, -1), _FORWARD, (1, -1), *_SIDEWAYS, (0, 1))

_STEPS: dict[str, tuple[tuple[int, int], ...]] = {
    "K": _STRAIGHT + _DIAGONAL,
    "G": _GOLD,
    "S": (*_DIAGONAL, _FORWARD),
    "N": ((-1, -2), (1, -2)),
    "P": (_FORWARD,),
    "+S": _GOLD,
    "+N": _GOLD,
    "+L": _GOLD,
    "+P": _GOLD,
    "+B": _STRAIGHT,
    "+R": _DIAGONAL,
}
_SLIDES: dict[str, tuple[tuple[int, int], ...]] = {
    "L": (_FORWARD,),
    "B": _DIAGONAL,
    "+B": _DIAGONAL,
    "R": _STRAIGHT,
    "+R": _STRAIGHT,
}
_SIDE = 9


@cache
def targets(piece: str, origin: int) -> dict[int, tuple[int, ...]]:
    """Give the squares `piece` reaches from `origin` on an empty board, each with the squares it passes over.

    Squares are indices into `sfen.SQUARES`.
    """
    found = {}
    down = 1 if piece.isupper() else -1
    for limit, table in ((1, _STEPS), (_SIDE - 1, _SLIDES)):
        for columns, rows in table.get(piece.upper(), ()):
            ray = _ray(origin, columns, rows * down, limit)
            found.update({square: tuple(ray[:passed]) for passed, square in enumerate(ray)})
    return found


def _ray(origin: int, columns: int, rows: int, limit: int) -> list[int]:
    row, column = divmod(origin, _SIDE)
    ray: list[int] = []
    while len(ray) < limit:
        row, column = row + rows, column + columns
        if not (0 <= row < _SIDE and 0 <= column < _SIDE):
            break
        ray.append(row * _SIDE + column)
    return ray


def is_attacked(board: tuple[str, ...], square: int, by: str) -> bool:
    """Whether a piece of side `by` could capture on `square`, its own king's safety aside."""
    return any(piece and colour(piece) == by and reaches(board, piece, origin, square) for origin, piece in enumerate(board))


def reaches(board: tuple[str, ...], piece: str, origin: int, target: int) -> bool:
    """Whether `piece` moves from `origin` to `target` with nothing in between; who stands on `target` is not asked."""
    between = targets(piece, origin).get(target)
    return between is not None and not any(board[square] for square in between)


def king_in_check(board: tuple[str, ...], side: str, by: str) -> bool:
    """Whether the king of `side` is attacked by side `by`; a side without a king never is."""
    king = "K" if side == "b" else "k"
    return king in board and is_attacked(board, board.index(king), by)
