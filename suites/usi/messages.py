"""What a USI engine may say, as values: one frozen class for each message, `str(message)` renders it.

Nothing here parses, and nothing knows positions: a move is a word of the right shape, whether legal or not. Faults that
leave a message usable travel with it as `Irregularity`, each with the id of the one requirement that it breaks; a line
that cannot be used is `Malformed`, with such an id as well. `faults` reads both alike.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from conformance.words.messages import Blank, Irregularity, Malformed, Unknown

# Engine option values, times and counts are plain decimal numbers. The source sets no upper bound; Python's own `int`
# refuses more than 4300 digits, and a parser that never raises has to stop before that.
UNSIGNED = re.compile(r"[0-9]{1,4000}")
SIGNED = re.compile(r"[+-]?[0-9]{1,4000}")

# move = square square ["+"] | DROP "*" square, with the drop letter in upper case for both colours
MOVE = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")

#: Words that engines put where a move belongs in a pv or in `currmove`: no moves, but harmless in practice.
SPECIAL_WORDS = frozenset({"resign", "win", "rep_draw", "rep_inf", "rep_sup", "rep_win", "rep_lose"})


#: info keys with one unsigned number behind them
NUMBER_KEYS = frozenset({"depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull", "cpuload", "currmovenumber"})
#: info keys with moves behind them
MOVES_KEYS = frozenset({"pv", "refutation", "currline"})
#: all info keys of the source
INFO_KEYS = NUMBER_KEYS | MOVES_KEYS | {"score", "currmove", "string"}
#: keys that only a running search has something to say for
SEARCH_KEYS = INFO_KEYS - {"string", "hashfull", "cpuload"}


@dataclass(frozen=True, slots=True)
class IdName:
    """`id name`; `name` is "" when the engine gave none."""

    name: str

    def __str__(self) -> str:
        return f"id name {self.name}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class IdAuthor:
    """`id author`; `author` is "" when the engine gave none."""

    author: str

    def __str__(self) -> str:
        return f"id author {self.author}".rstrip(" ")


class OptionType(StrEnum):
    """The six kinds of option."""

    CHECK = "check"
    SPIN = "spin"
    COMBO = "combo"
    BUTTON = "button"
    STRING = "string"
    FILENAME = "filename"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """`option`: a setting that the engine offers.

    `name` has its words joined by one blank; a conforming name is one word. `default` is the text as printed, "" for a
    bare `default`, None where there is none. `minimum` and `maximum` are None where absent or no integer.
    """

    name: str
    type: OptionType
    default: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    vars: tuple[str, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def name_words(self) -> int:
        """How many words the name has: more than one breaks USI-OPT-02."""
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
class UsiOk:
    """`usiok`: the handshake is over."""

    def __str__(self) -> str:
        return "usiok"


@dataclass(frozen=True, slots=True)
class ReadyOk:
    """`readyok`: the answer to `isready`."""

    def __str__(self) -> str:
        return "readyok"


@dataclass(frozen=True, slots=True)
class BestMove:
    """`bestmove`: `move` is a move, `resign` or `win`."""

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

    moves: tuple[str, ...] = ()
    word: str = ""

    def __str__(self) -> str:
        return " ".join(("checkmate", self.word, *self.moves) if self.word else ("checkmate", *self.moves))


@dataclass(frozen=True, slots=True)
class CopyProtection:
    """`copyprotection` checking, ok or error."""

    status: str

    def __str__(self) -> str:
        return f"copyprotection {self.status}"


@dataclass(frozen=True, slots=True)
class Registration:
    """`registration` checking, ok or error."""

    status: str

    def __str__(self) -> str:
        return f"registration {self.status}"


@dataclass(frozen=True, slots=True)
class Score:
    """`score`: `unit` is cp (centipawns) or mate (plies), from the engine's side; `number` is the word as printed.

    A mate of unknown length is `+` or `-`, and then `value` is None. `bound` is lowerbound, upperbound or "".
    """

    unit: str
    number: str
    bound: str = ""

    @property
    def value(self) -> int | None:
        """Centipawns or plies."""
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


@dataclass(frozen=True, slots=True)
class Info:
    """`info`: what the search reports. `keys` are in the order printed; a key that stands twice holds its last value.

    depth, seldepth in plies; time in ms; nps nodes a second; hashfull, cpuload in permille. `pv` is None when absent and
    () when empty. `unknown` holds each unknown key with the words that follow it. `string` is the rest of the line.
    """

    keys: tuple[str, ...]
    depth: int | None = None
    seldepth: int | None = None
    time: int | None = None
    nodes: int | None = None
    nps: int | None = None
    multipv: int | None = None
    hashfull: int | None = None
    cpuload: int | None = None
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
        return not SEARCH_KEYS.isdisjoint(self.keys)

    def __str__(self) -> str:
        groups = iter(self.unknown)
        return " ".join(("info", *(self._render(key, groups) for key in self.keys)))

    def _render(self, key: str, groups: Iterator[tuple[str, ...]]) -> str:
        if key not in INFO_KEYS:
            return " ".join(next(groups))
        if key == "score":
            return str(self.score)
        value = getattr(self, key)
        if key == "currline" and self.currline_cpu is not None:
            value = (str(self.currline_cpu), *value)
        if isinstance(value, tuple):
            return " ".join((key, *value))
        return key if value == "" else f"{key} {value}"


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


#: Words of a line: the protocol knows blanks and tabs only, not what else Unicode calls a space.
WORD = re.compile(r"[^ \t]+")
_UNEVEN = re.compile(r"^[ \t]|[ \t]{2}|\t")


def spacing(text: str) -> tuple[Irregularity, ...]:
    """USI-OPT-13: words parted by single blanks and none in front of the line; blanks at its end do no harm."""
    if _UNEVEN.search(text.rstrip(" \t")):
        return (Irregularity("USI-OPT-13", "blanks are doubled, or lead the line"),)
    return ()


def faults(message: Message) -> tuple[Irregularity, ...]:
    """All that is wrong with a message, each fault with the one requirement that it breaks."""
    if isinstance(message, Malformed):
        return (Irregularity(message.requirement, message.reason),)
    if isinstance(message, OptionLine | BestMove | Info):
        return message.irregularities
    return ()
