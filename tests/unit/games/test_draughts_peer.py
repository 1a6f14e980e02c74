"""The oracle against a library that nobody here wrote: py-draughts (GPL), which knows the rules of four of the five variants.

It has no killer rules: there the published perft numbers have to do. Its frisian does not limit the moves of a king, and
lists a capture once for each way to it.
"""

import importlib
import random

import pytest

from conformance.games.draughts import START, Move, Position, PositionError, Variant, geometry, random_game
from conformance.suites.hub.positions import load

BOARDS = {
    Variant.NORMAL: "StandardBoard",
    Variant.BT: "BreakthroughBoard",
    Variant.LOSING: "AntidraughtsBoard",
    Variant.FRISIAN: "FrisianBoard",
}
PIECES = {"w": -1, "W": -2, "b": 1, "B": 2, "e": 0}
LIMIT_OF_KING_MOVES = 3


def theirs(position):
    side, squares = str(position)[0], str(position)[1:]
    draughts = importlib.import_module("draughts")  # 35 MB, in the one process that plays these tests
    turn = draughts.Color.WHITE if side == "W" else draughts.Color.BLACK
    board = getattr(draughts, BOARDS[position.variant])([PIECES[piece] for piece in squares], turn)
    moves = {(move.square_list[0] + 1, move.square_list[-1] + 1, tuple(move.captured_list)) for move in board.legal_moves}
    return {Move(origin, to, frozenset(square + 1 for square in captured)) for origin, to, captured in moves}


def assert_same(position):
    if position.variant is Variant.BT and position.foe_kings:
        assert position.is_terminal
        return
    king, count = position.run
    rests = {geometry.SQUARE_OF[king]} if count >= LIMIT_OF_KING_MOVES else set()
    assert {move for move in theirs(position) if move.captured or move.origin not in rests} == set(position.legal_moves), position


def scattered(seed, variant, pieces=""):
    """These pieces, or else few pieces with many kings: what random games from the start seldom reach."""
    dice = random.Random(seed)
    while True:
        squares = ["e"] * 50
        letters = pieces or dice.choices("wwbbWB", k=dice.randint(3, 14))
        for square, letter in zip(dice.sample(range(50), len(letters)), letters, strict=True):
            squares[square] = letter
        try:
            return Position.from_hub(dice.choice("WB") + "".join(squares), variant)
        except PositionError:
            continue


@pytest.mark.parametrize("variant", BOARDS)
@pytest.mark.parametrize("seed", range(8))
def test_random_games(variant, seed):
    for position in random_game(Position.from_hub(START, variant), seed, 160).positions:
        assert_same(position)


@pytest.mark.parametrize("variant", BOARDS)
def test_scattered_kings(variant):
    for seed in range(400):
        assert_same(scattered(seed, variant))


def test_games_of_frisian_kings():
    """With a man and a king each, some king moves three times in a row and has to rest."""
    games = [random_game(scattered(seed, Variant.FRISIAN, "wbWB"), seed, 60) for seed in range(100)]
    positions = [position for game in games for position in game.positions]
    assert sum(position.run[1] == LIMIT_OF_KING_MOVES for position in positions) > 5
    for position in positions:
        assert_same(position)


@pytest.mark.parametrize("variant", BOARDS)
def test_positions_of_the_suite(variant):
    entries = [entry for entry in load().values() if entry.game.start.variant is variant]
    assert entries
    for entry in entries:
        for position in entry.game.positions:
            assert_same(position)
