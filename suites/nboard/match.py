"""Othello by the clock: an NBoard engine is sent the whole game with its clocks for each move; games are written as GGF.

GGF has whole seconds for clocks and hundredths for moves. No grace is given after the end of the time (`//0:00`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.api import games as timed
from conformance.api.messages import Malformed
from conformance.games.othello import Colour, Game, GameRecord, GgfClock, Played, Position
from conformance.suites.nboard.grammar import parse
from conformance.suites.nboard.messages import Answer, MyName, Pong

#: Deeper than any search that ends by its clock.
_DEPTH = 60


@dataclass(frozen=True, slots=True)
class OthelloBoard(timed.Board):
    """A game of Othello; passes are moves."""

    game: Game = field(default_factory=Game)

    @property
    def moves(self) -> tuple[str, ...]:
        return self.game.moves

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.game.final

    def legal(self) -> Sequence[str]:
        return self.position.legal_moves

    def read(self, move: str) -> str:
        return move if self.position.is_legal(move) else ""

    def play(self, move: str) -> "OthelloBoard":
        return OthelloBoard(self.game.play(move))

    def why_illegal(self, move: str) -> str:
        return self.position.why_illegal(move) or "it is legal"

    def ending(self) -> timed.Ending | None:
        if not self.position.is_over:
            return None
        black, white = self.position.disks(Colour.BLACK), self.position.disks(Colour.WHITE)
        return timed.Ending(None if black == white else int(white > black), f"{black} to {white} disks")


def _record(game: Game, control: timed.TimeControl, used: Sequence[float], headers: dict[str, str]) -> GameRecord:
    """A game with the time of each move; moves before those that have one took none."""
    clock = GgfClock(int(control.base), int(control.increment), 0)
    tags = {"PC": "conform", "PB": "Black", "PW": "White", "RE": "?", "TI": str(clock), "TY": "8", **headers}
    times = [0.0] * (len(game.moves) - len(used)) + [math.ceil(seconds * 100) / 100 for seconds in used]
    notes = tuple(Played(move, (), seconds) for move, seconds in zip(game.moves, times, strict=True))
    return GameRecord(game, notes, tuple(tags.items()))


def _by_the_clock(board: OthelloBoard, moves: int) -> Game:
    """The last moves of a game, from the position before them: a move of the opening would earn an increment."""
    opening = len(board.moves) - moves
    return Game(board.game.positions[opening], board.moves[opening:])


class NBoardPlayer(timed.Player):
    """One process of an NBoard engine."""

    def __init__(self, settings: timed.Settings) -> None:
        super().__init__(settings)
        self._pings = 0

    def begin(self) -> timed.Opening:
        settings = [f"set {name} {value}" for name, value in self.settings.options.items()]
        game = f"set game {_record(Game(), timed.TimeControl(60), (), {})}"
        heard = yield self._ping("nboard 2", *settings, f"set depth {_DEPTH}", game)
        names = [message.name for line in heard if isinstance(message := parse(line), MyName)]
        self.name = names[0] if names else ""

    def prepare(self, board: timed.Board, clocks: timed.Clocks) -> timed.Opening:
        assert isinstance(board, OthelloBoard)
        yield self._ping(f"set game {_record(_by_the_clock(board, len(clocks.used)), clocks.control, clocks.used, {})}")

    def _ping(self, *lines: str) -> timed.Ask:
        self._pings += 1
        number = self._pings
        return timed.Ask((*lines, f"ping {number}"), lambda line: parse(line) == Pong(number), f"pong {number}")

    def think(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, ...]:
        return ("go",)

    def read(self, line: str) -> timed.Answer | None:
        message = parse(line)
        if isinstance(message, Malformed) and message.verb == "===":
            return timed.Answer(timed.AnswerKind.MALFORMED, reason=message.reason)
        return timed.Answer(timed.AnswerKind.MOVE, message.move) if isinstance(message, Answer) else None

    def leave(self) -> tuple[str, ...]:
        return ("quit",)


class _NBoardPlayers(timed.Players):
    sides = ("Black", "White")
    suffix = ".ggf"
    usual = "5"

    def start(self, settings: timed.Settings) -> OthelloBoard:
        return OthelloBoard()

    def player(self, settings: timed.Settings) -> NBoardPlayer:
        return NBoardPlayer(settings)

    def accept(self, control: timed.TimeControl) -> None:
        if control.byoyomi or control.moves or control.base % 1 or control.increment % 1 or not control.base:
            raise timed.ControlError("NBoard writes clocks in GGF, which has whole seconds: give a control such as 5 or 10+1")

    def written(self, game: timed.Written) -> str:
        assert isinstance(game.board, OthelloBoard)
        position = game.board.position
        disks = position.disks(Colour.BLACK) - position.disks(Colour.WHITE)
        name = game.engine.replace("]", ")") or "?"
        result = f"{disks:+}" if game.board.ending() else {"1-0": "+", "0-1": "-"}.get(game.result, "?")
        headers = {"DT": game.date, "PB": name, "PW": name, "RE": result}
        used = game.used[: len(game.board.moves) - game.opening]
        return f"{_record(game.board.game, game.control, used, headers)}\n"


PLAYERS = _NBoardPlayers()
