"""A suite's part in games by the clock: how its engines are asked for a move, what they answer, and when a game is over.

A suite gives one `Players`; it makes a `Player` for each process and a `Board` for each game. All of it is sans-IO: a player says
which lines to send and reads lines, and the arbiter does the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from conformance.matches.clock import TimeControl


class RefusedError(Exception):
    """An engine refuses what it has to take, in words, with its line."""

    def __init__(self, text: str, line: str) -> None:
        super().__init__(text)
        self.line = line


class ControlError(ValueError):
    """The protocol cannot say such a time control, or play with such a setting; the message says which ones it can."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended by its rules: `winner` is 0 for who moved first, 1 for the other, None for a draw."""

    winner: int | None
    reason: str


class Board(ABC):
    """A position with the moves that led to it, as a value."""

    @property
    @abstractmethod
    def moves(self) -> tuple[str, ...]:
        """All moves from the start, in the protocol's notation."""

    @property
    def turn(self) -> int:
        """Whose move it is: 0 for who moved first."""
        return len(self.moves) % 2

    @abstractmethod
    def legal(self) -> Sequence[str]:
        """The legal moves, in an order that is always the same."""

    @abstractmethod
    def read(self, move: str) -> str:
        """A legal move in the spelling of `legal`, "" where it is not legal."""

    @abstractmethod
    def play(self, move: str) -> "Board":
        """The position after a legal move."""

    @abstractmethod
    def why_illegal(self, move: str) -> str:
        """Why a move is illegal, in words."""

    @abstractmethod
    def ending(self) -> Ending | None:
        """How the game has ended here, None where it goes on."""

    def may_claim(self) -> bool:
        """Whether the side to move may declare that it has won."""
        return False


class AnswerKind(StrEnum):
    """The kinds of an answer."""

    MOVE = "move"
    RESIGN = "resign"
    WIN = "win"
    NONE = "none"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a search: a move and the reply expected to it, or what stands for none; `reason`: why it cannot be read."""

    kind: AnswerKind
    move: str = ""
    ponder: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """Lines to send, and the answer to wait for (none: nothing is waited for). `what` names it for people."""

    lines: tuple[str, ...]
    until: Callable[[str], bool] | None = None
    what: str = ""


#: A dialogue before the game: it yields what to ask, and is sent what was heard up to the answer.
Opening = Generator[Ask, Sequence[str], None]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks as the side to move sees them: `left` by side, `to_go` moves for the time of the side to move (0: for all)."""

    control: TimeControl
    left: tuple[float, float]
    turn: int
    to_go: int = 0
    used: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings for the engines: options by name, and whether they think in the opponent's time."""

    options: Mapping[str, str] = field(default_factory=dict)
    ponder: bool = False


class Player(ABC):
    """One process of an engine in one game."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        #: What its name is, once it has been said.
        self.name = ""
        #: The options that it declares as whole numbers, each with its least and its largest value.
        self.numbers: dict[str, tuple[int, int]] = {}

    @abstractmethod
    def begin(self) -> Opening:
        """Greet, set options, begin a new game."""

    def prepare(self, board: Board, clocks: Clocks) -> Opening:  # noqa: ARG002  most protocols say it all in the request
        """The lines to send before the clock is started for a move."""
        yield from ()

    @abstractmethod
    def think(self, board: Board, clocks: Clocks) -> tuple[str, ...]:
        """The lines that ask for a move; the clock runs from now on."""

    @abstractmethod
    def read(self, line: str) -> Answer | None:
        """An answer to a search; None for any other line."""

    def ponder(self, board: Board, clocks: Clocks) -> tuple[str, ...]:  # noqa: ARG002
        """The lines that let it think in its opponent's time; `board` is that after the expected reply."""
        return ()

    def hit(self, board: Board, clocks: Clocks) -> tuple[str, ...]:  # noqa: ARG002
        """The expected move was played: the lines that say so."""
        return ()

    def miss(self) -> tuple[str, ...]:
        """Another move was played: the lines that end the search, whose answer then means nothing."""
        return ()

    def over(self, won: bool | None) -> tuple[str, ...]:  # noqa: ARG002
        """The lines to send at the end of a game; None for a draw, or where nobody won."""
        return ()

    @abstractmethod
    def leave(self) -> tuple[str, ...]:
        """The lines that ask the engine to leave."""


@dataclass(frozen=True, slots=True)
class Written:
    """The facts of a game that is to be written down. `result` is 1-0, 0-1, 1/2-1/2 or *, with 1 for who moved first."""

    board: Board
    engine: str
    control: TimeControl
    result: str
    reason: str
    number: int
    date: str
    used: tuple[float, ...] = ()
    opening: int = 0


class Players(ABC):
    """A protocol's games: what its suite declares as `match`."""

    #: The sides, who moves first first.
    sides: tuple[str, str] = ("White", "Black")
    #: Whether an engine may count on a move's increment before it has moved.
    early_increment = False
    #: Seconds for the way of an answer, where a search is given the time that it is to last: it may use that time to its end.
    grace = 0.0
    #: How a game is written down: the ending of its file.
    suffix = ".txt"
    #: The control where none is asked for.
    usual = "1+0.01"
    #: Names of options by which engines keep time for what lies between them and the clock, in lower case.
    overheads: tuple[str, ...] = ()
    #: Plies of the opening: a position is odd after them and not lost.
    opening_plies = 8
    #: Whether engines can think in their opponent's time.
    can_ponder = False

    @abstractmethod
    def start(self, settings: Settings) -> Board:
        """The position from which games begin; raises ControlError where a setting allows none."""

    @abstractmethod
    def player(self, settings: Settings) -> Player:
        """A new process of an engine."""

    def accept(self, control: TimeControl) -> None:  # noqa: B027  a protocol may say them all
        """Refuse a time control that the protocol cannot say; raises ControlError."""

    @abstractmethod
    def written(self, game: Written) -> str:
        """The game as its players write games down."""
