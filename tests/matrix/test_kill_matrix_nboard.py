"""Every NBoard fault against the whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

import pytest

from conformance.campaign import Campaign, Options
from conformance.events import Result, RunFinished
from conformance.explore import Budget
from conformance.fixtures.builtin import engines
from conformance.loading import engine_command, load_suite
from conformance.model import Level, Outcome
from conformance.selection import Selection

ENGINES = engines("nboard")
SUITE = load_suite("nboard")
EVERYTHING = Selection()


def run(name, selection=EVERYTHING):
    launcher = engine_command((f"builtin:{name}",), None, {}).launcher("nboard", virtual=True)
    return list(Campaign(SUITE, launcher, Options(selection=selection)).run())


def results(events):
    return [event for event in events if isinstance(event, Result)]


@pytest.mark.parametrize("name", ENGINES)
def test_it_trips_exactly_what_it_says(name):
    events = run(name)
    failing = {result.requirement.id for result in results(events) if result.outcome is Outcome.FAIL}
    assert failing == set(ENGINES[name].trips)
    undecided = () if ENGINES[name].lenient else (Outcome.INCONCLUSIVE,)
    strange = [r for r in results(events) if r.outcome in (Outcome.ERROR, *undecided)]
    assert not strange
    must = any(SUITE.requirement(i).level is Level.MUST for i in failing)
    assert isinstance(events[-1], RunFinished)
    assert events[-1].exit_code == int(must)


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if engine.trips])
def test_it_trips_the_same_when_nothing_else_is_selected(name):
    found = results(run(name, Selection(ENGINES[name].trips)))
    assert {r.requirement.id for r in found if r.outcome is Outcome.FAIL} >= set(ENGINES[name].trips)


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if not engine.trips])
def test_explorations_find_nothing_in_engines_that_conform(name):
    launcher = engine_command((f"builtin:{name}",), None, {}).launcher("nboard", virtual=True)
    options = Options(selection=Selection(("NB-SES-01",)), budget=Budget(examples=60))
    explored = results(Campaign(SUITE, launcher, options).run())
    assert any(r.check == "sessions" and r.outcome is Outcome.PASS for r in explored)
    assert not [r for r in explored if r.outcome in (Outcome.FAIL, Outcome.ERROR)]


def test_the_reference_engine_leaves_nothing_undecided():
    undecided = {r.requirement.id for r in results(run("reference")) if r.outcome is not Outcome.PASS}
    assert not undecided


def test_every_requirement_is_checked_and_killed_by_a_fault_or_says_why_not():
    testable = {requirement.id for requirement in SUITE.catalogue if not requirement.untestable}
    checked = {r for check in SUITE.checks.values() for r in check.requirements}
    killed = {r for engine in ENGINES.values() for r in engine.trips}
    assert checked - killed == set()
    assert testable - checked == set()
    assert checked - testable == set()


def test_the_same_run_twice_is_the_same():
    def told(events):
        return [r.__class__ is Result and (r.check, r.outcome, r.expected, r.actual, r.transcript, r.seconds) for r in events]

    assert told(run("m-png-deaf")) == told(run("m-png-deaf"))
