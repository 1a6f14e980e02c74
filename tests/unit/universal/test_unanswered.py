"""A search that no answer comes to, as a recorded dialogue shows it: how long is an answer still to be expected?"""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings
from conformance.wire.transcript import LEFT_OUT, Direction, Line

OPTIONS = {
    "uci": ("Hash type spin default 16 min 1 max 64",),
    "usi": ("USI_Hash type spin default 16 min 1 max 64", "USI_Ponder type check default false"),
}
BM_03 = {"uci": {"UCI-BM-03"}, "usi": {"USI-BM-03"}}
MOVE = {"uci": "e2e4", "usi": "7g7f"}
both = pytest.mark.parametrize("protocol", ["uci", "usi"])


def broken(protocol, text, *more):
    options = "".join(f"0 < option name {option}\n" for option in OPTIONS[protocol])
    greeting = f"0 > {protocol}\n0 < id name X\n0 < id author Y\n{options}0 < {protocol}ok\n1 > isready\n1 < readyok\n"
    game = f"1 > {protocol}newgame\n1 > isready\n1 < readyok\n1 > position startpos\n"
    (transcript,) = recordings.read(greeting + game + text, "session")
    transcript.lines += more
    return {finding.requirement for finding in judge_recorded(load_suite(protocol), transcript).findings}


@both
@pytest.mark.parametrize("go", ["go wtime 1000 btime 1000 byoyomi 1000", "go wtime 60000 btime 60000 byoyomi 1000"])
def test_an_answer_does_not_come_any_more(protocol, go):
    assert broken(protocol, f"2 > {go}\n3 < info depth 1\n400 < info depth 2\n") == BM_03[protocol]


@both
def test_its_time_is_not_up(protocol):
    assert broken(protocol, "2 > go wtime 3600000 btime 3600000 byoyomi 1000\n3 < info depth 1\n400 < info depth 2\n") == set()
    assert broken(protocol, "2 > go movetime 500000 byoyomi 500000\n3 < info depth 1\n400 < info depth 2\n") == set()


@both
@pytest.mark.parametrize("limit", ["depth 60", "nodes 1000000000", "mate 9"])
def test_a_search_with_another_limit_may_go_on_to_it(protocol, limit):
    assert broken(protocol, f"2 > go {limit} wtime 1000 btime 1000 byoyomi 1000\n3 < info depth 1\n400 < info depth 2\n") == set()


@both
def test_it_has_come_after_a_line_that_nobody_may_send(protocol):
    option = "Hash" if protocol == "uci" else "USI_Hash"
    go = "2 > go wtime 1000 btime 1000 byoyomi 1000\n"
    assert broken(protocol, f"{go}2.5 > setoption name {option} value 32\n3 < bestmove {MOVE[protocol]}\n400 > quit\n") == set()


@both
def test_it_may_stand_in_what_is_left_out(protocol):
    gap = Line(3.0, Direction.PROCESS, f"{LEFT_OUT}: what is more than a record holds")
    go = "2 > go wtime 1000 btime 1000 byoyomi 1000\n"
    assert broken(protocol, go, gap, Line(4000.0, Direction.PROCESS, "exit 0")) == set()


@both
def test_who_is_told_to_leave_owes_none(protocol):
    assert broken(protocol, "2 > go wtime 1000 btime 1000 byoyomi 1000\n3 > quit\n400 < info string leaving\n") == set()
