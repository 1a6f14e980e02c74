"""Rules with one left out, and the positions that tempt an engine to leave it out."""

import random

import pytest

from conformance.games.draughts import START, Position, Variant, format_move, random_game
from conformance.games.draughts.bent import Rule, best, moves
from conformance.suites.hub.playing import BAITS, CORPUS


def drawn(seed):
    """A position of a few pieces at random, or one of a game."""
    dice = random.Random(seed)
    if seed % 2:
        return random_game(Position.from_hub(START), seed, dice.randint(1, 90)).final
    board = ["e"] * 50
    for letter in "wb" * dice.randint(3, 9):
        at = dice.randrange(50)
        board[at] = letter.upper() if at < 5 or at >= 45 or dice.random() < 0.2 else letter
    try:
        return Position.from_hub(dice.choice("WB") + "".join(board))
    except ValueError:
        return drawn(seed + 1000)


@pytest.mark.parametrize("block", range(10))
def test_with_all_rules_the_moves_are_those_of_the_oracle(block):
    for seed in range(30 * block, 30 * block + 30):
        position = drawn(seed)
        assert moves(position) == {*position.legal_moves}, position


@pytest.mark.parametrize("rule", Rule)
def test_a_bait_catches_a_greedy_engine_without_the_rule(rule):
    assert BAITS[rule.name]
    for entry in map(CORPUS.__getitem__, BAITS[rule.name]):
        move, value = best(entry.root, rule)
        assert not entry.root.is_legal(move), format_move(move)
        assert best(entry.root)[1] < value


def test_a_bait_catches_a_greedy_engine_that_plays_killer_draughts_by_the_normal_rules():
    assert BAITS["KILLER"]
    for entry in map(CORPUS.__getitem__, BAITS["KILLER"]):
        normal = Position.from_hub(entry.text)
        assert entry.root.variant is Variant.KILLER
        assert not entry.root.is_legal(best(normal)[0])


def test_both_sides_are_tempted():
    assert {CORPUS[name].text[0] for names in BAITS.values() for name in names} == {"W", "B"}
