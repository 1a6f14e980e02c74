"""The messages of an engine of either protocol, as values: one frozen class for each, `str(message)` renders it.

Nothing here parses, and nothing knows positions: a move is a word of the right shape, whether legal or not. Faults that
leave a message usable travel with it as `Irregularity`, each with the id of the one requirement that it breaks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from conformance.api.messages import Irregularity

# Option values, times and counts are plain decimal numbers. The sources set no upper bound. No GUI reads more than 64 bits,
# and beyond a float no two numbers can be compared by their quotient.
UNSIGNED = re.compile(r"[0-9]{1,20}")
SIGNED = re.compile(r"[+-]?[0-9]{1,20}")
#: Words of a line: the protocols know blanks and tabs only, not what else Unicode calls a space.
WORD = re.compile(r"[^ \t]+")


#: White space at which some readers split a line into other words; the sources allow it.
UNEVEN = Irregularity("", "blanks are doubled, or lead the line")


@dataclass(frozen=True, slots=True)
class IdName:
    """`id name`; `name` is "" when the engine gave none."""

    verb: ClassVar[str] = "id"
    name: str

    def __str__(self) -> str:
        return f"id name {self.name}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class IdAuthor:
    """`id author`; `author` is "" when the engine gave none."""

    verb: ClassVar[str] = "id"
    author: str

    def __str__(self) -> str:
        return f"id author {self.author}".rstrip(" ")


class OptionType(StrEnum):
    """The kinds of option; `filename` is USI's alone."""

    CHECK = "check"
    SPIN = "spin"
    COMBO = "combo"
    BUTTON = "button"
    STRING = "string"
    FILENAME = "filename"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """`option`: a setting that the engine offers.

    `name` has its words joined by one blank. `default` is the text as printed, "" for a bare `default`, None where there is
    none. `minimum` and `maximum` are None where absent or no integer.
    """

    verb: ClassVar[str] = "option"
    name: str
    type: OptionType
    default: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    vars: tuple[str, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def name_words(self) -> int:
        """How many words the name has."""
        return self.name.count(" ") + 1

    def __str__(self) -> str:
        words = ["option name", self.name, "type", self.type.value]
        for key, value in (("default", self.default), ("min", self.minimum), ("max", self.maximum)):
            if value is not None:
                words += [key, str(value)]
        for value in self.vars:
            words += ["var", value]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class ReadyOk:
    """`readyok`: the answer to `isready`."""

    verb: ClassVar[str] = "readyok"

    def __str__(self) -> str:
        return "readyok"


@dataclass(frozen=True, slots=True)
class CopyProtection:
    """`copyprotection` checking, ok or error."""

    verb: ClassVar[str] = "copyprotection"
    status: str

    def __str__(self) -> str:
        return f"copyprotection {self.status}"


@dataclass(frozen=True, slots=True)
class Registration:
    """`registration` checking, ok or error."""

    verb: ClassVar[str] = "registration"
    status: str

    def __str__(self) -> str:
        return f"registration {self.status}"


@dataclass(frozen=True, slots=True)
class Score:
    """`score`: `unit` is cp (centipawns) or mate (plies in USI, moves in UCI), from the engine's side; `number` as printed.

    A mate of unknown length, which USI has, is `+` or `-`, and then `value` is None. `bound` is lowerbound, upperbound or "".
    """

    unit: str
    number: str
    bound: str = ""

    @property
    def value(self) -> int | None:
        """Centipawns, plies or moves."""
        return None if self.number in ("+", "-") else int(self.number)

    @property
    def sign(self) -> int:
        """1 when it favours the engine, -1 when not, 0 for a plain zero. A signed zero of a mate keeps its sign."""
        if self.unit == "mate" and self.number[0] in "+-":
            return -1 if self.number[0] == "-" else 1
        value = self.value or 0
        return (value > 0) - (value < 0)

    def __str__(self) -> str:
        return f"score {self.unit} {self.number} {self.bound}".rstrip(" ")


#: Keys of `info` with moves after them.
MOVES_KEYS = frozenset({"pv", "refutation", "currline"})
#: Keys of `info` that say nothing of a search when they stand alone.
_IDLE_KEYS = frozenset({"string", "hashfull", "cpuload"})


@dataclass(frozen=True, slots=True)
class Info:
    """`info`: what the search reports. `keys` are in the order printed; a key that stands twice holds its last value.

    depth, seldepth in plies; time in ms; nps nodes a second; hashfull, cpuload in permille. `pv` is None when absent and
    () when empty. `unknown` holds each unknown key with the words that follow it. `string` is the rest of the line.
    """

    verb: ClassVar[str] = "info"
    keys: tuple[str, ...]
    depth: int | None = None
    seldepth: int | None = None
    time: int | None = None
    nodes: int | None = None
    nps: int | None = None
    multipv: int | None = None
    hashfull: int | None = None
    cpuload: int | None = None
    tbhits: int | None = None
    sbhits: int | None = None
    currmovenumber: int | None = None
    currmove: str | None = None
    score: Score | None = None
    pv: tuple[str, ...] | None = None
    refutation: tuple[str, ...] | None = None
    currline: tuple[str, ...] | None = None
    currline_cpu: int | None = None
    string: str | None = None
    unknown: tuple[tuple[str, ...], ...] = ()
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def is_search_data(self) -> bool:
        """Whether the line tells of a search; `string`, `hashfull`, `cpuload` and unknown keys alone do not."""
        strange = {group[0] for group in self.unknown}
        return not (set(self.keys) - strange) <= _IDLE_KEYS

    def __str__(self) -> str:
        groups = iter(self.unknown)
        strange = {group[0] for group in self.unknown}
        return " ".join(("info", *(self._render(key, groups, strange) for key in self.keys)))

    def _render(self, key: str, groups: Iterator[tuple[str, ...]], strange: set[str]) -> str:
        if key in strange:
            return " ".join(next(groups))
        if key == "score":
            return str(self.score)
        value = getattr(self, key)
        if key == "currline" and self.currline_cpu is not None:
            value = (str(self.currline_cpu), *value)
        if isinstance(value, tuple):
            return " ".join((key, *value))
        return key if value == "" else f"{key} {value}"
