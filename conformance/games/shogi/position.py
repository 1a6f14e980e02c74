"""A shogi position as an immutable value, and the step to the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from conformance.games.shogi import rules, sfen
from conformance.games.shogi.illegality import Illegality, why_illegal
from conformance.games.shogi.pieces import king_in_check
from conformance.games.shogi.sfen import Diagram, PositionError


class IllegalMoveError(ValueError):
    """`move`, the move number `index` (from 0) of a line, is illegal in `position` for the reason `label`."""

    def __init__(self, index: int, move: str, position: "Position") -> None:
        label = why_illegal(position.key, move)
        super().__init__(f"move {index + 1}, {move}, is illegal in {position.sfen}: {label}")
        self.index = index
        self.move = move
        self.position = position
        self.label = label


@dataclass(frozen=True, slots=True)
class Position:
    """Board, side to move and hands; equal positions may differ in `ply`, the move counter of SFEN.

    `key` is the SFEN without the counter, in canonical form. Make positions with `from_sfen`, which checks, or by play.
    """

    key: str
    ply: int = field(default=1, compare=False)

    @classmethod
    def from_sfen(cls, text: str) -> "Position":
        """Read an SFEN of three or four fields; a missing counter counts as 1.

        One king may be missing, as in tsume problems. Raises PositionError where the text is malformed, where there are
        more pieces than in a set, two pawns of a side on a file or a piece that can never move, or where the side that
        has just moved is in check.
        """
        return _sound(text)

    @property
    def sfen(self) -> str:
        """The whole SFEN, with the counter."""
        return f"{self.key} {self.ply}"

    @property
    def diagram(self) -> Diagram:
        """The pieces one by one."""
        return sfen.read(self.key)

    @property
    def turn(self) -> str:
        """The side to move: "b" for sente, "w" for gote."""
        return self.diagram.turn

    def legal_moves(self) -> frozenset[str]:
        """All legal moves in USI notation. Cached."""
        return rules.legal_moves(self.key)

    def is_legal(self, move: str) -> bool:
        """Whether `move` is a legal move; text that is no move at all is not."""
        return move in rules.legal_moves(self.key)

    def why_illegal(self, move: str) -> Illegality | None:
        """Say why `move` is illegal, None if it is legal."""
        return why_illegal(self.key, move)

    def play(self, move: str) -> "Position":
        """Give the position after a move; raises IllegalMoveError."""
        if move not in rules.legal_moves(self.key):
            raise IllegalMoveError(0, move, self)
        return Position(rules.after(self.key, move), self.ply + 1)

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return rules.in_check(self.key)

    def gives_check(self, move: str) -> bool:
        """Whether a move checks the opponent; raises IllegalMoveError."""
        return self.play(move).in_check

    @property
    def is_terminal(self) -> bool:
        """Whether there is no legal move: a loss in shogi, in check or not."""
        return not rules.legal_moves(self.key)

    @property
    def is_mate(self) -> bool:
        """Whether the side to move is in check and has no legal move."""
        return self.is_terminal and self.in_check

    def piece_at(self, square: str) -> str:
        """Give the piece on a square such as "5e": "P", "+p" ... (upper case is sente), "" if it is empty."""
        return self.diagram.board[sfen.INDEX[square]]

    def pieces(self) -> Mapping[str, str]:
        """All pieces on the board by square."""
        return MappingProxyType({s: p for s, p in zip(sfen.SQUARES, self.diagram.board, strict=True) if p})

    def hand(self, side: str) -> Mapping[str, int]:
        """The pieces in hand of a side: count by letter, in upper case for both sides, without zeros."""
        own = str.isupper if side == sfen.SENTE else str.islower
        return MappingProxyType({letter.upper(): count for letter, count in self.diagram.hands if own(letter)})

    def rotated(self) -> "Position":
        """Turn the board by 180 degrees and swap the colours: the same game for the other side."""
        return Position(sfen.rotate(self.key), self.ply)

    def __str__(self) -> str:
        return self.sfen


@lru_cache(maxsize=1 << 12)
def _sound(text: str) -> Position:
    diagram = sfen.read(text)
    if flaw := sfen.flaw(diagram):
        raise PositionError(f"{flaw}: {text}")
    if king_in_check(diagram.board, sfen.opponent(diagram.turn), diagram.turn):
        raise PositionError(f"the side that has just moved is in check: {text}")
    return Position(diagram.key, 1 if diagram.ply is None else diagram.ply)


START = Position.from_sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
"""The initial position of the even game."""
