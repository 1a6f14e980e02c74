"""The end of an engine: made, written, read back, and put into words."""

import pytest

from conformance.wire.ends import End, EndKind
from conformance.wire.transcript import Direction, Line


@pytest.mark.parametrize(
    ("end", "text", "words"),
    [
        (End.of_status(3), "exit 3", "the engine exited with status 3"),
        (End.of_status(-11, "SIGSEGV"), "signal SIGSEGV", "the engine crashed (SIGSEGV)"),
        (End(EndKind.SIGNAL, "SIGKILL"), "signal SIGKILL", "the engine was ended by SIGKILL"),
        (
            End(EndKind.SIGNAL, "SIGXCPU"),
            "signal SIGXCPU",
            "the engine has used up the processor time that it was given (SIGXCPU)",
        ),
        (End(EndKind.KILLED), "killed", "the engine was ended by us"),
        (End(EndKind.FLOOD, "more than 9 lines"), "flood: more than 9 lines", "a flood of output: more than 9 lines"),
    ],
)
def test_an_end_is_written_read_back_and_put_into_words(end, text, words):
    assert end.text == text
    assert End.read(text) == end
    assert str(end) == words
    assert Line(1.0, Direction.PROCESS, text).ending == end
    assert Line(1.0, Direction.FROM_ENGINE, text).ending is None


@pytest.mark.parametrize("text", ["eof", "stdin closed", "left out: 3 lines", "exited", ""])
def test_other_process_events_are_no_end(text):
    assert End.read(text) is None


def test_what_is_asked_of_an_end():
    ends = [
        End.of_status(0),
        End.of_status(1),
        End(EndKind.SIGNAL, "SIGSEGV"),
        End(EndKind.SIGNAL, "SIGTERM"),
        End(EndKind.KILLED),
    ]
    assert [end.is_success for end in ends] == [True, False, False, False, False]
    assert [end.is_own for end in ends] == [True, True, True, True, False]
    assert [end.is_crash for end in ends] == [False, False, True, False, False]
