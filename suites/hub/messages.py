"""The messages of a Hub 2 engine, as values: one frozen class for each, `str(message)` writes it.

Nothing here parses, and nothing knows the rules of draughts: a move is a text of the right shape. Faults that leave a
message usable travel with it as `Irregularity`, each with the id of the requirement that it breaks ("" where the catalogue
has none); a line that cannot be used is `Malformed`. `faults` reads both alike. Irregularities say how a
message was written and are no part of its value: two messages that say the same are equal.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol, TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown, no_irregularities
from conformance.suites.hub.syntax import Arg, join

# Hub, position: "32-28" for quiet moves; "from x to x captured x captured ... without any spaces" for captures. Squares
# are plain numbers from 1 to 50. "As in standard notation" there may be a leading zero: PDN allows one.
_SQUARE = "(?:[1-4][0-9]|50|0?[1-9])"
MOVE = re.compile(rf"{_SQUARE}(?:-{_SQUARE}|x{_SQUARE}(?:x{_SQUARE})++)", re.ASCII)

# Hub, position: "one character for the side to move ('W' or 'B') + one character per square in standard order".
POSITION = re.compile(r"[WB][wbWBe]{50}")


@dataclass(frozen=True, slots=True)
class Id:
    """`id`: who the engine is. Values that it did not give are None."""

    name: str | None = None
    version: str | None = None
    author: str | None = None
    country: str | None = None
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        said = (("name", self.name), ("version", self.version), ("author", self.author), ("country", self.country))
        return join("id", *given(said), *self.extra)


class ParamType(StrEnum):
    """The five types of parameter."""

    BOOL = "bool"
    INT = "int"
    REAL = "real"
    STRING = "string"
    ENUM = "enum"


@dataclass(frozen=True, slots=True)
class Param:
    """`param`: a setting that the engine offers. All texts as printed, None where absent.

    `type` is None too when it is none of the five; `values` holds the words of an enum.
    """

    name: str | None = None
    value: str | None = None
    type: ParamType | None = None
    minimum: str | None = None
    maximum: str | None = None
    values: tuple[str, ...] | None = None
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        said = (
            ("name", self.name),
            ("value", self.value),
            ("type", self.type and self.type.value),
            ("min", self.minimum),
            ("max", self.maximum),
            ("values", None if self.values is None else " ".join(self.values)),
        )
        return join("param", *given(said), *self.extra)


@dataclass(frozen=True, slots=True)
class Word:
    """A message that is its command, `verb`, alone; arguments of it are unknown ones."""

    verb: ClassVar[str]
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return join(self.verb, *self.extra)


class Wait(Word):
    """`wait`: the engine has introduced itself and waits for parameters and `init`."""

    __slots__ = ()
    verb = "wait"


class Ready(Word):
    """`ready`: the answer to `init`."""

    __slots__ = ()
    verb = "ready"


class Pong(Word):
    """`pong`: the answer to `ping`."""

    __slots__ = ()
    verb = "pong"


@dataclass(frozen=True, slots=True)
class Info:
    """`info`: what the search reports; None where absent or not of its kind.

    `depth` in plies, `mean_depth` the average depth of the leaves, `score` in men (the source names no point of view),
    `time` in seconds, `nps` in millions of nodes a second, `pv` the moves as printed.
    """

    depth: int | None = None
    mean_depth: float | None = None
    score: float | None = None
    nodes: int | None = None
    time: float | None = None
    nps: float | None = None
    pv: tuple[str, ...] | None = None
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    @property
    def is_secondary(self) -> bool:
        """Whether an engine with a field of its own says that this is not its first variation."""
        return any(arg.name == "multipv" and arg.value not in (None, "1") for arg in self.extra)

    def __str__(self) -> str:
        said = (
            ("depth", number(self.depth)),
            ("mean-depth", number(self.mean_depth)),
            ("score", number(self.score)),
            ("nodes", number(self.nodes)),
            ("time", number(self.time)),
            ("nps", number(self.nps)),
            ("pv", None if self.pv is None else " ".join(self.pv)),
        )
        return join("info", *given(said), *self.extra)


@dataclass(frozen=True, slots=True)
class Done:
    """`done`: the end of a search. `move` and `ponder` as printed, None where absent.

    An empty `ponder` names no answer. Whether another one is a move at all is left to those who know the position: it has to be
    legal there.
    """

    move: str | None = None
    ponder: str | None = None
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    @property
    def is_move(self) -> bool:
        """Whether the answer has the form of a move."""
        return self.move is not None and MOVE.fullmatch(self.move) is not None

    def __str__(self) -> str:
        return join("done", *given((("move", self.move), ("ponder", self.ponder))), *self.extra)


@dataclass(frozen=True, slots=True)
class Error:
    """`error`: the engine objects to something; `message` is None where it does not say to what."""

    message: str | None = None
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return join("error", *given((("message", self.message),)), *self.extra)


FromEngine: TypeAlias = Id | Param | Wait | Ready | Pong | Info | Done | Error
Message: TypeAlias = FromEngine | Blank | Unknown | Malformed


class Carrier(Protocol):
    """A message that carries its irregularities with it."""

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """How its writing strays."""


def number(value: float | None) -> str | None:
    """Write a number as Hub has them: with a dot, and without one for whole numbers."""
    if value is None or isinstance(value, int):
        return None if value is None else str(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def given(said: tuple[tuple[str, str | None], ...]) -> list[Arg]:
    """Make arguments of what is not None."""
    return [Arg(key, value) for key, value in said if value is not None]
