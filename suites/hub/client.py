"""Checks of Hub clients: the record of what one has sent, the rules of Hub alone, and the suite of their side."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from conformance.api import clients as rules
from conformance.api.clients import ClientMisstep, Go, Judgements, Rules, Sent, Speech
from conformance.api.messages import Blank, Malformed, Unknown
from conformance.api.suites import Finding, Reading, Seen, States, Step, Suite, load_catalogue
from conformance.games.draughts import IllegalMoveError, Position, Variant, parse_game
from conformance.suites.hub import commands
from conformance.suites.hub.arguments import integer, real
from conformance.suites.hub.commands import Form, GuiMessage, Level, Mode, Pos, SetParam
from conformance.suites.hub.driver import HubDriver
from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.messages import MOVE, Done, Param, ParamType, number
from conformance.suites.hub.states import GUI, Session, State, event
from conformance.suites.hub.syntax import Unreadable, split

CATALOGUE = load_catalogue(Path(__file__).with_name("client.toml"))

_ENDLESS = (Mode.PONDER, Mode.ANALYZE)
_SEARCHING = (State.SEARCHING, State.PONDERING, State.ANALYSING)
_BEFORE_READY = (State.GREETING, State.WAITING, State.INITIALISING)
_OF_SEARCHES = ("pos", "level", "new-game", *(f"go {mode}" for mode in Mode))


def _board(position: Position) -> str:
    return str(position)[1:]


def _steps(position: Position) -> Iterable[Position]:
    return map(position.after, position.legal_moves)


class _Speech(Speech):
    def clock(self, _side: str, left: int) -> str:
        return f"time={left / 1000:g}"


_SPEECH = _Speech(prefix="HUB-C", greeting="hub", new_game="new-game", board=_board, steps=_steps)


# -- the session ----------------------------------------------------------------------------------------------------------


def _means_hit(session: Session, command: str) -> bool:
    """Whether `go think` stands for `ponder-hit`: the text names both for the end of pondering."""
    return command == "go think" and session.state is State.PONDERING and not session.has_pos


def _after_gui(session: Session, line: str) -> Session:
    """The session after a line of any client: one that may not be sent leads where it would lead when the engine is idle."""
    found: Session | None = HubDriver.states.after_gui(session, line)
    if found is not None:
        return found
    command = event(parse_gui(line))
    if _means_hit(session, command):
        return replace(session, state=State.SEARCHING)
    if session.state in (State.STARTING, *_BEFORE_READY):
        return session
    if command in ("pos", "level"):
        return replace(session, has_pos=session.has_pos or command == "pos", has_level=session.has_level or command == "level")
    state = GUI[State.IDLE].get(command)
    if state is None or not command.startswith("go "):
        return session
    return replace(session, state=state, owed=session.owed + 1, has_pos=False, has_level=False)


class ClientDriver(HubDriver):
    """The driver, with a session that is followed after lines that a client may not send, too."""

    states = States(Session(), _after_gui, HubDriver.states.after_engine, HubDriver.states.names)


# -- the record -----------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of the client: its index, and what is wrong with it, "" where nothing is."""

    at: int
    flaw: str


class Setting(NamedTuple):
    """One `set-param`: its index, its name and value, None where they are missing, and the declaration."""

    at: int
    name: str | None
    value: str | None
    param: Param | None


