"""The messages of a USI engine, as values: its own beside those that it shares with UCI. `str(message)` renders one.

Nothing here parses, and nothing knows positions: a move is a word of the right shape, whether legal or not. Faults that
leave a message usable travel with it as `Irregularity`, each with the id of the one requirement that it breaks; a line
that cannot be used is `Malformed`, with such an id as well.
"""

import re
from dataclasses import dataclass
from typing import ClassVar

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown
from conformance.suites.universal.messages import (
    UNEVEN,
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    ReadyOk,
    Registration,
)

#: Words that engines put where a move belongs in a pv or in `currmove`: no moves, but harmless in practice.
SPECIAL_WORDS = frozenset({"resign", "win", "rep_draw", "rep_inf", "rep_sup", "rep_win", "rep_lose"})


@dataclass(frozen=True, slots=True)
class UsiOk:
    """`usiok`: the handshake is over."""

    verb: ClassVar[str] = "usiok"

    def __str__(self) -> str:
        return "usiok"


@dataclass(frozen=True, slots=True)
class BestMove:
    """`bestmove`: `move` is a move, `resign` or `win`."""

    verb: ClassVar[str] = "bestmove"
    move: str
    ponder: str | None = None
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def is_move(self) -> bool:
        """Whether the answer is a move, and neither `resign` nor `win`."""
        return self.move not in ("resign", "win")

    def __str__(self) -> str:
        return f"bestmove {self.move}" + (f" ponder {self.ponder}" if self.ponder else "")


@dataclass(frozen=True, slots=True)
class Checkmate:
    """`checkmate`: either `moves`, or one `word` of nomate, timeout, notimplemented; the other one is empty."""

    verb: ClassVar[str] = "checkmate"
    moves: tuple[str, ...] = ()
    word: str = ""

    def __str__(self) -> str:
        return " ".join(("checkmate", self.word, *self.moves) if self.word else ("checkmate", *self.moves))


Message = (
    Blank
    | Unknown
    | Malformed
    | IdName
    | IdAuthor
    | OptionLine
    | UsiOk
    | ReadyOk
    | BestMove
    | Checkmate
    | CopyProtection
    | Registration
    | Info
)


_UNEVEN = re.compile(r"^[ \t]|[ \t]{2}|\t")


def spacing(text: str) -> tuple[Irregularity, ...]:
    """The irregularity of doubled blanks, and of blanks in front of the line; those at its end do no harm."""
    if _UNEVEN.search(text.rstrip(" \t")):
        return (UNEVEN,)
    return ()
