"""The messages of the two sides of an NBoard session, as values: one frozen class for each, `str(message)` writes it.

Nothing here parses, and nothing knows the rules of Othello: a move is a text, `D3` or `PA`, in upper case. Faults that leave
a message usable travel with it as `Irregularity`, each with the id of the requirement that it breaks ("" where it is only
worth a note); a line that cannot be used is `Malformed`, and every malformed line of a role verb also breaks NB-TR-04.
Irregularities say how a message was written and are no part of its value: two messages that say the same are equal.

Units: evals are disks, times are seconds, depths are plies.
"""

import re
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown, no_irregularities

# NBoard, hint: "two characters representing the move considered (e.g. "F5" or "PA")".
MOVE = re.compile(r"[A-H][1-8]|PA")

# One value in disks; two when the engine tells draws for black from draws for white; none where it has no number (nan).
Eval: TypeAlias = tuple[float, ...]

# The verbs of lines that answer something. The GUI takes them to speak of the current position.
ROLE_VERBS = frozenset({"===", "search", "book", "pong", "learned", "analysis", "nodestats"})


# From the engine


@dataclass(frozen=True, slots=True)
class Answer:
    """`===`: the move that the engine would play. `eval` and `time` are None where absent or unreadable."""

    verb: ClassVar[str] = "==="
    move: str
    eval: Eval | None = None
    time: float | None = None
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"=== {played(self.move, self.eval, self.time)}"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A hint's evaluation of one move, `pv[0]`. `depth` as printed; `text` is free.

    `games` is the number of games known to the book, 0 in `search` lines.
    """

    pv: tuple[str, ...]
    eval: Eval
    games: int
    depth: str
    text: str = ""
    irregularities: tuple[Irregularity, ...] = no_irregularities()
    verb: ClassVar[str]

    @property
    def move(self) -> str:
        """The move that is evaluated."""
        return self.pv[0]

    @property
    def plies(self) -> int:
        """The number that the depth begins with; a percentage where the depth says so."""
        digits = re.match("[+-]?[0-9]{1,18}", self.depth)
        return int(digits[0]) if digits else 0

    @property
    def is_exact(self) -> bool:
        """Whether the engine claims the exact result."""
        return self.depth == "100%"

    @property
    def is_decided(self) -> bool:
        """Whether the engine claims to know who wins."""
        return self.depth == "100%W"

    def __str__(self) -> str:
        fields = (self.verb, "".join(self.pv), written(self.eval), str(self.games), self.depth, self.text)
        return " ".join(field for field in fields if field)


class Search(Evaluation):
    """`search`: an evaluation that was searched."""

    __slots__ = ()
    verb = "search"


class Book(Evaluation):
    """`book`: an evaluation that was looked up."""

    __slots__ = ()
    verb = "book"


@dataclass(frozen=True, slots=True)
class Pong:
    """`pong`: the answer to the `ping` of this number."""

    verb: ClassVar[str] = "pong"
    number: int
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"pong {self.number}"


@dataclass(frozen=True, slots=True)
class Learned:
    """`learned`: the answer to `learn`."""

    verb: ClassVar[str] = "learned"
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return "learned"


@dataclass(frozen=True, slots=True)
class Analysis:
    """`analysis`: the value of the game's position after `moves_made` moves, passes included."""

    verb: ClassVar[str] = "analysis"
    moves_made: int
    eval: float
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"analysis {self.moves_made} {real(self.eval)}"


@dataclass(frozen=True, slots=True)
class NodeStats:
    """`nodestats`: nodes and seconds since the current search began."""

    verb: ClassVar[str] = "nodestats"
    nodes: int
    time: float
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"nodestats {self.nodes} {real(self.time)}"


@dataclass(frozen=True, slots=True)
class Status:
    """`status`: text for the user; may be empty."""

    verb: ClassVar[str] = "status"
    text: str = ""
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"status {self.text}".rstrip(" \t")


@dataclass(frozen=True, slots=True)
class MyName:
    """`set myname`: who the engine is."""

    verb: ClassVar[str] = "set myname"
    name: str
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"set myname {self.name}"


# From the GUI


@dataclass(frozen=True, slots=True)
class Order:
    """A command that is one number: `verb` and `number`. Contempt is in hundredths of a disk or in disks, see the source."""

    number: int
    verb: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.verb} {self.number}"


class NBoard(Order):
    """`nboard`: the session begins, in this version of the protocol."""

    __slots__ = ()
    verb = "nboard"


class SetDepth(Order):
    """`set depth`: the largest depth in the midgame, in plies."""

    __slots__ = ()
    verb = "set depth"


class SetContempt(Order):
    """`set contempt`: what draws in the book are worth to black."""

    __slots__ = ()
    verb = "set contempt"


class Hint(Order):
    """`hint`: evaluate about so many moves."""

    __slots__ = ()
    verb = "hint"


class Ping(Order):
    """`ping`: stop, and answer with this number."""

    __slots__ = ()
    verb = "ping"


@dataclass(frozen=True, slots=True)
class SetGame:
    """`set game`: `ggf` is the game as sent."""

    verb: ClassVar[str] = "set game"
    ggf: str

    def __str__(self) -> str:
        return f"set game {self.ggf}"


@dataclass(frozen=True, slots=True)
class Move:
    """`move`: a move that is played. `eval` in hundredths of a disk or in disks, see the source; None where not told."""

    verb: ClassVar[str] = "move"
    move: str
    eval: Eval | None = None
    time: float | None = None

    def __str__(self) -> str:
        return f"move {played(self.move, self.eval, self.time)}"


@dataclass(frozen=True, slots=True)
class Word:
    """A command that is its verb alone: `go`, `learn`, `analyze` or `quit`."""

    verb: str

    def __str__(self) -> str:
        return self.verb


FromEngine: TypeAlias = Answer | Search | Book | Pong | Learned | Analysis | NodeStats | Status | MyName
Message: TypeAlias = FromEngine | Blank | Unknown | Malformed
GuiMessage: TypeAlias = NBoard | SetDepth | SetContempt | SetGame | Move | Hint | Ping | Word | Blank | Unknown | Malformed


def is_role(message: Message) -> bool:
    """Whether a line answers something, well formed or not: what an idle engine may not say."""
    return message.verb in ROLE_VERBS


def played(move: str, eval_: Eval | None, time: float | None) -> str:
    """Write a move with its eval and time, the eval left empty where only the time is known."""
    parts = (move, "" if eval_ is None else written(eval_), "" if time is None else real(time))
    return "/".join(parts).rstrip("/")


def written(eval_: Eval) -> str:
    """Write an eval: one number, two joined by a comma, or nan."""
    return ",".join(map(real, eval_)) if eval_ else "nan"


def real(value: float) -> str:
    """Write a number of disks or seconds without losing anything."""
    return repr(value)
