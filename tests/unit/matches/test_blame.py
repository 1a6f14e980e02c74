"""Who took the time: only what neither the host nor we can have taken is the engine's."""

import pytest

from conformance.matches.blame import MoveTime, Taker, charged, taker


@pytest.mark.parametrize(
    ("spent", "who"),
    [
        (MoveTime(0.9), None),
        (MoveTime(1.0), None),
        (MoveTime(1.2), Taker.ENGINE),
        (MoveTime(1.005), Taker.NOBODY),  # less than anybody can measure
        (MoveTime(1.2, host=0.2), Taker.HOST),
        (MoveTime(1.2, ours=0.2), Taker.OURS),
        (MoveTime(1.2, host=0.12, ours=0.1), Taker.HOST),
        (MoveTime(3.0, host=0.2), Taker.ENGINE),
        (MoveTime(1.2, host=0.05, is_exact=False), Taker.NOBODY),
        (MoveTime(1.2, host=5.0), Taker.HOST),
        (MoveTime(1.34, host=0.28), Taker.HOST),  # what is left over comes of having waited
        (MoveTime(1.34, host=0.1), Taker.ENGINE),
    ],
)
def test_a_flag_is_the_engines_only_where_its_own_time_explains_it(spent, who):
    assert taker(spent, 1.0) is who


def test_no_clock_runs_out_by_what_others_took():
    assert charged(MoveTime(0.9, host=0.5), 1.0) == 0.9
    assert charged(MoveTime(1.2, host=0.5), 1.0) == pytest.approx(0.7)
    assert charged(MoveTime(1.005), 1.0) == 1.0
    assert charged(MoveTime(1.2), 1.0) == 1.2


def test_the_host_and_we_cannot_have_taken_more_than_there_was():
    spent = MoveTime(1.0, host=0.8, ours=0.8)
    assert spent.others == 1.0
    assert spent.own == 0.0
