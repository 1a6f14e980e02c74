"""`--profile`: what a run's time is put down to."""

import re

import pytest
from conform_tictactoe import checks

from conformance.run.profile import ANSWERING, SEARCHING, SILENT, STARTING, DialogueTime, Profile, critical_path, spent
from conformance.wire.transcript import Direction, Line, Transcript

SENT, SAID = Direction.TO_ENGINE, Direction.FROM_ENGINE
GREETING = [Line(0.0, SENT, "ttt"), Line(0.5, SAID, "tttok")]
GAME = [
    Line(0.7, SENT, "ping"),
    Line(0.8, SAID, "pong"),
    Line(1.0, SENT, "go"),
    Line(1.1, SAID, "info nodes 1"),
    Line(3.0, SAID, "move 5"),
]


def of(check, begun, ended, **on):
    return DialogueTime(check, begun, ended, is_lent=False, on=on)


@pytest.mark.parametrize(("greeting", "started"), [((), 0.5), (GREETING, None)])
def test_each_moment_is_put_down_to_one_thing(greeting, started):
    on, searches = spent(checks.suite.driver, Transcript([*GREETING, *GAME], heard_until=3.25), greeting)
    assert searches == 1
    assert on.get(STARTING) == started
    assert (on[ANSWERING], on[SEARCHING], on[SILENT]) == pytest.approx((0.1, 2.0, 0.2 + 0.2 + 0.25))


def test_a_search_without_an_answer_goes_on_to_the_end():
    on, _ = spent(checks.suite.driver, Transcript([*GREETING, *GAME[:3]], heard_until=9.0))
    assert on[SEARCHING] == pytest.approx(8.0)


def test_the_critical_path_goes_back_from_the_end():
    first, beside, last = of("first", 0, 2), of("beside", 0, 1), of("last", 2, 5)
    assert critical_path([beside, first, last]) == [first, last]
    assert critical_path([]) == []


def test_the_rows_name_what_took_long():
    rows = "\n".join(Profile([of("plays", 0, 2, searching=1.5), of("waits", 2, 5, silent=3.0)], waited=0.5).rows(5.0))
    assert re.search(r"1\.5 s  searches: 0; most in plays \(1\.5 s\)", rows)
    assert re.search(r"3\.0 s  silences.*; most in waits \(3\.0 s\)", rows)
    assert "2.0 s    3.0 s  waits, most of it silent" in rows
