"""The reference engine: conforms, and plays legal tic-tac-toe."""

from conform_tictactoe.rules import free, wins
from conformance.api.engines import Builtin, FixtureEngine


class TicTacToe(FixtureEngine):
    """One decision a method, so that a faulty engine overrides the one that it gets wrong."""

    search: str | None = None  # the board that it owes a move for

    def on_line(self, line: str) -> None:
        match line.split():
            case ["hello"]:
                self.say("hello tic-tac-toe")
            case ["ping"]:
                self.say("pong")
            case ["go" | "think" as command, board] if self.search is None:
                self.search, self.busy = board, command == "go"
            case ["stop"] if self.search is not None:
                self.answer()
            case ["quit"]:
                self.leave(0)

    def work(self) -> None:
        self.answer()

    def answer(self) -> None:
        if self.search is not None:
            board, self.search, self.busy = self.search, None, False
            self.say(f"move {self.choose(board)}")

    def choose(self, board: str) -> str:
        return (wins(board) or free(board))[0]


REFERENCE = Builtin("reference", "Conforms, and wins where it can.", (), TicTacToe)
