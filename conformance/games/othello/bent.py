"""The rules with one of them left out: what an engine plays that does not know it, and positions that tempt it to.

The disks that a move flips are found square by square, so that a rule can be left out. With all rules they are those of
`bitboard`, which the tests show. Values are exact, for positions with few empty squares.
"""

import itertools
import random
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache

from conformance.games.othello.bitboard import BIT, NAME
from conformance.games.othello.game import random_game
from conformance.games.othello.move import PASS
from conformance.games.othello.position import Position
from conformance.games.othello.scoring import score

_SIZE = 8
_DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
#: The longest run that there can be.
_LONGEST = 6
#: Plies of the games that baits are drawn from: so few squares are empty then that all is played out.
_PLIES = (54, 57)


class Rule(StrEnum):
    """A rule that an engine may not know, named by what it does then."""

    NOTHING = "puts a disk beside one of the other side, though it flips nothing"
    GAP = "flips past an empty square"
    WRAP = "flips round the edge of the board"
    DIAGONAL = "flips round the edge of the board in a diagonal"
    SHORT = "does not know a run of six disks"


class Turning(StrEnum):
    """The flips of an engine that knows where a disk may be put, and not all that this does."""

    OPEN = "rows that no own disk closes were flipped, too"
    NEAREST = "of each row only the nearest disk was flipped"
    ONE_ROW = "where a move flips several rows, only one of them was flipped"
    STRAIGHT = "rows were flipped along ranks and files only"
    DIAGONALS = "rows were flipped in diagonals only"
    GAP = "rows were flipped past empty squares, too"
    WRAP = "rows were flipped round the edge of the board, too"
    DIAGONAL = "diagonals were flipped round the edge of the board, too"
    SHORT = "rows of six disks were not flipped"


def turned(own: int, foe: int, square: int, turning: Turning) -> Iterator[int]:
    """The disks that a move flips by a bent rule; several where the rule leaves it open."""
    match turning:
        case Turning.OPEN:
            yield sum(_open(foe, square, direction) for direction in _DIRECTIONS)
        case Turning.NEAREST:
            nearest = sum(1 << ray[0] for ray in (_ray(square, one, wraps=False) for one in _DIRECTIONS) if ray)
            yield flipped(own, foe, square) & nearest
        case Turning.ONE_ROW:
            runs = [run for direction in _DIRECTIONS if (run := _run(own, foe, square, direction, None))]
            yield from (runs[0], runs[-1]) if runs else (0,)
        case Turning.STRAIGHT | Turning.DIAGONALS:
            wanted = [one for one in _DIRECTIONS if all(one) is (turning is Turning.DIAGONALS)]
            yield sum(_run(own, foe, square, one, None) for one in wanted)
        case Turning.GAP:
            yield flipped(own, foe, square, Rule.GAP)
            yield sum(_past_gaps(own, foe, square, direction) for direction in _DIRECTIONS)
        case Turning.WRAP | Turning.DIAGONAL | Turning.SHORT:
            yield flipped(own, foe, square, Rule[turning.name])


def _past_gaps(own: int, foe: int, square: int, direction: tuple[int, int]) -> int:
    """The disks of the other side before the next own disk in one direction, however many squares between them are empty."""
    ray = _ray(square, direction, wraps=False)
    run = list(itertools.takewhile(lambda at: not own & 1 << at, ray))
    return sum(foe & 1 << at for at in run) if len(run) < len(ray) else 0


def _open(foe: int, square: int, direction: tuple[int, int]) -> int:
    """The disks of the other side that are next to a square in one direction, one behind the other."""
    run = itertools.takewhile(lambda at: foe & 1 << at, _ray(square, direction, wraps=False))
    return sum(1 << at for at in run)


def flipped(own: int, foe: int, square: int, left_out: Rule | None = None) -> int:
    """The disks that a move to an empty square, numbered by rows, flips."""
    return sum(_run(own, foe, square, direction, left_out) for direction in _DIRECTIONS)


