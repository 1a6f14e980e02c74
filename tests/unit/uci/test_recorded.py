"""What a recorded dialogue alone shows: a log that no dialogue of ours has steered."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings

SUITE = load_suite("uci")
GREETING = """0.000 > uci
0.010 < id name X
0.010 < id author Y
0.010 < option name Ponder type check default false
0.010 < uciok
0.020 > isready
0.030 < readyok
0.150 > position startpos moves e2e4 e7e5
"""


def broken(text):
    (transcript,) = recordings.read(GREETING + text, "session")
    return {finding.requirement for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings}


@pytest.mark.parametrize(("kind", "requirement"), [("infinite", "UCI-INF-01"), ("ponder", "UCI-PON-01")])
def test_an_answer_before_the_stop_of_an_endless_search_is_seen_also_where_the_gui_sends_the_stop_later(kind, requirement):
    early, late = "0.160 < bestmove g1f3\n", "3.161 > stop\n"
    assert requirement in broken(f"0.150 > go {kind}\n{early}{late}")
    assert requirement not in broken(f"0.150 > go {kind}\n{late}3.170 < bestmove g1f3\n")
