"""A transcript as UCI sees it: handshakes, searches with their answers, and who was in which state when.

Pure. Judging stops at the first line that a GUI may not send (`Record.tainted_at`): what an engine does after that is
nobody's requirement.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.games.chess import Game, Position, parse_position
from conformance.protocol.states import Fold, Reading, Step
from conformance.stream.departure import Departure, departure
from conformance.suites.uci import states
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.messages import BestMove, Message, UciOk
from conformance.suites.uci.states import State
from conformance.suites.universal.messages import (
    UNSIGNED,
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    ReadyOk,
    Registration,
)
from conformance.words.messages import Malformed, Unknown


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the engine, and the line as it came.

    `index` in the transcript, `at` in seconds, `state` of the session when it came.
    """

    index: int
    at: float
    message: Message
    text: str
    state: State


@dataclass(slots=True)
class Go:
    """One `go` and what came of it. `game` is None where the position sent cannot be read.

    `undisturbed`: from the answer before it to its own nothing was sent but preparations, the `go` by itself, and `stop`.
    `is_hit`: what it pondered on was played. `is_left`: the engine was told to leave before it had answered.
    `is_set_otherwise`: an option was set before it that may have changed how the engine plays.
    """

    index: int
    at: float
    words: tuple[str, ...]
    game: Game | None
    earlier: tuple[Game, ...]
    infos: list[Heard] = field(default_factory=list)
    answers: list[Heard] = field(default_factory=list)
    stop_at: float | None = None
    stops: int = 0
    is_hit: bool = False
    is_left: bool = False
    is_set_otherwise: bool = False
    undisturbed: bool = True

    @property
    def is_discarded(self) -> bool:
        """Whether a GUI throws the answer away: what was pondered on was not played, or it has told the engine to leave."""
        return self.is_left or ("ponder" in self.words and not self.is_hit)

    @property
    def position(self) -> Position | None:
        """The position that is searched, None where it cannot be read."""
        return None if self.game is None else self.game.position

    @property
    def seconds(self) -> float:
        """How long it took until the first answer; 0 without one."""
        return self.answers[0].at - self.at if self.answers else 0.0

    @property
    def bestmove(self) -> BestMove | None:
        """The first answer, if it is a well-formed bestmove."""
        message = self.answers[0].message if self.answers else None
        return message if isinstance(message, BestMove) else None

    @property
    def has_no_move(self) -> bool:
        """Whether the side to move is mated or stalemated."""
        return self.position is not None and self.position.is_terminal

    @property
    def lines(self) -> list[tuple[Heard, Info]]:
        """The info lines that can be read."""
        return [(heard, heard.message) for heard in self.infos if isinstance(heard.message, Info)]

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


@dataclass(slots=True)
class Record:
    """Everything that the invariants look at.

    `positions` are the places of `position`, `departure` how the engine left that was told to.
    """

    heard: list[Heard] = field(default_factory=list)
    handshakes: list[list[Heard]] = field(default_factory=list)
    searches: list[Go] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    set_true: set[str] = field(default_factory=set)
    tainted_at: int | None = None
    departure: Departure | None = None
    end_at: float = 0.0
    ended: bool = False

    @property
    def is_greeted(self) -> bool:
        """Whether the first handshake is complete."""
        return bool(self.handshakes and self.handshakes[0] and isinstance(self.handshakes[0][-1].message, UciOk))

    @property
    def greeting(self) -> list[Heard]:
        """The first handshake, empty where it has no end."""
        return self.handshakes[0] if self.is_greeted else []

    @property
    def switched_on(self) -> set[str]:
        """The names, in lower case, of check options that are on by default or were set to true."""
        declared = (heard.message for heard in self.options())
        by_default = {o.name.lower() for o in declared if isinstance(o, OptionLine) and o.default == "true"}
        return by_default | self.set_true

    def waited(self, go: Go) -> float:
        """Seconds that a living engine was given for the last `go`, pondering or not ended by it apart; else 0."""
        is_last = bool(self.searches) and self.searches[-1] is go
        return self.end_at - go.at if is_last and not self.ended and not {"ponder", "infinite"} & set(go.words) else 0.0

    def options(self) -> list[Heard]:
        """The option lines of the first handshake, malformed ones included."""
        block = self.handshakes[0] if self.handshakes else []
        return [heard for heard in block if verb_of(heard.message) == "option"]

    def declarations(self) -> Iterator[tuple[Heard, OptionLine]]:
        """The option lines that can be read."""
        for heard in self.options():
            if isinstance(heard.message, OptionLine):
                yield heard, heard.message

    def of(self, verb: str) -> Iterator[Heard]:
        """All messages of one verb, malformed ones included."""
        return (heard for heard in self.heard if verb_of(heard.message) == verb)

    @property
    def infos(self) -> list[tuple[Heard, Info]]:
        """All info lines that can be read."""
        return [(heard, heard.message) for heard in self.heard if isinstance(heard.message, Info)]

    @property
    def free_text(self) -> list[Heard]:
        """Lines that are no message."""
        return [heard for heard in self.heard if isinstance(heard.message, Unknown)]


