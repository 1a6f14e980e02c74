"""Baits: games after which only a move against one rule wins at once. An engine plays an illegal move only if it wants to."""

import random
from collections.abc import Iterator

from conformance.games.hive.game import Game
from conformance.games.hive.generator import Move
from conformance.games.hive.hexes import NEIGHBOURS
from conformance.games.hive.pieces import QUEEN, GameType
from conformance.games.hive.position import PASS, GameState, Position
from conformance.games.hive.rules import Rules

KINDS = {
    "no_one_hive": GameType.BASE,
    "slide_through_gate": GameType.BASE,
    "slide_without_contact": GameType.BASE,
    "place_next_to_enemy": GameType.BASE,
    "covered_moves": GameType.BASE,
    "hop_over_gap": GameType.BASE,
    "hop_slides": GameType.BASE,
    "beetle_no_gate": GameType.BASE,
    "throw_last_moved": GameType.P,
}
"""The rules that baits are drawn for, as switches, each with the pieces that it takes."""

_PLIES = 36
#: How often a side plays to surround the other queen, if it can; else any move.
_EAGER = 0.7


def wanted(position: Position, switch: str) -> frozenset[Move]:
    """The moves that win at once if a rule is bent, where no legal move wins."""
    if not _is_nearly_surrounded(position) or any(_wins(position, move) for move in position.legal_moves):
        return frozenset()
    wrong = position.moves_under(Rules.bending(switch)) - position.legal_moves
    return frozenset(move for move in wrong if _wins(position, move))


def baits(switch: str, seed: int) -> Iterator[Game]:
    """Games after which only a move that breaks a rule wins at once, drawn without end, some for White and some for Black."""
    dice = random.Random(f"{switch} {seed}")
    while True:
        game = _drawn(dice, switch)
        if game is not None:
            yield game


def _drawn(dice: random.Random, switch: str) -> Game | None:
    positions = [Game.new(KINDS[switch]).final]
    moves: list[Move] = []
    while len(moves) < _PLIES and (legal := sorted(positions[-1].legal_moves)):
        position = positions[-1]
        if wanted(position, switch):
            return Game(tuple(positions), tuple(moves))
        near = _around_queen(position)
        eager = [move for move in legal if move.to in near and position.where(move.piece) not in near]
        moves.append(dice.choice(eager if eager and dice.random() < _EAGER else legal))
        positions.append(position.after(moves[-1]))
    return None


def _around_queen(position: Position) -> tuple[int, ...]:
    """The hexes round the queen of the side that waits; none as long as she is in hand."""
    place = position.where(position.turn.other.letter + QUEEN)
    return () if place is None else NEIGHBOURS[place]


def _is_nearly_surrounded(position: Position) -> bool:
    """Whether one move can surround the queen of the side that waits."""
    near = _around_queen(position)
    return bool(near) and sum(place not in position.stacks for place in near) == 1


def _wins(position: Position, move: Move) -> bool:
    if move == PASS or move.to not in _around_queen(position):
        return False
    state = position.after(move).state
    return state is (GameState.BLACK_WINS if position.ply % 2 else GameState.WHITE_WINS)
