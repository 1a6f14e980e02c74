"""The messages of a UCI engine, as values: its own beside those that it shares with USI."""

import re
from dataclasses import dataclass
from typing import ClassVar

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown
from conformance.suites.universal.messages import (
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    ReadyOk,
    Registration,
)

#: What stands for a move where there is none: the null move of the source, and what most engines say.
NO_MOVES = ("0000", "(none)")
#: What engines print that have no move, and mean the same: the null move by another name, and a move from a square to itself.
_EMPTY_MOVE = re.compile(r"[(<]?(none|null|nil|nomove|0000)[)>]?|([a-h][1-8])\2", re.IGNORECASE)
#: Words that engines put where a move belongs in a pv or in `currmove`: no moves, but harmless in practice.
SPECIAL_WORDS = frozenset({*NO_MOVES, "(0000)"})


def means_no_move(word: str) -> bool:
    """Whether a word stands for a move where there is none, spelled rightly (`NO_MOVES`) or not."""
    return _EMPTY_MOVE.fullmatch(word) is not None


@dataclass(frozen=True, slots=True)
class UciOk:
    """`uciok`: the handshake is over."""

    verb: ClassVar[str] = "uciok"

    def __str__(self) -> str:
        return "uciok"


@dataclass(frozen=True, slots=True)
class BestMove:
    """`bestmove`: `move` is a move, `0000` or `(none)`, or another word that means the same."""

    verb: ClassVar[str] = "bestmove"
    move: str
    ponder: str | None = None
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def is_move(self) -> bool:
        """Whether the answer is a move, and not a word for "there is none"."""
        return not means_no_move(self.move)

    def __str__(self) -> str:
        return f"bestmove {self.move}" + (f" ponder {self.ponder}" if self.ponder else "")


Message = (
    Blank
    | Unknown
    | Malformed
    | IdName
    | IdAuthor
    | OptionLine
    | UciOk
    | ReadyOk
    | BestMove
    | CopyProtection
    | Registration
    | Info
)


def checks_under_way(before: int, status: str) -> int:
    """How many checks of a copy or of a registration have no result yet: that of the start may run when a GUI asks for one."""
    return before + 1 if status == "checking" else max(0, before - 1)
