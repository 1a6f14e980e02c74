"""An Othello position as an immutable value, what is legal in it, and the step to the next one."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from conformance.games.othello import bitboard
from conformance.games.othello.board_text import read_ggf, read_oep, write_ggf, write_oep
from conformance.games.othello.move import PASS, MoveError, parse_move
from conformance.games.othello.scoring import Scoring, score


class Colour(StrEnum):
    """The two sides; black begins."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Colour":
        """The other side."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


class IllegalMoveError(ValueError):
    """`move`, the move number `index` (from 0) of a line, is illegal in `position` for `reason`, or no move at all."""

    def __init__(self, index: int, move: str, position: "Position", reason: str) -> None:
        super().__init__(f"move {index + 1}: {reason}")
        self.index = index
        self.move = move
        self.position = position
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Position:
    """The disks of both sides as bits of `bitboard`, and the side to move, which may have to pass.

    Any board is taken, also one that no game can reach: both protocols send set-up boards.
    """

    black: int
    white: int
    turn: Colour = Colour.BLACK

    @classmethod
    def from_oep(cls, text: str) -> "Position":
        """Read the 65 characters of the Othello Engine Protocol; raises PositionError."""
        black, white, black_moves = read_oep(text)
        return cls(black, white, Colour.BLACK if black_moves else Colour.WHITE)

    @classmethod
    def from_ggf(cls, text: str) -> "Position":
        """Read the text of GGF's tag BO, such as `8 ---...--- *`; raises PositionError."""
        black, white, black_moves = read_ggf(text)
        return cls(black, white, Colour.BLACK if black_moves else Colour.WHITE)

    @property
    def oep(self) -> str:
        """The 65 characters of the Othello Engine Protocol."""
        return write_oep(self.black, self.white, black_moves=self.turn is Colour.BLACK)

    @property
    def ggf(self) -> str:
        """The text of GGF's tag BO."""
        return write_ggf(self.black, self.white, black_moves=self.turn is Colour.BLACK)

    @property
    def own(self) -> int:
        """The disks of the side to move."""
        return self.black if self.turn is Colour.BLACK else self.white

    @property
    def foe(self) -> int:
        """The disks of the other side."""
        return self.white if self.turn is Colour.BLACK else self.black

    def disks(self, colour: Colour) -> int:
        """Count the disks of a side."""
        return (self.black if colour is Colour.BLACK else self.white).bit_count()

    @property
    def empties(self) -> int:
        """The number of empty squares."""
        return 64 - (self.black | self.white).bit_count()

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves in reading order; PASS alone where the side to move has to pass, none when the game is over."""
        return _legal_moves(self)

    def is_legal(self, move: str) -> bool:
        """Say whether a move in canonical form is legal."""
        return move in _legal_moves(self)

    @property
    def must_pass(self) -> bool:
        """Whether the side to move cannot flip anything, and the other side can."""
        return _legal_moves(self) == (PASS,)

    @property
    def is_over(self) -> bool:
        """Whether neither side can flip anything, be the board full or not."""
        return not _legal_moves(self)

    def score(self, scoring: Scoring = Scoring.EMPTIES_TO_WINNER) -> int:
        """Count the board as a finished one, in disks, from the view of the side to move."""
        return score(self.own, self.foe, scoring)

    def why_illegal(self, move: str) -> str | None:
        """Say in words why a move, in any spelling, is illegal; None if it is legal."""
        try:
            move = parse_move(move)
        except MoveError as error:
            return str(error)
        return None if self.is_legal(move) else _why_illegal(self, move)

    def play(self, move: str) -> "Position":
        """Give the position after a move in canonical form; raises IllegalMoveError."""
        if not self.is_legal(move):
            reason = self.why_illegal(move) or f"{move!r} is not written as {parse_move(move)}"
            raise IllegalMoveError(0, move, self, reason)
        if move == PASS:
            return self.other_side()
        bit = bitboard.BIT[move]
        flipped = bitboard.flips(self.own, self.foe, bit)
        own, foe = self.own | flipped | bit, self.foe ^ flipped
        return Position(own, foe, Colour.WHITE) if self.turn is Colour.BLACK else Position(foe, own, Colour.BLACK)

    def other_side(self) -> "Position":
        """Give the same board with the other side to move, whether or not a pass would be legal."""
        return Position(self.black, self.white, self.turn.other)

    def twin(self) -> "Position":
        """Exchange the colours of the disks and of the side to move: moves and values stay the same."""
        return Position(self.white, self.black, self.turn.other)

    def __str__(self) -> str:
        return self.oep


START = Position.from_ggf("8 ---------------------------O*------*O--------------------------- *")
"""The initial position: black has E4 and D5, white D4 and E5."""


@lru_cache(maxsize=1 << 12)
def _legal_moves(position: Position) -> tuple[str, ...]:
    if moves := bitboard.mobility(position.own, position.foe):
        return bitboard.squares(moves)
    return (PASS,) if bitboard.mobility(position.foe, position.own) else ()


def _why_illegal(position: Position, move: str) -> str:
    mover, other = position.turn, position.turn.other
    if position.is_over:
        return f"{move}: the game is over, neither side can flip a disk"
    if move == PASS:
        return f"{mover} may not pass: {_some(position.legal_moves)}"
    bit = bitboard.BIT[move]
    for colour, disks in ((Colour.BLACK, position.black), (Colour.WHITE, position.white)):
        if bit & disks:
            return f"{move} is occupied by a {colour} disk"
    if position.must_pass:
        return f"{move} flips nothing: {mover} cannot flip a disk anywhere and has to pass"
    if not bitboard.NEIGHBOURS[bit] & position.foe:
        return f"{move} flips nothing: {mover} is to move, and no {other} disk is next to it"
    return f"{move} flips nothing: {mover} is to move, and no run of {other} disks from there ends at a {mover} one"


def _some(moves: tuple[str, ...], limit: int = 4) -> str:
    names = " ".join(moves[:limit])
    if len(moves) > limit:
        return f"{names} and {len(moves) - limit} more are legal"
    return f"{names} {'is' if len(moves) == 1 else 'are'} legal"
