"""Shogi by the clock: what a USI engine is sent for a move, its answer, the end of a game, and the game as a position line."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.api.games import Answer, AnswerKind, Board, Clocks, ControlError, Ending, Players, Settings, TimeControl, Written
from conformance.games.shogi import START, Position, may_declare_win
from conformance.suites.universal.match import OVERHEADS, UniversalPlayer, clock_words, ms
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.messages import BestMove, Message, UsiOk

#: How often a position comes before the game is drawn, or lost by who gave check all the time.
_REPETITIONS = 4


@dataclass(frozen=True, slots=True)
class ShogiBoard(Board):
    """A position of shogi; `seen` are the keys of all positions, `checks` whether the side to move was in check there."""

    position: Position = START
    played: tuple[str, ...] = ()
    seen: tuple[str, ...] = (START.key,)
    checks: tuple[bool, ...] = (False,)

    @property
    def moves(self) -> tuple[str, ...]:
        return self.played

    def legal(self) -> Sequence[str]:
        return sorted(self.position.legal_moves())

    def read(self, move: str) -> str:
        return move if self.position.is_legal(move) else ""

    def play(self, move: str) -> "ShogiBoard":
        after = self.position.play(move)
        return ShogiBoard(after, (*self.played, move), (*self.seen, after.key), (*self.checks, after.in_check))

    def why_illegal(self, move: str) -> str:
        return str(self.position.why_illegal(move) or "it is legal")

    def may_claim(self) -> bool:
        return may_declare_win(self.position)

    def ending(self) -> Ending | None:
        if self.position.is_terminal:
            return Ending(1 - self.turn, "mate" if self.position.in_check else "no legal move")
        if self.seen.count(self.position.key) < _REPETITIONS:
            return None
        first = self.seen.index(self.position.key)
        for side in (self.turn, 1 - self.turn):  # who is in check at each turn is checked for ever by the other
            own = [in_check for ply, in_check in enumerate(self.checks) if ply > first and ply % 2 == side]
            if own and all(own):
                return Ending(side, "perpetual check")
        return Ending(None, "fourfold repetition")


class UsiPlayer(UniversalPlayer):
    """One process of a USI engine."""

    greeting = "usi"
    ponder_option = "USI_Ponder"
    new_game = "usinewgame"
    waits_for_a_new_game = False

    def parse(self, line: str) -> Message:
        return parse(line)

    def is_greeted(self, line: str) -> bool:
        return isinstance(parse(line), UsiOk)

    def limits(self, clocks: Clocks) -> str:
        control = clocks.control
        byoyomi = f" byoyomi {ms(control.byoyomi)}" if control.byoyomi or not control.increment else ""
        return clock_words(clocks, ("b", "w"), control.increment) + byoyomi

    def answer(self, message: object) -> Answer | None:
        if not isinstance(message, BestMove):
            return None
        if message.is_move:
            return Answer(AnswerKind.MOVE, message.move, message.ponder or "")
        return Answer(AnswerKind.RESIGN if message.move == "resign" else AnswerKind.WIN, message.move)

    def over(self, won: bool | None) -> tuple[str, ...]:
        return (f"gameover {'draw' if won is None else 'win' if won else 'lose'}",)


class _UsiPlayers(Players):
    sides = ("Sente", "Gote")
    early_increment = True
    suffix = ".usi"
    usual = "10byo1"
    overheads = OVERHEADS
    can_ponder = True

    def start(self, settings: Settings) -> ShogiBoard:
        return ShogiBoard()

    def player(self, settings: Settings) -> UsiPlayer:
        return UsiPlayer(settings)

    def accept(self, control: TimeControl) -> None:
        if control.moves:
            raise ControlError("USI cannot say that a time is for some moves: give a control such as 1+0.01, 10byo1 or 0.5/move")

    def written(self, game: Written) -> str:
        notes = [
            f"# game {game.number}, {game.date}: {game.engine or 'an engine'} against itself at {game.control}",
            f"# {game.result}: {game.reason}",
            f"# seconds of each move after the opening of {game.opening}: {' '.join(f'{one:.3f}' for one in game.used)}",
        ]
        return "\n".join([*notes, " ".join(("position startpos moves", *game.board.moves)), ""])


PLAYERS = _UsiPlayers()
