"""Test positions with what is known about each, as both Othello suites keep them in a `positions.toml`.

The claims of such a file are not trusted here: the unit tests of each suite hold every claim against the rules oracle.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from conformance.games.othello.game import Game
from conformance.games.othello.move import parse_move
from conformance.games.othello.position import START, Position
from conformance.words.positions import PositionFileError, by_name, document

_REQUIRED = {"name", "position", "legal", "note"}
_KEYS = _REQUIRED | {"moves", "value", "values", "result", "best", "disjoint", "tags"}
_TAGS = {"long-search"}


@dataclass(frozen=True, slots=True)
class TestPosition:
    """One entry: `text` is the board and the side to move as the protocol writes them, `legal` all legal moves.

    moves     the game that leads from the initial position here, passes included; empty for a board that was set up
    value     the exact result of best play in disks, from the side to move, None where nothing is claimed
    values    the same for each legal move, in the order of the file; empty where nothing is claimed
    result    of a finished game, in disks, from the side named; None for all others
    best      a line of best play to the end, passes included; there may be others
    disjoint  names of other positions in which no move is legal that is legal here
    tags      `long-search`: far from the end, for searches that have to last
    """

    __test__ = False  # pytest: not a class of tests

    name: str
    text: str
    root: Position
    legal: frozenset[str]
    note: str
    moves: tuple[str, ...] = ()
    value: int | None = None
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    result: int | None = None
    best: tuple[str, ...] = ()
    disjoint: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()

    @property
    def game(self) -> Game:
        """The game that leads here, from the initial position if it is known, else from the position itself."""
        return Game(START, self.moves) if self.moves else Game(self.root)

    @property
    def only_move(self) -> str | None:
        """The single legal move, which may be a pass; None where there are more, or none."""
        return next(iter(self.legal)) if len(self.legal) == 1 else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that no move can be asked for."""
        return not self.legal


def load(package: str, read: Callable[[str], Position], name: str = "positions.toml") -> Mapping[str, TestPosition]:
    """Read the `positions.toml` of a package, or another file, by name, in its order; raises PositionFileError."""
    return parse(document(package, name), read)


def parse(content: Mapping[str, Any], read: Callable[[str], Position]) -> Mapping[str, TestPosition]:
    """Validate a parsed file whose boards are read by `read`; raises PositionFileError. Legality is not looked at."""
    found = by_name((_entry(row, read) for row in content["position"]), lambda entry: entry.name)
    for entry in found.values():
        if strange := sorted(set(entry.disjoint) - set(found)):
            raise PositionFileError(f"{entry.name}: disjoint from the unknown {', '.join(strange)}")
    return found


def _entry(row: Mapping[str, Any], read: Callable[[str], Position]) -> TestPosition:
    name = row.get("name", "an entry without name")
    if missing := sorted(_REQUIRED - set(row)):
        raise PositionFileError(f"{name}: no {', '.join(missing)}")
    if strange := sorted(set(row) - _KEYS | set(row.get("tags", ())) - _TAGS):
        raise PositionFileError(f"{name}: unknown {', '.join(strange)}")
    try:
        return TestPosition(
            name=name,
            text=row["position"],
            root=read(row["position"]),
            legal=frozenset(_moves(row["legal"])),
            note=row["note"],
            moves=_moves(row.get("moves", "")),
            value=row.get("value"),
            values=_values(row.get("values", "")),
            result=row.get("result"),
            best=_moves(row.get("best", "")),
            disjoint=tuple(row.get("disjoint", "").split()),
            tags=frozenset(row.get("tags", ())),
        )
    except ValueError as error:
        raise PositionFileError(f"{name}: {error}") from error


def _moves(text: str) -> tuple[str, ...]:
    return tuple(map(parse_move, text.split()))


def _values(text: str) -> Mapping[str, int]:
    """Read moves and values in turn, as in `A1 -40 C1 -34`."""
    words = text.split()
    return MappingProxyType({parse_move(move): int(value) for move, value in zip(words[::2], words[1::2], strict=True)})
