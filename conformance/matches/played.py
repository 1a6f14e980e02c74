"""A game that has been played: its moves with their times, what was wrong, and how it ended."""

from dataclasses import dataclass
from enum import StrEnum

from conformance.matches.blame import MoveTime, Taker
from conformance.matches.player import Board
from conformance.wire.transcript import Transcript


class Wrong(StrEnum):
    """The faults of an engine in a game, besides losing on time."""

    ILLEGAL = "illegal move"
    STALE = "stale move"
    DOUBLED = "move that nobody asked for"
    MALFORMED = "answer that cannot be read"
    CLAIM = "false claim"
    REFUSED = "legal move refused"
    SILENT = "no answer"
    ENDED = "the engine ended"


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made, its time, what was its to use, what the clock showed after it, who took time that was not there."""

    ply: int
    side: int
    move: str
    spent: MoveTime
    available: float
    left: float
    taker: Taker | None = None

    @property
    def over(self) -> float:
        """Seconds beyond what was available; less than 0 where there was time left."""
        return self.spent.elapsed - self.available


@dataclass(frozen=True, slots=True)
class Offence:
    """The fault of a side, at which ply, in words, with the line of the engine."""

    wrong: Wrong
    ply: int
    side: int
    text: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A game: `result` is 1-0, 0-1, 1/2-1/2 or *. `opening` plies were not played by the engines.

    `fault` says what kept the game from being played at all, where that was so.
    """

    number: int
    board: Board
    opening: int
    result: str
    reason: str
    made: tuple[Made, ...] = ()
    offences: tuple[Offence, ...] = ()
    seconds: float = 0.0
    name: str = ""
    transcripts: tuple[Transcript, ...] = ()
    fault: str = ""
    is_cut_off: bool = False

    @property
    def flags(self) -> tuple[Made, ...]:
        """The moves that took more than was available."""
        return tuple(made for made in self.made if made.taker is not None)
