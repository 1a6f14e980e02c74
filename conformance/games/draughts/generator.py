"""Which moves are legal: quiet moves, captures, and the rule that says which captures are preferred.

Works on bare bitboards as `geometry` lays them out. A capture is explored level by level: a state is (square of the
capturing piece, pieces captured so far), a level holds the states after the same number of captures. So the last level
that is not empty holds exactly the longest captures, and two ways to the same state fall together.

During a capture the start square counts as empty; captured pieces stay on the board until the end, block the way and
cannot be jumped again.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache, partial
from typing import NamedTuple

from conformance.games.draughts import geometry as geo
from conformance.games.draughts.move import Move


class Variant(StrEnum):
    """The rule sets that Hub 2 names, spelled as the values of its parameter `variant`."""

    NORMAL = "normal"
    KILLER = "killer"
    BT = "bt"
    FRISIAN = "frisian"
    LOSING = "losing"


class Board(NamedTuple):
    """The pieces as bits, seen by the side to move. `resting` is the own king that may not make a quiet move, or 0."""

    white: bool
    men: int
    kings: int
    foe_men: int
    foe_kings: int
    resting: int = 0

    @property
    def foes(self) -> int:
        """All pieces of the other side."""
        return self.foe_men | self.foe_kings

    @property
    def occupied(self) -> int:
        """All pieces."""
        return self.men | self.kings | self.foe_men | self.foe_kings


Level = set[tuple[int, int]]
Expand = Callable[[Level, int], Level]
"""Leads from one level to the next; second, the pieces directly behind which a king has to land (killer), or 0."""

Captures = list[tuple[int, int, int]]
"""(bit of the origin, bit of the destination, bits captured)."""


class _Pattern(NamedTuple):
    """The directions of capture: four in normal rules, eight in frisian."""

    jumps: dict[int, tuple[tuple[int, int], ...]]
    up: geo.Rays
    down: geo.Rays


def _pattern(up: tuple[geo.Step, ...], down: tuple[geo.Step, ...]) -> _Pattern:
    return _Pattern(geo.jumps(up + down), geo.rays(up), geo.rays(down))


_DIAGONAL = _pattern(geo.DIAGONALS_UP, geo.DIAGONALS_DOWN)
_EIGHT_WAYS = _pattern(geo.DIAGONALS_UP + geo.LINES_UP, geo.DIAGONALS_DOWN + geo.LINES_DOWN)

# Whoever is jumped over along a row stands in its middle three squares: else the jump would wrap into another row.
_MIDDLE = sum(bit for square, bit in geo.BITS.items() if square % 5 in {2, 3, 4})

# Frisian: a king is worth a little less than two men; at equal value a king has to capture.
_MAN_VALUE, _KING_VALUE, _BY_KING = 64, 126, 1

_SLIDES = {
    start: {to: Move(geo.SQUARE_OF[start], geo.SQUARE_OF[to]) for ray, _ in rays for to in geo.each(ray)}
    for start, rays in ((start, _DIAGONAL.up[start] + _DIAGONAL.down[start]) for start in geo.SQUARE_OF)
}
"""bit -> bit -> the quiet move between them on the empty board."""


def legal_moves(variant: Variant, board: Board) -> tuple[Move, ...]:
    """List the legal moves without duplicates, in an order that depends on the position alone."""
    if variant is Variant.BT and board.foe_kings:
        return ()  # the first promotion has won the game
    captures = captures_by_value(board) if variant is Variant.FRISIAN else _longest(board, killer=variant is Variant.KILLER)
    if captures:
        return tuple([_capture_move(*capture) for capture in captures])
    return tuple(_quiet_moves(board))


@lru_cache(maxsize=1 << 12)
def _capture_move(origin: int, to: int, taken: int) -> Move:
    return Move(geo.SQUARE_OF[origin], geo.SQUARE_OF[to], geo.squares(taken))


def _quiet_moves(board: Board) -> list[Move]:
    free = geo.BOARD & ~board.occupied
    moves: list[Move] = []
    for by in (5, 6):  # the two steps forward: white goes to lower bits
        if board.white:
            moves += [_SLIDES[man][man >> by] for man in geo.each(board.men & free << by)]
        else:
            moves += [_SLIDES[man][man << by] for man in geo.each(board.men & free >> by)]
    for king in geo.each(board.kings & ~board.resting):
        slides = _SLIDES[king]
        moves += [slides[to] for to in geo.each(_reach(king, board.occupied))]
    return moves


def _reach(start: int, occupied: int) -> int:
    """All squares that a king slides to."""
    reached = 0
    for ray, _ in _DIAGONAL.up[start]:
        blockers = ray & occupied
        reached |= ray & ((blockers & -blockers) - 1)
    for ray, _ in _DIAGONAL.down[start]:
        reached |= ray & -(1 << (ray & occupied).bit_length())
    return reached


def _longest(board: Board, *, killer: bool) -> Captures:
    """Captures of the greatest number of pieces, whatever they are."""
    most = 1
    found: Captures = []
    for origin, expand in _capturers(board, _DIAGONAL):
        count, level = 0, {(origin, 0)}
        while following := expand(level, 0):
            before, level, count = level, following, count + 1
        if count < most:
            continue
        if killer and origin & board.kings:
            level = expand(before, board.foe_kings)
        if count > most:
            most, found = count, []
        found += [(origin, to, taken) for to, taken in level]
    return found


def captures_by_value(board: Board, man: int = _MAN_VALUE, king: int = _KING_VALUE, king_first: int = _BY_KING) -> Captures:
    """Frisian: captures of the greatest value. A shorter capture may be worth more, so no level can be left out."""
    best = 1
    found: Captures = []
    for origin, expand in _capturers(board, _EIGHT_WAYS):
        by_king = king_first if origin & board.kings else 0
        level = {(origin, 0)}
        while level := expand(level, 0):
            for to, taken in level:
                men, kings = taken & board.foe_men, taken & board.foe_kings
                value = man * men.bit_count() + king * kings.bit_count() + by_king
                if value > best:
                    best, found = value, []
                if value == best:
                    found.append((origin, to, taken))
    return found


def _capturers(board: Board, pattern: _Pattern) -> Iterator[tuple[int, Expand]]:
    """Yield each piece that may be able to capture, with the function that leads from one level to the next."""
    foes, occupied = board.foes, board.occupied
    for man in geo.each(board.men & _in_contact(foes, geo.BOARD & ~occupied, pattern)):
        yield man, partial(_man_jumps, foes, geo.BOARD & ~occupied | man, pattern)
    for king in geo.each(board.kings):
        yield king, partial(_king_jumps, foes, occupied ^ king, pattern)


def _in_contact(foes: int, free: int, pattern: _Pattern) -> int:
    """Squares from which a man can capture: a foe next to it and a free square behind that."""
    squares = foes >> 5 & free >> 10 | foes >> 6 & free >> 12 | foes << 5 & free << 10 | foes << 6 & free << 12
    if pattern is _EIGHT_WAYS:
        middle = foes & _MIDDLE
        squares |= foes >> 11 & free >> 22 | foes << 11 & free << 22 | middle >> 1 & free >> 2 | middle << 1 & free << 2
    return squares


def _man_jumps(foes: int, free: int, pattern: _Pattern, level: Level, _short: int) -> Level:
    return {
        (landing, taken | victim)
        for square, taken in level
        for victim, landing in pattern.jumps[square]
        if victim & foes and landing & free and not victim & taken
    }


def _king_jumps(foes: int, occupied: int, pattern: _Pattern, level: Level, short: int) -> Level:
    reached: Level = set()
    for square, taken in level:
        targets = foes & ~taken
        for ray, beyond in pattern.up[square]:
            blockers = ray & occupied
            victim = blockers & -blockers
            if victim & targets:
                behind = beyond[victim]
                blockers = behind & occupied
                landings = behind & ((blockers & -blockers) - 1)
                if victim & short:
                    landings &= behind & -behind
                reached.update([(to, taken | victim) for to in geo.each(landings)])
        for ray, beyond in pattern.down[square]:
            victim = 1 << (ray & occupied).bit_length() >> 1
            if victim & targets:
                behind = beyond[victim]
                landings = behind & -(1 << (behind & occupied).bit_length())
                if victim & short:
                    landings &= 1 << behind.bit_length() >> 1
                reached.update([(to, taken | victim) for to in geo.each(landings)])
    return reached
