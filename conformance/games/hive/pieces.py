"""Pieces and game types. A piece is its name in the protocol, as `wQ` or `bA3`: colour, kind, number."""

from enum import StrEnum
from typing import Final

QUEEN: Final = "Q"
SPIDER: Final = "S"
BEETLE: Final = "B"
HOPPER: Final = "G"
ANT: Final = "A"
MOSQUITO: Final = "M"
LADYBUG: Final = "L"
PILLBUG: Final = "P"

_COUNTS = {QUEEN: 1, SPIDER: 2, BEETLE: 2, HOPPER: 3, ANT: 3, MOSQUITO: 1, LADYBUG: 1, PILLBUG: 1}

NAMES: Final = {
    QUEEN: "queen",
    SPIDER: "spider",
    BEETLE: "beetle",
    HOPPER: "grasshopper",
    ANT: "ant",
    MOSQUITO: "mosquito",
    LADYBUG: "ladybug",
    PILLBUG: "pillbug",
}
"""The kinds in words."""


class GameType(StrEnum):
    """GameTypeString: which expansion pieces take part."""

    BASE = "Base"
    M = "Base+M"
    L = "Base+L"
    P = "Base+P"
    ML = "Base+ML"
    MP = "Base+MP"
    LP = "Base+LP"
    MLP = "Base+MLP"

    @property
    def kinds(self) -> str:
        """The letters of the kinds that take part."""
        return "QSBGA" + self.value[len("Base+") :]


class Colour(StrEnum):
    """The two sides; White moves first."""

    WHITE = "White"
    BLACK = "Black"

    @property
    def letter(self) -> str:
        """The first letter of its pieces' names."""
        return self.value[0].lower()

    @property
    def other(self) -> "Colour":
        """The opponent."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


def _numbered(letter: str, kind: str) -> tuple[str, ...]:
    count = _COUNTS[kind]
    return (letter + kind,) if count == 1 else tuple(f"{letter}{kind}{number}" for number in range(1, count + 1))


HANDS: Final = {
    (game_type, colour): tuple(_numbered(colour.letter, kind) for kind in game_type.kinds)
    for game_type in GameType
    for colour in Colour
}
"""All pieces of a side, one tuple for each kind, in the order in which they enter."""

PIECES: Final = tuple(piece for colour in Colour for kind in HANDS[GameType.MLP, colour] for piece in kind)
"""All 28 pieces."""
