"""The eight symmetries of the board, applied to positions and to moves."""

from enum import StrEnum

from conformance.games.othello.bitboard import BIT, NAME, each
from conformance.games.othello.move import PASS
from conformance.games.othello.position import Position


class Symmetry(StrEnum):
    """A way to turn or mirror the board; the value says what happens to it, in words for a finding."""

    IDENTITY = "unchanged"
    MIRROR_FILES = "left and right exchanged"
    MIRROR_RANKS = "top and bottom exchanged"
    TRANSPOSE = "files and ranks exchanged"
    ROTATE_180 = "turned by 180 degrees"
    ROTATE_90 = "turned by 90 degrees clockwise"
    ROTATE_270 = "turned by 90 degrees anticlockwise"
    ANTITRANSPOSE = "mirrored at the diagonal from A8 to H1"

    def move(self, move: str) -> str:
        """Say where a move goes; a pass stays a pass."""
        return PASS if move == PASS else NAME[_TARGETS[self][BIT[move]]]

    def position(self, position: Position) -> Position:
        """Turn or mirror all disks; the side to move stays."""
        return Position(self._bits(position.black), self._bits(position.white), position.turn)

    def _bits(self, bits: int) -> int:
        targets = _TARGETS[self]
        return sum(targets[bit] for bit in each(bits))


# Whether row and column are exchanged, and which of the two is then counted from the other end.
_MAKING = {
    Symmetry.IDENTITY: (False, False, False),
    Symmetry.MIRROR_FILES: (False, False, True),
    Symmetry.MIRROR_RANKS: (False, True, False),
    Symmetry.TRANSPOSE: (True, False, False),
    Symmetry.ROTATE_180: (False, True, True),
    Symmetry.ROTATE_90: (True, False, True),
    Symmetry.ROTATE_270: (True, True, False),
    Symmetry.ANTITRANSPOSE: (True, True, True),
}


def _target(symmetry: Symmetry, index: int) -> int:
    """Say where the square `index` (0 to 63) goes."""
    exchanged, rows_turned, columns_turned = _MAKING[symmetry]
    row, column = reversed(divmod(index, 8)) if exchanged else divmod(index, 8)
    return 8 * (7 - row if rows_turned else row) + (7 - column if columns_turned else column)


_TARGETS = {symmetry: {1 << index: 1 << _target(symmetry, index) for index in range(64)} for symmetry in Symmetry}
"""symmetry -> bit -> the bit of the square where it goes."""
