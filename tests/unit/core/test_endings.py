"""How an engine ended that was not told to leave."""

import pytest
from conform_tictactoe.driver import tictactoe

from conformance.judging.endings import EngineEnding, cut_off, unasked_ending
from conformance.wire.transcript import Direction, Line

HELLO, GO, QUIT = (Line(0.0, Direction.TO_ENGINE, text) for text in ("hello", "go .........", "quit"))
ANSWER = Line(0.1, Direction.FROM_ENGINE, "hello tic-tac-toe")
WORDS = tuple(Line(0.2, Direction.STDERR, text) for text in ("Traceback", " ", "in line 3", "in line 2", "ValueError"))
EXIT, SIGNAL, KILLED = (Line(0.3, Direction.PROCESS, text) for text in ("exit 1", "signal SIGSEGV", "killed"))
CLOSED = Line(0.2, Direction.PROCESS, "stdin closed")
TORN = Line(0.3, Direction.FROM_ENGINE, "my mo", end="")
EOF = Line(0.3, Direction.PROCESS, "eof")


def ending(*lines):
    return unasked_ending(tictactoe, lines)


def test_an_end_comes_with_the_last_request_and_the_last_words():
    found = ending(HELLO, ANSWER, GO, EXIT, *WORDS)
    assert found == EngineEnding("exited with status 1", GO.text, ("in line 3", "in line 2", "ValueError"))
    assert found.mark == ("exited with status 1", "ValueError")


@pytest.mark.parametrize("lines", [(HELLO, ANSWER), (HELLO, KILLED), (HELLO, QUIT, EXIT), (HELLO, CLOSED, EXIT)])
def test_one_who_lives_or_was_told_to_leave_has_none(lines):
    assert ending(*lines) is None


@pytest.mark.parametrize("told", [QUIT, CLOSED])
def test_what_it_was_saying_when_it_was_told_to_leave_is_cut_off(told):
    assert cut_off(tictactoe, (HELLO, GO, told, TORN, EOF, EXIT)) == 3


SAYS_EOF = TORN._replace(text="eof")


@pytest.mark.parametrize(
    "lines",
    [(HELLO, GO, TORN, EOF), (HELLO, QUIT, TORN), (HELLO, QUIT, SAYS_EOF), (HELLO, QUIT, ANSWER, EOF), (HELLO, QUIT, EOF)],
)
def test_a_line_that_is_whole_or_goes_on_is_not_nor_one_of_who_was_not_told_to_leave(lines):
    assert cut_off(tictactoe, lines) is None


def test_a_crash_is_one_even_when_it_leaves():
    assert ending(HELLO, QUIT, SIGNAL) == EngineEnding("crashed (SIGSEGV)", "quit", behind="hello")


def test_a_program_that_says_that_it_dies_has_not_read_what_it_is_sent_after_that():
    death = (Line(0.1, Direction.STDERR, "panic: no such mark"), Line(0.2, Direction.TO_ENGINE, "go ..x......"))
    assert ending(HELLO, ANSWER, GO, *death, EXIT).after == GO.text
    lives = Line(0.2, Direction.FROM_ENGINE, "still here")
    assert ending(HELLO, ANSWER, GO, *death, lives, EXIT).after == "go ..x......"


def test_what_was_sent_right_before_the_last_line_may_be_what_it_did_not_survive():
    then, later = GO._replace(at=0.003), GO._replace(at=0.3)
    assert ending(HELLO, then, EXIT) == EngineEnding("exited with status 1", GO.text, (), HELLO.text)
    assert ending(HELLO, later, EXIT).behind == ending(HELLO, ANSWER, then, EXIT).behind == ending(GO, EXIT).behind == ""


def test_two_deaths_at_two_places_have_two_marks():
    def mark(line, index=64, process=7):
        head = f"thread 'main' ({process}) panicked at src/uci.rs:{line}:9:"
        return EngineEnding("exited", "go", (head, f"index out of bounds: the len is 64 but the index is {index}")).mark

    assert mark(91) != mark(92)
    assert mark(91) == mark(91, index=70, process=8)
    assert EngineEnding("exited", "go", ("no square 64",)).mark != EngineEnding("exited", "go", ("no square 70",)).mark
