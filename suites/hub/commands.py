"""The commands of a Hub 2 GUI, as values: one frozen class for each, `str(command)` writes it. Times are in seconds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown, no_irregularities
from conformance.suites.hub.messages import Word, number
from conformance.suites.hub.syntax import Arg, join


class Hub(Word):
    """`hub`: asks the engine to introduce itself."""

    __slots__ = ()
    verb = "hub"


class Init(Word):
    """`init`: asks the engine to set up its data."""

    __slots__ = ()
    verb = "init"


class PonderHit(Word):
    """`ponder-hit`: the opponent has played the expected move."""

    __slots__ = ()
    verb = "ponder-hit"


class Stop(Word):
    """`stop`: asks for the answer of the running search."""

    __slots__ = ()
    verb = "stop"


class NewGame(Word):
    """`new-game`: what follows has nothing to do with what came before."""

    __slots__ = ()
    verb = "new-game"


class Ping(Word):
    """`ping`: asks for `pong`."""

    __slots__ = ()
    verb = "ping"


class Quit(Word):
    """`quit`: asks the engine to leave."""

    __slots__ = ()
    verb = "quit"


@dataclass(frozen=True, slots=True)
class SetParam:
    """`set-param`: sets an engine parameter."""

    name: str
    value: str
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return join("set-param", Arg("name", self.name), Arg("value", self.value), *self.extra)


@dataclass(frozen=True, slots=True)
class Pos:
    """`pos`: a position of 51 characters and the moves to play on it."""

    pos: str
    moves: tuple[str, ...] = ()
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        moves = (Arg("moves", " ".join(self.moves)),) if self.moves else ()
        return join("pos", Arg("pos", self.pos), *moves, *self.extra)


class Form(StrEnum):
    """The forms of `level` that the source lists; `MIXED` is none of them."""

    DEPTH = "depth"
    NODES = "nodes"
    MOVE_TIME = "move-time"
    CLOCK = "time"
    INFINITE = "infinite"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Level:
    """`level`: the limit of the next search. `move_time`, `time`, `inc` in seconds; `moves` are those left to the control."""

    depth: int | None = None
    nodes: int | None = None
    move_time: float | None = None
    moves: int | None = None
    time: float | None = None
    inc: float | None = None
    infinite: bool = False
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    @property
    def form(self) -> Form:
        """Which of the listed forms this is."""
        said = [key for key, _ in self._said()]
        if said == ["infinite"]:
            return Form.INFINITE
        if "time" in said and set(said) <= {"moves", "time", "inc"}:
            return Form.CLOCK
        return Form(said[0]) if said in (["depth"], ["nodes"], ["move-time"]) else Form.MIXED

    def _said(self) -> list[tuple[str, str | None]]:
        numbers = (
            ("depth", number(self.depth)),
            ("nodes", number(self.nodes)),
            ("move-time", number(self.move_time)),
            ("moves", number(self.moves)),
            ("time", number(self.time)),
            ("inc", number(self.inc)),
        )
        flags: list[tuple[str, str | None]] = [("infinite", None)] if self.infinite else []
        return flags + [(key, text) for key, text in numbers if text is not None]

    def __str__(self) -> str:
        return join("level", *(Arg(key, text) for key, text in self._said()), *self.extra)


class Mode(StrEnum):
    """The kind of search that the GUI wants."""

    THINK = "think"
    PONDER = "ponder"
    ANALYZE = "analyze"


@dataclass(frozen=True, slots=True)
class Go:
    """`go`: starts the search."""

    mode: Mode
    extra: tuple[Arg, ...] = ()
    irregularities: tuple[Irregularity, ...] = no_irregularities()

    def __str__(self) -> str:
        return join("go", Arg(self.mode.value), *self.extra)


FromGui: TypeAlias = Hub | SetParam | Init | Pos | Level | Go | PonderHit | Stop | NewGame | Ping | Quit
GuiMessage: TypeAlias = FromGui | Blank | Unknown | Malformed
