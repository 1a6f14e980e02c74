"""An engine that holds its answer back is told from one that has none, by what it says once its input is closed."""

import pytest

from conformance.dialogue.endings import Nonconformance
from conformance.stream.obligations import blame_buffer
from conformance.wire.transcript import Direction, Line
from tests.sleeper import LIMITS, Sleeper, dialogue


class Buffered(Sleeper):
    """Says its greeting so many seconds after its input was closed."""

    def __init__(self, load, seconds):
        super().__init__(load=load)
        self.seconds, self.due = seconds, None

    def close_input(self):
        self.due = self.clock + self.seconds

    def next_line(self, until):
        if self.due is not None and self.due <= until:
            self.clock, self.due = self.due, None
            return Line(self.clock, Direction.FROM_ENGINE, "hello late")
        return super().next_line(until)


def is_greeting(text):
    return text.startswith("hello")


def silent_until_its_input_is_closed(load, seconds):
    d = dialogue(Buffered(load, seconds))
    d.send("hello")
    assert d.wait_for(is_greeting, within_ms=LIMITS.handshake_ms) is None
    return d


@pytest.mark.parametrize(("load", "seconds"), [(0.0, 0.9), (0.5, 2.5)])
def test_one_that_holds_its_answer_back_is_told_so_at_rest_and_at_work(load, seconds):
    with pytest.raises(Nonconformance) as caught:
        blame_buffer(silent_until_its_input_is_closed(load, seconds), is_greeting, "TTT-ROB-01")
    assert caught.value.requirement == "TTT-ROB-01"
    assert "not flushed" in caught.value.actual


@pytest.mark.parametrize("load", [0.0, 0.5])
def test_one_that_has_no_answer_is_not_blamed_for_a_buffer(load):
    d = silent_until_its_input_is_closed(load, 1000)
    blame_buffer(d, is_greeting)
    assert not d.transcript.heard()
