"""How moves are written: two squares, and the piece that a pawn becomes in lower case; and men in a FEN. Nothing is repaired."""

import re
from collections.abc import Mapping

# move = square square ["q" | "r" | "b" | "n"]
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")

#: All squares, a1 first, b1 next.
SQUARES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")


def is_move(text: str) -> bool:
    """Whether a text has the form of a move; the null move has not."""
    return MOVE.fullmatch(text) is not None and text[:2] != text[2:4]


def mirrored_move(move: str) -> str:
    """The move on a board that is seen from the other side: ranks are counted from the top."""
    flip = {str(rank): str(9 - rank) for rank in range(1, 9)}
    return "".join(flip.get(letter, letter) for letter in move)


def placement(men: Mapping[str, str]) -> str:
    """The first field of a FEN, for men by their squares."""
    rows = ("".join(men.get(file + rank, " ") for file in "abcdefgh") for rank in "87654321")
    return "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
