"""Loads `positions.toml`, `baits.toml` and `lines.toml`: test positions by tag, each with what is known about it.

The claims of the file are not trusted blindly: the unit tests hold every claim against the rules oracle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from conformance.api.positions import PositionFileError, by_name, document, made, words
from conformance.games.shogi import START, Field, Game, Illegality, Position, parse_position


@dataclass(frozen=True, slots=True)
class TestPosition:
    """One entry: `position` is what follows the word `position`; all else speaks of the position it leads to.

    mate_in        length in plies of the shortest mate by checks, None where nothing is claimed
    first_moves    all moves that force this mate, empty without `mate_in`
    mated_in       the side to move is in check and mated in so many plies (an even number) whatever it plays
    no_mate_within the side to move has no mate by checks in so many plies
    declares       whether the side to move may declare a win by the 27-point rule, None where nothing is claimed
    illegal        moves a wrong engine would play here, each with the rule it breaks
    thought        why any engine has to think here, "" where it may know its move from a book or see all at once
    reveals        ways to misread the SFEN after which no legal move is legal here
    """

    __test__ = False  # pytest: not a class of tests

    tag: str
    position: str
    note: str
    legal_moves: int
    in_check: bool = False
    mate_in: int | None = None
    mated_in: int | None = None
    no_mate_within: int | None = None
    declares: bool | None = None
    first_moves: frozenset[str] = frozenset()
    legal: frozenset[str] = frozenset()
    illegal: Mapping[str, Illegality] = field(default_factory=dict, hash=False)
    reveals: frozenset[Field] = frozenset()
    only_move: str | None = None
    thought: str = ""

    @property
    def command(self) -> str:
        """The line that sends the position."""
        return f"position {self.position}"

    @property
    def game(self) -> Game:
        """The position sent and the moves played in it."""
        return parse_position(self.position)

    @property
    def root(self) -> Position:
        """The position that is searched."""
        return self.game.position

    @property
    def terminal(self) -> bool:
        """Whether there is no legal move."""
        return self.legal_moves == 0


#: Squares that differ from the initial board in a position that books do not reach: each move changes two.
_BEYOND_BOOKS = 25


def is_opening(position: Position) -> bool:
    """Whether a position is so near to the start that an engine may know its move from a book, and need not think."""
    start, board = START.pieces(), position.pieces()
    return sum(start.get(square) != board.get(square) for square in start.keys() | board.keys()) < _BEYOND_BOOKS


def is_untouched(position: Position) -> bool:
    """Whether a position is near to the start, nothing has been captured, and the side to move is not in check."""
    all_there = len(position.pieces()) == len(START.pieces())
    return all_there and is_opening(position) and not position.in_check and not position.is_terminal


@cache
def load() -> Mapping[str, TestPosition]:
    """Read all positions, by tag, in the order of the file; raises PositionFileError."""
    return parse(document(__package__))


@cache
def baits() -> Mapping[str, TestPosition]:
    """Read the baits, by tag: each has one illegal move, and none of the legal ones is as good."""
    return parse(document(__package__, "baits.toml"))


@cache
def lines() -> tuple[str, ...]:
    """Short lines in which moves of all kinds are played, as they follow the word `position`."""
    return tuple(document(__package__, "lines.toml")["positions"])


def parse(content: Mapping[str, Any]) -> Mapping[str, TestPosition]:
    """Validate a parsed positions file; raises PositionFileError. Legality is not looked at."""
    return by_name(map(_entry, content["position"]), lambda position: position.tag)


def _entry(entry: Mapping[str, Any]) -> TestPosition:
    found = made(TestPosition, entry, first_moves=words, legal=words, illegal=_labels, reveals=_fields)
    if (found.mate_in is None) != (not found.first_moves):
        raise PositionFileError(f"{found.tag}: mate_in and first_moves come together")
    return found


def _labels(moves: Mapping[str, str]) -> Mapping[str, Illegality]:
    return MappingProxyType({move: Illegality(label) for move, label in moves.items()})


def _fields(names: Sequence[str]) -> frozenset[Field]:
    return frozenset(map(Field, names))
