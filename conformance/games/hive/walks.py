"""Seeded games: uniformly random ones, and ones that lean towards what random play rarely shows.

The same arguments give the same game, on every machine. Repetition is not looked at.
"""

import random
import sys
from collections.abc import Callable
from enum import StrEnum

from conformance.games.hive.game import Game
from conformance.games.hive.generator import Move
from conformance.games.hive.hexes import GATE_PARTNERS
from conformance.games.hive.pieces import BEETLE, LADYBUG, MOSQUITO, PILLBUG, QUEEN, Colour, GameType
from conformance.games.hive.position import PASS, Position


class Bias(StrEnum):
    """The kind of moves that a walk prefers."""

    NONE = "none"
    """Every legal move is equally likely."""
    GATES = "gates"
    """Stacks that face each other, so that a piece up there cannot pass between them, and the pieces that climb."""
    THROWS = "throws"
    """The pillbug's power, also on pillbugs and by mosquitoes."""
    STUCK = "stuck"
    """Few moves for Black: pins, covered pieces, forced passes."""


_SAMPLE = 16  # moves looked at by a walk that wants the opponent stuck
_STRAY = 0.15  # how often it plays any move all the same


def random_game(seed: int, plies: int, game_type: GameType = GameType.MLP) -> Game:
    """Play at most `plies` uniformly random legal moves: fewer where the game ends before."""
    return walk(seed, plies, Bias.NONE, game_type)


def walk(seed: int, plies: int, bias: Bias = Bias.NONE, game_type: GameType = GameType.MLP) -> Game:
    """Play at most `plies` random legal moves that lean towards `bias`: fewer where the game ends before."""
    dice = random.Random(f"{seed} {bias} {game_type}")
    positions = [Game.new(game_type).final]
    moves: list[Move] = []
    choose = _CHOOSERS[bias]
    # A set has no order of its own, so the moves are sorted before the dice choose.
    while len(moves) < plies and (legal := sorted(positions[-1].legal_moves)):
        moves.append(choose(dice, positions[-1], legal))
        positions.append(positions[-1].after(moves[-1]))
    return Game(tuple(positions), tuple(moves))


_Chooser = Callable[[random.Random, Position, list[Move]], Move]


def _any(dice: random.Random, _position: Position, legal: list[Move]) -> Move:
    return dice.choice(legal)


def _weighted(weight: Callable[[Position, Move], float]) -> _Chooser:
    def choose(dice: random.Random, position: Position, legal: list[Move]) -> Move:
        return dice.choices(legal, [weight(position, move) for move in legal])[0]

    return choose


def _for_gates(position: Position, move: Move) -> float:
    start = position.where(move.piece)
    if start is None:
        return 12 if move.piece[1:2] in (QUEEN, BEETLE, LADYBUG, MOSQUITO, PILLBUG) else 1
    if move.to in position.stacks:
        return 40 if _faces_a_stack(position, start, move.to) else 6
    # What has climbed should stay up.
    return 0.3 if len(position.stacks[start]) > 1 else 1


def _faces_a_stack(position: Position, start: int, end: int) -> bool:
    """Whether a stack on `end` and another one, without the piece from `start`, leave just the gap of a gate."""
    for partner in GATE_PARTNERS[end]:
        height = len(position.stacks.get(partner, ())) - (partner == start)
        if height > 1:
            return True
    return False


def _for_throws(position: Position, move: Move) -> float:
    if position.where(move.piece) is None:
        return 12 if move.piece[1:2] in (QUEEN, PILLBUG, MOSQUITO, BEETLE) else 1
    # A piece of the other side moves only by a throw, and a pillbug that moves comes near what it can throw.
    return 12 if move.piece[0] != position.turn.letter or move.piece[1] in (PILLBUG, MOSQUITO) else 1


def _for_black_stuck(dice: random.Random, position: Position, legal: list[Move]) -> Move:
    """Play for the one end, by either side, that Black has few moves: against a side that resists, passes are rare."""
    if dice.random() < _STRAY:
        return dice.choice(legal)
    sample = dice.sample(legal, min(_SAMPLE, len(legal)))
    skipped = position.turn is Colour.BLACK
    return min(sample, key=lambda move: _freedom(position.after(move).after(PASS) if skipped else position.after(move)))


def _freedom(position: Position) -> int:
    """Count the moves of the side to move; a pass is none, and the end of the game is no way to get there."""
    moves = position.legal_moves
    return len(moves - {PASS}) if moves else sys.maxsize


_CHOOSERS = {
    Bias.NONE: _any,
    Bias.GATES: _weighted(_for_gates),
    Bias.THROWS: _weighted(_for_throws),
    Bias.STUCK: _for_black_stuck,
}
