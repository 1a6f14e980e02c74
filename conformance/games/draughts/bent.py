"""The normal rules with one of them left out: what an engine plays that does not know it, and positions that tempt it to.

The moves are found by another way than in `generator`, jump by jump, so that a rule can be left out. With all rules they are the
same, which the tests show.
"""

import random
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache

from conformance.games.draughts.generator import Variant
from conformance.games.draughts.move import Move
from conformance.games.draughts.position import Position

_DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KING = 3
#: A bait has a move against the rules that is better by so much, in men, than any legal one.
_MARGIN = 2
#: Captures in a row that are looked at where moves are compared.
_EXCHANGE = 5


class Rule(StrEnum):
    """A rule that an engine may not know, named by what it does then."""

    FEWER = "takes fewer pieces than it can"
    QUIET = "does not take although it can"
    FORWARD = "does not know that men take backwards"
    ONWARD = "lets men take backwards with the first jump only"
    CROWNED = "crowns a man that only passes the last row"
    REMOVED = "removes each piece at once when it is jumped"
    OVER_TWO = "lets a king jump over two pieces in a row and takes the last"
    SHORT = "lets a king go and jump by one square only"
    BEHIND = "lets a king land only directly behind the piece that it takes"
    NO_KING = "lets no man take a king"
    ONTO = "jumps also where the square behind the piece is taken"


