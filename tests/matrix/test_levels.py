"""The levels of each protocol against its built-in engines: what is reached, and what keeps an engine from the next level.

The kill matrix looks at the level of every engine that it runs.
"""

from itertools import islice

import pytest

from conformance.front.loading import PROTOCOLS, engines, load_suite
from conformance.run.claims import up_to
from conformance.run.selection import Selection
from conformance.testing.runs import run_suite

#: Engines that are tried for each level, at most.
MOST = 6


def own(protocol, level):
    """What a level asks for that the one before does not."""
    *before, asked = up_to(load_suite(protocol).catalogue.levels, level).values()
    return set(asked).difference(*before[-1:])


def faulty_in(protocol, level):
    """The first engines that break nothing but what this level asks for and no lower one."""
    plain = (one for one in engines(protocol).values() if one.trips and not (one.explored or one.on_request))
    return list(islice((one for one in plain if own(protocol, level).issuperset(one.trips)), MOST))


EACH = [(protocol, level) for protocol in PROTOCOLS for level in load_suite(protocol).catalogue.levels]
each_level = pytest.mark.parametrize(("protocol", "level"), EACH, ids=["-".join(one) for one in EACH])


@each_level
def test_an_engine_that_breaks_what_a_level_asks_for_reaches_the_one_before(protocol, level):
    """It reaches none higher; nor this one, if it keeps too much from being judged, but that is not so of all."""
    order = ["", *load_suite(protocol).catalogue.levels]
    for engine in faulty_in(protocol, level):
        claim = run_suite(protocol, engine)[-1].claim
        assert order.index(claim.level) < order.index(claim.next) <= order.index(level)
        if claim.next == level:
            assert claim.level == order[order.index(level) - 1]
            assert set(engine.trips) <= set(claim.missing)
            return
    pytest.fail("none of them reaches the level before")


@each_level
def test_a_run_of_a_level_shows_that_the_reference_engine_reaches_it(protocol, level):
    asked = load_suite(protocol).catalogue.levels[level]
    claim = run_suite(protocol, "reference", level=level, selection=Selection(asked))[-1].claim
    assert (claim.level, claim.next, claim.missing) == (level, "", ())
