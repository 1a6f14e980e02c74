"""Lines of play: the arguments of a `position` command, random games, the count of all lines."""

import random
from dataclasses import dataclass
from functools import lru_cache

from conformance.games.chess import rules
from conformance.games.chess.position import START, IllegalMoveError, Position, PositionError

#: Half moves without a capture or a pawn's move after which `long_game` prefers one: the fifty-move rule ends at 100.
_RENEW = 70
_MOST_FIELDS = 6


@dataclass(frozen=True, slots=True)
class Game:
    """A line of legal moves from `root`; raises IllegalMoveError for any other line.

    `from_fen` says how the root is sent, and so what an engine can have misread: as `startpos` or as a FEN.
    """

    root: Position = START
    moves: tuple[str, ...] = ()
    from_fen: bool = False

    def __post_init__(self) -> None:
        """Refuse an illegal line, and a `startpos` that is none."""
        if not self.from_fen and self.root.key != START.key:
            raise ValueError(f"startpos cannot stand for {self.root}")
        keys = self._keys
        if (index := len(keys) - 1) < len(self.moves):
            raise IllegalMoveError(index, self.moves[index], Position(keys[-1], self.root.chess960))

    @property
    def _keys(self) -> tuple[str, ...]:
        return _line(self.root.key, self.root.chess960, self.moves)

    @property
    def position(self) -> Position:
        """The position after the last move: the one that is searched. Its counters are those of the root."""
        return Position(self._keys[-1], self.root.chess960, self.root.clock, self.root.number)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the root first; `positions[i]` faces `moves[i]`."""
        return tuple(Position(key, self.root.chess960) for key in self._keys)

    def __str__(self) -> str:
        """Write the arguments of a `position` command."""
        root = f"fen {self.root.fen}" if self.from_fen else "startpos"
        return " ".join((root, "moves", *self.moves)) if self.moves else root


@lru_cache(maxsize=1 << 8)
def _line(key: str, chess960: bool, moves: tuple[str, ...]) -> tuple[str, ...]:
    return rules.follow(key, chess960, moves)


@lru_cache(maxsize=1 << 9)
def parse_position(arguments: str, *, chess960: bool = False) -> Game:
    """Read what follows `position`: `startpos` or `fen ...`, then perhaps `moves ...`; white space is free.

    Raises PositionError for anything else, and IllegalMoveError with the index of the first illegal move. Cached.
    """
    words = arguments.split()
    end = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:end], tuple(words[end + 1 :])
    if head == ["startpos"]:
        return Game(Position(START.key, chess960=False) if not chess960 else _START_960, moves, from_fen=chess960)
    if head[:1] != ["fen"] or len(head) > _MOST_FIELDS + 1:
        raise PositionError(f"neither startpos nor fen: {arguments!r}")
    return Game(Position.from_fen(" ".join(head[1:]), chess960=chess960), moves, from_fen=True)


_START_960 = Position.from_fen(START.fen, chess960=True)


@lru_cache(maxsize=64)
def random_game(seed: int, plies: int, root: Position = START) -> tuple[str, ...]:
    """Play at most `plies` uniformly random legal moves from `root`: fewer where the game ends before.

    The same arguments give the same moves. Draws are not looked at.
    """
    return rules.random_line(root.key, root.chess960, random.Random(seed).choice, plies)


@lru_cache(maxsize=8)
def long_game(seed: int, plies: int) -> tuple[str, ...]:
    """A random game from the start that nobody can claim drawn: no position comes twice, no fifty moves pass without progress."""
    dice = random.Random(seed)
    position, seen, moves = START, {START.key}, list[str]()
    while len(moves) < plies:
        legal = sorted(position.legal_moves())
        dice.shuffle(legal)
        progress = {move: rules.resets_clock(position.key, False, move) for move in legal}
        # Late pawn moves and late captures make a long game: until it is time for one, pieces move about.
        legal.sort(key=lambda move: progress[move] is (position.clock < _RENEW))
        for move in legal:
            following = position.play(move)
            if following.key not in seen and len(following.legal_moves()) > 1:
                break
        else:
            raise ValueError(f"game {seed} has come to an end after {len(moves)} plies")
        moves.append(move)
        seen.add(following.key)
        position = following
    return tuple(moves)


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly `depth` moves (at least 1); lines that end sooner count nothing."""
    return rules.perft(position.key, position.chess960, depth)
