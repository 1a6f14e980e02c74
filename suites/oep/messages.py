"""The messages of the two sides of an OEP session, as values: one frozen class for each, `str(message)` writes it.

Nothing here parses, and nothing knows the rules of Othello: a move is a text, `D3` or `PA`, in upper case, and a position
is its 65 characters. Faults that leave a message usable travel with it as `Irregularity`, each with the id of the requirement
that it breaks ("" where it is only worth a note); a line that cannot be used is `Malformed`. Irregularities say how a
message was written and are no part of its value: two messages that say the same are equal.

Units: bounds, alpha and beta are disks for the side to move, times are seconds, precisions percent, depths plies.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown, no_irregularities

PREFIX = "ENGINE-PROTOCOL"
LARGEST_SCORE = 64

# The verbs of lines that answer something: what an idle engine may not say of its own accord.
ROLE_VERBS = frozenset({"ready", "ok", "version", "node", "result"})


# From the engine


@dataclass(frozen=True, slots=True)
class Ready:
    """`ready.`: the command has been carried out; the engine is idle."""

    verb: ClassVar[str] = "ready"
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return "ready."


@dataclass(frozen=True, slots=True)
class Ok:
    """`ok.`: the engine is searching."""

    verb: ClassVar[str] = "ok"
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return "ok."


@dataclass(frozen=True, slots=True)
class Version:
    """`version:`: name and version number as printed."""

    verb: ClassVar[str] = "version"
    text: str
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"version: {self.text}"


@dataclass(frozen=True, slots=True)
class Infos:
    """`node N, time T`: nodes and seconds since the search began."""

    verb: ClassVar[str] = "node"
    nodes: int
    time: float
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return f"node {self.nodes}, time {self.time!r}"


@dataclass(frozen=True, slots=True)
class Bound:
    """One end of the range of values: the letter of a side, `B` or `W`, and its score."""

    letter: str
    score: float

    def __str__(self) -> str:
        sign = "" if repr(self.score).startswith("-") else "+"
        return f"{self.letter}{sign}{self.score!r}"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search. Fields after the move are None where they are absent or cannot be read.

    `position` is as printed; `pv` is the line of play and may be empty.
    """

    verb: ClassVar[str] = "result"
    position: str
    move: str
    depth: int | None = None
    precision: int | None = None
    lower: Bound | None = None
    upper: Bound | None = None
    pv: tuple[str, ...] | None = None
    nodes: int | None = None
    time: float | None = None
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    @property
    def letter(self) -> str:
        """The letter that bounds of the side to move carry."""
        return "B" if self.position.endswith("X") else "W"

    @property
    def has_own_letter(self) -> bool:
        """Whether the bounds, as far as there are any, carry the letter of the side to move."""
        return all(bound is None or bound.letter == self.letter for bound in (self.lower, self.upper))

    def __str__(self) -> str:
        bounds = None if self.lower is None or self.upper is None else f"{self.lower} <= v <= {self.upper}"
        fields = (
            self.position,
            f"move {self.move}",
            None if self.depth is None else f"depth {self.depth}",
            None if self.precision is None else f"@{self.precision}%",
            bounds,
            None if self.pv is None else "".join(self.pv),
            None if self.nodes is None else f"node {self.nodes}",
            None if self.time is None else f"time {self.time!r}",
        )
        return ", ".join(field for field in fields if field is not None)


# From the GUI


@dataclass(frozen=True, slots=True)
class EmptyLine:
    """The empty line, which asks whether the engine is alive."""

    verb: ClassVar[str] = "empty line"

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is its verb alone, such as `init` or `stop`."""

    verb: str

    def __str__(self) -> str:
        return f"{PREFIX} {self.verb}"


@dataclass(frozen=True, slots=True)
class MidgameSearch:
    """`midgame-search`: search to `depth` plies with the window [alpha; beta], pruning as `precision` allows."""

    verb: ClassVar[str] = "midgame-search"
    position: str
    alpha: float
    beta: float
    depth: int
    precision: int

    def __str__(self) -> str:
        return f"{PREFIX} midgame-search {self.position} {self.alpha!r} {self.beta!r} {self.depth} {self.precision}"


@dataclass(frozen=True, slots=True)
class EndgameSearch:
    """`endgame-search`: search to the end of the game with the window [alpha; beta]; precision 100 is exact."""

    verb: ClassVar[str] = "endgame-search"
    position: str
    alpha: int
    beta: int
    precision: int

    def __str__(self) -> str:
        return f"{PREFIX} endgame-search {self.position} {self.alpha} {self.beta} {self.precision}"


FromEngine: TypeAlias = Ready | Ok | Version | Infos | Result
Message: TypeAlias = FromEngine | Blank | Unknown | Malformed
GuiMessage: TypeAlias = EmptyLine | Command | MidgameSearch | EndgameSearch | Unknown | Malformed


def is_role(message: Message) -> bool:
    """Whether a line answers something, well formed or not."""
    return message.verb in ROLE_VERBS
