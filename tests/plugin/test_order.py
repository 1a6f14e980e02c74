"""Checks run one by one, in any order, come to the verdicts of a whole run."""

import random

import pytest

from conformance.front.loading import engine_command, load_suite
from conformance.protocol.suite import CheckKind
from conformance.run.campaign import Campaign
from conformance.run.events import Result
from conformance.run.plan import RunPlan
from conformance.transport import LaunchError
from conformance.words.model import Outcome
from tests.sampling import sample

SUITE = load_suite("usi")
CHECKS = [*SUITE.of_kind(CheckKind.DIALOGUE), *SUITE.of_kind(CheckKind.INVARIANT)]


def launcher(engine):
    return engine_command((f"builtin:{engine}",), None, {}).launcher("usi", virtual=True)


def broken(results):
    return {(result.check, result.requirement.id) for result in results if result.outcome is Outcome.FAIL}


def in_a_run(engine):
    return broken(e for e in Campaign(RunPlan(SUITE), launcher(engine)).run() if isinstance(e, Result))


@pytest.mark.parametrize("engine", ["sync_answered_twice", "pv_illegal_tail"])
def test_the_order_of_items_blames_nobody_else(engine):
    expected = in_a_run(engine)
    assert expected
    for order in sample((CHECKS[::-1], random.Random(4).sample(CHECKS, len(CHECKS)), CHECKS), 3):
        campaign = Campaign(RunPlan(SUITE), launcher(engine))
        assert broken(result for check in order for result in campaign.results_of(check)) == expected


@pytest.mark.parametrize("engine", ["sync_answered_twice", "stop_ignored"])
def test_a_check_by_itself_blames_nobody_else(engine):
    expected = in_a_run(engine)
    for check in random.Random(4).sample(CHECKS, 12):
        alone = Campaign(RunPlan(SUITE), launcher(engine)).results_of(check)
        assert broken(alone) == {pair for pair in expected if pair[0] == check.name}


def test_a_check_is_held_once():
    started = []
    start = launcher("reference")
    campaign = Campaign(RunPlan(SUITE), lambda: started.append(1) or start())
    check = SUITE.checks["stop_ends_an_infinite_search"]
    first = campaign.results_of(check)
    count = len(started)
    assert campaign.results_of(check) == first
    assert len(started) == count


def test_an_engine_that_could_not_be_started_once_is_tried_again():
    start, refusals = launcher("reference"), [LaunchError("busy")]

    def launch():
        if refusals:
            raise refusals.pop()
        return start()

    campaign = Campaign(RunPlan(SUITE), launch)
    check = SUITE.checks["stop_ends_an_infinite_search"]
    with pytest.raises(LaunchError):
        campaign.results_of(check)
    assert [result.outcome for result in campaign.results_of(check)] == [Outcome.PASS]
