"""A transcript as GTP sees it: commands with their responses, what came outside of them, and the board that they lead to.

Pure. Responses come in the order of the commands, so each belongs to the oldest command without one, unless its id says another.
Judging stops (`Reading.tainted_at`) at a line that engines may read in different ways: with a comment, with characters that have
to be discarded, with blanks that no source speaks of, or very long.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from conformance.api.suites import Fold, Heard, Reading, Step
from conformance.games.go import Colour, IllegalMoveError, Position, Suicide, VertexError, empty, parse_vertex
from conformance.suites.gtp.grammar import REPLIES, Command, Response, clean, is_plain, parse_command, parse_response

_COLOURS = {"b": Colour.BLACK, "black": Colour.BLACK, "w": Colour.WHITE, "white": Colour.WHITE}


@dataclass(slots=True)
class Exchange:
    """A command and its response, None while there is none.

    `place` is that of the command, `at` that of the response's first line. `before` is the position before it, None where nobody
    knows it. `is_ended` says that the response has its empty line.
    """

    command: Command
    line: str
    place: int
    before: Position | None
    response: Response | None = None
    at: int = 0
    is_ended: bool = True

    @property
    def colour(self) -> Colour | None:
        """The color that its first argument names."""
        return _COLOURS.get(self.command.arguments[0].lower()) if self.command.arguments else None


@dataclass(frozen=True, slots=True)
class Stray(Heard[str, str]):
    """A line outside of responses, and the command whose response was the last to end before it; `message` is what it says."""

    after: str


@dataclass(slots=True)
class _Open:
    """A response that has begun: the exchange that it belongs to, its lines, and whether what it does has been noted before."""

    exchange: Exchange | None
    at: int
    lines: list[str] = field(default_factory=list)
    is_noted: bool = False


class Record(Fold[str]):
    """`exchanges` in the order of the commands, `strays`, `extras` (responses to nothing), `overtakers` (with an earlier one)."""

    def __init__(self, reading: Reading[str]) -> None:
        super().__init__(reading)
        self.exchanges: list[Exchange] = []
        self.strays: list[Stray] = []
        self.extras: list[tuple[int, str]] = []
        self.overtakers: list[tuple[Exchange, Exchange]] = []
        self._pending: list[Exchange] = []
        self._open: _Open | None = None
        self._last = ""
        self._position: Position | None = None
        self._history: list[Position] = []
        self.walk()

    def is_clear(self, step: Step[str]) -> bool:
        """Whether nobody may read a line to the engine in another way."""
        if step.following is None:
            return False
        return not step.line.end or not step.text.strip(" \t\r") or is_plain(step.text)

    def sent(self, step: Step[str]) -> None:
        """Take note of a command."""
        command = parse_command(step.text)
        if command.name:
            exchange = Exchange(command, step.text, step.place, None)
            self.exchanges.append(exchange)
            self._pending.append(exchange)

    def heard(self, step: Step[str]) -> None:
        """Take note of a line of a response, or outside of one."""
        text = clean(step.text)
        if self._open is not None and self._goes_on(text):
            self._open.lines.append(text)
            if REPLIES.ends(text):
                self._close(is_ended=True)
        elif REPLIES.begins(text):
            self._begin(step)
        elif text.strip():
            self.strays.append(Stray.of(step, text, after=self._last))

    def _goes_on(self, text: str) -> bool:
        """Whether the open response goes on; the next one may have begun without an end of it."""
        if REPLIES.begins(text) and self._pending and (tag := self._pending[0].command.tag):
            found = parse_response((text, ""), tag)
            if found.tag == tag and found.is_well_formed:
                self._close(is_ended=False)
                return False
        return True

    def _begin(self, step: Step[str]) -> None:
        text = clean(step.text)
        if (wronged := self._wronged(text)) is not None:
            assert wronged.response is not None
            self.extras.append((wronged.at, wronged.response.raw))
            wronged.at = step.place
            is_noted = wronged.response.succeeded and wronged.command.name in ("play", "undo")
            self._open = _Open(wronged, step.place, [text], is_noted=is_noted)
            return
        exchange = self._owner(text)
        if exchange is None:
            self.extras.append((step.place, text))
        else:
            exchange.before = self._position
            exchange.at = step.place
        self._open = _Open(exchange, step.place, [text])

    def _wronged(self, text: str) -> Exchange | None:
        """The command whose id a response has, if one without an id was taken for its response: that one answered nothing."""
        tag = parse_response((text, "")).tag
        if not tag or any(exchange.command.tag == tag for exchange in self._pending):
            return None
        found = next((one for one in reversed(self.exchanges) if one.command.tag == tag), None)
        return found if found is not None and found.response is not None and not found.response.tag else None

    def _owner(self, text: str) -> Exchange | None:
        """The command that a response answers: the oldest one, unless it has the id of a later or an answered one."""
        if not self._pending:
            return None
        exact = parse_response((text, "")).tag
        oldest = self._pending[0]
        by_id = [exchange for exchange in self._pending if exchange.command.tag == exact]
        is_doubled = bool(exact) and any(one.command.tag == exact for one in self.exchanges if one.response is not None)
        if not by_id and is_doubled and oldest.command.tag and not exact.startswith(oldest.command.tag):
            return None
        found = by_id[0] if by_id else oldest
        if found is not self._pending[0]:
            self.overtakers.append((found, self._pending[0]))
        self._pending.remove(found)
        return found

    def _close(self, *, is_ended: bool) -> None:
        opened, self._open = self._open, None
        assert opened is not None
        if not is_ended:
            opened.lines.append("")
        exchange = opened.exchange
        if exchange is None:
            return
        exchange.response = parse_response(tuple(opened.lines), exchange.command.tag)
        exchange.is_ended = is_ended
        self._last = exchange.command.name
        follow = _EFFECTS.get(exchange.command.name)
        if follow is not None and exchange.response.succeeded and not opened.is_noted:
            follow(self, exchange)

    # -- the board ----------------------------------------------------------------------------------------------------

    def board_at(self, place: int) -> Position | None:
        """The position before the command that a line of the transcript belongs to; None where nobody knows it."""
        found = [exchange for exchange in self.exchanges if exchange.place <= place and exchange.response is not None]
        return found[-1].before if found else None

    def resize(self, exchange: Exchange) -> None:
        """Note a new size: until the board is cleared, what is on it is arbitrary."""
        arguments = exchange.command.arguments
        size = int(arguments[0]) if arguments and arguments[0].isascii() and arguments[0].isdecimal() else 0
        self._size = size if 1 <= size <= 25 else 0
        self._set(None)

    _size = 0

    def clear(self, _exchange: Exchange) -> None:
        """Note an empty board."""
        self._set(empty(self._size) if self._size else None)

    def _set(self, position: Position | None) -> None:
        self._position, self._history = position, []

    def play(self, exchange: Exchange) -> None:
        """Note a move that was accepted."""
        arguments = exchange.command.arguments
        self._move(exchange.colour, arguments[1] if len(arguments) == 2 else "")

    def generate(self, exchange: Exchange) -> None:
        """Note a move that was generated."""
        assert exchange.response is not None
        if exchange.response.text.lower() != "resign":
            self._move(exchange.colour, exchange.response.text)

    def _move(self, colour: Colour | None, vertex: str) -> None:
        position = self._position
        if position is None:
            return
        if colour is None:
            self._set(None)
            return
        try:
            after = position.play(colour, parse_vertex(vertex, position.size), Suicide.ALLOWED)
        except (VertexError, IllegalMoveError):
            self._set(None)
            return
        self._history.append(position)
        self._position = after

    def undo(self, _exchange: Exchange) -> None:
        """Note that a move was taken back."""
        if self._history:
            self._position = self._history.pop()

    def handicap(self, exchange: Exchange) -> None:
        """Note handicap stones: those of the list, or of the response."""
        assert exchange.response is not None
        is_given = exchange.command.name == "set_free_handicap"
        vertices = exchange.command.arguments if is_given else tuple(exchange.response.words)
        if self._position is None:
            return
        try:
            points = [parse_vertex(vertex, self._position.size) for vertex in vertices]
        except VertexError:
            points = [None]
        if not self._position.is_empty or None in points:
            self._set(None)
        else:
            self._set(self._position.with_stones(Colour.BLACK, [point for point in points if point is not None]))

    def forget(self, _exchange: Exchange) -> None:
        """Note that nobody knows the board."""
        self._size = 0
        self._set(None)


_EFFECTS: dict[str, Callable[[Record, Exchange], None]] = {
    "boardsize": Record.resize,
    "clear_board": Record.clear,
    "play": Record.play,
    "genmove": Record.generate,
    "undo": Record.undo,
    "fixed_handicap": Record.handicap,
    "place_free_handicap": Record.handicap,
    "set_free_handicap": Record.handicap,
    "loadsgf": Record.forget,
}
