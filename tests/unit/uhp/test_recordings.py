"""Recorded dialogues of a real engine, judged by the invariants: nothing is found but what is known to be wrong with it."""

from pathlib import Path

import pytest

from conformance.front.cli.recorded import spoken_in
from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.judging.recorded import judge_recorded
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


INTRODUCTION = "< id X\n< Mosquito\n< ok\n"


def recorded(text):
    (transcript,) = recordings.read(text, "a log")
    return judge_recorded(SUITE, transcript)


@pytest.mark.parametrize(
    "text",
    [
        f"> newgame\n{INTRODUCTION}< Base;NotStarted;White[1]\n< ok\n{MOVED}",
        f"> info\n{INTRODUCTION}{INTRODUCTION}{GAME}{MOVED}",
        f"> options\n{INTRODUCTION}< ok\n{GAME}",
        f"< id X\n> newgame\n< Mosquito\n< ok\n< Base;NotStarted;White[1]\n< ok\n{MOVED}",
    ],
)
def test_a_viewer_may_write_before_the_engine_has_begun(text):
    found = recorded(text)
    assert not found.findings
    assert "UHP-INFO-01" in found.met


def test_an_engine_that_waits_for_a_command_has_no_start():
    for text in (f"> info\n{INTRODUCTION}{GAME}", "> newgame\n< Base;NotStarted;White[1]\n< ok\n"):
        found = recorded(f"{text}> play wS1\n< Base;InProgress;Black[1];wS2\n< ok\n")
        assert {finding.requirement for finding in found.findings} == {"UHP-GS-04"}


@pytest.mark.parametrize("between", ["", "4 < <EOF>\n"])
def test_a_second_run_of_the_engine_in_the_same_log_is_not_judged(between):
    game = "1 > newgame\n1 < Base;NotStarted;White[1]\n1 < ok\n"
    second = "5 < id X\n5 < ok\n6 > newgame Base\n6 < Base;NotStarted;Black[1]\n6 < ok\n"
    assert not recorded(f"0 < id X\n0 < ok\n{game}{between}{second}").findings


def test_what_comes_unasked_is_found_in_a_log():
    found = recorded("0 < id X\n0 < ok\n1 > newgame\n1 < Base;NotStarted;White[1]\n1 < ok\n5 < Base;NotStarted;White[1]\n")
    assert {finding.requirement for finding in found.findings} == {"UHP-LIFE-06"}


def test_the_same_expansions_in_another_order_are_the_same_type():
    found = recorded("< id X\n< Mosquito;Pillbug\n< ok\n> newgame Base+MP\n< Base+PM;NotStarted;White[1]\n< ok\n")
    assert not found.findings
    assert "UHP-NEW-02" in found.met
    found = recorded("< id X\n< Mosquito;Pillbug\n< ok\n> newgame Base+MP\n< Base+P;NotStarted;White[1]\n< ok\n")
    assert {finding.requirement for finding in found.findings} == {"UHP-NEW-02"}


@pytest.mark.parametrize("move", ["wQ", "wA2"])
def test_a_first_move_that_no_rule_forbids_is_no_illegal_answer(move):
    text = f"{BEGIN}{GAME}> bestmove depth 1\n< {move}\n< ok\n"
    assert not recorded(text).findings
    listed = text.replace("> bestmove", "> validmoves\n< wS1;wB1;wG1;wA1\n< ok\n> bestmove")
    assert {finding.requirement for finding in recorded(listed).findings} == {"UHP-BEST-01"}


@pytest.mark.parametrize("move", ["bA1", "pass"])
def test_an_illegal_answer_is_found_in_a_log(move):
    found = recorded(f"{BEGIN}{GAME}> bestmove depth 1\n< {move}\n< ok\n")
    assert {finding.requirement for finding in found.findings} == {"UHP-BEST-01"}


CONSOLE = """id MzingaEngine v0.12.2
Mosquito;Ladybug;Pillbug
ok
newgame Base
Base;NotStarted;White[1]
ok

bestmove depth 1
wS1
ok
play {}
Base;InProgress;Black[1];wS1
ok
exit
"""


@pytest.mark.parametrize(("move", "broken"), [("wS1", set()), ("wG1", {"UHP-GS-04"})])
def test_a_console_needs_no_marks(move, broken):
    log = recordings.read_log(CONSOLE.format(move), "console", spoken=spoken_in(SUITE))
    assert log.notes == ["read as a console: each line after `ok` was taken for what was typed"]
    (transcript,) = log.dialogues
    assert [line.text for line in transcript.sent()] == ["newgame Base", "bestmove depth 1", f"play {move}", "exit"]
    found = judge_recorded(SUITE, transcript)
    assert (found.unclear, {one.requirement for one in found.findings}) == ("", broken)
    assert {"UHP-BEST-01", "UHP-NEW-02"} <= found.met


@pytest.mark.parametrize("text", ["newgame Base\nBase;NotStarted;White[1]\nok\n", "id X\nok\n", "once upon a time\nok\n"])
def test_what_does_not_begin_as_an_engine_does_is_no_console(text):
    with pytest.raises(recordings.RecordingError, match="or a console without marks"):
        recordings.read_log(text, "console", spoken=spoken_in(SUITE))
