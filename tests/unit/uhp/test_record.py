"""Transcripts read as commands and responses, with the game that the oracle follows."""

import pytest

from conformance.protocol.states import Reading
from conformance.suites.uhp import corpus
from conformance.suites.uhp.driver import uhp
from conformance.suites.uhp.record import read
from conformance.wire import recordings

START = "< id Demo\n< Mosquito\n< ok\n"


def reading(text):
    (transcript,) = recordings.read(START + text)
    return Reading(transcript, uhp.states)


def record(text):
    return read(reading(text))


def game(*rows):
    """A game in which each command gets its GameString: `(command, string)`."""
    return "".join(f"> {command}\n< {said}\n< ok\n" for command, said in rows)


NEW = ("newgame Base", "Base;NotStarted;White[1]")
FIRST = ("play wS1", "Base;InProgress;Black[1];wS1")
SECOND = ("play bS1 wS1-", "Base;InProgress;White[2];wS1;bS1 wS1-")


def test_lines_belong_to_the_command_that_waits():
    found = record("> info\n< id Demo\n< ok\n> validmoves\n< err no game\n< ok\n< late\n")
    assert [each.verb for each in found.exchanges] == ["start", "info", "validmoves"]
    assert [len(each.lines) for each in found.exchanges] == [2, 1, 1]
    assert found.exchanges[2].error
    assert [said.text for said in found.exchanges[2].strays] == ["late"]


def test_a_start_without_ok_is_no_response():
    (transcript,) = recordings.read("< id Demo\n> info\n< id Demo\n< ok\n")
    found = read(Reading(transcript, uhp.states))
    assert found.start is None
    assert [said.text for said in found.exchanges[1].lines] == ["id Demo"]


def test_the_game_is_followed():
    found = record(game(NEW, FIRST, SECOND, ("undo", FIRST[1]), ("undo", NEW[1])))
    assert [len(each.after.moves) for each in found.exchanges[1:]] == [0, 1, 2, 1, 0]
    assert not any(each.breach for each in found.exchanges)


def test_other_words_are_the_same_move():
    found = record(game(NEW, FIRST, SECOND, ("play wQ -wS1", "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"))
                   + game(("play bQ bS1-", "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"),
                          ("play wQ \\wS1", "Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ wQ/")))  # fmt: skip
    assert not any(each.breach for each in found.exchanges)
    assert len(found.exchanges[-1].after.moves) == 5


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ([NEW, FIRST, (SECOND[0], FIRST[1])], "UHP-GS-07"),
        ([NEW, FIRST, (SECOND[0], "Base;InProgress;White[2];wS1;bS1 -wS1")], "UHP-GS-04"),
        ([NEW, FIRST, (SECOND[0], "Base;InProgress;White[3];wS1;bS1 wS1-")], "UHP-GS-02"),
        ([NEW, FIRST, (SECOND[0], "Base+M;InProgress;White[2];wS1;bS1 wS1-")], "UHP-GS-06"),
        ([NEW, FIRST, (SECOND[0], "Base;InProgress;White[2];wS1;bS1 wA1-")], "UHP-GS-05"),
        ([NEW, FIRST, ("undo", FIRST[1])], "UHP-UNDO-01"),
        ([NEW, FIRST, SECOND, ("undo 2", FIRST[1])], "UHP-UNDO-02"),
        ([NEW, FIRST, ("newgame", FIRST[1])], "UHP-NEW-06"),
        ([("newgame", "Base+M;NotStarted;White[1]")], "UHP-NEW-01"),
        ([("newgame Base+M", NEW[1])], "UHP-NEW-02"),
    ],
)
def test_what_is_wrong_with_a_game_string_as_a_whole(rows, row):
    last = record(game(*rows)).exchanges[-1]
    assert last.breach.requirement == row
    assert last.after is None


def test_a_game_that_has_gone_astray_is_not_judged():
    found = record(game(NEW, FIRST, (SECOND[0], FIRST[1]), ("play wA1 -wS1", "Base;InProgress;White[9];wA1")))
    assert found.exchanges[-1].breach is None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("> info\n> info\n", "a command before the answer to the one before"),
        ("> \n", "a blank line"),
        ("> newgame   Base\n", "blanks"),
        ("> 'info\\r\\n'\n", "another line end"),
        ("> 'info\\ninfo\\n'\n", "two lines in one write"),
    ],
)
def test_judging_stops_where_answers_cannot_be_told_apart(text, command):
    whole = reading(text + game(NEW))
    found = read(whole)
    assert whole.tainted_at is not None, command
    assert not any(each.reported for each in found.exchanges)


def test_a_type_that_was_not_announced_is_not_followed():
    assert record(game(("newgame Base+P", "Base+P;NotStarted;White[1]"))).exchanges[-1].after is None


def test_after_the_end_of_input_nothing_is_an_answer():
    found = record("> newgame Base\n< Base;NotStarted;White[1]\n< ok\n")
    assert not found.exchanges[-1].strays


def test_nothing_is_judged_behind_a_line_of_great_length():
    whole = reading(game(NEW) + f"> {'x' * 5000}\n< err\n< ok\n< err\n< ok\n> info\n< err\n< ok\n")
    assert [each.verb for each in read(whole).exchanges] == ["start", "newgame"]
    assert whole.tainted_at is not None


@pytest.mark.parametrize(
    ("reported", "row"),
    [
        ("Base;InProgress;Black[1];wS1", "UHP-NEW-08"),
        ("Base;InProgress;White[2];wS1;bS1 -wS1", "UHP-NEW-08"),
        ("Base;InProgress;White[2];bS1 wS1-;wS1", "UHP-GS-04"),
        ("Base;InProgress;White[2];pass", "UHP-GS-04"),
        ("Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1", "UHP-NEW-06"),
    ],
)
def test_a_game_that_is_loaded_wrongly_breaks_a_row(reported, row):
    found = record(game((f"newgame {SECOND[1]}", reported)))
    assert found.exchanges[-1].breach.requirement == row


def test_passes_that_are_lost_in_loading_are_judged_where_they_are_played():
    stuck = corpus.passed("H18")
    reported = str(stuck).removesuffix(";pass").replace("White[6]", "Black[5]")
    found = record(game((f"newgame {stuck}", reported)))
    assert found.exchanges[-1].breach.requirement == ""
