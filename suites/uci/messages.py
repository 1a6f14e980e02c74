"""What a UCI engine may say, as values: its own messages beside those that it shares with USI."""

from dataclasses import dataclass

from conformance.suites.universal.messages import (
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    ReadyOk,
    Registration,
)
from conformance.words.messages import Blank, Irregularity, Malformed, Unknown

#: What stands for a move where there is none: the null move of the source, and what most engines say.
NO_MOVES = ("0000", "(none)")
#: Words that engines put where a move belongs in a pv or in `currmove`: no moves, but harmless in practice.
SPECIAL_WORDS = frozenset({*NO_MOVES, "(0000)"})


@dataclass(frozen=True, slots=True)
class UciOk:
    """`uciok`: the handshake is over."""

    def __str__(self) -> str:
        return "uciok"


@dataclass(frozen=True, slots=True)
class BestMove:
    """`bestmove`: `move` is a move, `0000` or `(none)`."""

    move: str
    ponder: str | None = None
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def is_move(self) -> bool:
        """Whether the answer is a move, and not a word for "there is none"."""
        return self.move not in NO_MOVES

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
