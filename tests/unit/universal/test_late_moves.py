"""A time for a move that is exceeded within the grace: worth knowing, and no breach."""

import pytest

from conformance.fixtures.uci.reference import UciEngine
from conformance.run.events import Remarked
from conformance.run.selection import Selection
from conformance.testing.runs import failing, run_suite


def thinking(seconds):
    class LateEngine(UciEngine):
        def thinking_seconds(self, search):
            given = super().thinking_seconds(search)
            return None if given is None else given + seconds

    return LateEngine


@pytest.mark.parametrize(("seconds", "is_told"), [(0.0, False), (0.1, False), (0.5, True)])
def test_an_answer_that_is_late_within_the_grace_is_a_remark(seconds, is_told):
    events = run_suite("uci", thinking(seconds), selection=Selection(("UCI-GO-04",)))
    said = [event.text for event in events if isinstance(event, Remarked) and event.topic == "time for a move"]
    assert failing(events) == set()
    assert bool(said) is is_told
    assert not said or said[0].startswith("answers `go movetime 500` 500 ms too late: `conform games --time 0.5/move` says")
