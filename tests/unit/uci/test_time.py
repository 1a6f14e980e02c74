"""A sick engine costs one time-out: what needs the answer that does not come is blocked, and waits for nothing."""

import pytest

from conformance.judging import checking
from conformance.run import trials
from conformance.testing import failing, run_suite


@pytest.fixture
def seconds(monkeypatch):
    """The virtual seconds of each dialogue of a run, by its name."""
    taken = {}

    def run_check(suite, check, transport, **more):
        trial = checking.run_check(suite, check, transport, **more)
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


@pytest.mark.parametrize("engine", ["quit_ignored", "end_of_input_ignored", "isready_blocks_in_search"])
def test_an_engine_deaf_to_one_command_costs_little_more_than_a_healthy_one(seconds, engine):
    run_suite("uci", "reference")
    usual = sum(seconds.values())
    seconds.clear()
    run_suite("uci", engine)
    assert sum(seconds.values()) < usual + 12
