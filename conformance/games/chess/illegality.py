"""Why a move is illegal: the label a finding gives to an author. Which one fits is found by `rules.why_illegal`."""

from enum import StrEnum


class Illegality(StrEnum):
    """The fault of an illegal move; where there are several, the first in this order is named."""

    NOT_A_MOVE = "not a move"
    NO_PIECE = "no piece there"
    OPPONENTS_PIECE = "opponent's piece"
    NO_CASTLING_RIGHT = "no right to castle there"
    CASTLING_NOTATION = "castling is not written so here"
    CASTLING_OUT_OF_CHECK = "castling out of check"
    CASTLING_THROUGH_CHECK = "castling through or into check"
    OWN_PIECE_ON_TARGET = "own piece on target"
    MISSING_PROMOTION = "the letter of the promotion is missing"
    CANNOT_PROMOTE = "cannot promote"
    LEAVES_CHECK = "leaves the king in check"
    NOTHING_TO_TAKE = "a pawn captures nothing there"
    BLOCKED = "blocked"
    WRONG_STEP = "piece does not move so"