@cache
def _neighbours(square: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """The squares in each of the four directions, the nearest first."""
    row, place = divmod(square - 1, 5)
    column = 2 * place + (row + 1) % 2
    found = {}
    for down, right in _DIRECTIONS:
        ray, r, c = [], row + down, column + right
        while 0 <= r < 10 and 0 <= c < 10:
            ray.append(r * 5 + c // 2 + 1)
            r, c = r + down, c + right
        found[down, right] = tuple(ray)
    return found


@lru_cache(maxsize=1 << 14)
def moves(position: Position, left_out: Rule | None = None) -> frozenset[Move]:
    """The moves by the normal rules, but for the one that is left out."""
    captures = list(_captures(position, left_out))
    most = max((len(move.captured) for move in captures), default=0)
    if left_out is not Rule.FEWER:
        captures = [move for move in captures if len(move.captured) == most]
    quiet = [] if captures and left_out is not Rule.QUIET else _quiet(position, flies=left_out is not Rule.SHORT)
    return frozenset((*captures, *quiet))


def _quiet(position: Position, *, flies: bool = True) -> list[Move]:
    text, ahead = str(position), -1 if position.white else 1
    found = []
    for square in _own(position):
        for (down, _), ray in _neighbours(square).items():
            is_king = text[square].isupper()
            for to in ray[: None if flies else 1] if is_king else ray[:1] if down == ahead else ():
                if text[to] != "e":
                    break
                found.append(Move(square, to))
    return found


def _own(position: Position) -> list[int]:
    own = "wW" if position.white else "bB"
    return [square for square, letter in enumerate(str(position)) if square and letter in own]


def _captures(position: Position, left_out: Rule | None) -> Iterator[Move]:
    """All captures that cannot go on, and with the rule of the most left out also the shorter ones."""
    text = str(position)
    for square in _own(position):
        board = [*text]
        board[square] = "e"
        yield from _jumps(board, square, square, text[square].isupper(), (), position.white, left_out)


def _jumps(
    board: list[str], origin: int, square: int, is_king: bool, taken: tuple[int, ...], white: bool, left_out: Rule | None
) -> Iterator[Move]:
    goes_on = False
    for (down, _), ray in _neighbours(square).items():
        is_onward = left_out is Rule.FORWARD or (left_out is Rule.ONWARD and taken)
        if is_onward and not is_king and down != (-1 if white else 1):
            continue
        for victim, landings in _victims(board, ray, is_king, taken, white, left_out):
            goes_on = True
            for to in landings:
                after = board
                if left_out is Rule.REMOVED:
                    after = [*board]
                    after[victim] = "e"
                crowned = is_king or (left_out is Rule.CROWNED and (to <= 5 if white else to > 45))
                yield from _jumps(after, origin, to, crowned, (*taken, victim), white, left_out)
    if taken and not goes_on:
        yield Move(origin, square, frozenset(taken))


def _victims(
    board: list[str], ray: tuple[int, ...], is_king: bool, taken: tuple[int, ...], white: bool, left_out: Rule | None
) -> Iterator[tuple[int, list[int]]]:
    """The pieces that can be jumped along a ray, with the squares to land on."""
    foes = "bB" if white else "wW"
    if left_out is Rule.NO_KING and not is_king:
        foes = foes[:1]
    flies = is_king and left_out is not Rule.SHORT
    at = 0
    while flies and at < len(ray) and board[ray[at]] == "e":
        at += 1
    if at + 1 >= len(ray) or board[ray[at]] not in foes or ray[at] in taken:
        return
    if is_king and left_out is Rule.OVER_TWO and at + 2 < len(ray) and board[ray[at + 1]] in foes and ray[at + 1] not in taken:
        at += 1
    landings: list[int] = []
    for to in ray[at + 1 :] if flies and left_out is not Rule.BEHIND else ray[at + 1 : at + 2]:
        if board[to] != "e" and (landings or left_out is not Rule.ONTO):
            break
        landings.append(to)
    if landings:
        yield ray[at], landings


@lru_cache(maxsize=1 << 12)
def best(position: Position, left_out: Rule | None = None) -> tuple[Move, int]:
    """The move that wins most in the exchange that follows it, in men, and how much; raises ValueError where there is none."""
    found = sorted(moves(position, left_out), key=_order)
    return max(((move, _gain(position, move, left_out)) for move in found), key=lambda one: one[1])


def _gain(position: Position, move: Move, left_out: Rule | None) -> int:
    return -_exchange(position.after(move), left_out, _EXCHANGE)


def _order(move: Move) -> tuple[int, int, list[int]]:
    return move.origin, move.to, sorted(move.captured)


def _exchange(position: Position, left_out: Rule | None, depth: int) -> int:
    """The lead of the side to move when all captures are done."""
    found = moves(position, left_out)
    captures = [move for move in found if move.captured]
    if not found:
        return -100
    if not captures or not depth:
        return position.material(_KING)
    stands = [position.material(_KING)] if len(captures) < len(found) else []
    return max((*stands, *(-_exchange(position.after(move), left_out, depth - 1) for move in captures)))


def baits(left_out: Rule | Variant, seed: int) -> Iterator[Position]:
    """Positions in which who leaves a rule out plays against it, and wins by that, while each legal move loses. Without end.

    A variant is left out by who plays it by the normal rules.
    """
    variant, rule = (left_out, None) if isinstance(left_out, Variant) else (Variant.NORMAL, left_out)
    dice = random.Random(f"{left_out} {seed}")
    while True:
        position = _drawn(dice)
        if position is None:
            continue
        position = Position.from_hub(str(position), variant)
        legal, bent = frozenset(position.legal_moves), moves(position, rule)
        if not legal or bent <= legal:
            continue
        move, value = best(position, rule)
        most = max(_gain(position, one, rule) for one in legal)
        if move not in legal and value - most >= _MARGIN and value >= 0 > most:
            yield position


def _drawn(dice: random.Random) -> Position | None:
    """A position of a few pieces at random, with a king here and there; None where it is none."""
    board = ["e"] * 50
    white = dice.random() < 0.5
    for letter in ("w", "b"):
        for _ in range(dice.randint(4, 9)):
            square = dice.randrange(50)
            is_last = square < 5 if letter == "w" else square >= 45
            board[square] = letter.upper() if is_last or dice.random() < 0.15 else letter
    try:
        return Position.from_hub(("W" if white else "B") + "".join(board))
    except ValueError:
        return None
