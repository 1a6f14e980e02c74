"""Loads `positions.toml`, `baits.toml` and `lines.toml`: test positions by tag, each with what is known about it.

The claims of the file are not trusted blindly: the unit tests hold every claim against the rules oracle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from conformance.api.positions import PositionFileError, by_name, document, made, words
from conformance.games.chess import Game, Illegality, Position, parse_position


@dataclass(frozen=True, slots=True)
class TestPosition:
    """One entry: `position` is what follows the word `position`; all else speaks of the position it leads to.

    mate_in      length in moves of the shortest forced mate, None where nothing is claimed
    first_moves  all moves that force this mate, empty without `mate_in`
    mated_in     the side to move is mated in so many moves of the other side, whatever it plays
    illegal      moves a wrong engine would play here, each with the rule it breaks
    """

    __test__ = False  # pytest: not a class of tests

    tag: str
    position: str
    note: str
    legal_moves: int
    in_check: bool = False
    only_move: str | None = None
    mate_in: int | None = None
    first_moves: frozenset[str] = frozenset()
    mated_in: int | None = None
    illegal: Mapping[str, Illegality] = field(default_factory=dict, hash=False)
    chess960: bool = False

    @property
    def command(self) -> str:
        """The line that sends the position."""
        return f"position {self.position}"

    @property
    def game(self) -> Game:
        """The position sent and the moves played in it."""
        return parse_position(self.position, chess960=self.chess960)

    @property
    def root(self) -> Position:
        """The position that is searched."""
        return self.game.position


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
    found = made(TestPosition, entry, first_moves=words, illegal=_labels)
    if (found.mate_in is None) != (not found.first_moves):
        raise PositionFileError(f"{found.tag}: mate_in and first_moves come together")
    return found


def _labels(moves: Mapping[str, str]) -> Mapping[str, Illegality]:
    return MappingProxyType({move: Illegality(label) for move, label in moves.items()})
