"""Hive by the clock: `bestmove time` limits each move, in whole seconds; games are GameStrings.

An engine keeps the game itself: the moves that it does not know yet are played before the clock is started.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.api import games as timed
from conformance.games.hive import Game, GameState, GameType, IllegalMoveError, MoveTextError, format_move, parse_move
from conformance.suites.uhp.grammar import parse, read_reply
from conformance.suites.uhp.messages import BestMove, Error, Id, Response, Search

_REPETITIONS = 3
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class HiveBoard(timed.Board):
    """A game of Hive."""

    game: Game = field(default_factory=Game.new)
    played: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        return self.played

    def legal(self) -> Sequence[str]:
        return sorted(format_move(self.game.final, move) for move in self.game.final.legal_moves)

    def read(self, move: str) -> str:
        try:
            meant = parse_move(self.game.final, move)
        except MoveTextError:
            return ""
        return format_move(self.game.final, meant) if meant in self.game.final.legal_moves else ""

    def play(self, move: str) -> "HiveBoard":
        return HiveBoard(self.game.play(move), (*self.played, move))

    def why_illegal(self, move: str) -> str:
        try:
            self.game.play(move)
        except IllegalMoveError as error:
            return str(error)
        return "it is legal"

    def ending(self) -> timed.Ending | None:
        match self.game.state:
            case GameState.WHITE_WINS:
                return timed.Ending(0, "the black queen is surrounded")
            case GameState.BLACK_WINS:
                return timed.Ending(1, "the white queen is surrounded")
            case GameState.DRAW:
                return timed.Ending(None, "both queens are surrounded")
        return timed.Ending(None, "threefold repetition") if self.game.occurrences >= _REPETITIONS else None


def _is_ok(line: str) -> bool:
    return line == "ok"


class UhpPlayer(timed.Player):
    """One process of a UHP engine."""

    def __init__(self, settings: timed.Settings) -> None:
        super().__init__(settings)
        self._known: tuple[str, ...] = ()
        self._lines: list[str] | None = None

    def begin(self) -> timed.Opening:
        heard = yield timed.Ask((), _is_ok, "info block at the start")
        self.name = next((message.name for line in heard if isinstance(message := parse(line), Id)), "")
        for name, value in self.settings.options.items():
            yield timed.Ask((f"options set {name} {value}",), _is_ok, "ok")
        yield timed.Ask((f"newgame {GameType.BASE}",), _is_ok, "ok")

    def prepare(self, board: timed.Board, clocks: timed.Clocks) -> timed.Opening:
        for move in board.moves[len(self._known) :]:
            command = "pass" if move == "pass" else f"play {move}"
            heard = yield timed.Ask((command,), _is_ok, "ok")
            if heard and isinstance(parse(heard[0]), Error):
                raise timed.RefusedError(f"it refuses `{command}`, which is legal", heard[0])
        self._known = board.moves

    def think(self, board: timed.Board, clocks: timed.Clocks) -> tuple[str, ...]:
        self._lines = []
        return (str(Search(time=int(clocks.control.byoyomi))),)

    def read(self, line: str) -> timed.Answer | None:
        if self._lines is None:
            return None
        if not _is_ok(line):
            self._lines.append(line)
            return None
        messages = read_reply("bestmove", Response(tuple(self._lines))).messages
        said, self._lines = self._lines, None
        if moves := [message for message in messages if isinstance(message, BestMove)]:
            return timed.Answer(timed.AnswerKind.MOVE, str(moves[-1].move))
        return timed.Answer(
            timed.AnswerKind.MALFORMED, reason=f"no move in the response {' / '.join(said)[:200] or 'which is empty'}"
        )

    def leave(self) -> tuple[str, ...]:
        return ("exit",)


class _UhpPlayers(timed.Players):
    # the limit is in whole seconds, and "the time a process needs to notice it" is granted
    grace = 0.25
    suffix = ".uhp"
    usual = "1/move"

    def start(self, settings: timed.Settings) -> HiveBoard:
        return HiveBoard()

    def player(self, settings: timed.Settings) -> UhpPlayer:
        return UhpPlayer(settings)

    def accept(self, control: timed.TimeControl) -> None:
        if not control.is_per_move or control.byoyomi % 1 or control.byoyomi >= _DAY:
            raise timed.ControlError(
                "UHP limits each move by whole seconds and has no clocks for a game: give a control such as 1/move"
            )

    def written(self, game: timed.Written) -> str:
        assert isinstance(game.board, HiveBoard)
        return f"{game.board.game}\n"


PLAYERS = _UhpPlayers()
