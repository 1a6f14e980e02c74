"""A transcript as UHP sees it: commands with their responses, what came unasked, and the game that the oracle follows.

Pure. UHP is question and answer, so every line of the engine belongs to the oldest command that waits for its `ok`. Where
that cannot be known any more, judging stops (`Reading.tainted_at`): a command sent before the answer to the one before, a
blank line, which may be answered or not, a line so long that it may be taken for several, and what was written in another way
than viewers write. It also stops where a log goes on with another run of the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from conformance.api.messages import Blank, Irregularity, Malformed, Unknown
from conformance.api.suites import Fold, Heard, Line, Reading, Step
from conformance.games.hive import Game
from conformance.suites.uhp import following, grammar
from conformance.suites.uhp.grammar import parse_gui, read_reply
from conformance.suites.uhp.messages import (
    Bare,
    Capabilities,
    Error,
    GameString,
    GameType,
    GuiMessage,
    Id,
    Message,
    Move,
    Moves,
    NewGame,
    Play,
    Reply,
    Response,
    Shape,
    Undo,
)
from conformance.suites.uhp.states import State, event

#: No viewer has longer lines to send (characters): this is room for a GameString of some 500 moves.
_LONGEST = 4096


Said: TypeAlias = Heard[Message, State]


@dataclass(slots=True)
class Exchange:
    """A command and its response. `verb` is as in the state table, "start" for what comes unasked, "" for a wrong command.

    `game` is the game before it, `after` the one after it, and `due` the one that its GameString should be of; None where it
    is not known. `strays` are lines that came after the `ok` and before the next command. `breach` is what is wrong with
    the GameString as a whole.
    """

    index: int
    at: float
    text: str = ""
    verb: str = "start"
    message: GuiMessage | None = None
    game: Game | None = None
    lines: list[Said] = field(default_factory=list)
    strays: list[Said] = field(default_factory=list)
    ok: Said | None = None
    reply: Reply | None = None
    due: Game | None = None
    after: Game | None = None
    breach: Irregularity | None = None

    @property
    def error(self) -> Error | None:
        """The error that the response reports, if it does."""
        return self.reply.error if self.reply else None

    @property
    def reported(self) -> GameString | None:
        """The GameString of the response."""
        messages = self.reply.messages if self.reply else ()
        return next((message for message in messages if isinstance(message, GameString)), None)

    @property
    def listed(self) -> tuple[Move, ...] | None:
        """The moves of an answer to `validmoves`; None where it is none that can be read."""
        messages = self.reply.messages if self.reply and self.verb == "validmoves" else ()
        lists = [message for message in messages if isinstance(message, Moves)]
        if not lists or len(lists) != len(messages):
            return None
        return tuple(move for each in lists for move in each.moves)

    @property
    def shown_at(self) -> int:
        """The transcript line to show for this response: its first, or else the command."""
        return self.lines[0].index if self.lines else self.index


@dataclass(slots=True)
class Record:
    """Everything that the invariants look at. `check` is the one whose dialogue it is, "" for a recording."""

    exchanges: list[Exchange] = field(default_factory=list)
    check: str = ""
    synced: bool = False
    shape: Shape | None = None

    @property
    def start(self) -> Exchange | None:
        """The response that comes unasked, if it was complete."""
        first = self.exchanges[0] if self.exchanges else None
        return first if first is not None and first.verb == "start" and first.ok else None

    def announces(self, game_type: GameType) -> bool:
        """Whether the engine's capabilities cover a type; if they cannot be read, they may."""
        reply = next((each.reply for each in self.exchanges if each.verb in ("start", "info") and each.reply), None)
        if reply is None or any("INFO" in fault.requirement for fault in reply.faults):
            return True
        flags = [message.flags for message in reply.messages if isinstance(message, Capabilities)]
        return set(flags[0] if flags else ()) >= set(game_type.flags)

    def of(self, *verbs: str) -> Iterator[Exchange]:
        """The exchanges of some verbs that have a whole response."""
        return (each for each in self.exchanges if each.verb in verbs and each.reply is not None)


def read(reading: Reading[State]) -> Record:
    """The invariants' view of a transcript."""
    return _Fold(reading).record()


