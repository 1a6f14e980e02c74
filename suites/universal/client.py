"""A transcript as what a client of UCI or USI has sent: the half of both that folds it. No engine is judged here.

Unlike the fold by which engines are judged, this one goes on after a line that a client may not send: the session is followed
as if the line had been obeyed (`recovering`), so that one mistake is found once.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from conformance.api import clients as rules
from conformance.api.clients import ClientMisstep, Sent, Speech
from conformance.api.messages import Malformed
from conformance.api.suites import Reading, States, Step
from conformance.suites.universal.messages import OptionLine, ReadyOk

S = TypeVar("S", bound=Enum)
_NUMBER = re.compile(r"[0-9]{1,20}")


def _board(position: Any) -> frozenset[tuple[str, str]]:
    return frozenset(position.pieces().items())


def _steps(position: Any) -> Iterator[Any]:
    return map(position.play, position.legal_moves())


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Speech):
    """The words in which the protocols differ.

    `numbers` are the words of `go` that have a number, `clocks` those of the clocks by the side to move, `increments` likewise.
    `searching` are the states of a search by name. `unasked` are the options, in lower case, that a client sends also to engines
    that have not declared them. `game` reads the arguments of `position` and may raise ValueError; its second
    argument says whether it is Chess960. `usual` are the values, in lower case, by which an option for variants asks for the game
    that `game` knows. `asks_before_games`: a client asks if the engine is ready before it announces a game,
    and not after that. `means_no_move` says of a word whether it stands for a move where there is none.
    """

    board: Callable[[Any], Hashable] = _board
    steps: Callable[[Any], Iterable[Any]] = _steps
    states: States[Any]
    verb_of: Callable[[str], str]
    parse: Callable[[str], Any]
    game: Callable[[str, bool], Any]
    usual: Collection[str]
    means_no_move: Callable[[str], bool]
    numbers: Collection[str]
    clocks: Mapping[str, str]
    increments: Mapping[str, str]
    searching: Collection[str]
    unasked: Collection[str]
    asks_before_games: bool = False

    def clock(self, side: str, left: int) -> str:
        """The time left to a side, in milliseconds, as `go` has it."""
        return f"{self.clocks[side]} {left}"


def recovering(states: States[S], boot: S, ready: S) -> States[S]:
    """The states of a session with any client: a line that may not be sent leads where it would lead when the engine is idle."""
    may = states.of_any_gui().after_gui

    def after(state: S, line: str) -> S:
        found = may(state, line)
        if found is not None:
            return found
        idle = may(ready, line)
        is_kept = idle is None or idle is ready or state is boot
        return state if is_kept else idle  # type: ignore[return-value]

    return States(states.start, after, states.after_engine, states.names)


@dataclass(slots=True, kw_only=True)
class Go(rules.Go):
    """One `go`; the `is_..._unready` say that no `isready` was answered since the greeting, or since the new game."""

    has_position: bool
    is_greeted_unready: bool
    is_new_unready: bool
    numbers: dict[str, int] = field(default_factory=dict)
    flaw: str = ""


class SetOption(NamedTuple):
    """One `setoption` that was sent after the greeting: its index, the name, the value or None, the declaration."""

    at: int
    name: str
    value: str | None
    option: OptionLine | None


@dataclass(slots=True, kw_only=True)
class ClientRecord(rules.ClientRecord):
    """Everything that the requirements of clients are judged by."""

    words: Words
    options: dict[str, OptionLine] = field(default_factory=dict)
    are_options_known: bool = True
    sets: list[SetOption] = field(default_factory=list)
    gos: list[Go] = field(default_factory=list)
    hits: list[tuple[int, Go | None]] = field(default_factory=list)

    @property
    def searches(self) -> Sequence[rules.Go]:
        """The searches in their order."""
        return self.gos


class ClientFold(rules.ClientFold):
    """Fills a record of what a client has sent."""

    def __init__(self, reading: Reading[Any], words: Words) -> None:
        self._record = ClientRecord(speech=words, words=words)
        super().__init__(reading, self._record)
        self._words = words
        self._may = words.states.of_any_gui().after_gui
        self._asked: list[bool] = []  # for each `isready` without an answer, whether it came after the newest game
        self._was_ready = False
        self._is_new_unready = False
        self._is_first = True
        self._has_position = False
        self._game: Any = None
        self._is_960 = False
        self._is_usual = True
        self._moves_said: set[str] = set()

    def record(self) -> ClientRecord:
        """The record, filled."""
        self.walk()
        names = self._words.states.names
        state = names.state(self.reading.state) if names else ""
        is_stopped = bool(self._record.gos) and self._record.gos[-1].is_stopped
        is_endless = state in ("infinite", "ponder") and not is_stopped
        self._record.is_idle = not self._asked and (state in ("uci", "usi", "ready") or is_endless)
        return self._record

    def heard(self, step: Step[Any]) -> None:
        """Take note of a line of the engine."""
        record, message = self._record, self._words.parse(step.text)
        if message.verb == "option" and not record.is_greeted:
            if isinstance(message, OptionLine):
                record.options[" ".join(message.name.lower().split())] = message
            elif isinstance(message, Malformed):
                record.are_options_known = False
        elif message.verb == f"{self._words.greeting}ok":
            record.is_greeted = True
        elif isinstance(message, ReadyOk) and self._asked:
            self._was_ready = True
            if self._asked.pop(0):
                self._is_new_unready = False
        elif message.verb in ("bestmove", "checkmate"):
            self._answer(step, getattr(message, "move", ""))

    def _answer(self, step: Step[Any], move: str) -> None:
        self._moves_said.add(move)
        last = self._record.gos[-1] if self._record.gos else None
        if last is None or last.answers:
            self._record.surplus.append(step.place)
        else:
            last.answers.append((step.place, step.line.at, move))

    def sent(self, step: Step[Any]) -> None:
        """Take note of a line of the client."""
        record, verb = self._record, self._words.verb_of(step.text)
        if not verb:
            return
        if verb != "quit":
            record.first = record.first or (step.place, verb)
        if self._may(step.state, step.text) is None:
            names = self._words.states.names
            is_stopped = bool(record.gos) and record.gos[-1].is_stopped
            record.missteps.append(ClientMisstep(step.place, verb, names.state(step.state) if names else "", is_stopped))
        if verb == self._words.greeting:
            record.greetings.append(step.place)
        elif verb == "setoption":
            self._set(step)
        elif verb == "isready":
            self._asked.append(True)
        elif verb == self._words.new_game:
            self._is_first = True
            if not self._words.asks_before_games:
                self._want_ready()
            self._has_position, self._game = False, None
        elif verb == "position":
            self._position(step)
        elif verb.startswith("go"):
            self._go(step)
        elif verb == "ponderhit":
            record.hits.append((step.place, record.gos[-1] if record.gos else None))
        elif verb == "stop" and record.gos:
            record.gos[-1].is_stopped = True

    def _set(self, step: Step[Any]) -> None:
        record = self._record
        _, _, rest = step.text.partition("name ")
        name, value = _split(rest, record.options)
        key = name.lower()
        if key == "uci_chess960":
            self._is_960 = value == "true"
        elif key.endswith("_variant"):
            self._is_usual = value is not None and value.lower() in self._words.usual
        if record.is_greeted:
            record.sets.append(SetOption(step.place, name, value, record.options.get(key)))

    def _position(self, step: Step[Any]) -> None:
        self._has_position, self._game = True, None
        if not self._is_usual:
            return
        try:
            self._game = self._words.game(step.text.split("position", 1)[1], self._is_960)
            self._record.positions.append(Sent(step.place, "", is_engines=False))
        except ValueError as error:
            move = getattr(error, "move", "")
            is_engines = move in self._moves_said or self._words.means_no_move(move)
            self._record.positions.append(Sent(step.place, str(error), bool(move) and is_engines))

    def _go(self, step: Step[Any]) -> None:
        words = step.text.split()
        rest = tuple(words[words.index("go") + 1 :])
        numbers, flaw = _numbers(rest, self._words.numbers)
        go = Go(
            at=step.place,
            time=step.line.at,
            game=self._game,
            side="" if self._game is None else str(self._game.position.turn),
            is_first=self._is_first,
            is_ponder="ponder" in rest,
            has_control="movestogo" in numbers,
            clocks=_by_side(self._words.clocks, numbers),
            increments=_by_side(self._words.increments, numbers),
            has_position=self._has_position,
            is_greeted_unready=not self._was_ready,
            is_new_unready=self._is_new_unready,
            numbers=numbers,
            flaw=flaw,
        )
        self._record.gos.append(go)
        self._is_first = False
        if self._words.asks_before_games:
            self._want_ready()

    def _want_ready(self) -> None:
        """Only an `isready` that is sent from now on counts for the game to come."""
        self._asked = [False] * len(self._asked)
        self._is_new_unready = True


def _by_side(words: Mapping[str, str], numbers: Mapping[str, int]) -> dict[str, int]:
    return {side: numbers[word] for side, word in words.items() if word in numbers}


def _split(rest: str, options: Mapping[str, OptionLine]) -> tuple[str, str | None]:
    """The name and the value of what stands after `setoption name`; a declared name may hold the word `value`."""
    words = rest.split()
    places = [index for index, word in enumerate(words) if word == "value"]
    for place in (*reversed(places), len(words)):
        if " ".join(words[:place]).lower() in options:
            return " ".join(words[:place]), " ".join(words[place + 1 :]) if place < len(words) else None
    if places:
        return " ".join(words[: places[0]]), " ".join(words[places[0] + 1 :])
    return " ".join(words), None


def _numbers(words: tuple[str, ...], known: Collection[str]) -> tuple[dict[str, int], str]:
    """The numbers of `go` by their words, and the first that is none."""
    numbers: dict[str, int] = {}
    flaw = ""
    for index, word in enumerate(words):
        if word == "searchmoves":
            break
        if word not in known:
            continue
        following = words[index + 1] if index + 1 < len(words) else ""
        if _NUMBER.fullmatch(following):
            numbers[word] = int(following)
        elif not (word == "mate" and following == "infinite"):
            flaw = flaw or (f"`{word} {following}`" if following else f"`{word}` with nothing after it")
    return numbers, flaw
