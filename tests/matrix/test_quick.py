"""A quick run finds most faults that break a MUST, and says nothing that a whole run would not say."""

import math
from pathlib import Path

import pytest

from conformance.front.loading import PROTOCOLS, engines, load_suite
from conformance.protocol.suite import CheckKind
from conformance.run import campaign
from conformance.run.events import ExitCode
from conformance.run.order import FILE, cover, foundations, has_cover
from conformance.testing import cover as covers
from conformance.testing.runs import failing, results, run_suite
from conformance.words.model import Outcome
from tests.sampling import IS_EXHAUSTIVE, exhaustive, sample

SUITES = Path(__file__).parents[2] / "suites"
#: One engine in so many is looked at where the matrix is sampled.
EVERY = 24
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def no_clock_on_the_wall(monkeypatch):
    """It closes the pool of a quick run, and says nothing of dialogues on the virtual clock."""
    monkeypatch.setattr(campaign, "QUICK_SECONDS", math.inf)


def some(protocol, wanted):
    found = [engine for engine in engines(protocol).values() if wanted(engine)]
    return sample(found, EVERY, first=sum(map(ord, protocol)))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_cover_is_short_and_has_neither_tours_nor_what_is_held_on_request(protocol):
    suite = load_suite(protocol)
    assert has_cover(suite)
    assert not [check.name for check in cover(suite) if check.comes_last or check.on_request]
    assert covers.seconds(map(covers.Search(protocol).wait, cover(suite))) <= covers.BUDGET


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_engine_that_conforms_passes_and_is_judged_by_the_cover_alone(protocol):
    for engine in ("reference", *(one.name for one in some(protocol, lambda one: one.lenient))):
        events = run_suite(protocol, engine, quick=True)
        assert (failing(events), events[-1].exit_code) == (set(), ExitCode.CONFORMING), engine
        assert not [one for one in results(events) if one.outcome is Outcome.ERROR]
        if engine == "reference":
            suite = load_suite(protocol)
            first = foundations(suite, suite.of_kind(CheckKind.DIALOGUE))
            assert events[-1].transcripts == len({*cover(suite), *first})
            assert not events[-1].unjudged


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_is_found_is_what_the_fault_breaks_and_few_faults_are_missed(protocol):
    """An exploration finds what a quick run may see, too, where it happens to come that far."""
    suite = load_suite(protocol)
    missed = wanted = 0
    for engine in some(protocol, lambda one: one.trips):
        found = failing(run_suite(protocol, engine, quick=True))
        assert found <= set(engine.trips), engine.name
        if covers.breaks_a_must(suite, engine):
            wanted += 1
            missed += not found
    least = covers.share(suite) if IS_EXHAUSTIVE else 0.5  # a sample has its luck
    assert wanted - missed >= least * wanted


@exhaustive
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_file_is_what_the_search_finds(protocol):
    assert (SUITES / protocol / FILE).read_text("utf-8") == covers.Search(protocol).text(), "`nox -s quick` writes it anew"
