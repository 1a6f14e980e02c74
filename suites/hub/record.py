"""A transcript as Hub sees it: introductions, searches with their answers, and what was allowed when.

Pure. Judging stops at the first line that a GUI may not send (`Reading.tainted_at`): what an engine does after that is
nobody's requirement. It knows the rules of draughts only as far as to play the moves of a `pos`.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from conformance.api.messages import Blank, Malformed, Unknown
from conformance.api.suites import Fold, Reading, Step
from conformance.api.suites import Heard as AnyHeard
from conformance.games.draughts import Game, Position, Variant, parse_game
from conformance.suites.hub.commands import Go, GuiMessage, Level, Pos, SetParam
from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.legality import rules_of
from conformance.suites.hub.messages import Done, Info, Message, Param
from conformance.suites.hub.states import Session, State, event

_GLUED_PONG = re.compile(r'(?<=[^\s"=])pong|pong(?=[^\s"=])')
#: A `pong` that has not come by then (s, times the time scale) is lost, and not only late: a thread of its own may answer `ping`.
_LOST = 3.0
#: So many earlier positions are kept for each search: one of them may have been searched in its place.
_REMEMBERED = 12
#: The value of a parameter that was set to one which it does not have: nobody knows what it is now.
_ANY = ""


@dataclass(frozen=True, slots=True)
class Heard(AnyHeard[Message, State]):
    """A message of the engine, with the state of the session before it.

    `allowed` says whether an engine may say it there; `after` is the GUI's last command, `since` how many seconds earlier the GUI
    or an answer of the engine (`wait`, `ready`, `pong`, `done`) was heard last, `pongs` how many answers to `ping` are due.
    """

    allowed: bool = True
    after: str = ""
    since: float = 0.0
    pongs: int = 0

    @property
    def verb(self) -> str:
        """Its command, "" for what is no message; a malformed line counts as what it meant."""
        return event(self.message)

    @property
    def meant(self) -> str:
        """Its command, or the one that it is nearly."""
        return self.verb or (self.message.subject if isinstance(self.message, Malformed) else "")

    @property
    def is_torn(self) -> bool:
        """Whether a `pong` that was due stands in the middle of another word: two threads have written at once."""
        return self.pongs > 0 and bool(_GLUED_PONG.search(self.text))


@dataclass(slots=True)
class Search:
    """One `go` and what came of it. `game` is None where the position cannot be read, or the rules are not known.

    `earlier` are the games that were sent before, `later` those that were sent before its answer came. `may_wait`: the engine
    may still have been busy with a `new-game` when it came.
    """

    index: int
    at: float
    mode: str
    level: Level | None
    game: Game | None
    earlier: tuple[Game, ...]
    later: list[Game] = field(default_factory=list)
    infos: list[Heard] = field(default_factory=list)
    answers: list[Heard] = field(default_factory=list)
    stop_at: float | None = None
    hit_at: float | None = None
    may_wait: bool = False

    @property
    def root(self) -> Position | None:
        """The position that is searched."""
        return None if self.game is None else self.game.final

    @property
    def done(self) -> Done | None:
        """The first answer, if it can be read."""
        message = self.answers[0].message if self.answers else None
        return message if isinstance(message, Done) else None

    @property
    def seconds(self) -> float:
        """How long it took until the first answer; 0 without one."""
        return self.answers[0].at - self.at if self.answers else 0.0

    @property
    def ended_by_itself(self) -> bool:
        """Whether its answer came without a `stop`."""
        return bool(self.answers) and (self.stop_at is None or self.answers[0].at < self.stop_at)


@dataclass(slots=True)
class Record:
    """Everything that the invariants look at.

    `introductions` holds what came between each `hub` and its `wait`, `on_stderr` index and text of the lines there, `unanswered`
    each `ping` to an idle engine (its index) whose `pong` had not come when a later search was answered, with that answer, and by
    how many seconds it is late by then.
    """

    heard: list[Heard] = field(default_factory=list)
    on_stderr: list[tuple[int, str]] = field(default_factory=list)
    introductions: list[list[Heard]] = field(default_factory=list)
    searches: list[Search] = field(default_factory=list)
    unanswered: list[tuple[int, Heard, float]] = field(default_factory=list)

    @property
    def introduction(self) -> list[Heard]:
        """The first introduction as far as it has a `wait` at its end, else nothing."""
        first = self.introductions[0] if self.introductions else []
        return first if first and first[-1].verb == "wait" else []

    @property
    def introduced(self) -> list[Heard]:
        """The lines from the first `id` on, or nearly an `id`: before it may be a banner, printed before `hub` was read."""
        begins = (place for place, heard in enumerate(self.heard) if heard.meant in ("id", "param", "wait"))
        return self.heard[next(begins, len(self.heard)) :]

    @property
    def parameters(self) -> list[tuple[Heard, Param]]:
        """The parameters of the first introduction."""
        return [(heard, heard.message) for heard in self.introduction if isinstance(heard.message, Param)]


def read(reading: Reading[Session]) -> Record:
    """The invariants' view of a transcript."""
    return _Fold(reading).record()