_VERBS = {
    BestMove: "bestmove",
    Info: "info",
    ReadyOk: "readyok",
    UciOk: "uciok",
    OptionLine: "option",
    IdName: "id",
    IdAuthor: "id",
    CopyProtection: "copyprotection",
    Registration: "registration",
}
_CHESS960 = "uci_chess960"
#: The option by which engines are told to play another game, whose rules nobody knows here, and the words for this one.
_VARIANT = "uci_variant"
_CHESS = ("chess", "standard", "normal", "chess960", "fischerandom")
#: What may stand before a search and cannot end it.
_HARMLESS = ("uci", "isready", "ucinewgame", "setoption", "debug", "register", "position")


def verb_of(message: Message) -> str:
    """The first word of a message, "" for what is none."""
    return message.verb if isinstance(message, Malformed) else _VERBS.get(type(message), "")


def read(reading: Reading[State]) -> Record:
    """What the invariants look at in a transcript."""
    return _Fold(reading).record()


#: What an option is called that does not change how an engine plays.
_HARMLESS_OPTIONS = re.compile(r"name (usi_)?(hash|ponder)( |$)", re.IGNORECASE)


class _Fold(Fold[State]):
    def __init__(self, reading: Reading[State]) -> None:
        super().__init__(reading)
        self._record = Record(end_at=reading.transcript.duration)
        self._game: Game | None = None  # before the first position line an engine may have any
        self._games: list[Game] = []
        self._open_handshakes: list[list[Heard]] = []  # a GUI need not wait for the end of the first
        self._chess960 = False
        self._is_chess = True
        self._undisturbed = True
        self._is_set_otherwise = False

    def record(self) -> Record:
        self.walk()
        self._record.tainted_at = self.tainted_at
        self._record.departure = departure(self.reading.transcript, "quit", self.tainted_at)
        return self._record

    def is_clear(self, step: Step[State]) -> bool:
        """A line with CR LF may have been understood or not: a dialogue of its own judges that. Some GUIs write all lines so."""
        return super().is_clear(step) and (step.line.end != "\r\n" or self.reading.is_of_others)

    def happened(self, _step: Step[State]) -> None:
        if self._record.searches and not self._record.searches[-1].answers:
            self._record.searches[-1].undisturbed = False  # an engine that leaves may answer before
            self._record.searches[-1].is_left = True
        self._record.ended = True

    def sent(self, step: Step[State]) -> None:
        index, at, text = step.place, step.line.at, step.text
        verb = states.verb_of(text)
        words = text.split()
        search = self._record.searches[-1] if self._record.searches else None
        if search is not None and not search.answers:
            search.undisturbed = search.undisturbed and verb == "stop"
        elif not verb.startswith("go") and verb not in _HARMLESS:
            self._undisturbed = False
        if verb == "setoption" and not _HARMLESS_OPTIONS.search(text):
            self._is_set_otherwise = True
        if verb == "uci":
            self._record.handshakes.append([])
            self._open_handshakes.append(self._record.handshakes[-1])
        elif verb == "setoption" and "value" in words:
            self._option(words)
        elif verb == "position":
            self._record.positions.append(index)
            self._position(words)
        elif verb.startswith("go"):
            rest = tuple(words[words.index("go") + 1 :])
            go = Go(index, at, rest, self._game, tuple(self._games[-3:]), undisturbed=self._undisturbed and not step.line.joined)
            go.is_set_otherwise = self._is_set_otherwise
            self._record.searches.append(go)
            self._undisturbed = True
        elif verb == "stop" and search is not None:
            search.stops += 1
            search.stop_at = at if search.stop_at is None else search.stop_at
        elif search is not None and not search.answers:
            search.is_hit = search.is_hit or (verb == "ponderhit" and search.stop_at is None)
            search.is_left = search.is_left or verb == "quit"

    def _option(self, words: list[str]) -> None:
        split = words.index("value")
        name, value = " ".join(words[words.index("setoption") + 2 : split]).lower(), " ".join(words[split + 1 :])
        if value == "true":
            self._record.set_true.add(name)
        if name == _CHESS960:
            self._chess960 = value == "true"
        elif name == _VARIANT:
            self._is_chess = value.lower() in _CHESS

    def _position(self, words: list[str]) -> None:
        if self._game is not None:
            self._games.append(self._game)
        try:
            game = parse_position(" ".join(words[words.index("position") + 1 :]), chess960=self._chess960)
        except ValueError:
            game = None
        self._game = game if self._is_chess else None

    def heard(self, step: Step[State]) -> None:
        message = parse(step.text)
        heard = Heard(step.place, step.line.at, message, step.text, step.state)
        self._record.heard.append(heard)
        verb = verb_of(message)
        if self._open_handshakes:
            self._open_handshakes[0].append(heard)
            if isinstance(message, UciOk):
                self._open_handshakes.pop(0)
        search = self._record.searches[-1] if self._record.searches else None
        if search is not None:
            if verb == "bestmove":
                search.answers.append(heard)
            elif verb == "info" and not search.answers:
                search.infos.append(heard)
