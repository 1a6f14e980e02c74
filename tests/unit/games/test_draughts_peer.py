"""The oracle against a library that nobody here wrote: pydraughts (MIT), which reads Hub positions and writes Hub moves.

It knows the rules of three of the five variants well. Its frisian misses captures that change between rows and diagonals,
it has no killer rules and no frisian limit on king moves: there the published perft numbers have to do.
"""

import random

import draughts
import pytest

from conformance.games.draughts import START, Position, PositionError, Variant, parse_move, random_game

NAMES = {Variant.NORMAL: "standard", Variant.BT: "breakthrough", Variant.LOSING: "antidraughts"}


def theirs(position):
    return {parse_move(move.hub_move) for move in draughts.Board(NAMES[position.variant], str(position)).legal_moves()}


def scattered(seed, variant):
    """Few pieces, many kings: what random games from the start seldom reach."""
    dice = random.Random(seed)
    while True:
        squares = ["e"] * 50
        for square in dice.sample(range(50), dice.randint(3, 10)):
            squares[square] = dice.choice("wwbbWB")
        try:
            return Position.from_hub(dice.choice("WB") + "".join(squares), variant)
        except PositionError:
            continue


@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_random_games(variant, seed):
    for position in random_game(Position.from_hub(START, variant), seed, 120).positions[::2]:
        if not position.is_terminal:
            assert theirs(position) == set(position.legal_moves), position


@pytest.mark.parametrize("variant", NAMES)
def test_scattered_kings(variant):
    for seed in range(80):
        position = scattered(seed, variant)
        if not position.is_terminal:
            assert theirs(position) == set(position.legal_moves), position
