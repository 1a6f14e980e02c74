"""A host that is busy costs an engine that conforms no finding: what it does late, or we hear late, is no fault of its own."""

import itertools

import pytest

from conformance.front.loading import engines, load_suite
from conformance.run.campaign import Campaign
from conformance.run.plan import RunPlan
from conformance.testing.runs import results
from conformance.words.model import Outcome
from tests.sampling import sample
from tests.stalled import StalledTransport

PROTOCOLS = ("gtp", "hub", "nboard", "oep", "uci", "uhp", "usi")
CONFORMING = [
    (protocol, name)
    for protocol in PROTOCOLS
    for name, engine in engines(protocol).items()
    if engine.lenient or name == "reference"
]


def blamed(protocol, make, seed=1):
    """What a run finds broken, with each engine on a host of its own."""
    seeds = itertools.count(seed)
    run = Campaign(RunPlan(load_suite(protocol)), lambda: StalledTransport(make(), next(seeds))).run()
    return {(one.requirement.id, one.actual) for one in results(run) if one.outcome in (Outcome.FAIL, Outcome.ERROR)}


FAULTS = [
    ("gtp", "quit_after_a_search_hangs"),
    ("hub", "stop_only_for_infinite"),
    ("nboard", "set_contempt_answered"),
    ("oep", "finished_game_hangs"),
    ("uci", "stop_takes_four_seconds"),
    ("uci", "info_flood"),
    ("uhp", "quit_ignored_after_a_game"),
    ("usi", "stop_ignored"),
    ("usi", "info_float_nps"),
]


@pytest.mark.parametrize(("protocol", "name"), sample(CONFORMING, 48))
def test_an_engine_that_conforms_is_not_blamed_for_a_busy_host(protocol, name):
    assert blamed(protocol, engines(protocol)[name].make) == set()


@pytest.mark.parametrize(("protocol", "fault"), sample(FAULTS, 2))
def test_a_fault_is_found_on_a_busy_host_too(protocol, fault):
    """A control: there is time enough between two stalls."""
    engine = engines(protocol)[fault]
    assert {requirement for requirement, _ in blamed(protocol, engine.make)} >= set(engine.trips)
