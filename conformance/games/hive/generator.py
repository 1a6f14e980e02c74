"""Which moves are legal: placements, moves of own pieces, the pillbug's throws. Works on the bare contents of a position.

Whether the game is over is not looked at here, and a pass is no move: an empty answer means that one is due.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from conformance.games.hive.board import Board, Stacks
from conformance.games.hive.hexes import NEIGHBOURS, ORIGIN, SIZE
from conformance.games.hive.movement import MOVERS, climbs
from conformance.games.hive.pieces import BEETLE, HANDS, MOSQUITO, PILLBUG, QUEEN, Colour, GameType
from conformance.games.hive.rules import Rules

_QUEEN_DUE = 4  # own turns


class Move(NamedTuple):
    """A piece and the hex it goes to; two moves are the same iff both agree, however they are written."""

    piece: str
    to: int


@cache
def moves_of(piece: str) -> tuple[Move, ...]:
    """Give all moves of a piece, by hex: made once, so that generating a move costs a look-up."""
    return tuple(Move(piece, to) for to in range(SIZE))


@dataclass(frozen=True, slots=True)
class Situation:
    """The facts that decide about moves: the game type, the pieces on the board, the side to move.

    `turn` counts the turns of that side from 1; `moved` is the piece that the last ply placed, moved or threw, "" for none.
    """

    game_type: GameType
    stacks: Stacks
    colour: Colour
    turn: int
    moved: str


def generate(here: Situation, rules: Rules) -> set[Move]:
    """Find all legal moves but a pass."""
    placed = {piece for stack in here.stacks.values() for piece in stack}
    queen = here.colour.letter + QUEEN
    queen_due = queen not in placed and here.turn >= _QUEEN_DUE and not rules.no_queen_by_four
    entering = [queen] if queen_due else _entering(here, placed, rules)
    moves: set[Move] = set()
    if entering:
        places = _places(here, placed, rules)
        for piece in entering:
            moves.update([moves_of(piece)[to] for to in places])
    if queen in placed or rules.move_when_queen_due or (rules.move_before_queen and not queen_due):
        board = Board(here.stacks)
        _add_own(moves, here, board, rules)
        _add_throws(moves, here, board, rules)
    return moves


# ---- Placements


def _entering(here: Situation, placed: set[str], rules: Rules) -> list[str]:
    """Find the pieces in hand that may be placed now: of each kind the one with the lowest number."""
    found = []
    for kind in HANDS[here.game_type, here.colour]:
        waiting = [piece for piece in kind if piece not in placed]
        if waiting and (kind[0][1] != QUEEN or here.turn > 1 or rules.queen_first_turn):
            found += waiting if rules.any_number else waiting[:1]
    return found


def _places(here: Situation, placed: set[str], rules: Rules) -> set[int]:
    """Find the empty hexes that touch own pieces only; the first piece goes to ORIGIN, the second next to it."""
    if not here.stacks:
        return {ORIGIN}
    own = here.colour.letter
    friends: set[int] = set()
    foes: set[int] = set()
    for place, stack in here.stacks.items():
        shown = stack[0] if rules.place_by_bottom_colour else stack[-1]
        (friends if shown[0] == own else foes).update(NEIGHBOURS[place])
    if not any(piece[0] == own for piece in placed):
        return foes.difference(here.stacks)
    return (friends if rules.place_next_to_enemy else friends - foes).difference(here.stacks)


# ---- Moves of own pieces


def _add_own(moves: set[Move], here: Situation, board: Board, rules: Rules) -> None:
    own = here.colour.letter
    for place, stack in here.stacks.items():
        for piece in stack if rules.covered_moves else stack[-1:]:
            if piece[0] != own or (piece == here.moved and not rules.no_stun):
                continue
            if (len(stack) == 1 or rules.stack_counts_as_pinned) and not rules.no_one_hive and board.is_pinned(place):
                continue
            table = moves_of(piece)
            lifted = board.lifted(place)
            for kind in _kinds(piece, place, board, rules):
                moves.update([table[to] for to in MOVERS[kind](lifted, place, rules)])


def _kinds(piece: str, place: int, board: Board, rules: Rules) -> set[str]:
    """Find the kinds that a piece on `place` moves as."""
    kind = piece[1]
    if kind != MOSQUITO:
        return {kind}
    if board.height[place] > 1:
        return _copied(place, board, rules) | {BEETLE} if rules.mosquito_on_top_copies else {BEETLE}
    return _copied(place, board, rules)


def _copied(place: int, board: Board, rules: Rules) -> set[str]:
    """Find the kinds that a mosquito on `place` copies from its neighbours; another mosquito has nothing to give."""
    kinds = _touched(place, board, rules)
    if MOSQUITO in kinds and rules.mosquito_copies_mosquito:
        for neighbour in NEIGHBOURS[place]:
            stack = board.stacks.get(neighbour)
            if stack and stack[-1][1] == MOSQUITO:
                kinds |= _touched(neighbour, board, rules) if len(stack) == 1 else {BEETLE}
    kinds.discard(MOSQUITO)
    return kinds


def _touched(place: int, board: Board, rules: Rules) -> set[str]:
    stacks = [board.stacks[neighbour] for neighbour in NEIGHBOURS[place] if board.height[neighbour]]
    return {piece[1] for stack in stacks for piece in _shown(stack, rules)}


def _shown(stack: Sequence[str], rules: Rules) -> Sequence[str]:
    """Give the pieces of a stack that a mosquito beside it copies: the top one."""
    if rules.mosquito_copies_covered:
        return stack
    return stack[:1] if rules.mosquito_copies_undermost else stack[-1:]


# ---- Throws


def _add_throws(moves: set[Move], here: Situation, board: Board, rules: Rules) -> None:
    own = here.colour.letter
    for place, stack in here.stacks.items():
        thrower = stack[-1]
        if thrower[0] != own or len(stack) > 1 or not _has_power(thrower, place, board, rules):
            continue
        if thrower == here.moved and not rules.stunned_throws:
            continue
        if rules.pinned_no_throw and board.is_pinned(place):
            continue
        for piece, start in _throwable(here, place, board, rules):
            table = moves_of(piece)
            moves.update([table[to] for to in _thrown(start, place, board, rules)])


def _has_power(piece: str, place: int, board: Board, rules: Rules) -> bool:
    if piece[1] == PILLBUG:
        return True
    return piece[1] == MOSQUITO and not rules.mosquito_no_power and PILLBUG in _copied(place, board, rules)


def _throwable(here: Situation, place: int, board: Board, rules: Rules) -> Iterator[tuple[str, int]]:
    """Give the pieces next to a pillbug on `place` that it may throw, each with its hex. Gates are not looked at."""
    for start in NEIGHBOURS[place]:
        stack = here.stacks.get(start)
        if not stack or (len(stack) > 1 and not rules.throw_stacked):
            continue
        piece = stack[-1]
        if piece == here.moved and not rules.throw_last_moved:
            continue
        if rules.throw_own_only and piece[0] != here.colour.letter:
            continue
        if rules.throw_pinned or len(stack) > 1 or not board.is_pinned(start):
            yield piece, start


def _thrown(start: int, place: int, board: Board, rules: Rules) -> list[int]:
    """Find where a piece on `start` can be set down: lifted onto the pillbug on `place`, then down to an empty hex."""
    lifted = board.lifted(start)
    gates = not rules.throw_no_gate
    if place not in climbs(lifted, start, gates=gates):
        return []
    return [end for end in climbs(lifted, place, gates=gates) if not lifted.height[end] and end != start]