def _run(own: int, foe: int, square: int, direction: tuple[int, int], left_out: Rule | None) -> int:
    """The disks of the other side between a square and an own disk in one direction."""
    found, gaps = 0, 0
    wraps = left_out is (Rule.DIAGONAL if all(direction) else Rule.WRAP) and bool(direction[1])
    for at in _ray(square, direction, wraps=wraps):
        bit = 1 << at
        if own & bit:
            return 0 if left_out is Rule.SHORT and found.bit_count() == _LONGEST else found
        if foe & bit:
            found |= bit
        else:
            gaps += 1
            if left_out is not Rule.GAP or gaps > 1 or not found:
                return 0
    return 0


@cache
def _ray(square: int, direction: tuple[int, int], *, wraps: bool) -> tuple[int, ...]:
    """The squares in one direction, up to the edge, or on behind it by their numbers."""
    row, column = divmod(square, _SIZE)
    found = []
    for _ in range(_SIZE - 1):
        row, column = row + direction[0], column + direction[1]
        if wraps:
            row, column = row + column // _SIZE, column % _SIZE
        if not (0 <= row < _SIZE and 0 <= column < _SIZE):
            break
        found.append(row * _SIZE + column)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def moves(own: int, foe: int, left_out: Rule | None = None) -> dict[int, int]:
    """The moves by the rules, but for the one that is left out: each square with what it flips."""
    found = {}
    for square in range(_SIZE * _SIZE):
        if (own | foe) & 1 << square:
            continue
        taken = flipped(own, foe, square, left_out)
        beside = any(foe & 1 << ray[0] for ray in (_ray(square, one, wraps=False) for one in _DIRECTIONS) if ray)
        if taken or (left_out is Rule.NOTHING and beside):
            found[square] = taken
    return found


def allowing(position: Position, move: str) -> tuple[Rule, ...]:
    """The rules for want of which an engine may make an illegal move; that a disk has to flip something is not told again."""
    rules = (rule for rule in Rule if rule is not Rule.NOTHING)
    found = {rule: moves(position.own, position.foe, rule) for rule in rules}
    if move == PASS:
        return tuple(rule for rule, known in found.items() if not known and not position.must_pass)
    square = BIT.get(move, 0).bit_length() - 1
    return tuple(rule for rule, known in found.items() if square in known and not position.is_legal(move))


@lru_cache(maxsize=1 << 16)
def value(own: int, foe: int, left_out: Rule | None = None) -> int:
    """The result of best play in disks, for the side to move."""
    found = moves(own, foe, left_out)
    if found:
        return max(_after(own, foe, square, taken, left_out) for square, taken in found.items())
    return -value(foe, own, left_out) if moves(foe, own, left_out) else score(own, foe)


def _after(own: int, foe: int, square: int, taken: int, left_out: Rule | None) -> int:
    return -value(foe & ~taken, own | taken | 1 << square, left_out)


def best(position: Position, left_out: Rule | None = None) -> tuple[str, int]:
    """The move with the best result, and that result; a pass where no move is known."""
    own, foe = position.own, position.foe
    found = [
        (NAME[1 << square], _after(own, foe, square, taken, left_out)) for square, taken in moves(own, foe, left_out).items()
    ]
    return max(found, key=lambda one: one[1], default=(PASS, value(own, foe, left_out)))


def tempts(position: Position, left_out: Rule) -> bool:
    """Whether who leaves a rule out knows no move here, or wins by one against it where each legal move loses."""
    if position.is_over or position.must_pass:
        return False
    own, foe = position.own, position.foe
    known = moves(own, foe, left_out)
    move, most = best(position, left_out)
    if not known or position.is_legal(move):
        return not known
    legal = (BIT[one].bit_length() - 1 for one in position.legal_moves)
    return most > 0 > max(_after(own, foe, one, known[one], left_out) for one in legal)


def baits(left_out: Rule, seed: int) -> Iterator[Position]:
    """Positions that tempt who leaves a rule out to an illegal move or pass. Without end."""
    dice = random.Random(f"{left_out} {seed}")
    while True:
        position = random_game(dice.randrange(1 << 30), dice.randint(*_PLIES)).final
        if tempts(position, left_out):
            yield position