@lru_cache(maxsize=1 << 12)
def game_of(position: str, moves: tuple[str, ...], variant: Variant) -> Game | None:
    """The game of a `pos` command, None where it is not one."""
    try:
        return parse_game(Position.from_hub(position, variant), moves)
    except ValueError:
        return None


class _Fold(Fold[Session]):
    def __init__(self, reading: Reading[Session]) -> None:
        super().__init__(reading)
        self._record = Record()
        self._chosen: dict[str, str] = {}
        self._game: Game | None = None
        self._games: list[Game] = []
        self._level: Level | None = None
        self._last_at = 0.0
        self._last_command = ""
        self._introducing = False
        self._pinged: list[tuple[int, float]] = []
        self._in_new_game = False

    def record(self) -> Record:
        self.walk()
        return self._record

    def complained(self, step: Step[Session]) -> None:
        self._record.on_stderr.append((step.place, step.text))

    def piece(self, step: Step[Session]) -> None:
        self._last_at = step.line.at

    def sent(self, step: Step[Session]) -> None:
        self._last_at = step.line.at
        message = parse_gui(step.text)
        if isinstance(message, Blank | Unknown):
            if self._last_command == "hub" and isinstance(message, Unknown):
                self._last_command = ""  # what comes now answers the unknown line
            return
        command = event(message)
        if isinstance(message, Go):
            self._go(step.place, step.line.at, message)
        else:
            self._note(message, command, step)
        self._last_command = command

    def _note(self, message: GuiMessage, command: str, step: Step[Session]) -> None:
        search = self._record.searches[-1] if self._record.searches else None
        at, is_searching = step.line.at, step.state.searching
        is_starting = step.state.state in (State.WAITING, State.INITIALISING)  # no more than a SHOULD: HUB-INI-13
        if command == "hub":
            self._record.introductions.append([])
            self._introducing = True
        elif command == "new-game":
            self._in_new_game = True
        elif isinstance(message, SetParam):
            self._set(message)
        elif isinstance(message, Pos):
            self._position(message)
        elif isinstance(message, Level):
            self._level = message
        elif command == "ping" and not is_searching and not is_starting and not step.line.joined:
            self._pinged.append((step.place, at))
        elif command == "stop" and search is not None and is_searching:
            search.stop_at = at if search.stop_at is None else search.stop_at
        elif command == "ponder-hit" and search is not None and is_searching:
            search.hit_at = at

    def _set(self, message: SetParam) -> None:
        declared = next((param for _, param in self._record.parameters if param.name == message.name), None)
        if declared is not None:
            is_offered = declared.values is None or message.value in declared.values
            self._chosen[message.name] = message.value if is_offered else _ANY  # an engine may refuse another value, or not

    def _position(self, message: Pos) -> None:
        if self._game is not None:
            self._games.append(self._game)
        variant = rules_of([param for _, param in self._record.parameters], self._chosen)
        self._game = None if variant is None else game_of(message.pos, message.moves, variant)
        for search in self._record.searches[-1:]:
            if not search.answers and self._game is not None:
                search.later.append(self._game)

    def _go(self, index: int, at: float, message: Go) -> None:
        search = Search(index, at, message.mode.value, self._level, self._game, tuple(self._games[-_REMEMBERED:]))
        search.may_wait = self._in_new_game
        self._record.searches.append(search)

    def heard(self, step: Step[Session]) -> None:
        if not step.line.end:
            return  # the engine has left in the middle of a line, as it may
        message = parse(step.text)
        verb, before, at = event(message), step.state, step.line.at
        allowed = step.following is not None or bool(step.unended)  # half a line at the end of the input may count as a whole
        since = at - self._last_at
        note = {"allowed": allowed, "after": self._last_command, "since": since, "pongs": before.pongs}
        heard = Heard.of(step, message, state=before.state, **note)
        self._record.heard.append(heard)
        if self._introducing:
            self._record.introductions[-1].append(heard)
            self._introducing = verb != "wait"
        if verb == "pong":
            self._pinged = self._pinged[1:]
        self._assign(heard, message, verb)
        if verb in ("wait", "ready", "pong", "done"):
            self._last_at, self._in_new_game = at, False

    def _assign(self, heard: Heard, message: Message, verb: str) -> None:
        """Give an answer to the oldest search that has none, and one too many to the latest that has one."""
        searches = self._record.searches
        if not searches or heard.state is State.INITIALISING:
            return
        open_search = next((search for search in searches if not search.answers), None)
        if verb == "done" and open_search is not None:
            patience = _LOST * self.reading.transcript.time_scale
            lost = [(index, at) for index, at in self._pinged if index < open_search.index and heard.at - at > patience]
            self._record.unanswered += [(index, heard, heard.at - at - patience) for index, at in lost]
            self._pinged = [pinged for pinged in self._pinged if pinged not in lost]
        if verb == "done":
            (open_search or searches[-1]).answers.append(heard)
        elif isinstance(message, Info | Malformed) and verb == "info" and open_search is not None:
            open_search.infos.append(heard)
