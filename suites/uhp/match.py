"""Hive by the clock: `bestmove time` limits each move, in whole seconds; games are GameStrings.

An engine keeps the game itself: the moves that it does not know yet are played before the clock is started.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.api.games import (
    Answer,
    AnswerKind,
    Ask,
    Board,
    Clocks,
    ControlError,
    Ending,
    Opening,
    Player,
    Players,
    RefusedError,
    Settings,
    TimeControl,
    Written,
)
from conformance.games.hive import Game, GameState, GameType, IllegalMoveError, MoveTextError, format_move, parse_move
from conformance.suites.uhp.grammar import parse, read_reply
from conformance.suites.uhp.messages import BestMove, Error, Id, Response, Search

_REPETITIONS = 3
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class HiveBoard(Board):
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

    def ending(self) -> Ending | None:
        match self.game.state:
            case GameState.WHITE_WINS:
                return Ending(0, "the black queen is surrounded")
            case GameState.BLACK_WINS:
                return Ending(1, "the white queen is surrounded")
            case GameState.DRAW:
                return Ending(None, "both queens are surrounded")
        return Ending(None, "threefold repetition") if self.game.occurrences >= _REPETITIONS else None


def _is_ok(line: str) -> bool:
    return line == "ok"


class UhpPlayer(Player):
    """One process of a UHP engine."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._known: tuple[str, ...] = ()
        self._lines: list[str] | None = None

    def begin(self) -> Opening:
        heard = yield Ask((), _is_ok, "info block at the start")
        self.name = next((message.name for line in heard if isinstance(message := parse(line), Id)), "")
        for name, value in self.settings.options.items():
            yield Ask((f"options set {name} {value}",), _is_ok, "ok")
        yield Ask((f"newgame {GameType.BASE}",), _is_ok, "ok")

    def prepare(self, board: Board, clocks: Clocks) -> Opening:
        for move in board.moves[len(self._known) :]:
            command = "pass" if move == "pass" else f"play {move}"
            heard = yield Ask((command,), _is_ok, "ok")
            if heard and isinstance(parse(heard[0]), Error):
                raise RefusedError(f"it refuses `{command}`, which is legal", heard[0])
        self._known = board.moves

    def think(self, board: Board, clocks: Clocks) -> tuple[str, ...]:
        self._lines = []
        return (str(Search(time=int(clocks.control.byoyomi))),)

    def read(self, line: str) -> Answer | None:
        if self._lines is None:
            return None
        if not _is_ok(line):
            self._lines.append(line)
            return None
        messages = read_reply("bestmove", Response(tuple(self._lines))).messages
        said, self._lines = self._lines, None
        if moves := [message for message in messages if isinstance(message, BestMove)]:
            return Answer(AnswerKind.MOVE, str(moves[-1].move))
        return Answer(AnswerKind.MALFORMED, reason=f"no move in the response {' / '.join(said)[:200] or 'which is empty'}")

    def leave(self) -> tuple[str, ...]:
        return ("exit",)


class _UhpPlayers(Players):
    # the limit is in whole seconds, and "the time a process needs to notice it" is granted
    grace = 0.25
    suffix = ".uhp"
    usual = "1/move"

    def start(self, settings: Settings) -> HiveBoard:
        return HiveBoard()

    def player(self, settings: Settings) -> UhpPlayer:
        return UhpPlayer(settings)

    def accept(self, control: TimeControl) -> None:
        if not control.is_per_move or control.byoyomi % 1 or control.byoyomi >= _DAY:
            raise ControlError(
                "UHP limits each move by whole seconds and has no clocks for a game: give a control such as 1/move"
            )

    def written(self, game: Written) -> str:
        assert isinstance(game.board, HiveBoard)
        return f"{game.board.game}\n"


PLAYERS = _UhpPlayers()
