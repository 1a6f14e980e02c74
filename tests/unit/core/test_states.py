"""A transcript read through a table of states, and what a suite folds onto it."""

import pytest
from conform_tictactoe.driver import tictactoe

from conformance.protocol.states import Fold, Reading
from conformance.wire.transcript import Direction, Line, Transcript

SENT, HEARD, STDERR, EVENT = Direction


class Notes(Fold):
    """Writes down what it is told."""

    def __init__(self, reading):
        super().__init__(reading)
        self.reported = []
        self.walk()

    def sent(self, step):
        self.reported.append(("sent", step.text, step.state))

    def piece(self, step):
        self.reported.append(("piece", step.text, step.unended))

    def heard(self, step):
        self.reported.append(("heard", step.text, step.unended))

    def complained(self, step):
        self.reported.append(("complained", step.text))

    def happened(self, step):
        self.reported.append(("happened", step.text))


def line(text, direction=SENT, end="\n"):
    return Line(0.0, direction, text, end)


def reading(*lines):
    return Reading(Transcript(list(lines)), tictactoe.states)


GREETED = (line("hello"), line("hello x", HEARD))


def test_each_line_knows_in_which_state_it_met_the_session():
    steps = reading(*GREETED, line("go ........."), line("chat", HEARD), line("move 1", HEARD)).steps
    assert [step.state for step in steps] == ["new", "greeted", "idle", "searching", "searching"]
    assert [step.following for step in steps] == ["greeted", "idle", "searching", "searching", "idle"]
    assert [step.place for step in steps] == [0, 1, 2, 3, 4]


def test_a_reading_grows_with_its_transcript():
    read = reading()
    assert (read.state, read.steps) == ("new", [])
    read.transcript.lines += GREETED
    assert read.state == "idle"
    read.transcript.lines.append(line("think ........."))
    assert (read.state, len(read.steps)) == ("thinking", 3)


def test_a_line_that_is_not_allowed_leaves_the_session_where_it_was():
    read = reading(line("stop"), *GREETED)
    assert read.steps[0].following is None
    assert read.state == "idle"


@pytest.mark.parametrize(
    ("lines", "may"),
    [
        (("ping", "go .........", "quit"), True),
        (("think .........", "stop", "stop"), True),
        (("go .........", "ping"), False),
        (("quit", "ping"), False),
        (("quit", "foobar"), True),
        ((), True),
    ],
)
def test_several_lines_may_be_sent_where_each_may_behind_the_one_before(lines, may):
    read = reading(*GREETED)
    assert read.may_send(*lines) is may
    assert read.state == "idle"


def test_what_is_sent_in_pieces_counts_when_its_end_has_come():
    pieces = (line("pi", end=""), line("n", end=""), line("chat", HEARD), line("g"))
    read = reading(*GREETED, *pieces)
    assert [(step.text, step.unended) for step in read.steps[2:]] == [("pi", "pi"), ("pin", "pin"), ("chat", "pin"), ("ping", "")]
    assert read.state == "idle"
    notes = Notes(reading(*GREETED, *pieces)).reported[2:]
    assert notes == [("piece", "pi", "pi"), ("piece", "pin", "pin"), ("heard", "chat", "pin"), ("sent", "ping", "idle")]


def test_a_piece_does_not_lead_on():
    read = reading(*GREETED, line("go ........", end=""))
    assert read.state == "idle"
    read.transcript.lines.append(line("."))
    assert read.state == "searching"


def test_a_fold_is_told_of_everything():
    notes = Notes(reading(*GREETED, line("oh", STDERR), line("stdin closed", EVENT)))
    assert notes.reported == [
        ("sent", "hello", "new"),
        ("heard", "hello x", ""),
        ("complained", "oh"),
        ("happened", "stdin closed"),
    ]
    assert notes.tainted_at is None


def test_a_fold_ends_at_the_first_line_that_a_gui_may_not_send():
    notes = Notes(reading(*GREETED, line("stop"), line("move 1", HEARD), line("ping")))
    assert notes.tainted_at == 2
    assert [kind for kind, *_ in notes.reported] == ["sent", "heard"]


def test_a_suite_decides_what_is_clear():
    class Brave(Notes):
        def is_clear(self, step):
            return True

    notes = Brave(reading(*GREETED, line("stop"), line("ping")))
    assert notes.tainted_at is None
    assert ("sent", "ping", "idle") in notes.reported
