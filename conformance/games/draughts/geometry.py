"""The board of international draughts as bits: squares, rays, jumps. It knows no pieces and no rules.

Squares are numbered 1 to 50, row by row from black's back rank (1-5) to white's (46-50). A board is an int in which
each pair of rows takes eleven bits: ten squares and one unused bit. With that gap a diagonal step is the same shift
from every square (5 or 6 bits), and whatever leaves the board falls on an unused bit.

    row 0      1   2   3   4   5        bits  0  1  2  3  4
    row 1    6   7   8   9  10               5  6  7  8  9   (10 is unused)
    row 2     11  12  13  14  15            11 12 13 14 15
"""

from collections.abc import Iterator

SQUARES = range(1, 51)

Step = tuple[int, int]
"""A step on the 10 by 10 board: rows down, columns to the right."""

# Half of the steps lead to higher bits ("up"), half to lower ones: the nearest piece on a ray is found differently.
DIAGONALS_UP: tuple[Step, ...] = ((1, -1), (1, 1))
DIAGONALS_DOWN: tuple[Step, ...] = ((-1, -1), (-1, 1))
LINES_UP: tuple[Step, ...] = ((0, 2), (2, 0))
LINES_DOWN: tuple[Step, ...] = ((-2, 0), (0, -2))


def bit(square: int) -> int:
    """Give the bit of a square (1 to 50)."""
    return 1 << (square - 1 + (square - 1) // 10)


BITS: dict[int, int] = {square: bit(square) for square in SQUARES}
SQUARE_OF: dict[int, int] = {bits: square for square, bits in BITS.items()}
BOARD = sum(BITS.values())
WHITE_PROMOTES = sum(BITS[square] for square in range(1, 6))
BLACK_PROMOTES = sum(BITS[square] for square in range(46, 51))


def each(bits: int) -> Iterator[int]:
    """Yield the set bits one by one, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


def squares(bits: int) -> frozenset[int]:
    """Give the square numbers of the set bits."""
    return frozenset(SQUARE_OF[one] for one in each(bits))


def turned(bits: int) -> int:
    """Turn the board by 180 degrees: square n becomes 51 - n."""
    return int(f"{bits:054b}"[::-1], 2)


def _place(square: int) -> tuple[int, int]:
    row, index = divmod(square - 1, 5)
    return row, 2 * index + (row + 1) % 2


_SQUARE_AT = {_place(square): square for square in SQUARES}


def _walk(square: int, step: Step) -> list[int]:
    """List the bits of the squares seen from `square` in one direction, nearest first."""
    row, column = _place(square)
    found = []
    while (row + step[0], column + step[1]) in _SQUARE_AT:
        row, column = row + step[0], column + step[1]
        found.append(BITS[_SQUARE_AT[row, column]])
    return found


RAY: dict[Step, dict[int, int]] = {
    step: {BITS[square]: sum(_walk(square, step)) for square in SQUARES}
    for step in DIAGONALS_UP + DIAGONALS_DOWN + LINES_UP + LINES_DOWN
}
"""step -> bit -> all squares beyond it in that direction, up to the edge."""


def jumps(steps: tuple[Step, ...]) -> dict[int, tuple[tuple[int, int], ...]]:
    """For each bit, the pairs (bit jumped over, bit of the square directly behind it)."""
    table = {}
    for square in SQUARES:
        walks = (_walk(square, step) for step in steps)
        table[BITS[square]] = tuple((walk[0], walk[1]) for walk in walks if len(walk) > 1)
    return table


Rays = dict[int, tuple[tuple[int, dict[int, int]], ...]]
"""bit -> for each direction, the ray from it and the table of rays beyond any bit of that ray."""


def rays(steps: tuple[Step, ...]) -> Rays:
    """Arrange the rays by starting square; empty rays are left out."""
    return {start: tuple((RAY[step][start], RAY[step]) for step in steps if RAY[step][start]) for start in SQUARE_OF}
