"""A transcript as USI sees it: what `universal/record.py` gathers, and what was said that nobody had asked for."""

from dataclasses import dataclass, field
from typing import TypeAlias

from conformance.api.suites import Reading, Step
from conformance.games.shogi import Game, Position, parse_position
from conformance.suites.universal import record
from conformance.suites.universal.messages import Info, ReadyOk
from conformance.suites.usi import states
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import BestMove, Message, UsiOk
from conformance.suites.usi.states import State

Heard: TypeAlias = record.Heard[Message, State]


@dataclass(slots=True)
class Go(record.Search[Heard, Game]):
    """One `go` and what came of it.

    `disturbed`: something was sent in it, or when the engine was idle before it, that could have ended it. `unasked` is the
    state in which its answer came where nobody had asked for one.
    """

    hit_at: float | None = None
    after_gameover: bool = False
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
    def bestmove(self) -> BestMove | None:
        """The first answer, if it is a well-formed bestmove."""
        message = self.answers[0].message if self.answers else None
        return message if isinstance(message, BestMove) else None


@dataclass(slots=True)
class Record(record.UniversalRecord[Heard, Go]):
    """Everything that the invariants look at.

    `unbidden` is what tells of a search although there was no `go`, `unready` each idle `isready` (its index) to which no
    `readyok` has come, although a later `go` was answered. `is_other_rule_set`: another rule for entering kings was
    chosen.
    """

    unbidden: list[Heard] = field(default_factory=list)
    unready: list[tuple[int, Heard]] = field(default_factory=list)
    is_other_rule_set: bool = False

    greeting_end = UsiOk

    @property
    def ponders(self) -> bool:
        """Whether the engine offers to ponder."""
        return any(option.name.lower() == "usi_ponder" for _, option in self.declarations())


#: What a GUI says between searches that starts, ends and answers none.
_HARMLESS = frozenset({"usi", "isready", "setoption", "register", "usinewgame", "position", "go", *states.GO_VERBS})
#: An answer so soon (s) after a `go` may be a second one to the search before.
_LATE = 0.05


def is_other_rule(name: str, value: str) -> bool:
    """Whether an option with this value makes an engine declare wins by another rule than that of 27 points."""
    return "enter" in name.lower() and "27" not in value


def is_of_a_search(message: Message) -> bool:
    """Whether a message is what only a search gives."""
    return message.verb in ("bestmove", "checkmate") or (isinstance(message, Info) and message.is_search_data)


def read(reading: Reading[State]) -> Record:
    """The invariants' view of a transcript."""
    return _Fold(reading, Record()).record()


class _Fold(record.UniversalFold[State, Record]):
    greeting = "usi"
    usual = ("shogi", "standard")

    def __init__(self, reading: Reading[State], gathered: Record) -> None:
        super().__init__(reading, gathered)
        self._is_disturbed = False
        self._is_set = True  # whether a `setoption` may still have a consequence: none once the engine is ready
        self._last_verb = ""
        self._asked: list[int] = []

    def parse(self, text: str) -> Message:
        return parse(text)

    def verb_of(self, text: str) -> str:
        return states.verb_of(text)

    def game(self, position: str) -> Game:
        return parse_position(position)

    def search(self, step: Step[State], words: tuple[str, ...]) -> Go:
        disturbed, self._is_disturbed = self._is_disturbed, False
        return Go(step.place, step.line.at, words, *self.played(), disturbed=disturbed)

    def option(self, name: str, value: str) -> None:
        super().option(name, value)
        self._record.is_other_rule_set = self._record.is_other_rule_set or is_other_rule(name, value)

    def note(self, step: Step[State], verb: str, search: Go | None) -> None:
        """Take note of what could end a search, or have a consequence later, by itself or by a slip of the engine."""
        self._is_disturbed = self._is_disturbed or verb not in _HARMLESS
        self._is_set = self._is_set or verb == "setoption"
        self._last_verb = verb
        if verb == "isready" and step.state in (State.USI, State.READY):
            self.forget_game()  # GUIs send it before a game, and engines in use set up the start then
            if not step.line.joined:
                self._asked.append(step.place)
        if search is None:
            return
        search.disturbed = search.disturbed or not search.answers
        if verb == "gameover" and step.state is not State.READY:
            search.after_gameover = True
        elif verb == "ponderhit" and search.hit_at is None:
            search.hit_at = step.line.at

    def understood(self, heard: Heard, search: Go | None) -> None:
        if isinstance(heard.message, ReadyOk):
            self._is_set = False
            (self._record.unready or self._asked)[:1] = []
        is_idle = search is None and not (self._is_disturbed or self._is_set or heard.index in self._record.warming)
        if is_idle and self._last_verb in ("isready", "position") and is_of_a_search(heard.message):
            self._record.unbidden.append(heard)

    def answered(self, search: Go, heard: Heard) -> None:
        is_first, is_late = not search.answers, heard.at - search.at < _LATE and len(self._record.searches) > 1
        if is_first and not (search.disturbed or is_late or self._record.ended):  # late: it may belong to the search before
            search.unasked = heard.state
        if is_first:
            self._record.unready += [(index, heard) for index in self._asked if index < search.index]
            self._asked = [index for index in self._asked if index > search.index]
        super().answered(search, heard)
