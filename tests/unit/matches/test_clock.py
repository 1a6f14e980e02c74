"""Time controls as they are written, and clocks as they run."""

import pytest

from conformance.matches.clock import Clock, TimeControl, parse_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10", TimeControl(10)),
        ("1+0.01", TimeControl(1, 0.01)),
        ("10+0.1", TimeControl(10, 0.1)),
        ("1:30+1", TimeControl(90, 1)),
        ("40/60", TimeControl(60, moves=40)),
        ("40/60+0.5", TimeControl(60, 0.5, moves=40)),
        ("60byo5", TimeControl(60, byoyomi=5)),
        ("0byo1", TimeControl(byoyomi=1)),
        ("0.5/move", TimeControl(byoyomi=0.5)),
    ],
)
def test_controls_are_read_and_written(text, control):
    assert parse_control(text) == control
    assert parse_control(str(control)) == control


@pytest.mark.parametrize("text", ["", "x", "1+", "+1", "0", "0+0", "0/move", "0byo0", "-1", "1e3", "1+0.01+2", "40/", "10 20"])
def test_what_is_no_control_is_refused_in_words(text):
    with pytest.raises(ValueError, match=r"is not a time control|leaves no time"):
        parse_control(text)


def test_an_increment_is_earned_by_the_move():
    clock = Clock(parse_control("1+0.5"))
    assert clock.available == 1
    assert clock.spend(0.75)
    assert clock.left == 0.75


def test_an_early_increment_may_be_used_for_the_move_itself():
    clock = Clock(parse_control("1+0.5"), early=True)
    assert clock.available == 1.5
    assert clock.spend(1.25)
    assert clock.left == 0.25
    assert clock.available == 0.75


def test_the_time_of_a_period_is_given_again_behind_its_last_move():
    clock = Clock(parse_control("2/10"))
    assert clock.to_go == 2
    clock.spend(4)
    assert (clock.to_go, clock.available) == (1, 6)
    clock.spend(6)
    assert (clock.to_go, clock.available) == (2, 10)


def test_byoyomi_is_there_for_each_move_and_is_not_saved():
    clock = Clock(parse_control("1byo2"))
    assert clock.spend(2.5)
    assert (clock.left, clock.available) == (0, 2)
    assert clock.spend(0.5)
    assert clock.available == 2
    assert clock.spend(2)
    assert not clock.spend(2.001)


def test_a_flag_falls_behind_the_end_of_the_time_and_not_at_it():
    clock = Clock(parse_control("1"))
    assert clock.spend(1)
    assert not Clock(parse_control("1")).spend(1.0001)
    assert clock.left == 0


def test_a_search_that_is_told_its_time_has_a_grace_for_its_answer():
    assert Clock(parse_control("0.5/move"), grace=0.05).available == pytest.approx(0.55)
    assert Clock(parse_control("1+0.5"), grace=0.05).available == 1


@pytest.mark.parametrize(("text", "plies", "seconds"), [("1+0.01", 400, 6), ("40/60", 81, 240), ("1/move", 10, 10), ("5", 0, 10)])
def test_the_longest_game_is_known_beforehand(text, plies, seconds):
    assert parse_control(text).longest(plies) == pytest.approx(seconds)
