"""Go by the clock: `time_settings` and `time_left` in whole seconds, moves by `genmove`, games as SGF.

An engine keeps the game itself: the moves that it does not know yet are played before the clock is started. A game ends with two
passes, and is scored by area as the board stands: all stones count as alive.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from conformance.api import games as timed
from conformance.games.go import (
    MAX_SIZE,
    PASS,
    Colour,
    Game,
    IllegalMoveError,
    Record,
    VertexError,
    area,
    format_score,
    parse_vertex,
    vertex,
    write_sgf,
)

_SIZE, _KOMI = "9", "7.5"
_COLOURS = (Colour.BLACK, Colour.WHITE)
_RESPONSE = re.compile(r"([=?])(\d+)(?:\s+(.*))?\s*")


@dataclass(frozen=True, slots=True)
class GoBoard(timed.Board):
    """A game of Go in which the sides move in turn."""

    game: Game
    komi: float
    played: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        return self.played

    @property
    def colour(self) -> Colour:
        """The side to move."""
        return _COLOURS[self.turn]

    def _name(self, point: int | None) -> str:
        return vertex(point, self.game.final.size)

    def legal(self) -> Sequence[str]:
        return [*map(self._name, self.game.final.legal(self.colour)), PASS]

    def read(self, move: str) -> str:
        try:
            point = parse_vertex(move, self.game.final.size)
        except VertexError:
            return ""
        return self._name(point) if self.game.final.is_legal(self.colour, point) else ""

    def play(self, move: str) -> "GoBoard":
        point = parse_vertex(move, self.game.final.size)
        return GoBoard(self.game.play(self.colour, point), self.komi, (*self.played, self._name(point)))

    def why_illegal(self, move: str) -> str:
        try:
            self.play(move)
        except (IllegalMoveError, VertexError) as error:
            return str(error)
        return "it is legal"

    @property
    def score(self) -> float:
        """By how many points Black wins, by area with all stones alive."""
        black, white = area(self.game.final)
        return black - white - self.komi

    def ending(self) -> timed.Ending | None:
        if not self.game.has_passed:
            return None
        winner = None if not self.score else 0 if self.score > 0 else 1
        return timed.Ending(winner, f"both passed: {format_score(self.score)} by area, with all stones alive")


@dataclass(slots=True)
class _Block:
    """Waits for the response to the command with an id, to its end."""

    tag: int
    first: str = ""

    def ends(self, line: str) -> bool:
        """Whether the line ends the response."""
        found = _RESPONSE.fullmatch(line)
        if found is not None and int(found[2]) == self.tag:
            self.first = line
        return bool(self.first) and not line.strip()


class GtpPlayer(timed.Player):
    """One process of a GTP engine."""

    def __init__(self, settings: timed.Settings) -> None:
        super().__init__(settings)
        self._known: tuple[str, ...] = ()
        self._board: timed.Board | None = None
        self._tag = 0
        self._has_clock = self._hears_clock = self._is_set = False

    def _ask(self, command: str) -> tuple[timed.Ask, _Block]:
        self._tag += 1
        block = _Block(self._tag)
        return timed.Ask((f"{self._tag} {command}",), block.ends, f"response with the id {self._tag}"), block

    def _must(self, command: str) -> timed.Opening:
        ask, block = self._ask(command)
        yield ask
        if block.first.startswith("?"):
            raise timed.RefusedError(f"it refuses `{command}`", block.first)

    def _text(self, command: str, told: Callable[[str], None]) -> timed.Opening:
        ask, block = self._ask(command)
        yield ask
        found = _RESPONSE.fullmatch(block.first)
        told((found[3] or "").strip() if found is not None and found[1] == "=" else "")

    def begin(self) -> timed.Opening:
        yield from self._text("name", lambda text: setattr(self, "name", text))
        yield from self._text("known_command time_settings", lambda text: setattr(self, "_has_clock", text == "true"))
        yield from self._text("known_command time_left", lambda text: setattr(self, "_hears_clock", text == "true"))
        options = {"boardsize": _SIZE, "komi": _KOMI, **self.settings.options}
        for name, value in options.items():
            yield from self._set(f"{name} {value}")
        yield from self._set("clear_board")

    def _set(self, command: str) -> timed.Opening:
        ask, _ = self._ask(command)
        yield ask

    def prepare(self, board: timed.Board, clocks: timed.Clocks) -> timed.Opening:
        if self._has_clock and not self._is_set:
            self._is_set = True
            yield from self._set(_time_settings(clocks.control))
        for index, move in enumerate(board.moves[len(self._known) :], len(self._known)):
            yield from self._must(f"play {_COLOURS[index % 2]} {move}")
        self._known = board.moves
        if self._hears_clock:
            for command in _time_left(clocks):
                yield from self._set(command)

    def think(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, ...]:
        self._board = board
        self._tag += 1
        return (f"{self._tag} genmove {_COLOURS[board.turn]}",)

    def read(self, line: str) -> timed.Answer | None:
        found = _RESPONSE.fullmatch(line)
        if self._board is None or found is None or int(found[2]) != self._tag:
            return None
        words = (found[3] or "").split()
        if found[1] == "?" or len(words) != 1:
            return timed.Answer(timed.AnswerKind.MALFORMED, reason=f"no vertex in the response `{line[:200]}`")
        if words[0].lower() == "resign":
            return timed.Answer(timed.AnswerKind.RESIGN)
        self._known = (*self._board.moves, words[0])
        return timed.Answer(timed.AnswerKind.MOVE, words[0])

    def leave(self) -> tuple[str, ...]:
        return ("quit",)


def _time_settings(control: timed.TimeControl) -> str:
    if control.moves:
        return f"time_settings 0 {control.base:.0f} {control.moves}"
    return f"time_settings {control.base:.0f} {control.byoyomi:.0f} {1 if control.byoyomi else 0}"


def _time_left(clocks: timed.Clocks) -> Iterator[str]:
    for colour, left in zip(_COLOURS, clocks.left, strict=True):
        if clocks.control.moves and colour is _COLOURS[clocks.turn]:
            yield f"time_left {colour} {int(left)} {clocks.to_go}"
        elif not clocks.control.moves:
            in_main_time = int(left) > 0 or not clocks.control.byoyomi
            seconds = int(left) if in_main_time else int(clocks.control.byoyomi)
            yield f"time_left {colour} {seconds} {0 if in_main_time else 1}"


class _GtpPlayers(timed.Players):
    sides = ("Black", "White")
    # the limit is in whole seconds, and time passes on the way of an answer
    grace = 0.25
    suffix = ".sgf"
    usual = "10"

    def start(self, settings: timed.Settings) -> GoBoard:
        size, komi = settings.options.get("boardsize", _SIZE), settings.options.get("komi", _KOMI)
        if not re.fullmatch(r"\d{1,2}", size) or not 1 < int(size) <= MAX_SIZE:
            raise timed.ControlError(f"boardsize={size} is not a size of a board: give one from 2 to {MAX_SIZE}")
        if not re.fullmatch(r"-?\d{1,4}(\.\d{1,4})?", komi):
            raise timed.ControlError(f"komi={komi} is not a number of points, such as 7.5")
        return GoBoard(Game.new(int(size)), float(komi))

    def player(self, settings: timed.Settings) -> GtpPlayer:
        return GtpPlayer(settings)

    def accept(self, control: timed.TimeControl) -> None:
        if control.increment or control.base % 1 or control.byoyomi % 1:
            raise timed.ControlError(
                "GTP has whole seconds and no increments: give a control such as 10, 60byo5, 40/60 or 1/move"
            )

    def written(self, game: timed.Written) -> str:
        assert isinstance(game.board, GoBoard)
        played = game.board.game
        score = format_score(game.board.score) if game.board.ending() else {"1-0": "B+", "0-1": "W+"}.get(game.result, "?")
        more = {"PB": game.engine, "PW": game.engine, "DT": game.date, "RE": score, "RU": "area"}
        return write_sgf(Record(played.final.size, game.board.komi, (), played.moves, more))


PLAYERS = _GtpPlayers()
