"""Exact values near the end, against a search that knows neither bounds nor bits."""

from functools import cache

import pytest

from conformance.games.othello import (
    MAX_EMPTIES,
    PASS,
    START,
    Game,
    Position,
    Scoring,
    Symmetry,
    move_values,
    random_game,
    solve,
)

PV_PASS = Position.from_oep("-X-OOOOO-OOOOOOXOOOOOOOOOOOXOOOOXOXOOOOOXXOOOOXOXXOOOOOOX---OOOOX")
GAP = Position.from_oep("-OOOOOOOXOOXXOXO-OOOOOOOXOXOOXOOXXOXOOOOXOXOOOXOXXXXOOOOXXXXXXXOX")
WIPED = Position.from_oep("--------------------------XXX-----XXX-----XXXXX-------X--------XO")
MUST_PASS = Position.from_oep("-OXXXXXXOOOXXXXXOOOOXXXXOOOOOXXXOOOOOOXXOOOOOOOXOOOOOOOOOOOOOOOOO")


@cache
def plain(position, scoring):
    moves = position.legal_moves
    return max(-plain(position.play(move), scoring) for move in moves) if moves else position.score(scoring)


def with_empties(count, seeds, *, seek_passes=False):
    games = [random_game(seed, 200, seek_passes=seek_passes) for seed in range(seeds)]
    return [position for game in games for position in game.positions if position.empties == count]


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("empties", range(7))
def test_values_near_the_end(empties, scoring):
    for position in with_empties(empties, 12) + with_empties(empties, 12, seek_passes=True):
        assert solve(position, scoring) == plain(position, scoring)


@pytest.mark.parametrize("empties", [7, 8, 9])
def test_values_where_moves_are_sorted_and_remembered(empties):
    for position in with_empties(empties, 2):
        assert solve(position) == plain(position, Scoring.EMPTIES_TO_WINNER)


def test_values_of_a_side_that_has_to_pass():
    found = [position for empties in range(2, 9) for position in with_empties(empties, 40) if position.must_pass]
    assert len(found) >= 10
    for position in found:
        assert solve(position) == plain(position, Scoring.EMPTIES_TO_WINNER) == -solve(position.other_side())


def test_the_value_of_each_move():
    for position in with_empties(6, 6) + with_empties(8, 1):
        values = move_values(position)
        assert tuple(values) == position.legal_moves
        assert all(values[move] == -plain(position.play(move), Scoring.EMPTIES_TO_WINNER) for move in values)
        assert not values or max(values.values()) == solve(position)


def test_values_are_those_of_the_side_to_move_and_turn_with_the_board():
    for position in with_empties(10, 4):
        value = solve(position)
        assert solve(position.twin()) == value
        assert {solve(symmetry.position(position)) for symmetry in Symmetry} == {value}


def best_line(position):
    line = []
    while values := move_values(position):
        line.append(max(values, key=values.get))
        position = position.play(line[-1])
    return tuple(line)


def test_a_best_line_keeps_its_value_to_the_end():
    for position in [*with_empties(8, 6), PV_PASS, MUST_PASS, GAP]:
        game = Game(position, best_line(position))
        assert game.final.is_over
        assert game.final.score() == (solve(position) if game.final.turn is position.turn else -solve(position))


def test_a_best_line_with_a_pass():
    assert best_line(PV_PASS) == ("B8", "C8", "C1", "A1", "A2", PASS, "D8")
    assert solve(PV_PASS) == -6


def test_the_side_that_has_to_pass():
    assert move_values(MUST_PASS) == {PASS: 18}
    assert solve(MUST_PASS) == 18
    assert solve(MUST_PASS.other_side()) == -18


def test_finished_games():
    assert solve(GAP) == -6
    assert solve(GAP, Scoring.DISKS_ONLY) == -5
    over = GAP.play("A3")
    assert (solve(over), move_values(over)) == (6, {})


def test_too_far_from_the_end():
    assert MAX_EMPTIES < WIPED.empties < START.empties
    for ask in (solve, move_values):
        with pytest.raises(ValueError, match="51 empty squares are too many to be searched to the end"):
            ask(WIPED)


@pytest.mark.parametrize("seed", range(3))
def test_twelve_empty_squares_are_within_reach(seed):
    position = next(position for position in random_game(seed, 200).positions if position.empties == 12)
    line = best_line(position)
    assert Game(position, line).final.is_over
