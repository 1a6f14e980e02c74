"""Lines as they were heard, and the obligations by which every dialogue is judged."""

from dataclasses import dataclass, replace

import pytest
from conform_tictactoe.checks import CATALOGUE
from conform_tictactoe.driver import MIDDLE, STREAM, tictactoe
from conform_tictactoe.grammar import parse
from conform_tictactoe.reference import TicTacToe

from conformance.api.messages import Irregularity, Malformed
from conformance.api.suites import Finding, Heard, NotApplicable, NotReached, Remark, Seen, SuiteError, faults_of, quoted
from conformance.dialogue.session import Dialogue
from conformance.protocol.states import Fold, Reading
from conformance.stream.invariants import OnStderr, departure, judge_departure, judge_stderr
from conformance.transport.simulated import SimulatedTransport
from conformance.wire import recordings


@dataclass(frozen=True)
class Odd:
    irregularities: tuple[Irregularity, ...]


def heard(message, text="move 5"):
    return Heard(3, 1.5, message, text, "searching")


def reading_of(text):
    (transcript,) = recordings.read(text)
    reading = Reading(transcript, tictactoe.states)
    Fold(reading).walk()
    return reading


def test_a_line_is_heard_with_its_step():
    step = reading_of(f"> hello\n< hello me\n> go {MIDDLE}\n< move 5\n").steps[3]
    found = Heard.of(step, parse(step.text))
    assert (found.index, found.text, found.state, found.verb) == (3, "move 5", "searching", "move")
    assert Heard.of(step, "free text", state="other").state == "other"
    assert Heard.of(step, "free text").verb == ""


def test_a_line_is_quoted_as_it_came_and_without_its_middle():
    assert quoted("move\t5 ") == "`move\\t5 `"
    assert quoted(heard(None)) == "`move 5`"
    assert quoted("x" * 300, 60).startswith("`xxx")
    assert "(300 characters)" in quoted("x" * 300, 60)


def test_messages_are_judged_by_their_faults_once_each():
    odd = Odd((Irregularity("A-01", "first"), Irregularity("A-01", "second"), Irregularity("B-01", "third")))
    lines = [heard(odd), heard(Odd(())), heard(Malformed("x", "move", "torn", "B-01")), heard("free text")]
    assert list(faults_of("A-01", lines, "right")) == [
        Finding("A-01", "right", "first: `move 5`", 3),
        Seen("A-01"),
        Seen("A-01"),
    ]
    assert [one.actual for one in faults_of("B-01", lines, "right") if isinstance(one, Finding)] == [
        "third: `move 5`",
        "torn: `move 5`",
    ]


def session(engine=None):
    d = Dialogue(SimulatedTransport(engine or TicTacToe()), tictactoe)
    tictactoe.ready(d)
    return d


def test_a_search_that_runs_is_not_over():
    d = session()
    d.send(f"think {MIDDLE}")
    before = d.now_ms()
    d.not_over(for_ms=500)
    assert d.now_ms() - before == pytest.approx(500)


def test_a_search_that_is_over_decides_nothing():
    d = session()
    d.send(f"go {MIDDLE}")
    with pytest.raises(NotApplicable, match="ended by itself before it was disturbed"):
        d.not_over(for_ms=500)
    with pytest.raises(NotReached, match="ended by itself") as caught:
        d.not_over("TTT-STOP-01")
    assert caught.value.requirement == "TTT-STOP-01"


@pytest.mark.parametrize(("status", "kind"), [(0, Seen), (3, Seen), (-11, Finding)])
def test_a_crash_on_the_way_out_is_found(status, kind):
    class Leaving(TicTacToe):
        def leave(self, _status):
            super().leave(status)

    d = session(Leaving())
    broken = {"NONE-01": lambda state: state == "searching", "TTT-QUIT-01": lambda state: state == "idle"}
    Fold(d.reading).walk()
    assert list(judge_departure(d.reading, "quit", broken)) == []
    d.send("quit")
    d.expect_exit("an exit", within_ms=1000)
    Fold(d.reading).walk()
    assert departure(d.reading, "quit").state == "idle"
    (found,) = judge_departure(d.reading, "quit", broken)
    assert (type(found), found.requirement) == (kind, "TTT-QUIT-01")


#: A log that repeats an answer may end with it, and has to be written like it.
RULE = OnStderr("TTT-GO-01", lambda line: bool(parse(line).verb), ("answers_each_go",))


def test_answers_on_standard_error_only_are_found_and_copies_told():
    only = reading_of(f"> hello\n< hello me\n> go {MIDDLE}\n! move 5\n")
    assert [type(one) for one in judge_stderr(only, RULE)] == [Finding, Seen]
    copied = reading_of(f"> hello\n< hello me\n! hello me\n! a log\n> go {MIDDLE}\n< move 5\n! move 5\n")
    assert [type(one) for one in judge_stderr(copied, RULE)] == [Remark, Remark, Seen]
    other = reading_of(f"> hello\n< hello me\n> go {MIDDLE}\n< move 5\n! move 6\n")
    assert [type(one) for one in judge_stderr(other, RULE)] == [Finding, Seen]  # it is not what was said
    merged = replace(RULE, repeats=lambda _line, _said: False)
    assert [type(one) for one in judge_stderr(copied, merged)] == [Finding, Finding, Seen]
    assert list(judge_stderr(reading_of("> hello\n"), RULE)) == []


def test_a_stream_has_its_invariants_and_the_needs_of_its_roles():
    stream = replace(STREAM, stderr=RULE)
    checks = {check.name: check for check in stream.chapter(CATALOGUE).checks}
    assert checks["answers_come_on_standard_output"].evidence == ("answers_each_go",)
    assert checks["quit_does_not_crash"].requirements == ("TTT-QUIT-01",)
    assert stream.needs_of("lasts_for_a_hundred_searches") == ("TTT-GO-01", "TTT-STOP-01")
    assert stream.needs_of("leaves_on_quit_before_the_greeting") == ()  # its own id is no need
    assert stream.needs_of("leaves_no_process_behind") == ("TTT-QUIT-01", "TTT-GO-01")
    with pytest.raises(SuiteError, match="no roles: referee"):
        replace(STREAM, roles={"referee": ()})
