"""Loads `positions.toml` and `baits.toml`: test positions by name, each with what is known about it.

The claims of the file are not trusted blindly: the unit tests hold every claim against the rules oracle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

from conformance.api.positions import PositionFileError, by_name, document
from conformance.games.hive import SWITCHES, Game, GameState, Move, Position, parse_game, parse_move

_KEYS = {"name", "game", "perft", "legal", "wins", "adds", "drops", "states", "tags", "note"}
_TAGS = {"over", "pass", "stack"}

MovesBySwitch: TypeAlias = Mapping[str, frozenset[Move]]


@dataclass(frozen=True, slots=True)
class TestPosition:
    """One entry: the final position of `game`. `perft` counts the lines of 1, 2 and perhaps 3 moves from there.

    `legal` and `wins` are some of its legal moves. `adds`, `drops` and `states` say how engines with one rule bent give
    themselves away: by switch, some moves that they list in addition, some that they leave out, the state they report.
    """

    __test__ = False  # pytest: not a class of tests

    name: str
    game: Game
    perft: tuple[int, ...]
    note: str
    legal: frozenset[Move] = frozenset()
    wins: frozenset[Move] = frozenset()
    adds: MovesBySwitch = field(default_factory=lambda: MappingProxyType({}))
    drops: MovesBySwitch = field(default_factory=lambda: MappingProxyType({}))
    states: Mapping[str, GameState] = field(default_factory=lambda: MappingProxyType({}))
    tags: frozenset[str] = frozenset()

    @property
    def root(self) -> Position:
        """The position that is asked about."""
        return self.game.final

    @property
    def count(self) -> int:
        """The number of legal moves, a forced pass included; 0 when the game is over."""
        return self.perft[0]

    @property
    def illegal(self) -> frozenset[Move]:
        """Moves that some wrong engine would list."""
        return frozenset().union(*self.adds.values())


@cache
def load() -> Mapping[str, TestPosition]:
    """Read all positions, by name, in the order of the file; raises PositionFileError."""
    return parse(document(__package__))


@cache
def baits() -> Mapping[str, TestPosition]:
    """Read the baits, by name: a move that a bent rule adds wins at once, and no legal move does."""
    return parse(document(__package__, "baits.toml"))


def parse(content: Mapping[str, Any]) -> Mapping[str, TestPosition]:
    """Validate a parsed positions file; raises PositionFileError."""
    return by_name(map(_entry, content["position"]), lambda position: position.name)


def _entry(row: Mapping[str, Any]) -> TestPosition:
    name = row.get("name", "an entry without name")
    switches = {switch for key in ("adds", "drops", "states") for switch in row.get(key, {})}
    if strange := sorted(set(row) - _KEYS | set(row.get("tags", ())) - _TAGS | switches - set(SWITCHES)):
        raise PositionFileError(f"{name}: unknown {', '.join(strange)}")
    try:
        game = parse_game(row["game"])
        return TestPosition(
            name=row["name"],
            game=game,
            perft=tuple(row["perft"]),
            note=row["note"],
            legal=_moves(game.final, row.get("legal", "")),
            wins=_moves(game.final, row.get("wins", "")),
            adds=_by_switch(game.final, row.get("adds", {})),
            drops=_by_switch(game.final, row.get("drops", {})),
            states=MappingProxyType({switch: GameState(state) for switch, state in row.get("states", {}).items()}),
            tags=frozenset(row.get("tags", ())),
        )
    except (KeyError, ValueError) as error:
        raise PositionFileError(f"{name}: {error}") from error


def _by_switch(position: Position, row: Mapping[str, str]) -> MovesBySwitch:
    return MappingProxyType({switch: _moves(position, text) for switch, text in row.items()})


def _moves(position: Position, text: str) -> frozenset[Move]:
    return frozenset(parse_move(position, each) for each in text.split(";") if each)
