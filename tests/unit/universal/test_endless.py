"""A `go infinite` that ends by itself is that, and nothing else, whatever was sent just before."""

import pytest

from conformance.fixtures.uci.reference import UciEngine
from conformance.fixtures.universal.faults.stopping import InfiniteCapped
from conformance.fixtures.usi.reference import UsiEngine
from conformance.front.loading import load_suite
from conformance.run.campaign import Campaign
from conformance.run.events import Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome

#: What disturbs a running search, in both protocols.
TOPICS = ("RDY", "STOP-04", "STOP-07", "DBG", "OVER", "ROB-05")


@pytest.mark.parametrize("protocol", ["uci", "usi"])
@pytest.mark.parametrize("ms", [2, 150, 320, 500])
def test_a_search_that_ends_by_itself_blames_no_disturbance(protocol, ms):
    class Engine(InfiniteCapped, UciEngine if protocol == "uci" else UsiEngine):
        seconds = ms / 1000

    suite = load_suite(protocol)
    events = Campaign(
        RunPlan(suite, selection=Selection(tuple(f"{protocol.upper()}-{one}" for one in TOPICS)), keep_going=True),
        lambda: SimulatedTransport(Engine()),
    ).run()
    failed = {event.requirement.id for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL}
    assert failed <= {suite.driver.endless_requirement}
