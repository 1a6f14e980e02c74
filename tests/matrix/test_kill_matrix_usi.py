"""Every fault against the whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

import pytest

from conformance.campaign import Campaign, Options
from conformance.events import Result, RunFinished
from conformance.explore import Budget
from conformance.fixtures.builtin import engines
from conformance.loading import engine_command, load_suite
from conformance.model import Level, Outcome
from conformance.selection import Selection

ENGINES = engines("usi")
SUITE = load_suite("usi")


EVERYTHING = Selection()


def run(name, selection=EVERYTHING):
    launcher = engine_command((f"builtin:{name}",), None, {}).launcher("usi", virtual=True)
    return list(Campaign(SUITE, launcher, Options(selection=selection)).run())


def results(events):
    return [event for event in events if isinstance(event, Result)]


@pytest.mark.parametrize("name", ENGINES)
def test_it_trips_exactly_what_it_says(name):
    events = run(name)
    failing = {result.requirement.id for result in results(events) if result.outcome is Outcome.FAIL}
    assert failing == (set() if ENGINES[name].explored else set(ENGINES[name].trips))
    undecided = () if ENGINES[name].lenient else (Outcome.INCONCLUSIVE,)
    strange = [r for r in results(events) if r.outcome in (Outcome.ERROR, *undecided)]
    assert not strange
    must = any(SUITE.requirement(i).level is Level.MUST for i in failing)
    assert isinstance(events[-1], RunFinished)
    assert events[-1].exit_code == int(must)


def explore(name, seed=0):
    launcher = engine_command((f"builtin:{name}",), None, {}).launcher("usi", virtual=True)
    options = Options(selection=Selection(ENGINES[name].trips or ("USI-BM-03",)), budget=Budget(examples=600), seed=seed)
    return results(Campaign(SUITE, launcher, options).run())


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if engine.explored])
def test_explorations_find_what_depends_on_history_and_shrink_it(name):
    found = [r for r in explore(name) if r.outcome is Outcome.FAIL]
    assert {r.requirement.id for r in found} >= set(ENGINES[name].trips)
    shortest = next(r for r in found if r.requirement.id in ENGINES[name].trips)
    assert sum(line.direction == ">" for line in shortest.transcript) <= 18


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if not engine.trips])
def test_explorations_find_nothing_in_engines_that_conform(name):
    assert not [r for r in explore(name) if r.outcome in (Outcome.FAIL, Outcome.ERROR)]


def test_the_same_seed_gives_the_same_exploration():
    first, second = (explore("option_after_a_game_hangs", seed=7) for _ in range(2))
    assert [(r.check, r.outcome, r.transcript) for r in first] == [(r.check, r.outcome, r.transcript) for r in second]


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if engine.trips and not engine.explored])
def test_it_trips_the_same_when_nothing_else_is_selected(name):
    found = results(run(name, Selection(ENGINES[name].trips)))
    assert {r.requirement.id for r in found if r.outcome is Outcome.FAIL} >= set(ENGINES[name].trips)


def test_the_reference_engine_leaves_nothing_undecided():
    undecided = {r.requirement.id for r in results(run("reference")) if r.outcome is not Outcome.PASS}
    assert not undecided


def test_every_checked_requirement_is_killed_by_a_fault():
    checked = {r for check in SUITE.checks.values() for r in check.requirements}
    killed = {r for engine in ENGINES.values() for r in engine.trips}
    assert checked - killed == set()


def test_the_same_run_twice_is_the_same():
    def told(events):
        return [r.__class__ is Result and (r.check, r.outcome, r.expected, r.actual, r.transcript, r.seconds) for r in events]

    assert told(run("stop_ignored")) == told(run("stop_ignored"))
