"""What is reported of the last line of a search: where it ends, and with which move it begins."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings

GREETING = {
    "uci": "> uci\n< id name X\n< id author Y\n< uciok\n> isready\n< readyok\n",
    "usi": "> usi\n< id name X\n< id author Y\n< usiok\n> isready\n< readyok\n",
}
#: A mate in one move, which is one ply, and a move that is none.
MATE = {
    "uci": ("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", "a1a7", "g8f8"),
    "usi": ("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "G*4b", "5a4b"),
}
both = pytest.mark.parametrize("protocol", ["uci", "usi"])


def topics(protocol, pv, best="", *, score="mate 1", go="go depth 3", moves=""):
    suite = load_suite(protocol)
    info = f"info depth 3 nodes 9 time 1 score {score} pv {pv}"
    text = f"{GREETING[protocol]}> {MATE[protocol][0]}{moves}\n> {go}\n< {info}\n< bestmove {best or pv.split()[0]}\n"
    (transcript,) = recordings.read(text, "session")
    judgements = judge(suite, suite.reading(transcript))
    return {remark.topic for judgement in judgements for remark in judgement.remarks if "line" in remark.topic}


@both
def test_a_mating_line_that_ends_with_mate_is_not_spoken_of(protocol):
    assert topics(protocol, MATE[protocol][1]) == set()


@both
def test_a_line_that_does_not_fit_its_mate_is_told(protocol):
    _, mate, other, reply = MATE[protocol]
    assert topics(protocol, mate, score="mate 3") == {"mating line shorter than the mate"}
    assert topics(protocol, f"{other} {reply}") == {"mating line longer than the mate"}
    assert topics(protocol, other) == {"mating line without a mate"}


@both
def test_another_move_than_the_last_line_begins_with_is_told(protocol):
    _, mate, other, _ = MATE[protocol]
    assert topics(protocol, other, mate, score="cp 900") == {"bestmove not of the last line"}
    assert topics(protocol, other, other, score="cp 900") == set()


def test_a_line_that_goes_on_behind_a_draw_is_told():
    there_and_back = " ".join(["a1a2 g8f8 a2a1 f8g8"] * 2)
    assert topics("uci", f"{there_and_back} a1a2", score="cp 0") == {"line after a draw"}
    assert topics("uci", there_and_back, score="cp 0") == set()
