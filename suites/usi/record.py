"""A transcript as USI sees it: handshakes, searches with their answers, and who was in which state when.

Pure. Judging stops at the first line that a GUI may not send (`Record.tainted_at`): what an engine does after that is
nobody's requirement.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.games.shogi import Game, Position, parse_position
from conformance.protocol.states import Fold, Reading, Step
from conformance.stream.departure import Departure, departure
from conformance.suites.universal.messages import UNSIGNED
from conformance.suites.usi import states
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import (
    BestMove,
    Checkmate,
    IdAuthor,
    IdName,
    Info,
    Message,
    OptionLine,
    ReadyOk,
    UsiOk,
)
from conformance.suites.usi.states import State
from conformance.words.messages import Malformed


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

    `disturbed`: something was sent in it, or when the engine was idle before it, that could have ended it. `unasked` is the
    state in which its answer came where nobody had asked for one. `is_left`: the engine was told to leave before it had answered.
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
    hit_at: float | None = None
    after_gameover: bool = False
    is_left: bool = False
    is_set_otherwise: bool = False
    settled: bool = False
    disturbed: bool = False
    unasked: State | None = None

    @property
    def is_discarded(self) -> bool:
        """Whether a GUI throws the answer away: what was pondered on was not played, the game is over, or the session."""
        is_hit = self.hit_at is not None and (self.stop_at is None or self.hit_at < self.stop_at)
        return self.is_left or self.after_gameover or ("ponder" in self.words and not is_hit)

    @property
    def is_mate(self) -> bool:
        """Whether this is `go mate`."""
        return "mate" in self.words

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

    def number(self, key: str) -> int | None:
        """A numeric limit of the command (ms, plies or nodes)."""
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
    """Everything that the invariants look at. `departure`: how the engine left that was told to.

    `unbidden` is what tells of a search although there was no `go`, `unready` each idle `isready` (its index) to which no
    `readyok` had come when a later `go` was answered.
    """

    heard: list[Heard] = field(default_factory=list)
    handshakes: list[list[Heard]] = field(default_factory=list)
    searches: list[Go] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    unbidden: list[Heard] = field(default_factory=list)
    unready: list[tuple[int, Heard]] = field(default_factory=list)
    set_true: set[str] = field(default_factory=set)
    settled: bool = False
    tainted_at: int | None = None
    departure: Departure | None = None
    end_at: float = 0.0
    ended: bool = False

    @property
    def is_greeted(self) -> bool:
        """Whether the first handshake is complete."""
        return bool(self.handshakes and self.handshakes[0] and isinstance(self.handshakes[0][-1].message, UsiOk))

    @property
    def ponders(self) -> bool:
        """Whether the engine offers to ponder."""
        return any(isinstance(h.message, OptionLine) and h.message.name.lower() == "usi_ponder" for h in self.options())

    def waited(self, go: Go) -> float:
        """Seconds that a living engine was given for the last `go`, pondering or not ended by it apart; else 0."""
        is_last = bool(self.searches) and self.searches[-1] is go
        return self.end_at - go.at if is_last and not self.ended and not {"ponder", "infinite"} & set(go.words) else 0.0

    @property
    def switched_on(self) -> set[str]:
        """The names, in lower case, of check options that are on by default or were set to true."""
        declared = (heard.message for heard in self.options())
        by_default = {o.name.lower() for o in declared if isinstance(o, OptionLine) and o.default == "true"}
        return by_default | self.set_true

    def options(self) -> list[Heard]:
        """The option lines of the first handshake, malformed ones included."""
        block = self.handshakes[0] if self.handshakes else []
        return [h for h in block if isinstance(h.message, OptionLine) or _is_malformed(h, "option")]

    def of(self, verb: str) -> Iterator[Heard]:
        """All messages of one verb, malformed ones included."""
        return (heard for heard in self.heard if verb_of(heard.message) == verb)


_VERBS = {
    BestMove: "bestmove",
    Checkmate: "checkmate",
    Info: "info",
    ReadyOk: "readyok",
    UsiOk: "usiok",
    OptionLine: "option",
    IdName: "id",
    IdAuthor: "id",
}


#: The option by which engines are told to play another game, whose rules nobody knows here, and the words for this one.
_VARIANT = "usi_variant"
_SHOGI = ("shogi", "standard")
#: What a GUI says between searches that starts, ends and answers none.
_HARMLESS = frozenset({"usi", "isready", "setoption", "register", "usinewgame", "position", "go", *states.GO_VERBS})
#: An answer so soon (s) behind a `go` may be a second one to the search before.
_LATE = 0.05


def tells_of_a_search(message: Message) -> bool:
    """Whether a message is what only a search gives."""
    return verb_of(message) in ("bestmove", "checkmate") or (isinstance(message, Info) and message.is_search_data)


def verb_of(message: Message) -> str:
    """The first word of a message, "" for what is none."""
    return message.verb if isinstance(message, Malformed) else _VERBS.get(type(message), "")


def _is_malformed(heard: Heard, verb: str) -> bool:
    return isinstance(heard.message, Malformed) and heard.message.verb == verb


def read(reading: Reading[State]) -> Record:
    """What the invariants look at in a transcript."""
    return _Fold(reading).record()


#: What an option is called that does not change how an engine plays.
_HARMLESS_OPTIONS = re.compile(r"name (usi_)?(hash|ponder)( |$)", re.IGNORECASE)


class _Fold(Fold[State]):
    def __init__(self, reading: Reading[State]) -> None:
        super().__init__(reading)
        self._record = Record(settled=reading.transcript.settled, end_at=reading.transcript.duration)
        self._game: Game | None = None  # before the first position line an engine may have any
        self._games: list[Game] = []
        self._open_handshakes: list[list[Heard]] = []  # a GUI need not wait for the end of the first
        self._is_disturbed = False
        self._is_shogi = True
        self._is_set = True  # whether a `setoption` may still have a consequence: none once the engine is ready
        self._last_verb = ""
        self._asked: list[int] = []
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
        self._leave()
        self._record.ended = True

    def _leave(self) -> None:
        if self._record.searches and not self._record.searches[-1].answers:
            self._record.searches[-1].is_left = True

    def sent(self, step: Step[State]) -> None:
        index, at, text = step.place, step.line.at, step.text
        verb = states.verb_of(text)
        words = text.split()
        search = self._record.searches[-1] if self._record.searches else None
        self._disturb(verb, search)
        if verb == "isready" and step.state in (State.USI, State.READY) and not step.line.joined:
            self._asked.append(index)
        if verb == "setoption" and not _HARMLESS_OPTIONS.search(text):
            self._is_set_otherwise = True
        if verb == "usi":
            self._record.handshakes.append([])
            self._open_handshakes.append(self._record.handshakes[-1])
        elif verb == "setoption" and [word.lower() for word in words[-3:-1]] == [_VARIANT, "value"]:
            self._is_shogi = words[-1].lower() in _SHOGI
        elif verb == "setoption" and words[-2:] == ["value", "true"]:
            self._record.set_true.add(" ".join(words[words.index("setoption") + 2 : -2]).lower())
        elif verb == "position":
            self._record.positions.append(index)
            self._position(words)
        elif verb.startswith("go"):
            self._go(index, at, words)
        elif verb == "gameover" and search is not None and step.state is not State.READY:
            search.after_gameover = True
        elif verb == "stop" and search is not None:
            search.stops += 1
            search.stop_at = at if search.stop_at is None else search.stop_at
        elif verb == "ponderhit" and search is not None and search.hit_at is None:
            search.hit_at = at
        elif verb == "quit":
            self._leave()

    def _disturb(self, verb: str, search: Go | None) -> None:
        """Take note of what could end a search, or have a consequence later, by itself or by a slip of the engine."""
        self._is_disturbed = self._is_disturbed or verb not in _HARMLESS
        self._is_set = self._is_set or verb == "setoption"
        if search is not None and not search.answers:
            search.disturbed = True
        self._last_verb = verb

    def _position(self, words: list[str]) -> None:
        if self._game is not None:
            self._games.append(self._game)
        try:
            game = parse_position(" ".join(words[words.index("position") + 1 :]))
        except ValueError:
            game = None
        self._game = game if self._is_shogi else None

    def _go(self, index: int, at: float, words: list[str]) -> None:
        if self._record.searches:
            self._record.searches[-1].settled = True
        rest = tuple(words[words.index("go") + 1 :])
        go = Go(index, at, rest, self._game, tuple(self._games[-3:]), disturbed=self._is_disturbed)
        go.is_set_otherwise = self._is_set_otherwise
        self._record.searches.append(go)
        self._is_disturbed = False

    def heard(self, step: Step[State]) -> None:
        message = parse(step.text)
        heard = Heard(step.place, step.line.at, message, step.text, step.state)
        self._record.heard.append(heard)
        verb = verb_of(message)
        if self._open_handshakes:
            self._open_handshakes[0].append(heard)
            if isinstance(message, UsiOk):
                self._open_handshakes.pop(0)
        if isinstance(message, ReadyOk):
            self._asked, self._is_set = self._asked[1:], False
        search = self._record.searches[-1] if self._record.searches else None
        is_idle = search is None and not (self._is_disturbed or self._is_set)
        if is_idle and self._last_verb in ("isready", "position") and tells_of_a_search(message):
            self._record.unbidden.append(heard)
        if search is not None:
            if verb in ("bestmove", "checkmate"):
                self._answered(search, heard)
            elif verb == "info" and not search.answers:
                search.infos.append(heard)

    def _answered(self, search: Go, heard: Heard) -> None:
        is_first, is_late = not search.answers, heard.at - search.at < _LATE and len(self._record.searches) > 1
        if is_first and not (search.disturbed or is_late or self._record.ended):  # late: it may belong to the search before
            search.unasked = heard.state
        if is_first:
            self._record.unready += [(index, heard) for index in self._asked if index < search.index]
            self._asked = [index for index in self._asked if index > search.index]
        search.answers.append(heard)
