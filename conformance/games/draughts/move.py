"""Moves and how Hub writes them. Whether a move is legal is not known here."""

import re
from collections.abc import Iterable
from typing import NamedTuple

# Hub, POS: quiet moves as in standard notation ("32-28"); captures as from x to x captured x captured, "in any order".
_SQUARE = r"[1-4][0-9]|50|0?[1-9]"
_QUIET = re.compile(rf"({_SQUARE})-({_SQUARE})", re.ASCII)
_CAPTURE = re.compile(rf"({_SQUARE})x({_SQUARE})((?:x(?:{_SQUARE}))+)", re.ASCII)


class Move(NamedTuple):
    """A move: squares are numbers from 1 to 50, `captured` is empty for a quiet move.

    Two moves are the same iff all three agree: the way a capturing piece takes is not part of the move.
    """

    origin: int
    to: int
    captured: frozenset[int] = frozenset()


def parse_move(text: str) -> Move:
    """Read a move in Hub notation; captured squares may come in any order, and squares may be written `04`.

    Raises ValueError for anything else: no captured square, a captured square named twice, a square beyond 50.
    """
    if match := _QUIET.fullmatch(text):
        return Move(int(match[1]), int(match[2]))
    if match := _CAPTURE.fullmatch(text):
        captured = [int(square) for square in match[3][1:].split("x")]
        if len(set(captured)) < len(captured):
            raise ValueError(f"{text!r} names a captured square twice")
        return Move(int(match[1]), int(match[2]), frozenset(captured))
    raise ValueError(f"{text!r} is not a move in Hub notation")


def format_move(move: Move) -> str:
    """Write a move in Hub notation, captured squares in ascending order."""
    if not move.captured:
        return f"{move.origin}-{move.to}"
    return "x".join(str(square) for square in (move.origin, move.to, *sorted(move.captured)))


def format_moves(moves: Iterable[Move]) -> str:
    """Write a line of moves as the `moves` and `pv` arguments hold it, without quotes."""
    return " ".join(map(format_move, moves))
