"""Baits: positions in which an illegal move of one kind is the only one that is not mated at once.

An engine plays an illegal move only if it wants to. In a bait it does: each legal move loses by the next one. They are drawn at
random, with few men, and the rules oracle chooses.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.games.chess import rules
from conformance.games.chess.illegality import Illegality
from conformance.games.chess.position import Position, PositionError

_FILES = "abcdefgh"
#: What is drawn beside the men of a kind: letters as in a FEN.
_ATTACKERS = "qrrbn"
_OTHERS = "PNPB"


@dataclass(frozen=True, slots=True)
class Kind:
    """A rule that an engine may not know: the illegal move, why it is illegal, the men that it takes, and the rest of the FEN."""

    move: str
    why: Illegality
    men: tuple[tuple[str, str], ...]
    rest: str


_SHORT = (("e1", "K"), ("h1", "R"))
_LONG = (("e1", "K"), ("a1", "R"))
#: The kinds by the name that their positions have, each for White: mirrored they are Black's.
KINDS = {
    "castling_through_check": Kind("e1g1", Illegality.CASTLING_THROUGH_CHECK, _SHORT, "w K -"),
    "long_castling_through_check": Kind("e1c1", Illegality.CASTLING_THROUGH_CHECK, _LONG, "w Q -"),
    "castling_out_of_check": Kind("e1g1", Illegality.CASTLING_OUT_OF_CHECK, _SHORT, "w K -"),
    "long_castling_out_of_check": Kind("e1c1", Illegality.CASTLING_OUT_OF_CHECK, _LONG, "w Q -"),
    "castling_without_the_right": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, _SHORT, "w - -"),
    "castling_with_the_other_right": Kind("e1c1", Illegality.NO_CASTLING_RIGHT, (*_LONG, ("h1", "R")), "w K -"),
    "castling_without_a_rook": Kind("e1g1", Illegality.NO_CASTLING_RIGHT, (("e1", "K"),), "w - -"),
    "castling_over_b1": Kind("e1c1", Illegality.BLOCKED, (*_LONG, ("b1", "n")), "w Q -"),
    "late_en_passant": Kind("e5d6", Illegality.NOTHING_TO_TAKE, (("e5", "P"), ("d5", "p")), "w - -"),
}


def drawn(kind: Kind, seed: int) -> Iterator[Position]:
    """Baits of a kind, drawn at random and without end: the same for the same seed."""
    rng = random.Random(seed)
    squares = [f"{file}{rank}" for file in _FILES for rank in range(1, 9)]
    while True:
        men = dict(kind.men)
        others = "k" + ("" if "K" in men.values() else "K")
        others += "".join(rng.sample(_ATTACKERS, rng.randint(2, 4))) + "".join(rng.sample(_OTHERS, rng.randint(0, 2)))
        free = [square for square in squares if square not in men]
        men.update(zip(rng.sample(free, len(others)), others, strict=True))
        try:
            position = Position.from_fen(f"{_placement(men)} {kind.rest} 0 1")
        except PositionError:
            continue
        if position.why_illegal(kind.move) is kind.why and is_bait(position, kind.move):
            yield position


def is_bait(position: Position, move: str) -> bool:
    """Whether every legal move is answered by mate at once, and this illegal one, played all the same, is not."""
    return rules.is_bait(position.key, position.chess960, move)


def _placement(men: dict[str, str]) -> str:
    ranks = ("".join(men.get(f"{file}{rank}", "1") for file in _FILES) for rank in range(8, 0, -1))
    text = "/".join(ranks)
    for number in range(8, 1, -1):
        text = text.replace("1" * number, str(number))
    return text
