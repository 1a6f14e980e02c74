"""Two faults in one engine: both are named, and little is left unjudged. Drawn by a fixed seed, a hundred pairs a protocol."""

import itertools
import random

import pytest

from conformance.front.loading import PROTOCOLS, engines, load_suite
from conformance.run.events import Tally
from conformance.testing.runs import failing, results, run_suite
from conformance.words.model import Outcome
from tests.sampling import exhaustive

PAIRS = 100
#: How many of the pairs are looked at in every run of the tests: of so few no share can be told.
SAMPLED = 2
#: The share of pairs of which both faults are named, and of requirements that may stay unjudged.
NAMED, UNJUDGED = 0.97, 0.06
SEED = 20261128
pytestmark = pytest.mark.slow


def pairs(protocol):
    """Classes that have two faults, each with what both break: those that can be combined, in the order drawn."""
    suite = load_suite(protocol)
    plain = [one for one in engines(protocol).values() if one.trips and not (one.explored or one.on_request)]
    plain = [one for one in plain if isinstance(one.make, type) and not set(one.trips) & set(suite.foundations)]
    chance = random.Random(f"{SEED} {protocol}")
    found = 0
    while found < PAIRS:
        first, second = chance.sample(plain, 2)
        try:
            both = type("Both", (first.make, second.make), {})
            both()
        except TypeError:
            continue
        found += 1
        yield first, second, both


def judged(protocol, both):
    """The findings of a run, with consequences, and the share of requirements that it leaves unjudged."""
    events = run_suite(protocol, both, keep_going=True)
    tally = Tally()
    for result in results(events):
        tally.add(result)
    open_ones = (Outcome.BLOCKED, Outcome.INCONCLUSIVE)
    explained = {one.requirement.id for one in results(events) if one.outcome is Outcome.CONSEQUENCE}
    unjudged = [key for key, outcome in tally.outcomes.items() if outcome in open_ones and key not in tally.passed]
    return failing(events), explained, len(unjudged) / len(tally.outcomes)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_two_faults_do_not_hide_each_other(protocol):
    for first, second, both in itertools.islice(pairs(protocol), SAMPLED):
        found, _, _ = judged(protocol, both)
        assert found & {*first.trips, *second.trips}, (first.name, second.name)


@exhaustive
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_both_of_two_faults_are_named_and_little_is_left_unjudged(protocol):
    chosen = list(pairs(protocol))
    missed, shares = [], []
    for first, second, both in chosen:
        found, explained, share = judged(protocol, both)
        shares.append(share)
        if not all(found & set(one.trips) for one in (first, second)):
            missed.append((first.name, second.name, sorted(found), sorted(explained)))
    assert len(missed) <= (1 - NAMED) * len(chosen), missed
    assert sum(shares) / len(shares) <= UNJUDGED, shares
