"""Lines of play: the arguments of a `position` command, a random game, the count of all lines."""

import random
from dataclasses import dataclass
from functools import lru_cache

from conformance.games.shogi import rules
from conformance.games.shogi.position import START, IllegalMoveError, Position
from conformance.games.shogi.sfen import PositionError


@dataclass(frozen=True, slots=True)
class Game:
    """A line of legal moves from `root`; raises IllegalMoveError for any other line.

    `from_sfen` says how the root is sent, and so what an engine can have misread: as `startpos` or as an SFEN.
    """

    root: Position = START
    moves: tuple[str, ...] = ()
    from_sfen: bool = False

    def __post_init__(self) -> None:
        """Refuse an illegal line, and a `startpos` that is none."""
        if not self.from_sfen and self.root != START:
            raise ValueError(f"startpos cannot stand for {self.root}")
        keys = _line(self.root.key, self.moves)
        if (index := len(keys) - 1) < len(self.moves):
            raise IllegalMoveError(index, self.moves[index], Position(keys[-1], self.root.ply + index))

    @property
    def position(self) -> Position:
        """The position after the last move: the one that is searched."""
        return Position(_line(self.root.key, self.moves)[-1], self.root.ply + len(self.moves))

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the root first; `positions[i]` faces `moves[i]`."""
        keys = _line(self.root.key, self.moves)
        return tuple(Position(key, self.root.ply + index) for index, key in enumerate(keys))

    def play(self, *moves: str) -> "Game":
        """Give the line with more moves; raises IllegalMoveError."""
        return Game(self.root, self.moves + moves, self.from_sfen)

    def __str__(self) -> str:
        """Write the arguments of a `position` command."""
        root = f"sfen {self.root.sfen}" if self.from_sfen else "startpos"
        return " ".join((root, "moves", *self.moves)) if self.moves else root


@lru_cache(maxsize=1 << 8)
def _line(key: str, moves: tuple[str, ...]) -> tuple[str, ...]:
    return rules.follow(key, moves)


@lru_cache(maxsize=1 << 9)
def parse_position(arguments: str) -> Game:
    """Read what follows `position`: `startpos` or `sfen ...`, then perhaps `moves ...`; white space is free.

    Raises PositionError for anything else, and IllegalMoveError with the index of the first illegal move. Cached.
    """
    words = arguments.split()
    end = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:end], tuple(words[end + 1 :])
    if head == ["startpos"]:
        return Game(START, moves)
    if head[:1] != ["sfen"]:
        raise PositionError(f"neither startpos nor sfen: {arguments!r}")
    return Game(Position.from_sfen(" ".join(head[1:])), moves, from_sfen=True)


def random_game(seed: int, plies: int, root: Position = START) -> tuple[str, ...]:
    """Play at most `plies` uniformly random legal moves from `root`: fewer where the game ends before.

    The same arguments give the same moves. A GUI's own end of the game (repetition) is not looked at.
    """
    dice = random.Random(seed)
    key = root.key
    moves: list[str] = []
    while len(moves) < plies and (legal := sorted(rules.legal_moves(key))):
        moves.append(dice.choice(legal))
        key = rules.after(key, moves[-1])
    return tuple(moves)


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly `depth` moves (at least 1); lines that end sooner count nothing."""
    return rules.perft(position.key, depth)
