"""At a ponderhit an engine may count anew; what it had written before it read the ponderhit may come after that."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings
from tests.unit.universal.test_last_lines import GREETING, MATE, both

RISES = {"uci": "UCI-INFO-09", "usi": "USI-INFO-10"}
BEFORE, AFTER = "depth 3 time 700 nodes 900", "depth 1 time 11 nodes 64"
HIT = "> ponderhit"


def broken(protocol, *lines):
    suite = load_suite(protocol)
    position, best, *_ = MATE[protocol]
    said = "".join(f"{line}\n" if line == HIT else f"< info {line}\n" for line in lines)
    text = f"{GREETING[protocol]}> {position}\n> go ponder movetime 1000\n{said}< bestmove {best}\n"
    (transcript,) = recordings.read(text, "session")
    judgements = judge(suite, suite.reading(transcript))
    return {finding.requirement for one in judgements for finding in one.findings} & {RISES[protocol]}


@both
@pytest.mark.parametrize(
    "lines",
    [
        (BEFORE, HIT, AFTER),
        (HIT, BEFORE, AFTER),
        (BEFORE, HIT, "time 1400 nodes 1800", "currmovenumber 1", AFTER, "time 41 nodes 256"),
    ],
)
def test_time_and_nodes_may_fall_once_after_a_ponderhit(protocol, lines):
    assert broken(protocol, *lines) == set()


@both
@pytest.mark.parametrize("lines", [(BEFORE, AFTER, HIT), (HIT, BEFORE, AFTER, BEFORE, AFTER)])
def test_they_may_not_fall_before_it_nor_twice(protocol, lines):
    assert broken(protocol, *lines) == {RISES[protocol]}
