"""Games by the clock in UCI and USI: how both ask for a move, and think in the opponent's time."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from conformance.api.games import Answer, AnswerKind, Ask, Board, Clocks, Opening, Player
from conformance.api.messages import Malformed
from conformance.suites.universal.messages import IdName, OptionLine, OptionType, ReadyOk

#: What engines of either protocol call the time that they keep for what lies between them and the clock, in ms.
OVERHEADS = (
    "move overhead",
    "moveoverhead",
    "move_overhead",
    "overhead",
    "network delay",
    "networkdelay",
    "networkdelay2",
    "byoyomi_margin",
    "lag",
    "timemargin",
    "time margin",
)


def ms(seconds: float) -> int:
    """Whole milliseconds, never more than there are."""
    return int(seconds * 1000 + 1e-6)


class UniversalPlayer(Player):
    """One process of an engine. A protocol gives its words and how it writes clocks."""

    greeting: ClassVar[str]
    ponder_option: ClassVar[str]
    new_game: ClassVar[str]
    #: Whether the GUI asks if the engine is ready again after it has announced a new game.
    waits_for_a_new_game: ClassVar[bool] = True

    @abstractmethod
    def parse(self, line: str) -> object:
        """A line of the engine as a message."""

    @abstractmethod
    def is_greeted(self, line: str) -> bool:
        """The end of the handshake."""

    @abstractmethod
    def limits(self, clocks: Clocks) -> str:
        """The text after `go`."""

    @abstractmethod
    def answer(self, message: object) -> Answer | None:
        """The answer to a search that a well-formed message gives, None where it gives none."""

    def read(self, line: str) -> Answer | None:
        message = self.parse(line)
        if isinstance(message, Malformed) and message.verb == "bestmove":
            return Answer(AnswerKind.MALFORMED, reason=message.reason)
        return self.answer(message)

    def is_ready(self, line: str) -> bool:
        """The answer to `isready`."""
        return isinstance(self.parse(line), ReadyOk)

    def begin(self) -> Opening:
        heard = yield Ask((self.greeting,), self.is_greeted, f"{self.greeting}ok")
        messages = [self.parse(line) for line in heard]
        self.name = next((message.name for message in messages if isinstance(message, IdName)), "")
        options = [message for message in messages if isinstance(message, OptionLine)]
        self.numbers = {
            one.name: (one.minimum, one.maximum)
            for one in options
            if one.type is OptionType.SPIN and one.minimum is not None and one.maximum is not None
        }
        yield Ask((*self._set(options), "isready"), self.is_ready, "readyok")
        if self.waits_for_a_new_game:
            yield Ask((self.new_game, "isready"), self.is_ready, "readyok")
        else:
            yield Ask((self.new_game,))

    def _set(self, options: Sequence[OptionLine]) -> Iterable[str]:
        """The user's options, and the one by which an engine knows whether it may think in its opponent's time."""
        for name, value in self.settings.options.items():
            is_button = any(one.type is OptionType.BUTTON and one.name.lower() == name.lower() for one in options)
            yield f"setoption name {name}" + ("" if is_button else f" value {value}")
        if any(one.name.lower() == self.ponder_option.lower() for one in options):
            yield f"setoption name {self.ponder_option} value {str(self.settings.ponder).lower()}"

    def think(self, board: Board, clocks: Clocks) -> tuple[str, ...]:
        return self.position(board), f"go {self.limits(clocks)}"

    def ponder(self, board: Board, clocks: Clocks) -> tuple[str, ...]:
        return self.position(board), f"go ponder {self.limits(clocks)}"

    def hit(self, board: Board, clocks: Clocks) -> tuple[str, ...]:
        return ("ponderhit",)

    def miss(self) -> tuple[str, ...]:
        return ("stop",)

    def position(self, board: Board) -> str:
        """The command that sets up the game."""
        return " ".join(("position startpos moves", *board.moves)) if board.moves else "position startpos"

    def leave(self) -> tuple[str, ...]:
        return ("quit",)


def clock_words(clocks: Clocks, sides: tuple[str, str], increment: float) -> str:
    """The time left and the increment of both sides."""
    left = " ".join(f"{side}time {ms(seconds)}" for side, seconds in zip(sides, clocks.left, strict=True))
    return left + "".join(f" {side}inc {ms(increment)}" for side in sides if increment)
