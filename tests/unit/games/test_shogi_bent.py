"""Rules with one left out, and the positions that tempt an engine to leave it out."""

import itertools

import pytest

from conformance.games.shogi import START, Game, random_game
from conformance.games.shogi.bent import HOLDS, LOSES, WINS, Rule, moves, wanted, worth
from conformance.games.shogi.bent import baits as drawn
from conformance.suites.usi.positions import baits, load


@pytest.mark.parametrize("block", range(4))
def test_with_all_rules_the_moves_are_those_of_the_oracle(block):
    for seed in range(8 * block, 8 * block + 8):
        for position in Game(START, random_game(seed, 120)).positions[20::25]:
            assert {*moves(position.diagram)} == position.legal_moves(), position


def test_so_they_are_in_the_positions_of_the_suite():
    for entry in (*load().values(), *baits().values()):
        assert {*moves(entry.root.diagram)} == entry.root.legal_moves(), entry.tag


@pytest.mark.parametrize("rule", Rule)
def test_a_bait_catches_a_greedy_engine_without_the_rule(rule):
    found = [entry for tag, entry in baits().items() if tag.startswith(f"{rule.name.lower()}_")]
    assert {entry.root.turn for entry in found} == {"b", "w"}
    for entry in found:
        (move,) = entry.illegal
        diagram, legal = entry.root.diagram, entry.root.legal_moves() - {f"{move}+"}  # who does not know that has no other
        assert move == wanted(entry.root, rule)
        assert {*moves(diagram, rule)} > legal
        most = worth(diagram, move, rule)
        assert most in (WINS, HOLDS)
        if most == WINS:
            assert not any(entry.root.play(one).is_terminal for one in legal)
        else:
            assert {worth(diagram, one, rule) for one in legal} <= {LOSES}


@pytest.mark.parametrize("rule", Rule)
def test_nothing_is_wanted_in_a_quiet_position(rule):
    assert not wanted(START, rule)


def test_baits_are_those_of_the_file():
    assert [one.key for one in itertools.islice(drawn(Rule.IN_CHECK, 1), 2)] == [
        baits()[f"in_check_{number}"].root.key for number in (1, 2)
    ]
