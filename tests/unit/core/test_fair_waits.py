"""A wait that the host disturbs becomes longer: an engine is blamed for its own silence only."""

import math

import pytest
from conform_tictactoe.driver import tictactoe

from conformance.dialogue.endings import Nonconformance, Silent
from conformance.dialogue.session import FAIR_SHARE, Dialogue
from conformance.transport import Disturbance
from conformance.wire.transcript import Direction, Line


class BusyHost:
    """An engine on a host that gives it only a share of the time; it answers at `answers_at` seconds, or never."""

    virtual = True

    def __init__(self, share, answers_at=math.inf, *, served=0.0, rests=False):
        self.served = served
        self.rests = rests
        self.share = share
        self.answers_at = answers_at
        self.clock = 0.0

    def now(self):
        return self.clock

    def disturbance(self):
        lost = (1 - self.share) * self.clock
        return Disturbance(ours=lost, engines=lost, served=self.served * self.clock)

    def may_wait_for_others(self):
        return False

    def is_at_rest(self):
        return self.rests

    def next_line(self, until):
        if self.clock < self.answers_at <= until:
            self.clock = self.answers_at
            return Line(self.clock, Direction.FROM_ENGINE, "pong")
        self.clock = max(self.clock, until)
        return None


class FrozenHost(BusyHost):
    """A host that stops all for a while, so that the engine never waits for a core: only we see that time has passed."""

    def disturbance(self):
        return Disturbance(ours=(1 - self.share) * self.clock)


def wait(host):
    Dialogue(host, tictactoe).expect(lambda text: text == "pong", "pong", within_ms=1000)


def test_what_the_host_took_of_a_wait_is_known():
    d = Dialogue(BusyHost(share=0.5, answers_at=0.5), tictactoe)
    d.expect(lambda text: text == "pong", "pong", within_ms=1000)
    assert d.host_took_ms() == pytest.approx(500), "half of ours, and half of the engine's"


def test_on_a_quiet_host_the_limit_is_the_limit():
    host = BusyHost(share=1.0)
    with pytest.raises(Nonconformance, match="silence"):
        wait(host)
    assert host.clock == pytest.approx(1.0)


def test_a_silent_engine_is_given_the_time_that_the_host_took():
    host = BusyHost(share=0.5)
    with pytest.raises(Nonconformance, match="silence") as breach:
        wait(host)
    assert host.clock == pytest.approx(2.0, abs=0.05)
    assert breach.value.late_ms == math.inf


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_what_may_not_come_is_waited_for_as_fairly(share):
    """Else what an engine had no time to say would be taken for what it does not say."""
    host = BusyHost(share=share, answers_at=1.4)
    line = Dialogue(host, tictactoe).wait_for(lambda text: text == "pong", within_ms=1000)
    assert (line is not None) == (share < 1)


def test_the_wait_has_an_end_on_a_host_that_gives_nothing():
    host = BusyHost(share=0.0)
    with pytest.raises(Nonconformance):
        wait(host)
    assert host.clock == pytest.approx(1.0 + FAIR_SHARE)


def test_an_answer_in_the_time_that_was_added_is_late_by_what_it_was_late():
    with pytest.raises(Nonconformance, match=r"after 1\.4 s") as breach:
        wait(BusyHost(share=0.5, answers_at=1.4))
    assert breach.value.late_ms == pytest.approx(400)


@pytest.mark.parametrize(
    ("host", "silent"),
    [
        (BusyHost(share=0.05), Silent.DELAYED),  # it had less time than its limit
        (BusyHost(share=0.05, rests=True), Silent.GIVEN_TIME),  # it waits for something that is not a core
        (BusyHost(share=0.05, served=0.9), Silent.UNDISTURBED),  # it spins, and has used more than its limit
        (BusyHost(share=0.5), Silent.GIVEN_TIME),
        (BusyHost(share=0.95), Silent.UNDISTURBED),
        (FrozenHost(share=0.5), Silent.GIVEN_TIME),
        (FrozenHost(share=0.05), Silent.DELAYED),
    ],
)
def test_a_missing_answer_is_the_engine_s_own_where_it_had_the_time_or_wanted_none(host, silent):
    with pytest.raises(Nonconformance) as breach:
        wait(host)
    assert breach.value.silent is silent


def test_what_is_lost_lies_between_the_larger_loss_and_the_sum():
    lost = Disturbance(ours=3.0, engines=5.0).since(Disturbance(ours=1.0, engines=1.0))
    assert (lost.least, lost.most) == (4.0, 6.0)
