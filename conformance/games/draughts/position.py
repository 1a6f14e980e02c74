"""A position of international draughts or of one of its relatives, and the step to the next one.

Positions are immutable values: equal iff pieces, side to move, variant and (in frisian) the counts of king moves agree.
Draws are not known here: no repetition, no move count, no 1 v 1 rule ends a game, as the Hub protocol names none.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from conformance.games.draughts import geometry as geo
from conformance.games.draughts.generator import Board, Variant, legal_moves
from conformance.games.draughts.move import Move, format_move

START = "W" + "b" * 20 + "e" * 10 + "w" * 20
"""The initial position in Hub notation."""

_FRISIAN_KING_MOVES = 3
_NO_RUN = (0, 0)

# Hub, POS: "one character for the side to move ('W' or 'B') + one character per square in standard order".
_LENGTH = 51


class PositionError(ValueError):
    """The text is not a Hub position, or one that no game can reach; the message says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """Pieces as bits of `geometry`, seen by the side to move.

    `run` and `foe_run` are used in frisian only: the bit of the king that made the last quiet moves of that side, and
    how many (1 to 3); (0, 0) when its last move was another one.
    """

    variant: Variant
    white: bool
    men: int
    kings: int
    foe_men: int
    foe_kings: int
    run: tuple[int, int] = _NO_RUN
    foe_run: tuple[int, int] = _NO_RUN

    @classmethod
    def from_hub(cls, text: str, variant: Variant = Variant.NORMAL) -> "Position":
        """Read a Hub position (51 characters).

        Raises PositionError for any other text, a man on its promotion row, a side not to move that has no piece, and
        in bt for a king of the side to move (the game would have been over).
        """
        return _read(text, variant)

    def __str__(self) -> str:
        """Write the position as Hub does. The king moves of frisian are not in it: they follow from the moves."""
        own, foe = ("w", "b") if self.white else ("b", "w")
        letters = {own: self.men, own.upper(): self.kings, foe: self.foe_men, foe.upper(): self.foe_kings}
        board = ["e"] * 50
        for letter, pieces in letters.items():
            for square in geo.squares(pieces):
                board[square - 1] = letter
        return own.upper() + "".join(board)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves without duplicates; none iff the position is terminal. Cached."""
        return _legal_moves(self)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over: no legal move, or (bt) the other side has a king."""
        return not self.legal_moves

    @property
    def white_wins(self) -> bool | None:
        """The winner: True for white, False for black, None while there are legal moves."""
        if not self.is_terminal:
            return None
        return self.white if self.variant is Variant.LOSING else not self.white

    def is_legal(self, move: Move) -> bool:
        """Say whether `move` is one of the legal moves."""
        return move in self.legal_moves

    def play(self, move: Move) -> "Position":
        """Give the position after a legal move; raises ValueError for any other."""
        if move not in self.legal_moves:
            raise ValueError(f"{format_move(move)} is not legal in {self}")
        return self.after(move)

    def after(self, move: Move) -> "Position":
        """Like `play`, for a move that is known to be legal: it is not looked up again."""
        origin, to = geo.BITS[move.origin], geo.BITS[move.to]
        men, kings = self.men, self.kings
        if origin & kings:
            kings = kings & ~origin | to
        elif to & (geo.WHITE_PROMOTES if self.white else geo.BLACK_PROMOTES):
            men, kings = men & ~origin, kings | to
        else:
            men = men & ~origin | to
        left = ~sum([geo.BITS[square] for square in move.captured])
        foe_men, foe_kings = self.foe_men & left, self.foe_kings & left
        runs = self._runs(move, men, foe_men, foe_kings) if self.variant is Variant.FRISIAN else (_NO_RUN, _NO_RUN)
        return Position(self.variant, not self.white, foe_men, foe_kings, men, kings, *runs)

    def _runs(self, move: Move, men: int, foe_men: int, foe_kings: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Count king moves after `move`: first of the side that moves next, then of the mover.

        A side without men is not counted; nor is a king that has been captured.
        """
        king, _ = self.foe_run
        waiting = self.foe_run if king & foe_kings and foe_men else _NO_RUN
        origin = geo.BITS[move.origin]
        if not men or move.captured or not origin & self.kings:
            return waiting, _NO_RUN
        king, count = self.run
        return waiting, (geo.BITS[move.to], count + 1 if king == origin else 1)

    def twin(self) -> "Position":
        """Turn the board by 180 degrees and swap the colours: square n becomes 51 - n, the mover stays the mover."""
        return replace(
            self,
            white=not self.white,
            men=geo.turned(self.men),
            kings=geo.turned(self.kings),
            foe_men=geo.turned(self.foe_men),
            foe_kings=geo.turned(self.foe_kings),
            run=(geo.turned(self.run[0]), self.run[1]),
            foe_run=(geo.turned(self.foe_run[0]), self.foe_run[1]),
        )

    def material(self, king: int = 3) -> int:
        """Own material less the other side's, in men, a king counting `king` men; positive is good for the mover."""
        men = self.men.bit_count() - self.foe_men.bit_count()
        return men + king * (self.kings.bit_count() - self.foe_kings.bit_count())


@lru_cache(maxsize=1 << 12)
def _legal_moves(position: Position) -> tuple[Move, ...]:
    king, count = position.run
    resting = king if count >= _FRISIAN_KING_MOVES else 0
    board = Board(position.white, position.men, position.kings, position.foe_men, position.foe_kings, resting)
    return legal_moves(position.variant, board)


@lru_cache(maxsize=1 << 12)
def _read(text: str, variant: Variant) -> Position:
    if len(text) != _LENGTH:
        raise PositionError(f"{len(text)} characters where {_LENGTH} are due")
    if text[0] not in "WB":
        raise PositionError(f"the side to move is {text[0]!r}, neither W nor B")
    pieces = dict.fromkeys("wbWBe", 0)
    for square, letter in enumerate(text[1:], 1):
        if letter not in pieces:
            raise PositionError(f"square {square} holds {letter!r}, none of w b W B e")
        pieces[letter] |= geo.BITS[square]
    if pieces["w"] & geo.WHITE_PROMOTES or pieces["b"] & geo.BLACK_PROMOTES:
        raise PositionError("a man stands on its promotion row")
    return _oriented(text[0] == "W", pieces, variant)


def _oriented(white: bool, pieces: dict[str, int], variant: Variant) -> Position:
    own, foe = ("w", "b") if white else ("b", "w")
    position = Position(variant, white, pieces[own], pieces[own.upper()], pieces[foe], pieces[foe.upper()])
    if not position.foe_men | position.foe_kings:
        raise PositionError("the side that has just moved has no piece")
    if variant is Variant.BT and position.kings:
        raise PositionError("in bt the game is over when a king appears: the side to move cannot have one")
    return position
