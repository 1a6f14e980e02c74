"""A search that ends by itself far below its only limit is worth a remark, where it tells its iterations and sees no mate."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings

GREETINGS = {
    "uci": "> uci\n< id name X\n< id author Y\n< uciok\n> isready\n< readyok\n> position startpos moves e2e4 e7e5 g1f3 b8c6\n",
    "usi": "> usi\n< id name X\n< id author Y\n< usiok\n> isready\n< readyok\n"
    "> position sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1\n",
}
MOVES = {"uci": "f1b5", "usi": "5b5a"}


def topics(protocol, go, depths, score="cp 3", nodes=100, stop=""):
    suite = load_suite(protocol)
    move = MOVES[protocol]
    infos = "".join(f"< info depth {depth} nodes {depth * nodes} score {score} pv {move}\n" for depth in depths)
    text = f"{GREETINGS[protocol]}> {go}\n{infos}{stop}< bestmove {move}\n"
    (transcript,) = recordings.read(text, "session")
    judgements = judge(suite, suite.reading(transcript))
    return {remark.topic for judgement in judgements for remark in judgement.remarks if "below the limit" in remark.topic}


@pytest.mark.parametrize("protocol", ["uci", "usi"])
@pytest.mark.parametrize(
    ("go", "reported"), [("go depth 10", {"depth below the limit"}), ("go nodes 100000", {"nodes below the limit"})]
)
def test_a_search_that_ends_far_below_its_limit_is_told(protocol, go, reported):
    assert topics(protocol, go, range(1, 6)) == reported


@pytest.mark.parametrize("protocol", ["uci", "usi"])
def test_what_may_end_a_search_before_its_limit_is_not_told(protocol):
    assert topics(protocol, "go depth 5", range(1, 6)) == set()
    assert topics(protocol, "go nodes 600", range(1, 6)) == set()
    assert topics(protocol, "go depth 10", range(1, 6), score="mate 3") == set()
    assert topics(protocol, "go depth 10", range(1, 6), stop="> stop\n") == set()
    assert topics(protocol, "go depth 10", range(1, 6), stop="> quit\n") == set()
    assert topics(protocol, "go depth 10", (1,)) == set(), "an engine that tells its first iteration only"
    assert topics(protocol, "go depth 10 movetime 100", range(1, 6)) == set()
