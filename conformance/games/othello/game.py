"""Lines of play: reading one move by move, playing one at random, counting all of them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from conformance.games.othello import bitboard
from conformance.games.othello.move import PASS, MoveError, parse_move
from conformance.games.othello.position import START, IllegalMoveError, Position

_MANY = 64


@dataclass(frozen=True, slots=True)
class Game:
    """A line of legal moves in canonical form, passes included; raises IllegalMoveError for any other line.

    `positions` holds one more than `moves`: the first is the start, `positions[i]` faces `moves[i]`.
    """

    start: Position = START
    moves: tuple[str, ...] = ()
    positions: tuple[Position, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Play the moves."""
        object.__setattr__(self, "positions", _positions(self.start, self.moves))

    @property
    def final(self) -> Position:
        """The position after the last move: the one that is searched."""
        return self.positions[-1]

    def play(self, *moves: str) -> "Game":
        """Give the line with more moves; raises IllegalMoveError."""
        return Game(self.start, self.moves + moves)

    def __str__(self) -> str:
        """Write the moves with blanks between them."""
        return " ".join(self.moves)


@lru_cache(maxsize=1 << 12)
def _positions(start: Position, moves: tuple[str, ...]) -> tuple[Position, ...]:
    """Play moves; a line is mostly one that was played before, and a move more."""
    if not moves:
        return (start,)
    before, move = _positions(start, moves[:-1]), moves[-1]
    try:
        return (*before, before[-1].play(move))
    except IllegalMoveError as error:
        raise IllegalMoveError(len(moves) - 1, move, before[-1], error.reason) from None


def parse_game(start: Position, moves: Sequence[str], *, implied_passes: bool = False) -> Game:
    """Play moves in any spelling from `start`.

    With `implied_passes` a forced pass may be left out, as in many principal variations: it is played for the line.
    Raises IllegalMoveError at the first move that is illegal or unreadable.
    """
    played: list[str] = []
    position = start
    for index, text in enumerate(moves):
        try:
            move = parse_move(text)
        except MoveError as error:
            raise IllegalMoveError(index, text, position, str(error)) from None
        if implied_passes and position.must_pass and move != PASS:
            played.append(PASS)
            position = position.play(PASS)
        if reason := position.why_illegal(move):
            raise IllegalMoveError(index, text, position, reason)
        played.append(move)
        position = position.play(move)
    return Game(start, tuple(played))


@lru_cache(maxsize=1 << 12)
def line_error(start: Position, moves: tuple[str, ...]) -> str | None:
    """Why a line cannot be played from `start`, forced passes left out or not; None for one that can. Cached."""
    try:
        parse_game(start, moves, implied_passes=True)
    except IllegalMoveError as error:
        return str(error)
    return None


def follow(start: Position, moves: Sequence[str]) -> Position:
    """Play canonical moves as far as they are legal, and give the position where that ends."""
    position = start
    for move in moves:
        if not position.is_legal(move):
            break
        position = position.play(move)
    return position


@lru_cache(maxsize=1 << 8)
def random_game(seed: int, plies: int, start: Position = START, *, seek_passes: bool = False) -> Game:
    """Play at most `plies` random moves from `start`, passes counted: fewer where the game ends before.

    The same arguments give the same game, cached. With `seek_passes`, only moves that leave the other side the fewest replies
    are played: three whole games in four then have a pass, half of these before the 45th ply. Otherwise one in three has
    one, nearly always among the last moves.
    """
    dice = random.Random(seed)
    moves: list[str] = []
    position = start
    while len(moves) < plies and not position.is_over:
        moves.append(dice.choice(_tightest(position) if seek_passes else position.legal_moves))
        position = position.play(moves[-1])
    return Game(start, tuple(moves))


def _tightest(position: Position) -> tuple[str, ...]:
    """List the moves that leave the other side the fewest replies, a pass being none; those that end the game come last."""
    replies = {}
    for move in position.legal_moves:
        following = position.play(move)
        replies[move] = _MANY if following.is_over else 0 if following.must_pass else len(following.legal_moves)
    fewest = min(replies.values())
    return tuple(move for move, count in replies.items() if count == fewest)


def perft(position: Position, depth: int) -> int:
    """Count the lines of `depth` plies (at least 1): a pass is a ply, a game that ends sooner counts as one line."""
    return _perft(position.own, position.foe, depth, {})


def _perft(own: int, foe: int, depth: int, known: dict[tuple[int, int, int], int]) -> int:
    moves = bitboard.mobility(own, foe)
    if depth == 1 or not (moves or bitboard.mobility(foe, own)):
        return moves.bit_count() or 1
    key = own, foe, depth
    if key not in known:
        known[key] = sum(_perft(*pair, depth - 1, known) for pair in _following(own, foe, moves))
    return known[key]


def _following(own: int, foe: int, moves: int) -> list[tuple[int, int]]:
    """List the boards after each move, seen by the other side; after a pass where there is none."""
    following = []
    for bit in bitboard.each(moves):
        flipped = bitboard.flips(own, foe, bit)
        following.append((foe ^ flipped, own | flipped | bit))
    return following or [(foe, own)]


def describe(position: Position, limit: int = 12) -> str:
    """List the legal moves for a message, at most `limit` of them."""
    moves = position.legal_moves
    more = f" and {len(moves) - limit} more" if len(moves) > limit else ""
    return " ".join(moves[:limit]) + more or "none"