@dataclass(slots=True, kw_only=True)
class Search(Go):
    """One `go`; `missing` is what did not come before it, or with it. `is_over` says that there is nothing to search."""

    mode: Mode | None
    missing: str = ""
    is_endless: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the game has ended in the position."""
        return self.game is not None and self.game.final.is_terminal


@dataclass(slots=True, kw_only=True)
class ClientRecord(rules.ClientRecord):
    """Everything that the requirements of clients are judged by. `lines` are those with a command of Hub."""

    lines: list[Line] = field(default_factory=list)
    params: dict[str, Param] = field(default_factory=dict)
    are_params_known: bool = True
    settings: list[Setting] = field(default_factory=list)
    levels: list[Line] = field(default_factory=list)
    gos: list[Search] = field(default_factory=list)
    hits: list[tuple[int, Search | None]] = field(default_factory=list)

    @property
    def searches(self) -> Sequence[Go]:
        """The searches in their order."""
        return self.gos


def _spelling(text: str, message: GuiMessage) -> str:
    """The spelling that keeps an engine from reading a line as it was meant."""
    parts = split(text)
    if isinstance(parts, Unreadable):
        return parts.reason
    if isinstance(message, SetParam | Pos):
        cut = [
            arg.name for arg in message.extra if arg.value is None and (isinstance(message, SetParam) or MOVE.fullmatch(arg.name))
        ]
        if cut:
            return f"{cut[0]!r} stands outside quotes"
    return "; ".join(slip.value for slip in parts.slips if slip.name != "TAB")


class _Fold(rules.ClientFold):
    def __init__(self, reading: Reading[Session]) -> None:
        self._record = ClientRecord(speech=_SPEECH)
        super().__init__(reading, self._record)
        self._pings = 0
        self._variant: Variant | None = Variant.NORMAL
        self._has_pos = False
        self._game: Any = None
        self._level: Level | None = None
        self._has_level = False
        self._is_first = True
        self._said: set[str] = set()

    def record(self) -> ClientRecord:
        self.walk()
        waits = [go for go in self._record.gos if not go.answers and (go.is_stopped or not go.is_endless)]
        state = self.reading.state.state
        self._record.is_idle = not (self._pings or waits or state in (State.GREETING, State.INITIALISING))
        return self._record

    # -- what the engine says -----------------------------------------------------------------------------------------

    def heard(self, step: Step[Session]) -> None:
        record, message = self._record, parse(step.text)
        verb, state = event(message), step.state.state
        if verb == "param" and state is State.GREETING:
            if isinstance(message, Param) and message.name:
                record.params[message.name] = message
                self._choose(message.name, message.value)
            else:
                record.are_params_known = False
        elif verb == "ready" and state is State.INITIALISING:
            record.is_greeted = True
        elif verb == "pong":
            self._pings = max(0, self._pings - 1)
        elif verb == "done" and state not in (State.STARTING, State.GREETING, State.INITIALISING):
            self._answer(step, (message.move or "") if isinstance(message, Done) else "")

    def _answer(self, step: Step[Session], move: str) -> None:
        self._said.add(move)
        go = next((one for one in self._record.gos if not one.answers), None)
        if go is None:
            self._record.surplus.append(step.place)
        else:
            go.answers.append((step.place, step.line.at, move))

    def _choose(self, name: str, value: str | None) -> None:
        """Take note of the rules that the engine plays by; None where we do not know them."""
        if name == "variant":
            self._variant = Variant(value) if value in set(Variant) else None

    # -- what the client says -----------------------------------------------------------------------------------------

    def sent(self, step: Step[Session]) -> None:
        record, message = self._record, parse_gui(step.text)
        command = event(message)
        if isinstance(message, Blank | Unknown) or not command:
            return
        if command != "quit":
            record.first = record.first or (step.place, command)
        flaw = _spelling(step.text, message)
        record.lines.append(Line(step.place, flaw))
        last = record.gos[-1] if record.gos else None
        if _means_hit(step.state, command):
            command = "ponder-hit"
        elif command not in GUI[step.state.state]:
            record.missteps.append(
                ClientMisstep(step.place, command, str(step.state.state), last is not None and last.is_stopped)
            )
        if command == "hub":
            record.greetings.append(step.place)
        elif command == "set-param":
            self._set(step, message, flaw)
        elif command == "pos":
            self._position(step, message, flaw)
        elif command == "level":
            self._limit(step, message, flaw)
        elif command == "new-game":
            self._is_first = True
        elif command == "ping":
            self._pings += 1
        elif command == "stop" and last is not None:
            last.is_stopped = True
        elif command == "ponder-hit":
            record.hits.append((step.place, last))
            if last is not None:
                last.is_endless = False
        elif command.startswith("go"):
            self._go(step, message)

    def _set(self, step: Step[Session], message: GuiMessage, flaw: str) -> None:
        if isinstance(message, SetParam) and not flaw:
            self._record.settings.append(Setting(step.place, message.name, message.value, self._record.params.get(message.name)))
            self._choose(message.name, message.value)
        elif not flaw:
            self._record.settings.append(Setting(step.place, None, None, None))

    def _position(self, step: Step[Session], message: GuiMessage, flaw: str) -> None:
        self._has_pos, self._game = True, None
        if flaw:
            return
        if isinstance(message, Malformed):
            odd = {move for move in self._said if not MOVE.fullmatch(move)}
            is_engines = bool(odd & set(step.text.replace('"', " ").split()))
            self._record.positions.append(Sent(step.place, message.reason, is_engines))
        elif isinstance(message, Pos) and self._variant is not None:
            try:
                start = Position.from_hub(message.pos, self._variant)
            except ValueError:
                return  # no game leads there, and the text does not forbid it
            try:
                self._game = parse_game(start, message.moves)
            except IllegalMoveError as error:
                self._record.positions.append(Sent(step.place, str(error), error.text in self._said))
            else:
                self._record.positions.append(Sent(step.place, "", is_engines=False))

    def _limit(self, step: Step[Session], message: GuiMessage, flaw: str) -> None:
        self._has_level, self._level = True, message if isinstance(message, Level) else None
        if not flaw:
            self._record.levels.append(Line(step.place, _limit_flaw(message)))

    def _go(self, step: Step[Session], message: GuiMessage) -> None:
        mode = message.mode if isinstance(message, commands.Go) else None
        missing = "no `pos` came before it" if not self._has_pos else "no `level` came before it" if not self._has_level else ""
        game = self._game if self._has_pos else None
        level = self._level if self._has_level else None
        level = level if level is not None and level.form is Form.CLOCK else None
        side = "" if game is None else "white" if game.final.white else "black"
        is_infinite = self._level is not None and self._level.infinite
        self._record.gos.append(
            Search(
                at=step.place,
                time=step.line.at,
                game=game,
                side=side,
                is_first=self._is_first,
                is_ponder=mode is Mode.PONDER,
                has_control=level is not None and level.moves is not None,
                clocks={side: _ms(level.time)} if level is not None and side else {},
                increments={side: _ms(level.inc)} if level is not None and side else {},
                mode=mode,
                missing="it has none of the three modes" if mode is None else missing,
                is_endless=mode in _ENDLESS or is_infinite,
            )
        )
        self._is_first = self._has_pos = self._has_level = False


def _ms(seconds: float | None) -> int:
    return round((seconds or 0) * 1000)


def _limit_flaw(message: GuiMessage) -> str:
    """Why a `level` is none of the forms that the source has."""
    if not isinstance(message, Level):
        return message.reason if isinstance(message, Malformed) else ""
    if message.form is Form.MIXED:
        return "its arguments are none of the six forms"
    # "the increment is added before every move": a client that subtracts it may have less than nothing on the clock
    amounts = {
        "depth": message.depth,
        "nodes": message.nodes,
        "move-time": message.move_time,
        "moves": message.moves,
        "time": None if message.time is None else message.time + (message.inc or 0),
        "inc": message.inc,
    }
    return next((f"{name} is {number(amount)}" for name, amount in amounts.items() if amount is not None and amount < 0), "")


# -- rules ----------------------------------------------------------------------------------------------------------------

RULES = Rules()


@RULES.rule("SYN-01")
def lines_can_be_read(record: ClientRecord) -> Judgements:
    """A value stands in quotes if it has a blank or `=` in it, or is empty."""
    for at, flaw in record.lines:
        if flaw:
            yield Finding(record.id("SYN-01"), "each value in quotes that has a blank or `=` in it, or is empty", flaw, at)
        else:
            yield Seen(record.id("SYN-01"))


@RULES.rule("HS-02", "PAR-01", "SRCH-01", "POND-01", "FLT-05")
def nothing_is_sent_that_may_not_be_sent_there(record: ClientRecord) -> Judgements:
    """The client sends nothing that the table of states does not have."""
    for one in record.missteps:
        actual = f"`{one.verb}` was sent in the state {one.state}"
        if one.verb == "set-param" and one.state not in (State.STARTING, State.GREETING, State.GONE):
            yield Finding(record.id("PAR-01"), "`set-param` only between `wait` and `init`", actual, one.at)
        elif one.state == State.GREETING and one.verb in ("set-param", "init", *_OF_SEARCHES):
            yield Finding(record.id("HS-02"), "nothing more before `wait`", actual, one.at)
        elif one.state in _BEFORE_READY and one.verb in _OF_SEARCHES:
            yield Finding(record.id("HS-02"), "`init` and its answer `ready` before the first search", actual, one.at)
        elif one.state in _SEARCHING and one.verb == "ponder-hit":
            yield Finding(record.id("POND-01"), "`ponder-hit` only in a search that was begun by `go ponder`", actual, one.at)
        elif one.state in _SEARCHING and one.verb in _OF_SEARCHES:
            expected = "`done`, or a `stop`, before the next search is set up"
            yield Finding(record.id("FLT-05" if record.is_fooled(one) else "SRCH-01"), expected, actual, one.at)
    yield from _kept(record)


def _kept(record: ClientRecord) -> Iterator[Finding | Seen]:
    broken = {one.at for one in record.missteps}
    if record.is_greeted:
        yield Seen(record.id("HS-02"))
    if record.settings:
        yield Seen(record.id("PAR-01"))
    for at, go in record.hits:
        if at not in broken and (go is None or not go.is_ponder):
            yield Finding(record.id("POND-01"), "a `go ponder` before `ponder-hit`", "the last search was none", at)
        else:
            yield Seen(record.id("POND-01"))
    if any(go.at not in broken for go in record.gos):
        yield Seen(record.id("SRCH-01"))
    if record.surplus and any(go.at > record.surplus[0] for go in record.gos):
        yield Seen(record.id("FLT-05"))


@RULES.rule("PAR-02")
def parameters_are_set_as_declared(record: ClientRecord) -> Judgements:
    """`set-param` names a declared parameter, with a value that it can have."""
    for at, name, value, param in record.settings:
        flaw = ""
        if name is None or value is None:
            flaw = "it has no name or no value"
        elif param is None:
            flaw = f"there is no parameter {name!r}" if record.are_params_known else ""
        elif not _accepts(param, value):
            flaw = f"{value!r} is not a value of {name}"
        if flaw:
            yield Finding(record.id("PAR-02"), "a parameter and a value that the engine has declared", flaw, at)
        else:
            yield Seen(record.id("PAR-02"))


def _accepts(param: Param, value: str) -> bool:
    if param.type is ParamType.BOOL:
        return value in ("true", "false")
    if param.type is ParamType.ENUM:
        return param.values is None or value in param.values
    if param.type not in (ParamType.INT, ParamType.REAL):
        return True
    given = integer(value) if param.type is ParamType.INT else real(value)
    least, most = (None if text is None else real(text) for text in (param.minimum, param.maximum))
    return given is not None and (least is None or least <= given) and (most is None or given <= most)


@RULES.rule("POS-01", "POS-04")
def searches_are_set_up(record: ClientRecord) -> Judgements:
    """A search is launched by `pos`, `level`, and `go` with a mode, in a position that has a move."""
    for go in record.gos:
        if go.missing:
            yield Finding(
                record.id("POS-01"), "`pos`, `level`, and `go` with one of its modes, for each search", go.missing, go.at
            )
        else:
            yield Seen(record.id("POS-01"))
        if go.is_over:
            yield Finding(record.id("POS-04"), "a position with a legal move", f"{go.game.final} has none", go.at)
        elif go.game is not None:
            yield Seen(record.id("POS-04"))


@RULES.rule("LVL-01")
def limits_have_one_of_the_forms(record: ClientRecord) -> Judgements:
    """`level` has one of its six forms, and no number that is negative."""
    for at, flaw in record.levels:
        if flaw:
            expected = "depth, nodes, move-time, infinite, or time with moves or inc, and none of them negative"
            yield Finding(record.id("LVL-01"), expected, flaw, at)
        else:
            yield Seen(record.id("LVL-01"))


def _read(reading: Reading[Any]) -> ClientRecord:
    return _Fold(reading).record()


suite: Suite[ClientRecord] = Suite(
    catalogue=CATALOGUE,
    driver=ClientDriver(),
    read=_read,
    chapters=(rules.chapter("HUB-C", CATALOGUE, RULES),),
)
