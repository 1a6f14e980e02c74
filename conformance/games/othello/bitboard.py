"""The Othello board as bits: squares, runs of disks, which squares flip. It knows no colours and no side to move.

A set of squares is an int of 64 bits, A1 the lowest, then B1 to H1, A2 and so on: rank 1 is the top row. A position is
seen by the side to move: its own disks and the other side's, called foes.
"""

from collections.abc import Iterator

BOARD = (1 << 64) - 1
SQUARES = tuple(f"{file}{rank}" for rank in "12345678" for file in "ABCDEFGH")
"""Names of the squares in the order of their bits."""

BIT = {name: 1 << index for index, name in enumerate(SQUARES)}
NAME = {bit: name for name, bit in BIT.items()}

# A run along a row or a diagonal may not leave at one edge and come back at the other: its disks lie on the files B-G.
_INNER = 0x7E7E7E7E7E7E7E7E
_AXES = ((1, _INNER), (8, BOARD), (7, _INNER), (9, _INNER))
"""For each of the four lines through a square: how far apart its bits are, and where the disks in between may lie."""

_STEPS = tuple((rows, files) for rows in (-1, 0, 1) for files in (-1, 0, 1) if rows or files)


def each(bits: int) -> Iterator[int]:
    """Yield the set bits one by one, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


def squares(bits: int) -> tuple[str, ...]:
    """Name the squares of the set bits, in reading order."""
    return tuple([NAME[bit] for bit in each(bits)])


def mobility(own: int, foe: int) -> int:
    """Find the empty squares on which a disk of `own` would flip something."""
    found = 0
    for step, inside in _AXES:
        between = foe & inside
        pairs = between & between << step
        run = between & own << step
        run |= between & run << step
        run |= pairs & run << 2 * step
        run |= pairs & run << 2 * step
        found |= run << step
        pairs >>= step
        run = between & own >> step
        run |= between & run >> step
        run |= pairs & run >> 2 * step
        run |= pairs & run >> 2 * step
        found |= run >> step
    return found & BOARD & ~(own | foe)


def flips(own: int, foe: int, bit: int) -> int:
    """Find the foes that a disk of `own` on the empty square `bit` turns over; none iff the move is illegal."""
    found = 0
    higher, lower = _RAYS[bit]
    for first, ray in higher:
        if first & foe:
            stops = ray & ~foe
            end = stops & -stops
            if end & own:
                found |= ray & (end - 1)
    for first, ray in lower:
        if first & foe:
            end = 1 << (ray & ~foe).bit_length() >> 1
            if end & own:
                found |= ray & ~(end - 1) ^ end
    return found


def _walk(square: int, rows: int, files: int) -> list[int]:
    """List the bits of the squares seen from a square (0 to 63) in one direction, nearest first."""
    rank, file = divmod(square, 8)
    found = []
    while 0 <= rank + rows < 8 and 0 <= file + files < 8:
        rank, file = rank + rows, file + files
        found.append(1 << 8 * rank + file)
    return found


_Rays = tuple[tuple[int, int], ...]
"""For each direction that leads somewhere: the nearest square, and all squares of the ray."""


def _rays(square: int) -> tuple[_Rays, _Rays]:
    """List the rays towards higher bits and those towards lower ones: where they end is found differently."""
    walks = [walk for rows, files in _STEPS if (walk := _walk(square, rows, files))]
    higher = tuple((walk[0], sum(walk)) for walk in walks if walk[0] > 1 << square)
    lower = tuple((walk[0], sum(walk)) for walk in walks if walk[0] < 1 << square)
    return higher, lower


_RAYS = {1 << square: _rays(square) for square in range(64)}

NEIGHBOURS = {bit: sum(first for first, _ in higher + lower) for bit, (higher, lower) in _RAYS.items()}
"""bit -> the squares around it, three to eight."""
