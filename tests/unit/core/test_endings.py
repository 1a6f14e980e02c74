"""How an engine ended that was not told to leave."""

import pytest
from conform_tictactoe.driver import tictactoe

from conformance.judging.endings import EngineEnding, unasked_ending
from conformance.wire.transcript import Direction, Line

HELLO, GO, QUIT = (Line(0.0, Direction.TO_ENGINE, text) for text in ("hello", "go .........", "quit"))
ANSWER = Line(0.1, Direction.FROM_ENGINE, "hello tic-tac-toe")
WORDS = tuple(Line(0.2, Direction.STDERR, text) for text in ("Traceback", " ", "in line 3", "in line 2", "ValueError"))
EXIT, SIGNAL, KILLED = (Line(0.3, Direction.PROCESS, text) for text in ("exit 1", "signal SIGSEGV", "killed"))
CLOSED = Line(0.2, Direction.PROCESS, "stdin closed")


def ending(*lines):
    return unasked_ending(tictactoe, lines)


def test_an_end_comes_with_the_last_request_and_the_last_words():
    found = ending(HELLO, ANSWER, GO, EXIT, *WORDS)
    assert found == EngineEnding("exited with status 1", GO.text, ("in line 3", "in line 2", "ValueError"))
    assert found.mark == ("exited with status 1", "ValueError")


@pytest.mark.parametrize("lines", [(HELLO, ANSWER), (HELLO, KILLED), (HELLO, QUIT, EXIT), (HELLO, CLOSED, EXIT)])
def test_one_who_lives_or_was_told_to_leave_has_none(lines):
    assert ending(*lines) is None


def test_a_crash_is_one_even_when_it_leaves():
    assert ending(HELLO, QUIT, SIGNAL) == EngineEnding("crashed (SIGSEGV)", "quit")
