"""Lines of play: reading one move by move, playing one at random, counting all of them."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.games.draughts.move import Move, format_move, format_moves, parse_move
from conformance.games.draughts.position import Position


class IllegalMoveError(ValueError):
    """`text`, the move number `index` (from 0) of a line, is illegal in `position` or no move at all."""

    def __init__(self, index: int, text: str, position: Position, reason: str) -> None:
        super().__init__(f"move {index + 1}: {reason}")
        self.index = index
        self.text = text
        self.position = position


@dataclass(frozen=True, slots=True)
class Game:
    """A line of legal moves; `positions` holds one more: the first is the start, `positions[i]` faces `moves[i]`."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()

    @property
    def start(self) -> Position:
        """The first position."""
        return self.positions[0]

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def __str__(self) -> str:
        """Write the moves as Hub's `moves` argument holds them, without quotes."""
        return format_moves(self.moves)

    def play(self, move: Move) -> "Game":
        """Give the line with one more move; raises ValueError when it is illegal."""
        return Game((*self.positions, self.final.play(move)), (*self.moves, move))


def parse_game(start: Position, moves: str | Sequence[str]) -> Game:
    """Play a line of moves in Hub notation (one text split at blanks, or a sequence of texts) from `start`.

    Raises IllegalMoveError at the first move that is illegal or unreadable.
    """
    positions, played = [start], []
    for index, text in enumerate(moves.split() if isinstance(moves, str) else moves):
        position = positions[-1]
        try:
            move = parse_move(text)
        except ValueError as error:
            raise IllegalMoveError(index, text, position, str(error)) from None
        if not position.is_legal(move):
            raise IllegalMoveError(index, text, position, f"{text} is not legal in {position}")
        positions.append(position.after(move))
        played.append(move)
    return Game(tuple(positions), tuple(played))


def random_game(start: Position, seed: int, plies: int) -> Game:
    """Play at most `plies` random moves from `start`, the same for the same arguments.

    No position occurs a third time: some rule sets call that a draw, and a GUI never sends a finished game. So the line
    may end early: where the game is over, or where each move would repeat.
    """
    dice = random.Random(seed)
    positions = [start]
    moves: list[Move] = []
    seen = Counter(positions)
    while len(moves) < plies:
        choices = sorted(positions[-1].legal_moves, key=_order)
        following = [(move, positions[-1].after(move)) for move in choices]
        fresh = [(move, position) for move, position in following if seen[position] < 2]
        if not fresh:
            break
        move, position = dice.choice(fresh)
        positions.append(position)
        moves.append(move)
        seen[position] += 1
    return Game(tuple(positions), tuple(moves))


def _order(move: Move) -> tuple[int, int, list[int]]:
    return move.origin, move.to, sorted(move.captured)


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly `depth` moves (at least 1); lines that end sooner count nothing."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves)


def describe(position: Position, limit: int = 12) -> str:
    """List the legal moves for a message, at most `limit` of them."""
    texts = [format_move(move) for move in sorted(position.legal_moves, key=_order)]
    more = f" and {len(texts) - limit} more" if len(texts) > limit else ""
    return " ".join(texts[:limit]) + more
