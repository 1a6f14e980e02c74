"""The messages of a UHP engine and its viewer, as values: one frozen class for each, `str(message)` writes it.

Nothing here parses, and nothing knows the rules of Hive: a move is a text of the right shape, whether legal or not. Faults
that leave a message usable travel with it as `Irregularity`, each with the id of the requirement that it breaks ("" where
no requirement of the catalogue speaks of it); a line that cannot be used is `Malformed`. `faults` reads both alike.
Irregularities say how a message was written and are no part of its value: two messages that say the same are equal.
"""

import math
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown

# Numbers have no upper bound in the source; longer ones are none here. Python's own `int` refuses more than 4300 digits, and a
# parser never raises.
_INTEGER = re.compile(r"[+-]?[0-9]{1,20}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?", re.ASCII)


Irregularities: TypeAlias = tuple[Irregularity, ...]


# ---- The strings that messages are made of


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
    def flags(self) -> tuple[str, ...]:
        """The capabilities that an engine needs for it, as `info` names them."""
        return tuple(flag for flag in FLAGS if flag[0] in self.value[len("Base+") :])


#: The capability flags of the source; the first letter of each stands for it in a GameTypeString.
FLAGS = ("Mosquito", "Ladybug", "Pillbug")


class GameState(StrEnum):
    """GameStateString: whether the game is in progress, and who won."""

    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"

    @property
    def is_over(self) -> bool:
        """Whether no further move may be played."""
        return self not in (GameState.NOT_STARTED, GameState.IN_PROGRESS)


class Colour(StrEnum):
    """The two sides; White moves first."""

    WHITE = "White"
    BLACK = "Black"


@dataclass(frozen=True, slots=True)
class Turn:
    """TurnString: the side to move and the number of its turn, which starts at 1."""

    colour: Colour
    number: int

    @property
    def plies(self) -> int:
        """How many moves, passes included, have been made when this is the turn."""
        return 2 * (self.number - 1) + (self.colour is Colour.BLACK)

    def __str__(self) -> str:
        return f"{self.colour}[{self.number}]"


class Direction(StrEnum):
    """Where a destination lies as seen from the piece R that is named; hexes stand on their points, seen from above."""

    EAST = "R-"
    NORTH_EAST = "R/"
    NORTH_WEST = "\\R"
    WEST = "-R"
    SOUTH_WEST = "/R"
    SOUTH_EAST = "R\\"
    ON_TOP = "R"


@dataclass(frozen=True, slots=True)
class Move:
    """MoveString: a piece and where it goes; no piece at all is a pass, no direction the bare piece of a first move.

    Several texts may describe one move: two `Move`s that differ may mean the same.
    """

    piece: str = ""
    reference: str = ""
    direction: Direction | None = None

    @property
    def is_pass(self) -> bool:
        """Whether no piece is moved."""
        return not self.piece

    @property
    def refers_to_itself(self) -> bool:
        """Whether the destination is given relative to the piece that moves."""
        return bool(self.piece) and self.piece == self.reference

    def __str__(self) -> str:
        if self.direction is None:
            return self.piece or "pass"
        return f"{self.piece} {self.direction.value.replace('R', self.reference)}"


# ---- What an engine says


@dataclass(frozen=True, slots=True)
class Ok:
    """`ok`: the end of every response."""

    def __str__(self) -> str:
        return "ok"


@dataclass(frozen=True, slots=True)
class Id:
    """`id`: the engine's name, "" when it gave none."""

    name: str
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"id {self.name}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capability line of `info`: flags in the order printed."""

    flags: tuple[str, ...]
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return ";".join(self.flags)


@dataclass(frozen=True, slots=True)
class GameString:
    """The state of a game: type, state, turn, and every move so far. Whether they fit together is not known here."""

    type: GameType
    state: GameState
    turn: Turn
    moves: tuple[Move, ...] = ()
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return ";".join((self.type.value, self.state.value, str(self.turn), *map(str, self.moves)))


@dataclass(frozen=True, slots=True)
class Moves:
    """The answer to `validmoves`: moves in the order printed."""

    moves: tuple[Move, ...]
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return ";".join(map(str, self.moves))


@dataclass(frozen=True, slots=True)
class BestMove:
    """One line of the answer to `bestmove`; `extra` holds what newer engines print after the move, as printed."""

    move: Move
    extra: tuple[str, ...] = ()
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return ";".join((str(self.move), *self.extra))


class OptionType(StrEnum):
    """The four types of option."""

    BOOL = "bool"
    INT = "int"
    DOUBLE = "double"
    ENUM = "enum"


