"""The generator's view of the pieces on the board: heights, occupied neighbours, pins.

A Board is built anew for each position (some ten microseconds) and never changes afterwards: `lifted` gives another one.
"""

from collections.abc import Mapping
from typing import TypeAlias

from conformance.games.hive import hexes

Stacks: TypeAlias = Mapping[int, tuple[str, ...]]
"""Occupied hexes -> the pieces there, the top piece last."""

# For each set of occupied neighbours: where they are, and whether they hang together around the hex.
_OCCUPIED = tuple(tuple(hexes.OFFSETS[side] for side in range(6) if ring >> side & 1) for ring in range(64))
_SCATTERED = tuple(hexes.arcs(ring) > 1 for ring in range(64))


class Board:
    """Heights of all hexes, and for each hex the bits of its occupied neighbours (`ring`, in the order of DIRECTIONS)."""

    __slots__ = ("_cuts", "height", "ring", "stacks")

    def __init__(self, stacks: Stacks) -> None:
        self.stacks = stacks
        self.height = bytearray(hexes.SIZE)
        self.ring = bytearray(hexes.SIZE)
        self._cuts: set[int] | None = None
        ring = self.ring
        for place, stack in stacks.items():
            self.height[place] = len(stack)
            for neighbour, bit in zip(hexes.NEIGHBOURS[place], hexes.OPPOSITE, strict=True):
                ring[neighbour] |= bit

    def lifted(self, place: int) -> "Board":
        """Give the board without one piece of the stack on `place`; `stacks` stays as it is."""
        board = Board.__new__(Board)
        board.stacks, board._cuts = self.stacks, self._cuts  # noqa: SLF001 (its own class)
        board.height = bytearray(self.height)
        board.height[place] -= 1
        board.ring = self.ring
        if not board.height[place]:
            ring = board.ring = bytearray(self.ring)
            for neighbour, bit in zip(hexes.NEIGHBOURS[place], hexes.OPPOSITE, strict=True):
                ring[neighbour] &= ~bit
        return board

    def is_pinned(self, place: int) -> bool:
        """Whether the hive falls apart without the hex `place`, whatever the height of the stack there."""
        if not _SCATTERED[self.ring[place]]:
            # The neighbours hang together without the piece: no need to look further.
            return False
        if self._cuts is None:
            self._cuts = _cut_points(self.ring, next(iter(self.stacks)))
        return place in self._cuts


def _cut_points(ring: bytearray, root: int) -> set[int]:
    """Find the articulation points of the occupied hexes that are connected with `root` (Tarjan)."""
    order: dict[int, int] = {}
    cuts: set[int] = set()

    def visit(place: int, parent: int) -> int:
        low = number = order[place] = len(order)
        children = 0
        for offset in _OCCUPIED[ring[place]]:
            neighbour = (place + offset) & hexes.WRAP
            if neighbour == parent:
                continue
            if neighbour in order:
                low = min(low, order[neighbour])
                continue
            children += 1
            reach = visit(neighbour, place)
            low = min(low, reach)
            if parent >= 0 and reach >= number:
                cuts.add(place)
        if parent < 0 and children > 1:
            cuts.add(place)
        return low

    visit(root, -1)
    return cuts
