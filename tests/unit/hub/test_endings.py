"""What an engine leaves behind: helpers that are told by the end of their own input need a moment."""

import pytest

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import Nonconformance
from conformance.dialogue.session import Dialogue
from conformance.fixtures.hub.reference import HubEngine
from conformance.front.loading import load_suite
from conformance.transport.simulated import SimulatedTransport

SUITE = load_suite("hub")
NAMES = ["leaves_no_process_behind", "leaves_no_process_behind_at_the_end_of_input"]


class Helped(SimulatedTransport):
    """A helper stays for so many seconds."""

    stays = 0.0

    def survivors(self):
        return int(self.now() < self.stays)


def run_engine(name, stays):
    transport = Helped(HubEngine())
    dialogue = Dialogue(transport, SUITE.driver, Terms(SUITE.limits))
    transport.stays = stays
    SUITE.checks[name].function(dialogue)


@pytest.mark.parametrize("name", NAMES)
def test_a_helper_that_leaves_a_moment_later_is_not_blamed(name):
    run_engine(name, SUITE.limits.leave_ms / 2000)


@pytest.mark.parametrize("name", NAMES)
def test_a_helper_that_stays_is_blamed(name):
    with pytest.raises(Nonconformance, match="1 process still running"):
        run_engine(name, 60.0)
