"""Recorded dialogues of a real engine, judged by the invariants: nothing is found but what is known to be wrong with it."""

from pathlib import Path

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
SUITE = load_suite("uhp")
#: A bare `newgame` goes on with the game that is on the board.
KNOWN = {"mzingacpp-basic": {"UHP-NEW-06"}, "mzingacpp-gameover": {"UHP-NEW-06"}}
FILES = sorted(TRANSCRIPTS.glob("mzingacpp-*.txt"))


def judgements(path):
    (transcript,) = recordings.read(path.read_text("utf-8"), path.stem)
    return judge(SUITE, SUITE.reading(transcript))


def test_there_are_recordings():
    assert {path.stem for path in FILES} >= set(KNOWN)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_found_but_what_is_known(path):
    found = {finding.requirement for judgement in judgements(path) for finding in judgement.findings}
    assert found == KNOWN.get(path.stem, set())


def test_something_is_judged():
    seen = {row for path in FILES for judgement in judgements(path) for row in judgement.seen}
    assert seen >= {"UHP-INFO-01", "UHP-INFO-02", "UHP-GS-01", "UHP-GS-02", "UHP-GS-03", "UHP-VM-01", "UHP-VM-02", "UHP-BEST-01"}
