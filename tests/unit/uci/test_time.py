"""A sick engine costs little time: a run ends at a foundation that is broken, and has so much patience otherwise."""

from types import SimpleNamespace

import pytest

from conformance.dialogue import patience
from conformance.front.loading import engines, load_suite
from conformance.judging import checking
from conformance.run import trials
from conformance.run.campaign import Campaign
from conformance.run.plan import RunPlan
from conformance.testing import failing, results, run_suite
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome


@pytest.fixture
def seconds(monkeypatch):
    """The virtual seconds of each dialogue of a run, by its name."""
    taken = {}

    def run_check(suite, check, *more):
        trial = checking.run_check(suite, check, *more)
        taken[check.name] = trial.seconds
        return trial

    monkeypatch.setattr(trials, "run_check", run_check)
    return taken


@pytest.mark.parametrize(
    ("engine", "broken", "longest"),
    [
        ("no_uciok", "UCI-HS-01", 15),
        ("no_readyok", "UCI-RDY-01", 35),
        ("go_unanswered", "UCI-BM-03", 45),
        ("stop_ignored", "UCI-STOP-01", 45),
    ],
)
def test_a_deaf_engine_is_judged_by_few_dialogues(seconds, engine, broken, longest):
    assert failing(run_suite("uci", engine)) == {broken}
    assert sum(seconds.values()) < longest


class OnAClock(SimulatedTransport):
    """An engine whose waits cost what they cost with a process; `seconds` is the clock of the whole run."""

    virtual = False
    seconds = 0.0

    def _advance(self, to):
        OnAClock.seconds += max(0.0, to - self.now())
        super()._advance(to)


@pytest.fixture
def run_on_a_clock(monkeypatch):
    """Run a suite against an engine, one dialogue after the other, and give its results and how long that took."""
    monkeypatch.setattr(patience, "time", SimpleNamespace(monotonic=lambda: OnAClock.seconds))

    def run(engine):
        OnAClock.seconds = 0.0
        events = list(Campaign(RunPlan(load_suite("uci")), lambda: OnAClock(engines("uci")[engine].make())).run())
        return results(events), OnAClock.seconds

    return run


def test_an_engine_deaf_to_one_command_costs_what_a_run_has_of_patience(run_on_a_clock):
    """And the first second of each wait. Whole waits would take seven minutes."""
    _, usual = run_on_a_clock("reference")
    found, seconds = run_on_a_clock("quit_ignored")
    assert failing(found) == {"UCI-QUIT-01"}
    assert seconds < usual + 80
    left = {result.reason for result in found if result.outcome is Outcome.INCONCLUSIVE}
    assert "not waited for: this run has waited 20 s for answers that came late or never" in left


@pytest.mark.parametrize(
    ("engine", "broken"), [("end_of_input_ignored", "UCI-EOF-01"), ("isready_blocks_in_search", "UCI-RDY-02")]
)
def test_one_that_is_deaf_for_less_long_is_judged_in_full(run_on_a_clock, engine, broken):
    found, _ = run_on_a_clock(engine)
    assert failing(found) == {broken}
    assert not [result for result in found if result.reason.startswith("not waited for")]
