"""All engines: the reference, those that break one thing each, and one that is unusual and conforms."""

from collections.abc import Callable

from conform_tictactoe.driver import STREAM
from conform_tictactoe.reference import REFERENCE, TicTacToe
from conform_tictactoe.rules import free
from conformance.api.engines import Builtin

ENGINES = {"reference": REFERENCE, **STREAM.engines(TicTacToe)}


def engine(name: str, sentence: str, *trips: str, **more: bool) -> Callable[[type[TicTacToe]], type[TicTacToe]]:
    """Register an engine with exactly the ids that it trips."""

    def register(made: type[TicTacToe]) -> type[TicTacToe]:
        ENGINES[name] = Builtin(name, sentence, trips, made, **more)
        return made

    return register


@engine("answers_twice", "Prints each move of `go` twice.", "TTT-GO-01")
class AnswersTwice(TicTacToe):
    def work(self) -> None:
        board = self.search or ""
        super().work()
        self.say(f"move {self.choose(board)}")


@engine("stop_ignored", "Thinks on when it is stopped.", "TTT-STOP-01")
class StopIgnored(TicTacToe):
    def on_line(self, line: str) -> None:
        if line.split() != ["stop"]:
            super().on_line(line)


@engine("stop_takes_8s", "Needs eight seconds to stop.", "TTT-STOP-01")
class SlowStop(TicTacToe):
    def on_line(self, line: str) -> None:
        if line.split() == ["stop"]:
            self.after(8, self.answer)
        else:
            super().on_line(line)


@engine("moves_at_once", "Answers `think` without waiting for `stop`.", "TTT-STOP-01")
class MovesAtOnce(TicTacToe):
    def on_line(self, line: str) -> None:
        super().on_line(line)
        self.answer()


@engine("plays_on_its_own_stone", "Plays on a square that is taken.", "TTT-MOVE-01")
class TakenSquare(TicTacToe):
    def choose(self, board: str) -> str:
        return str(board.find("x") + 1 or 1)


@engine("overlooks_wins", "Plays the first free square.", "TTT-MOVE-02")
class OverlooksWins(TicTacToe):
    def choose(self, board: str) -> str:
        return free(board)[0]


@engine("keeps_the_board_of_think", "Answers a `go` after a `think` for the old board.", "TTT-MOVE-01", explored=True)
class KeepsTheBoard(TicTacToe):
    thought_of = ""

    def answer(self) -> None:
        if self.busy:
            self.search, self.thought_of = self.thought_of or self.search, ""
        else:
            self.thought_of = self.search or ""
        super().answer()


@engine("lenient_chatty", "Comments on all that it does, and ends its lines with CR LF.", lenient=True)
class Chatty(TicTacToe):
    def say(self, line: str) -> None:
        super().say("I say:\r")
        super().say(f"{line}\r")