class Shape(StrEnum):
    """How option lines are written, named after the fields of a number: the draft has five, newer engines add a default."""

    FIVE = "five fields"
    SIX = "six fields"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option: all texts as printed. `default` is None in the shape of five fields; numbers have bounds, enums values."""

    name: str
    type: OptionType
    value: str
    default: str | None = None
    minimum: str | None = None
    maximum: str | None = None
    values: tuple[str, ...] = ()
    irregularities: Irregularities = field(default=(), compare=False)

    @property
    def shape(self) -> Shape:
        """Which of the two shapes it is written in."""
        return Shape.FIVE if self.default is None else Shape.SIX

    def accepts(self, text: str) -> bool:
        """Whether `text` is of the option's type and in its range, which includes its bounds."""
        if self.type is OptionType.BOOL:
            return text in ("True", "False")
        if self.type is OptionType.ENUM:
            return text in self.values
        number, low, high = (read_number(self.type, each or "") for each in (text, self.minimum, self.maximum))
        return number is not None and (low is None or low <= number) and (high is None or number <= high)

    def __str__(self) -> str:
        said = (self.name, self.type.value, self.value, self.default, self.minimum, self.maximum, *self.values)
        return ";".join(part for part in said if part is not None)


def read_number(kind: OptionType, text: str) -> int | float | None:
    """Read a number as options of type int or double have it, None for anything else (no comma, no infinity)."""
    if kind is OptionType.INT:
        return int(text) if _INTEGER.fullmatch(text) else None
    value = float(text) if _DECIMAL.fullmatch(text) else math.nan
    return value if math.isfinite(value) else None


@dataclass(frozen=True, slots=True)
class Error:
    """`err` or `invalidmove`, which is the `prefix`, and what the engine has to say."""

    prefix: str
    text: str
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self.prefix} {self.text}".rstrip(" ")


Message: TypeAlias = Blank | Unknown | Malformed | Ok | Id | Capabilities | GameString | Moves | BestMove | OptionLine | Error


@dataclass(frozen=True, slots=True)
class Response:
    """All lines up to an `ok`, without it; `first` is the index of its first line among those that were grouped.

    `ended` is false where the lines ran out before an `ok`.
    """

    lines: tuple[str, ...]
    first: int = 0
    ended: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """A response as the answer to one command: a message for each line. `irregularities` are those of the whole."""

    verb: str
    messages: tuple[Message, ...]
    irregularities: Irregularities = field(default=(), compare=False)

    @property
    def error(self) -> Error | None:
        """The first line, if it reports an error: then the whole response does."""
        return self.messages[0] if self.messages and isinstance(self.messages[0], Error) else None

    @property
    def faults(self) -> Irregularities:
        """All that is wrong with the response and with each of its lines."""
        return (*self.irregularities, *(fault for message in self.messages for fault in faults(message)))


def faults(message: "Message | GuiMessage") -> Irregularities:
    """All faults of a message, whether it can be used or not."""
    if isinstance(message, Malformed):
        return (Irregularity(message.requirement, message.reason),)
    if isinstance(message, Blank | Unknown | Ok):
        return ()
    return message.irregularities


# ---- What a viewer says


@dataclass(frozen=True, slots=True)
class Bare:
    """A command that is one word: info, pass, validmoves, options, exit."""

    verb: str
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class NewGame:
    """`newgame`, perhaps of a type, or (in newer engines) from a whole game."""

    game: GameType | GameString | None = None
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return "newgame" if self.game is None else f"newgame {self.game}"


@dataclass(frozen=True, slots=True)
class Play:
    """`play`: one move, which may be a pass."""

    move: Move
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"play {self.move}"


@dataclass(frozen=True, slots=True)
class Search:
    """`bestmove`: limited either by `depth` in plies or by `time` in seconds; the other one is None."""

    depth: int | None = None
    time: int | None = None
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        if self.time is None:
            return f"bestmove depth {self.depth}"
        return f"bestmove time {self.time // 3600:02}:{self.time // 60 % 60:02}:{self.time % 60:02}"


@dataclass(frozen=True, slots=True)
class Undo:
    """`undo`: one move, or `count` of them."""

    count: int | None = None
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return "undo" if self.count is None else f"undo {self.count}"


@dataclass(frozen=True, slots=True)
class GetOption:
    """`options get`."""

    name: str
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"options get {self.name}"


@dataclass(frozen=True, slots=True)
class SetOption:
    """`options set`."""

    name: str
    value: str
    irregularities: Irregularities = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"options set {self.name} {self.value}"


Command: TypeAlias = Bare | NewGame | Play | Search | Undo | GetOption | SetOption
GuiMessage: TypeAlias = Blank | Unknown | Malformed | Command
