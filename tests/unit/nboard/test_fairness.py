"""Freedoms of NBoard in recorded dialogues: none of them is a finding, and what is wrong beside them is found."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings

SUITE = load_suite("nboard")
GAME = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)"
BEGIN = f"0 > nboard 2\n0 > set depth 6\n0 > set game {GAME}\n0 > ping 1\n0 < pong 1\n"


def found(text):
    """The requirements that a recorded dialogue breaks."""
    (transcript,) = recordings.read(BEGIN + text, "a log")
    return {finding.requirement for finding in judge_recorded(SUITE, transcript).findings}


LEARN = "1 > learn\n1 > ping 2\n2 < pong 2\n"


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (f"{LEARN}3 < learned\n", set()),
        (f"{LEARN}3 > go\n4 < === E6\n5 < learned\n", set()),
        (f"{LEARN}3 > go\n4 < learned\n5 < === E6\n", set()),
        (f"{LEARN}3 > ping 3\n3 < pong 3\n4 < learned\n", set()),
        (f"{LEARN}3 < search E6 1.0 0 6\n", {"NB-PNG-04"}),
        (f"{LEARN}3 < learned\n4 < learned\n", {"NB-PNG-04"}),
        ("1 > learn\n2 < learned\n3 > ping 2\n3 < pong 2\n4 < learned\n", {"NB-TR-06"}),
    ],
)
def test_learned_may_come_after_the_pong_and_once(text, broken):
    assert found(text) == broken


@pytest.mark.parametrize(
    ("behind", "broken"),
    [
        ("2 < nodestats 10 0.5\n", set()),
        ("4 < nodestats 10 0.5\n", {"NB-TR-06"}),
        ("2 < search E6 1.0 0 6\n", {"NB-GO-09"}),
        ("2 > set depth 5\n2 < nodestats 10 0.5\n", set()),
        ("4 > set depth 5\n4 < nodestats 10 0.5\n", {"NB-DEP-03"}),
    ],
)
def test_the_counts_of_a_search_may_stand_behind_its_answer(behind, broken):
    assert found(f"1 > go\n2 < === E6/-1.00/0.3\n{behind}") == broken
