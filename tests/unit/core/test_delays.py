"""How long an engine takes is drawn from what was said: each request with its own answer, and nothing where that is not clear."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.delays import delays
from conformance.wire.transcript import Direction, Line, Transcript, WaitSpan
from conformance.words.model import DelayOf

READY, SYNC, STOP, FIRST, OVER = DelayOf


def taken(protocol, *rows, waits=None):
    """The samples of a dialogue as (what was asked, milliseconds, limit in seconds); a row is a line like `12 > usi`."""
    lines = []
    for row in rows:
        at, mark, text = row.split(" ", 2)
        lines.append(Line(int(at) / 1000, Direction(mark), text))
    found = delays(load_suite(protocol).driver, Transcript(lines, waits=waits or {}))
    return [(one.of, round(one.seconds * 1000), one.limit) for one in found]


def test_the_first_sign_of_life_is_told_from_later_ones():
    rows = ("0 > usi", "1 < usiok", "2 > isready", "302 < readyok", "400 > isready", "404 < readyok")
    assert taken("usi", *rows, waits={3: WaitSpan(0.002, 30.0)}) == [(READY, 300, 30.0), (SYNC, 4, None)]


def test_what_was_sent_behind_a_request_makes_its_time_unclear():
    assert taken("usi", "0 > isready", "1 > position startpos", "9 < readyok") == []


@pytest.mark.parametrize(
    ("protocol", "rows", "expected"),
    [
        ("usi", ("0 > go infinite", "40 < info depth 1 score cp 3", "90 > stop", "95 < bestmove 7g7f"), [(FIRST, 40), (STOP, 5)]),
        ("usi", ("0 > go btime 0 wtime 0 byoyomi 300", "320 < bestmove 7g7f"), [(OVER, 20)]),
        ("usi", ("0 > go btime 0 wtime 0 byoyomi 300", "120 < bestmove 7g7f"), [(OVER, 0)]),
        ("usi", ("0 > go btime 0 wtime 0 byoyomi 300", "90 > stop", "95 < bestmove 7g7f"), [(STOP, 5)]),
        ("usi", ("0 > go btime 100 wtime 0 byoyomi 300", "395 < bestmove 7g7f"), []),
        ("usi", ("0 > stop", "5 < bestmove 7g7f"), []),
        ("usi", ("0 > go infinite", "1 < info string book", "3 < bestmove 7g7f", "5 > stop", "9 < bestmove 7g7f"), []),
        ("uci", ("0 > go movetime 200", "7 < info depth 1 score cp 3", "230 < bestmove e2e4"), [(FIRST, 7), (OVER, 30)]),
        ("uci", ("0 > go ponder movetime 200", "230 < bestmove e2e4"), []),
        (
            "hub",
            ("0 > level move-time=0.1", "1 > go think", "6 < info depth=1", "121 < done move=32-28"),
            [(FIRST, 5), (OVER, 20)],
        ),
        ("hub", ("0 > level infinite", "1 > go analyze", "9 > stop", "11 < done move=32-28"), [(STOP, 2)]),
        ("nboard", ("0 > go", "4 < search D3 0.5 0 2", "50 > ping 3", "53 < pong 3"), [(FIRST, 4), (STOP, 3)]),
        ("nboard", ("0 > ping 1", "3 < pong 1", "5 > ping 2", "6 < pong 2"), [(READY, 3), (SYNC, 1)]),
        ("oep", ("0 > ENGINE-PROTOCOL get-version", "2 < version: Demo 1.0"), [(READY, 2)]),
        ("uhp", ("0 < id Demo 1", "1 < ok", "5 > bestmove time 00:00:02", "2105 < wQ", "2106 < ok"), [(OVER, 101)]),
    ],
)
def test_each_protocol_says_what_is_a_search_and_what_ends_it(protocol, rows, expected):
    assert [(of, ms) for of, ms, _ in taken(protocol, *rows)] == expected


def test_the_limit_counts_from_the_request():
    rows = ("0 > go btime 0 wtime 0 byoyomi 300", "320 < bestmove 7g7f")
    assert taken("usi", *rows, waits={1: WaitSpan(0.0, 2.3)}) == [(OVER, 20, 2.0)]
