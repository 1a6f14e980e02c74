"""A game that an engine loses on time, within a run: a matter of time, which is measured again where the host may be to blame."""

import pytest

from conformance.front.loading import load_suite
from conformance.judging.checking import run_check
from conformance.testing.runs import started
from conformance.transport import Disturbance
from conformance.words.model import Outcome

HUB = load_suite("hub")
GAME = HUB.checks["keeps_its_clock_through_a_game"]


@pytest.fixture(params=[("second_at_least", 0.0), ("second_at_least", 0.5), ("reference", 0.0), ("reference", 0.5)])
def played(request, monkeypatch):
    """An engine, the share of its time that the host has taken, and the outcome."""
    name, share = request.param
    transport = started("hub", name)
    monkeypatch.setattr(type(transport), "disturbance", lambda self: Disturbance(ours=share * self.now()))
    return name, share, run_check(HUB, GAME, transport)


def test_a_loss_on_time_that_the_host_may_have_caused_is_measured_again(played):
    name, share, trial = played
    if name == "reference":
        assert trial.outcome is Outcome.PASS
        assert not trial.timing
    else:
        assert trial.timing
        assert trial.requirement == "HUB-LVL-13"
        assert trial.outcome is (Outcome.INCONCLUSIVE if share else Outcome.FAIL)
