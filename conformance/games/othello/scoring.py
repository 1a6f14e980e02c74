"""The score of a finished game: the two ways to count the squares that stayed empty."""

from enum import StrEnum


class Scoring(StrEnum):
    """Whom the empty squares of a finished game belong to.

    Tournament rules give them to the winner, and so do both protocols' reference programs; neither text says so.
    """

    EMPTIES_TO_WINNER = "empties to the winner"
    DISKS_ONLY = "disks only"


def score(own: int, foe: int, scoring: Scoring = Scoring.EMPTIES_TO_WINNER) -> int:
    """Count a finished board from the side of `own`, in disks: -64 to 64, 0 for a draw."""
    mine, theirs = own.bit_count(), foe.bit_count()
    if mine == theirs:
        return 0
    empty = 64 - mine - theirs if scoring is Scoring.EMPTIES_TO_WINNER else 0
    return mine - theirs + empty if mine > theirs else mine - theirs - empty
