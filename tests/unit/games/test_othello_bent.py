"""Rules with one left out, and the positions that tempt an engine to leave it out."""

import pytest

from conformance.games.othello import PASS, random_game
from conformance.games.othello.bent import Rule, allowing, best, moves, tempts
from conformance.games.othello.bitboard import NAME
from conformance.suites.nboard import positions as nboard
from conformance.suites.oep import positions as oep


@pytest.mark.parametrize("block", range(4))
def test_with_all_rules_the_moves_are_those_of_the_oracle(block):
    for seed in range(30 * block, 30 * block + 30):
        position = random_game(seed, seed % 59).final
        found = {NAME[1 << square] for square in moves(position.own, position.foe)}
        assert found == {*position.legal_moves} - {PASS}, position


@pytest.mark.parametrize("rule", Rule)
def test_a_bait_catches_a_greedy_engine_without_the_rule(rule):
    found = [entry for name, entry in nboard.baits().items() if name.startswith(f"B-{rule.name}-")]
    assert found
    for entry in found:
        assert tempts(entry.root, rule)
        assert not entry.root.is_legal(best(entry.root, rule)[0])
        assert entry.legal == {*entry.root.legal_moves}


def test_both_suites_have_the_same_baits():
    assert [one.root for one in nboard.baits().values()] == [one.root for one in oep.baits().values()]


def test_the_rules_that_would_allow_a_move():
    for name, entry in nboard.baits().items():
        rule = next(one for one in Rule if name.startswith(f"B-{one.name}-"))
        move = best(entry.root, rule)[0]
        assert rule in allowing(entry.root, move) or rule is Rule.NOTHING
        assert not allowing(entry.root, entry.root.legal_moves[0])
    assert not allowing(nboard.load()["P-START"].root, "no square")
