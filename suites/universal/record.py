"""A transcript as both protocols see it: handshakes, searches with their answers, and who was in which state when.

Pure. Judging stops at the first line that a GUI may not send (`Reading.tainted_at`): what an engine does after that is
nobody's requirement. A protocol adds what only it asks about.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from conformance.api.messages import Malformed, Unknown
from conformance.api.suites import Fold, Reading, Step
from conformance.api.suites import Heard as AnyHeard
from conformance.suites.universal.messages import UNSIGNED, Info, OptionLine, ReadyOk


class Played(Protocol):
    """A position that was sent, and the moves played in it."""

    @property
    def position(self) -> Any:
        """The position that this leads to."""
        ...


M = TypeVar("M")
S = TypeVar("S", bound=Enum)
G = TypeVar("G", bound=Played)


@dataclass(frozen=True, slots=True)
class Heard(AnyHeard[M, S]):
    """A message of the engine. `is_usual`: it plays the game of the protocol, so that it is known how moves are written."""

    is_usual: bool = True


H = TypeVar("H", bound=Heard[Any, Any])


@dataclass(slots=True)
class Search(Generic[H, G]):
    """One `go` and what came of it. `game` is None where the position sent cannot be read.

    `nearly`: lines that are only nearly an answer. `hit_index`: the place of the first ponderhit in it.
    `is_left`: the engine was told to leave before it had answered. `is_set_otherwise`: an option was set before it that may
    have changed how the engine plays. `crossing`: what the engine still reported after its last answer, and may go on with in
    the first lines of this search. `has_odd_blanks`: more than one blank stands somewhere in it, or another.
    """

    index: int
    at: float
    words: tuple[str, ...]
    game: G | None
    earlier: tuple[G, ...]
    is_set_otherwise: bool = False
    infos: list[H] = field(default_factory=list)
    answers: list[H] = field(default_factory=list)
    nearly: list[H] = field(default_factory=list)
    stop_at: float | None = None
    stops: int = 0
    is_left: bool = False
    crossing: Info | None = None
    hit_index: int | None = None
    has_odd_blanks: bool = False

    @property
    def seconds(self) -> float:
        """How long it took until the first answer; 0 without one."""
        return self.answers[0].at - self.at if self.answers else 0.0

    @property
    def has_no_move(self) -> bool:
        """Whether the side to move has no legal move."""
        return self.game is not None and bool(self.game.position.is_terminal)

    @property
    def attempts(self) -> list[H]:
        """The answers, and the lines that are only nearly one: those before an answer are free text."""
        since = self.answers[0].index if self.answers else self.index
        return [*self.answers, *(heard for heard in self.nearly if heard.index > since)]

    @property
    def lines(self) -> list[tuple[H, Info]]:
        """The info lines that can be read and are of this search."""
        read = [(heard, heard.message) for heard in self.infos if isinstance(heard.message, Info)]
        if self.crossing is None:
            return read
        anew = _counted_anew([(None, self.crossing), *read])
        return read[anew - 1 :] if anew else []

    @property
    def stretches(self) -> list[list[tuple[H, Info]]]:
        """The info lines that can be read, before a ponderhit and since: an engine may count anew from there.

        Lines that it had written before it read the ponderhit may come after that, and belong to what was before.
        """
        lines, hit = self.lines, self.hit_index
        if hit is None:
            return [lines]
        since = [line for line in lines if line[0].index > hit]
        anew = _counted_anew(since)
        return [lines[: len(lines) - len(since) + anew], since[anew:]]

    def number(self, key: str) -> int | None:
        """A numeric limit of the command (ms, plies, nodes or moves)."""
        words = self.words
        if "searchmoves" in words:
            words = words[: words.index("searchmoves")]  # engines may take all that follows for moves
        if key in words:
            following = words[words.index(key) + 1 :]
            if following and UNSIGNED.fullmatch(following[0]):
                return int(following[0])
        return None


def _counted_anew(lines: Sequence[tuple[Any, Info]]) -> int:
    """The place of the first info line whose time or nodes are less than those of the ones before it; 0 where there is none."""
    last: dict[str, int] = {}
    for place, (_, info) in enumerate(lines):
        told = {key: value for key, value in (("time", info.time), ("nodes", info.nodes)) if value is not None}
        if any(value < last.get(key, value) for key, value in told.items()):
            return place
        last.update(told)
    return 0


GO = TypeVar("GO", bound=Search[Any, Any])
#: What a `go` gives for its search, in milliseconds, and the seconds after all that in which an answer may still come.
_GIVEN = ("wtime", "btime", "winc", "binc", "byoyomi", "movetime")
#: With these beside a clock an engine may search until they are reached: no source says which limit comes first.
_OTHER_LIMITS = frozenset({"depth", "nodes", "mate", "ponder", "infinite"})
_FOREVER = 25


@dataclass(slots=True)
class UniversalRecord(Generic[H, GO]):
    """The record that the invariants of both protocols look at.

    `positions` are the places of `position`, `warming` those of info lines from an idle engine that gets ready.
    `asked_ready` counts the `isready`, `unasked_ready` are the `readyok` beyond them, each with the number of those before it.
    """

    heard: list[H] = field(default_factory=list)
    handshakes: list[list[H]] = field(default_factory=list)
    searches: list[GO] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    asked_ready: int = 0
    unasked_ready: list[tuple[H, int]] = field(default_factory=list)
    warming: set[int] = field(default_factory=set)
    set_true: set[str] = field(default_factory=set)
    end_at: float = 0.0
    ended: bool = False
    #: The message that ends a handshake.
    greeting_end: ClassVar[type[Any]]

    @property
    def is_greeted(self) -> bool:
        """Whether the first handshake is complete."""
        return bool(self.handshakes and self.handshakes[0] and isinstance(self.handshakes[0][-1].message, self.greeting_end))

    @property
    def greeting(self) -> list[H]:
        """The first handshake, empty where it has no end."""
        return self.handshakes[0] if self.is_greeted else []

    @property
    def switched_on(self) -> set[str]:
        """The names, in lower case, of check options that are on by default or were set to true."""
        return {option.name.lower() for _, option in self.declarations() if option.default == "true"} | self.set_true

    def waited_in_vain(self, go: GO) -> float:
        """Seconds for which a living engine has not answered the last `go`, if that is far more than it was given; else 0."""
        given = [ms for key in _GIVEN if (ms := go.number(key)) is not None]
        is_open = self.searches[-1] is go and not (go.answers or go.is_left or self.ended)
        if not is_open or not given or _OTHER_LIMITS & set(go.words):
            return 0.0
        waited = self.end_at - go.at
        return waited if waited > sum(given) / 1000 + _FOREVER else 0.0

    def options(self) -> list[H]:
        """The option lines of the first handshake, malformed ones included."""
        block = self.handshakes[0] if self.handshakes else []
        return [heard for heard in block if heard.message.verb == "option"]

    def declarations(self) -> Iterator[tuple[H, OptionLine]]:
        """The option lines that can be read."""
        for heard in self.options():
            if isinstance(heard.message, OptionLine):
                yield heard, heard.message

    def of(self, verb: str) -> Iterator[H]:
        """All messages of one verb, malformed ones included."""
        return (heard for heard in self.heard if heard.message.verb == verb)

    @property
    def infos(self) -> list[tuple[H, Info]]:
        """All info lines that can be read."""
        return [(heard, heard.message) for heard in self.heard if isinstance(heard.message, Info)]

    @property
    def free_text(self) -> list[H]:
        """Lines that are no message."""
        return [heard for heard in self.heard if isinstance(heard.message, Unknown)]


R = TypeVar("R", bound=UniversalRecord[Any, Any])
#: What an option is called that does not change how an engine plays.
_HARMLESS_OPTIONS = re.compile(r"name (usi_)?(hash|ponder)( |$)", re.IGNORECASE)
#: The options by which engines are told to play another game, whose rules nobody knows here: one engine may speak both protocols.
VARIANTS = ("uci_variant", "usi_variant")


class UniversalFold(Fold[S], Generic[S, R]):
    """Fills a record. A protocol says how lines are read, and what else it takes note of."""

    #: The verb that begins a handshake.
    greeting: ClassVar[str]
    #: The words for the game of the protocol.
    usual: ClassVar[tuple[str, ...]]

    def __init__(self, reading: Reading[S], record: R) -> None:
        super().__init__(reading)
        self._record = record
        self._game: Any = None  # before the first position line an engine may have any
        self._games: list[Any] = []
        self._is_searching = False  # until it is told to end the search
        self._unready: list[bool] = []  # for each `isready` without its `readyok`: whether no search went on
        self._open_handshakes: list[list[Any]] = []  # a GUI need not wait for the end of the first
        self._is_usual = True
        self._is_set_otherwise = False
        self._goes_on: Info | None = None

    @abstractmethod
    def parse(self, text: str) -> Any:
        """A line of the engine as a message."""

    @abstractmethod
    def verb_of(self, text: str) -> str:
        """The verb of a line to the engine."""

    @abstractmethod
    def game(self, position: str) -> Any:
        """The game after `position`; raises ValueError."""

    @abstractmethod
    def search(self, step: Step[S], words: tuple[str, ...]) -> Any:
        """A `go` with its words: a new search."""

    def note(self, step: Step[S], verb: str, search: Any) -> None:
        """Take note of what only this protocol asks about, when a line is sent; `search` is the last one, None before any."""

    def option(self, name: str, value: str) -> None:
        """Take note of an option that is set to a value; the name is in lower case."""
        if name in VARIANTS:
            self._is_usual = value.lower() in self.usual

    def default(self, name: str, value: str) -> None:
        """Take note of the value that an option has before it is set."""
        self.option(name, value)

    def answered(self, search: Any, heard: Any) -> None:
        """Take note of an answer."""
        search.answers.append(heard)

    def leave(self) -> None:
        """Take note that the engine was told to leave, or has left."""
        if self._last is not None and not self._last.answers:
            self._last.is_left = True

    def record(self) -> R:
        """The record, filled."""
        self.walk()
        self._record.end_at = self.end_at
        return self._record

    @property
    def _last(self) -> Any:
        """The last search."""
        return self._record.searches[-1] if self._record.searches else None

    def is_clear(self, step: Step[S]) -> bool:
        """A line with CR LF may have been understood or not: a dialogue of its own judges that. Some GUIs write all lines so."""
        return super().is_clear(step) and (step.line.end != "\r\n" or self.reading.is_of_others)

    def happened(self, _step: Step[S]) -> None:
        """The process has ended."""
        self.leave()
        self._record.ended = True

    def sent(self, step: Step[S]) -> None:
        """Take note of a line to the engine."""
        verb, words, search = self.verb_of(step.text), step.text.split(), self._last
        self._is_searching = verb.startswith("go") or (self._is_searching and verb not in ("stop", "gameover"))
        self.note(step, verb, search)
        if verb == self.greeting:
            self._record.handshakes.append([])
            self._open_handshakes.append(self._record.handshakes[-1])
        elif verb == "isready":
            self._record.asked_ready += 1
            self._unready.append(not self._is_searching)
        elif verb == "setoption":
            self._set_option(step.text, words)
        elif verb == f"{self.greeting}newgame":
            self.forget_game()
        elif verb == "position":
            self._record.positions.append(step.place)
            self._position(words)
        elif verb.startswith("go"):
            self._record.searches.append(self.search(step, tuple(words[words.index("go") + 1 :])))
            self._last.crossing, self._goes_on = self._goes_on, None
            self._last.has_odd_blanks = step.text != " ".join(words)
        elif verb == "stop" and search is not None:
            search.stops += 1
            search.stop_at = step.line.at if search.stop_at is None else search.stop_at
        elif verb == "ponderhit" and search is not None and search.hit_index is None:
            search.hit_index = step.place
        elif verb == "quit":
            self.leave()

    def _set_option(self, text: str, words: list[str]) -> None:
        self._is_set_otherwise = self._is_set_otherwise or not _HARMLESS_OPTIONS.search(text)
        if "value" not in words:
            return
        split = words.index("value")
        name, value = " ".join(words[words.index("setoption") + 2 : split]).lower(), " ".join(words[split + 1 :])
        if value.lower() == "true":
            self._record.set_true.add(name)
        self.option(name, value)

    def forget_game(self) -> None:
        """Until the next position an engine may have any."""
        if self._game is not None:
            self._games.append(self._game)
        self._game = None

    def _position(self, words: list[str]) -> None:
        self.forget_game()
        try:
            game = self.game(" ".join(words[words.index("position") + 1 :]))
        except ValueError:
            game = None
        self._game = game if self._is_usual else None

    def played(self) -> tuple[Any, tuple[Any, ...], bool]:
        """The state of a new search: the game, those before it, and whether options were set that may change how it plays."""
        return self._game, tuple(self._games[-3:]), self._is_set_otherwise

    def heard(self, step: Step[S]) -> None:
        """Take note of a line of the engine."""
        heard: Any = Heard.of(step, self.parse(step.text), is_usual=self._is_usual)
        self._record.heard.append(heard)
        if isinstance(heard.message, OptionLine) and heard.message.default and not self._record.is_greeted:
            self.default(heard.message.name.lower(), heard.message.default)
        if self._open_handshakes:
            self._open_handshakes[0].append(heard)
            if isinstance(heard.message, self._record.greeting_end):
                self._open_handshakes.pop(0)
        if isinstance(heard.message, ReadyOk):
            if self._record.handshakes and not self._unready:
                self._record.unasked_ready.append((heard, self._record.asked_ready))
            self._unready = self._unready[1:]
        elif heard.message.verb == "info" and self._unready and self._unready[0]:
            self._record.warming.add(heard.index)
        self.understood(heard, self._last)
        if self._last is not None:
            if heard.message.verb in ("bestmove", "checkmate"):
                self._is_searching = False
                self.answered(self._last, heard)
            elif heard.message.verb == "info" and not self._last.answers and heard.index not in self._record.warming:
                self._last.infos.append(heard)
            elif isinstance(heard.message, Info) and self._last.answers and None not in (heard.message.time, heard.message.nodes):
                self._goes_on = heard.message
            elif not heard.message.verb and isinstance(heard.message, Malformed):
                self._last.nearly.append(heard)

    def understood(self, heard: Any, search: Any) -> None:
        """Take note of what only this protocol asks about, when a line has come; `search` is the last one, None before any."""