class _Fold(Fold[State]):
    def __init__(self, reading: Reading[State]) -> None:
        super().__init__(reading)
        self._record = Record(check=reading.transcript.check, synced=reading.transcript.synced)
        self._now = Exchange(-1, 0.0)
        self._record.exchanges.append(self._now)
        self._game: Game | None = None
        self._number = 0
        self._refused: list[str] = []
        self._agreed: tuple[Move, ...] = ()
        self._undone = False
        self._has_ended = False

    def record(self) -> Record:
        self.walk()
        self._end_exchange()
        return self._record

    def heard(self, step: Step[State]) -> None:
        if not self._has_ended:
            self._said(Said.of(step, grammar.parse(step.text)))

    def happened(self, step: Step[State]) -> None:  # noqa: ARG002
        # Each of these events is an end: of the input, after which a line answers nothing, or of the engine, after which a line
        # is of another run.
        self._has_ended = True

    def sent(self, step: Step[State]) -> None:
        self._command(step.place, step.line)

    def is_clear(self, step: Step[State]) -> bool:
        """Whether it stays clear which line of the engine answers which command."""
        line = step.line
        waiting = self._now.ok is None and self._now.index >= 0
        message = parse_gui(line.text)
        odd = isinstance(message, Blank) or (not isinstance(message, Malformed | Unknown) and bool(message.irregularities))
        is_usual = len(line.text) <= _LONGEST and "\n" not in line.text
        return not self._has_ended and not waiting and not odd and is_usual and line.end == "\n" and not line.joined

    def _command(self, index: int, line: Line) -> None:
        if self._now.index < 0 and self._now.ok is None:
            # The engine was asked though it had not greeted: what it said by then is no response.
            self._now.strays, self._now.lines = self._now.lines, []
        self._end_exchange()
        message = parse_gui(line.text)
        verb = "" if isinstance(message, Malformed) else event(message)
        self._now = Exchange(index, line.at, line.text, verb, message, self._game)
        self._record.exchanges.append(self._now)

    def _said(self, said: Said) -> None:
        if self._now.ok is not None and self._begins_another_run(said):
            self._has_ended = True
        elif self._now.ok is not None:
            self._now.strays.append(said)
        elif said.text == "ok":
            self._now.ok = said
        else:
            self._now.lines.append(said)
        if said.text == "ok" and self._is_late_start():
            self._move_to_start()

    def _begins_another_run(self, said: Said) -> bool:
        """Whether an engine introduces itself unasked, in the log of another program: it has been started again."""
        is_unasked = self._now.verb not in ("start", "info") and not self._now.strays
        return self.reading.is_of_others and is_unasked and _introduces(said)

    def _is_late_start(self) -> bool:
        """Whether the first lines after a command are the start: the viewer had not waited for it.

        Where the command was `info`, or the start had begun before it, a second response shows it.
        """
        now, exchanges = self._now, self._record.exchanges
        if len(exchanges) != 2 or exchanges[0].ok is not None:
            return False
        if any(stray.text == "ok" for stray in now.strays):
            return any(map(_introduces, (*exchanges[0].strays, *now.lines)))
        return now.verb != "info" and any(map(_introduces, now.lines))

    def _move_to_start(self) -> None:
        start, now = self._record.exchanges
        start.lines, start.ok, start.strays = [*start.strays, *now.lines], now.ok, []
        self._complete(start)
        answer, now.lines, now.ok, now.strays = now.strays, [], None, []
        for said in answer:
            self._said(said)

    def _end_exchange(self) -> None:
        """The next command comes, or none any more: what the engine has said by now is the whole of its response."""
        now, exchanges = self._now, self._record.exchanges
        ends = [at for at, stray in enumerate(now.strays) if stray.text == "ok"]
        if now.ok is not None and not now.lines and len(exchanges) > 1 and ends and ends[0] > 0:
            exchanges[-2].strays.append(now.ok)  # a second one to the command before, which came late
            now.lines, now.ok, now.strays = now.strays[: ends[0]], now.strays[ends[0]], now.strays[ends[0] + 1 :]
        if now.ok is not None:
            self._complete(now)

    def _complete(self, exchange: Exchange) -> None:
        texts = tuple(said.text for said in exchange.lines)
        if exchange.verb == "options" and self._record.shape is None:
            self._record.shape = grammar.shape_of(texts)
        exchange.reply = read_reply(exchange.verb, Response(texts), self._record.shape)
        self._follow(exchange)
        exchange.after = self._game

    # -- the game ---------------------------------------------------------------------------------------------------------

    def _follow(self, exchange: Exchange) -> None:
        message = exchange.message
        is_change = isinstance(message, NewGame | Play | Undo) or exchange.verb == "pass"
        if exchange.error:
            if isinstance(message, Play) or exchange.verb == "pass":
                self._refused.append(str(message.move) if isinstance(message, Play) else "pass")
        elif is_change:
            assert isinstance(message, NewGame | Play | Undo | Bare)
            self._change(exchange, message)
        elif not exchange.verb and any(isinstance(said.message, GameString) for said in exchange.lines):
            self._game = None  # something has been obeyed that is no command

    def _change(self, exchange: Exchange, command: following.Change) -> None:
        before = self._game
        self._game = following.expected(command, before)
        if _contradicts_itself(command) or not self._is_announced(self._game):
            self._game = None
        if isinstance(command, NewGame):
            self._number += 1
            self._undone = False
        if self._game is not None and exchange.reported is not None:
            agreed = () if before is None or isinstance(command, NewGame) else self._agreed
            exchange.breach = following.compare(
                command, exchange.reported, before, self._game, agreed=agreed, refused=self._refused, undone=self._undone
            )
            self._agreed = exchange.reported.moves
            if exchange.breach and exchange.breach.requirement == "UHP-NEW-01" and before is None and self._number > 1:
                exchange.breach = self._game = None  # it may be the game on the board, which is not known
        self._undone = self._undone or isinstance(command, Undo)
        self._refused = []
        exchange.due = self._game
        if exchange.breach or exchange.reported is None or _is_elsewhere(exchange.reported, self._game):
            self._game = None

    def _is_announced(self, game: Game | None) -> bool:
        """Whether the engine's capabilities cover the type of a game."""
        return game is None or self._record.announces(GameType(game.final.game_type.value))


def _introduces(said: Said) -> bool:
    return isinstance(said.message, Id)


def _contradicts_itself(command: following.Change) -> bool:
    """Whether this is `newgame` with a GameString whose state or turn is not that of its moves."""
    if not isinstance(command, NewGame) or not isinstance(command.game, GameString):
        return False
    game = following.expected(command, None)
    return game is not None and (game.state.value, game.final.turn_string) != (command.game.state.value, str(command.game.turn))


def _is_elsewhere(reported: GameString, game: Game | None) -> bool:
    """Whether the engine takes a game for over, or not over, where we do not."""
    return game is not None and reported.state.value != game.state.value
