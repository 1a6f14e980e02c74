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


BEGIN = "< id X\n< ok\n"
MOVED = "> play wS1\n< Base;InProgress;Black[1];wS1\n< ok\n"
GAME = "> newgame Base\n< Base;NotStarted;White[1]\n< ok\n"


@pytest.mark.parametrize(
    ("requirement", "text"),
    [
        ("UHP-PLAY-01", f"{GAME}> play wS1\n< err no\n< ok\n"),
        ("UHP-PLAY-01", f"{GAME}> play wS1\n< ok\n"),
        ("UHP-PLAY-06", f"{GAME}{MOVED}> play bA1 wS1\n< Base;InProgress;White[2];wS1;bA1 wS1\n< ok\n"),
        ("UHP-PLAY-06", f"{GAME}{MOVED}> play bA1 wS1\n< ok\n"),
        ("UHP-PLAY-10", f"{GAME}{MOVED}> play wA1 wS1-\n< Base;InProgress;White[2];wS1;wA1 wS1-\n< ok\n"),
        ("UHP-PASS-03", f"{GAME}> pass\n< Base;InProgress;Black[1];pass\n< ok\n"),
        ("UHP-NEW-01", "> newgame\n< err no\n< ok\n"),
        ("UHP-NEW-02", "> newgame Base\n< err no\n< ok\n"),
        ("UHP-OPT-09", "> options\n< err no options\n< ok\n"),
        ("UHP-GS-02", "> newgame Base\n< Base;NotStarted;white[1]\n< ok\n"),
        ("UHP-BEST-01", f"{GAME}> bestmove depth 1\n< ok\n"),
    ],
)
def test_what_is_refused_or_obeyed_wrongly_shows_in_a_recording(requirement, text):
    (transcript,) = recordings.read(BEGIN + text, "a log")
    found = {finding.requirement for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings}
    assert found == {requirement}


@pytest.mark.parametrize(
    "text",
    [
        "> newgame Base+M\n< err no\n< ok\n",
        "> help\n< ok\n",
        f"{GAME}> play wS2\n< err no\n< ok\n",
        f"{GAME}> play wQ\n< Base;InProgress;Black[1];wQ\n< ok\n",
    ],
)
def test_what_may_be_refused_is_no_finding(text):
    (transcript,) = recordings.read(BEGIN + text, "a log")
    assert not [finding for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings]
