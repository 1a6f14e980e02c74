"""Loads `positions.toml` and `baits.toml`: test positions by name, each with what is known about it.

The claims of the file are not trusted blindly: the unit tests hold every claim against the rules oracle.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from conformance.api.positions import PositionFileError, by_name, document
from conformance.games.draughts import Game, Move, Position, Variant, parse_game, parse_move

_KEYS = {"name", "position", "variant", "moves", "legal", "count", "illegal", "ends", "tags", "note"}
_TAGS = {"only-move", "terminal", "remark-only"}


@dataclass(frozen=True, slots=True)
class TestPosition:
    """One entry: `text` and `moves` are what a `pos` command sends; all else speaks of the root, after the moves.

    `legal` holds all legal moves, or is empty where only their number `count` is recorded.
    """

    __test__ = False  # pytest: not a class of tests

    name: str
    text: str
    count: int
    note: str
    variant: Variant = Variant.NORMAL
    moves: tuple[str, ...] = ()
    legal: frozenset[Move] = frozenset()
    illegal: frozenset[Move] = frozenset()
    ends: frozenset[Move] = frozenset()
    tags: frozenset[str] = frozenset()

    @property
    def game(self) -> Game:
        """The moves, played from the position sent."""
        return parse_game(Position.from_hub(self.text, self.variant), self.moves)

    @property
    def root(self) -> Position:
        """The position that is searched."""
        return self.game.final

    @property
    def searchable(self) -> bool:
        """Whether a GUI may ask for a search: there is a legal move."""
        return "terminal" not in self.tags


@cache
def load() -> Mapping[str, TestPosition]:
    """Read all positions, by name, in the order of the files; raises PositionFileError."""
    files = (document(__package__), document(__package__, "baits.toml"))
    return parse({"position": [entry for file in files for entry in file["position"]]})


def parse(content: Mapping[str, Any]) -> Mapping[str, TestPosition]:
    """Validate a parsed positions file; raises PositionFileError."""
    return by_name(map(_entry, content["position"]), lambda position: position.name)


def _entry(entry: Mapping[str, Any]) -> TestPosition:
    name = entry.get("name", "an entry without name")
    if strange := sorted(set(entry) - _KEYS | set(entry.get("tags", ())) - _TAGS):
        raise PositionFileError(f"{name}: unknown {', '.join(strange)}")
    if ("legal" in entry) == ("count" in entry):
        raise PositionFileError(f"{name}: either legal or count")
    try:
        legal, illegal, ends = (_moves(entry.get(key, "")) for key in ("legal", "illegal", "ends"))
        return TestPosition(
            name=entry["name"],
            text=entry["position"],
            count=entry.get("count", len(legal)),
            note=entry["note"],
            variant=Variant(entry.get("variant", "normal")),
            moves=tuple(entry.get("moves", "").split()),
            legal=legal,
            illegal=illegal,
            ends=ends,
            tags=frozenset(entry.get("tags", ())),
        )
    except (KeyError, ValueError) as error:
        raise PositionFileError(f"{name}: {error}") from error


def _moves(text: str) -> frozenset[Move]:
    return frozenset(map(parse_move, text.split()))
