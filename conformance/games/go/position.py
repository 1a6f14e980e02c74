"""Positions as values: stones, the ko, the stones that were captured; and what a move makes of one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property

from conformance.games.go.points import neighbours, vertex

#: An empty point, in `Position.board`.
EMPTY = "."


class Colour(StrEnum):
    """The side that plays; its value is the colour as commands and files write it."""

    BLACK = "b"
    WHITE = "w"

    @property
    def other(self) -> "Colour":
        """The opponent."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def word(self) -> str:
        """The colour in words."""
        return "Black" if self is Colour.BLACK else "White"


class Suicide(Enum):
    """Which moves are legal that leave the stones that they join without a liberty."""

    REFUSED = 0
    SEVERAL = 1
    ALLOWED = 2


class IllegalMoveError(ValueError):
    """The move is illegal; the message says why. `suicides` is how many stones it would have taken from its own side."""

    def __init__(self, reason: str, suicides: int = 0) -> None:
        super().__init__(reason)
        self.suicides = suicides


@dataclass(frozen=True)
class Position:
    """A board, one character a point: `b`, `w` or `.`; `ko` is who may not play where at once."""

    size: int
    board: str
    ko: tuple[Colour, int] | None = None
    #: How many stones Black and White have captured.
    captured: tuple[int, int] = (0, 0)

    def at(self, point: int) -> Colour | None:
        """The stone on a point."""
        found = self.board[point]
        return None if found == EMPTY else Colour(found)

    @property
    def is_empty(self) -> bool:
        """Whether there is no stone."""
        return self.board.count(EMPTY) == len(self.board)

    def stones(self, colour: Colour) -> list[int]:
        """The points with stones of a colour."""
        return [point for point, found in enumerate(self.board) if found == colour]

    def with_stones(self, colour: Colour, points: Iterable[int]) -> "Position":
        """The position with stones put on the board, as a handicap is: nothing is captured, and no ko stays."""
        board = list(self.board)
        for point in points:
            board[point] = colour
        return replace(self, board="".join(board), ko=None)

    def chain(self, point: int) -> tuple[frozenset[int], frozenset[int]]:
        """The stones that hang together with the one on a point, and their liberties."""
        return _chain(self.board, self.size, point)

    @cached_property
    def chains(self) -> tuple[frozenset[int], ...]:
        """All chains, by their lowest point."""
        return tuple(self._regions(stones=True))

    @cached_property
    def spaces(self) -> tuple[frozenset[int], ...]:
        """All empty regions, by their lowest point."""
        return tuple(self._regions(stones=False))

    def _regions(self, *, stones: bool) -> Iterator[frozenset[int]]:
        seen: set[int] = set()
        for point, found in enumerate(self.board):
            if point not in seen and (found != EMPTY) == stones:
                region, _ = self.chain(point)
                seen |= region
                yield region

    def play(self, colour: Colour, point: int | None, suicide: Suicide = Suicide.REFUSED) -> "Position":
        """The position after a move; raises IllegalMoveError."""
        if point is None:
            return replace(self, ko=None)
        if self.board[point] != EMPTY:
            raise IllegalMoveError(f"there is a stone on {vertex(point, self.size)}")
        if self.ko == (colour, point):
            raise IllegalMoveError(f"{vertex(point, self.size)} takes a ko back at once")
        board = list(self.board)
        board[point] = colour
        taken = self._without_liberties(board, colour.other, point)
        for gone in taken:
            board[gone] = EMPTY
        own, liberties = _chain(board, self.size, point)
        black, white = self.captured
        if not liberties:
            if suicide is Suicide.REFUSED or (suicide is Suicide.SEVERAL and len(own) == 1):
                raise IllegalMoveError(f"{vertex(point, self.size)} is suicide of {len(own)}", len(own))
            for gone in own:
                board[gone] = EMPTY
            lost = len(own)
            black, white = (black, white + lost) if colour is Colour.BLACK else (black + lost, white)
        black, white = (black + len(taken), white) if colour is Colour.BLACK else (black, white + len(taken))
        ko = (colour.other, next(iter(taken))) if len(taken) == 1 and len(own) == 1 and liberties == taken else None
        return Position(self.size, "".join(board), ko, (black, white))

    def _without_liberties(self, board: list[str], colour: Colour, point: int) -> frozenset[int]:
        gone: set[int] = set()
        for beside in neighbours(self.size)[point]:
            if board[beside] == colour and beside not in gone:
                stones, liberties = _chain(board, self.size, beside)
                if not liberties:
                    gone |= stones
        return frozenset(gone)

    def is_legal(self, colour: Colour, point: int | None, suicide: Suicide = Suicide.REFUSED) -> bool:
        """Whether a move is legal."""
        try:
            self.play(colour, point, suicide)
        except IllegalMoveError:
            return False
        return True

    def legal(self, colour: Colour, suicide: Suicide = Suicide.REFUSED) -> list[int]:
        """The points where a colour may play; it may always pass besides."""
        empty_points = (point for point, found in enumerate(self.board) if found == EMPTY)
        return [point for point in empty_points if self.is_legal(colour, point, suicide)]

    @property
    def text(self) -> str:
        """The board in lines, the highest row first; `X` is Black, `O` is White."""
        rows = [self.board[start : start + self.size] for start in range(0, len(self.board), self.size)]
        return "\n".join(row.translate(_SYMBOLS) for row in reversed(rows))


_SYMBOLS = str.maketrans("bw", "XO")


def empty(size: int) -> Position:
    """The empty board of a size."""
    return Position(size, EMPTY * (size * size))


def _chain(board: str | list[str], size: int, point: int) -> tuple[frozenset[int], frozenset[int]]:
    colour, beside = board[point], neighbours(size)
    stones, liberties, todo = {point}, set[int](), [point]
    while todo:
        for near in beside[todo.pop()]:
            if board[near] == colour:
                if near not in stones:
                    stones.add(near)
                    todo.append(near)
            elif board[near] == EMPTY:
                liberties.add(near)
    return frozenset(stones), frozenset(liberties)
