"""A chess position as an immutable value, and the step to the next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from conformance.games.chess import rules
from conformance.games.chess.illegality import Illegality


class PositionError(ValueError):
    """A text that is no position of chess."""


class IllegalMoveError(ValueError):
    """`move`, the move number `index` (from 0) of a line, is illegal in `position` for the reason `label`."""

    def __init__(self, index: int, move: str, position: "Position") -> None:
        label = position.why_illegal(move)
        super().__init__(f"move {index + 1}, {move}, is illegal in {position.fen}: {label}")
        self.index = index
        self.move = move
        self.position = position
        self.label = label


@dataclass(frozen=True, slots=True)
class Position:
    """Board, side to move, rights to castle and en passant; equal positions may differ in their counters.

    `key` is the FEN without the counters, in canonical form. Make positions with `from_fen`, which checks, or by play.
    """

    key: str
    chess960: bool = False
    clock: int = field(default=0, compare=False)
    number: int = field(default=1, compare=False)

    @classmethod
    def from_fen(cls, text: str, *, chess960: bool = False) -> "Position":
        """Read a FEN of four or six fields; raises PositionError where it is malformed or no game can reach it."""
        return _sound(text, chess960)

    @property
    def fen(self) -> str:
        """The whole FEN, with its counters."""
        return f"{self.key} {self.clock} {self.number}"

    @property
    def turn(self) -> str:
        """The side to move, "w" or "b"."""
        return self.key.split(" ")[1]

    def legal_moves(self) -> frozenset[str]:
        """All legal moves. Cached."""
        return rules.legal_moves(self.key, self.chess960)

    def is_legal(self, move: str) -> bool:
        """Whether `move` is a legal move; text that is no move at all is not."""
        return move in rules.legal_moves(self.key, self.chess960)

    def why_illegal(self, move: str) -> Illegality | None:
        """Say why `move` is illegal, None if it is legal."""
        return rules.why_illegal(self.key, self.chess960, move)

    def play(self, move: str) -> "Position":
        """Give the position after a move; raises IllegalMoveError."""
        if not self.is_legal(move):
            raise IllegalMoveError(0, move, self)
        clock = 0 if rules.resets_clock(self.key, self.chess960, move) else self.clock + 1
        return Position(rules.after(self.key, self.chess960, move), self.chess960, clock, self.number + (self.turn == "b"))

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return rules.in_check(self.key, self.chess960)

    @property
    def is_terminal(self) -> bool:
        """Whether the side to move has no legal move."""
        return not self.legal_moves()

    @property
    def is_mate(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_terminal and self.in_check

    @property
    def is_dead(self) -> bool:
        """Whether neither side has the pieces to mate."""
        return rules.is_dead(self.key, self.chess960)

    def san_line(self, moves: Sequence[str]) -> tuple[str, ...]:
        """A line of legal moves from here in short algebraic notation, as PGN has it."""
        return rules.san_line(self.key, self.chess960, moves)

    def pieces(self) -> Mapping[str, str]:
        """All pieces on the board by square; White's are upper case."""
        return MappingProxyType(rules.pieces(self.key, self.chess960))

    def mirrored(self) -> "Position":
        """The same position for the other side: board flipped, colours, rights and en passant swapped."""
        return Position(rules.mirrored(self.key, self.chess960), self.chess960, self.clock, self.number)

    def __str__(self) -> str:
        return self.fen


@lru_cache(maxsize=1 << 10)
def _sound(text: str, chess960: bool) -> Position:
    found = rules.read(text, chess960=chess960)
    if isinstance(found, str):
        raise PositionError(f"{found}: {text}")
    return Position(found[0], chess960, *found[1:])


START = Position.from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
"""The initial position."""
