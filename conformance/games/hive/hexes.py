"""Hexes as small integers, and the steps between them.

The board has no edge, but a hive is connected and has at most 28 pieces. So a hex is written modulo SIZE: a hive that
wanders off comes round on the other side, and two hexes fall together only when they are 32 or more apart, which no
hive spans. Adding an offset modulo SIZE is a step, whatever the hex.

Not known here: pieces, and the empty board's meaning of a hex (the first piece of a game stands on ORIGIN).
"""

from typing import Final

_WIDTH = 32
SIZE: Final = 1024
"""Number of hexes; hexes are 0 to SIZE - 1."""
WRAP: Final = SIZE - 1
"""`(hex + offset) & WRAP` is the hex one step further."""
ORIGIN: Final = 0

# Rows of hexes standing on their points, in axial coordinates (q, r): r grows towards the south.
_AXIAL = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

DIRECTIONS: Final = ("E", "SE", "SW", "W", "NW", "NE")
"""Clockwise as seen from above: directions next to each other here are next to each other on the board."""

OFFSETS: Final = tuple(q + _WIDTH * r for q, r in _AXIAL)
"""The step in each direction."""

NEIGHBOURS: Final = tuple(tuple((start + offset) & WRAP for offset in OFFSETS) for start in range(SIZE))
"""The six hexes around a hex, in the order of DIRECTIONS."""

# A step along the ring with a common neighbour on either side: (hex aimed at, its left, its right).
STEPS: Final = tuple(
    tuple((around[side], around[side - 1], around[(side + 1) % 6]) for side in range(6)) for around in NEIGHBOURS
)
"""For each hex the six steps from it: the hex aimed at and the two hexes next to both, which may form a gate."""

GATE_PARTNERS: Final = tuple(
    tuple((place + OFFSETS[side] + OFFSETS[side - 1]) & WRAP for side in range(6)) for place in range(SIZE)
)
"""For each hex the six that form a gate with it: between the two lies room for one step."""

OPPOSITE: Final = tuple(1 << (side + 3) % 6 for side in range(6))
"""The bit that stands for a hex in the ring of its neighbour in each direction."""


def slides(ring: int, *, gates: bool = True, contact: bool = True) -> tuple[int, ...]:
    """Give the offsets of the steps on the ground out of a hex whose occupied neighbours are the bits of `ring`.

    A step goes to an empty hex. `gates`: not between two occupied hexes; `contact`: not between two empty ones.
    """
    found = []
    for side in range(6):
        walls = (ring >> (side - 1) % 6 & 1) + (ring >> (side + 1) % 6 & 1)
        if not ring >> side & 1 and not (gates and walls == 2) and not (contact and walls == 0):
            found.append(OFFSETS[side])
    return tuple(found)


def arcs(ring: int) -> int:
    """Count the runs of occupied hexes in a ring (0 for an empty and for a full one)."""
    return sum(1 for side in range(6) if ring >> side & 1 and not ring >> (side + 1) % 6 & 1)


def offset(start: int, end: int) -> tuple[int, int]:
    """Give the axial coordinates (q, r) of `end` seen from `start`, the shortest way round."""
    difference = (end - start + SIZE // 2 + _WIDTH // 2) & WRAP
    row, column = divmod(difference, _WIDTH)
    return column - _WIDTH // 2, row - _WIDTH // 2
