"""An engine that takes a limit after `searchmoves` for moves breaks nothing, and a remark says so."""

import pytest

from conformance.front.loading import engines, load_suite
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome

TOPIC = "words after searchmoves"


def remarked(protocol, engine, requirement):
    events = list(
        Campaign(RunPlan(load_suite(protocol), selection=Selection((requirement,))), lambda: SimulatedTransport(engine())).run()
    )
    assert not [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL]
    return {event.topic: event.text for event in events if isinstance(event, Remarked)}


@pytest.mark.parametrize(("protocol", "requirement"), [("uci", "UCI-GO-09"), ("usi", "USI-GO-10")])
def test_a_limit_that_is_taken_for_moves_is_told(protocol, requirement):
    known = engines(protocol)
    assert "is searched until `stop`" in remarked(protocol, known["lenient_devouring"].make, requirement)[TOPIC]
    assert TOPIC not in remarked(protocol, known["reference"].make, requirement)
