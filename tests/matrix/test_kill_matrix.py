"""Every fault against its whole suite on the virtual clock: it trips exactly what it says, and nothing else."""

from dataclasses import dataclass

import pytest

from conformance.front.loading import PROTOCOLS, engine_command, engines, load_suite
from conformance.judging import checking
from conformance.run.campaign import Campaign, Options
from conformance.run.events import Result, RunFinished
from conformance.run.explore import Budget
from conformance.run.selection import Selection
from conformance.words.model import Level, Outcome


@dataclass(frozen=True)
class Proof:
    """What differs between protocols: a fault to run twice, one to explore twice, how much to explore, for which row."""

    repeated: str
    explored_row: str
    explored_twice: str = ""
    examples: int = 600
    clean_examples: int = 600
    longest: int = 24
    #: Rows that the reference engine gives no occasion to, and the engine that does.
    unseen: frozenset[str] = frozenset()
    unseen_by: str = "reference"


PROOFS = {
    "usi": Proof("stop_ignored", "USI-BM-03", "option_after_a_game_hangs"),
    "hub": Proof("m-stp-ignore", "HUB-GO-01", "ping_then_stop_drops_the_rest"),
    "nboard": Proof("m-png-deaf", "NB-SES-01", clean_examples=60),
    "oep": Proof("m-ostp-mid", "OEP-SES-01", clean_examples=150),
    "uhp": Proof(
        "queen_two",
        "UHP-START-02",
        "undo_after_search_crashes",
        examples=250,
        clean_examples=80,
        unseen=frozenset({"UHP-NEW-04", "UHP-OPT-09"}),
        unseen_by="lenient_plain",
    ),
}
#: They say everything on standard error, which breaks a SHOULD; nothing else of them can be judged.
UNHEARD = {"m-tr-stderr", "wait_on_stderr", "m-nbtr-stderr", "m-nbtr-allstderr", "m-otr-stderr"}
ENGINES = [(protocol, engine) for protocol in PROOFS for engine in engines(protocol).values()]


_JUDGED = {}


@pytest.fixture(autouse=True)
def judges_the_same_dialogue_once(monkeypatch):
    """Three dialogues in four are the same with a fault as without, and judging is pure: it is done once for all engines."""
    judge = checking.judge

    def remembering(suite, reading, only=()):
        if only:
            return judge(suite, reading, only)
        transcript = reading.transcript
        key = (suite.protocol, tuple(transcript.lines), transcript.settled, transcript.heard_until, transcript.name)
        if key not in _JUDGED:
            _JUDGED[key] = judge(suite, reading)
        return _JUDGED[key]

    monkeypatch.setattr(checking, "judge", remembering)


def cases(wanted, every=1):
    chosen = [(protocol, engine) for protocol, engine in ENGINES if wanted(engine)][::every]
    arguments = [pytest.param(protocol, engine, id=f"{protocol}-{engine.name}") for protocol, engine in chosen]
    return pytest.mark.parametrize(("protocol", "engine"), arguments)


def run(protocol, name, **options):
    launcher = engine_command((f"builtin:{name}",), None, {}).launcher(protocol, virtual=True)
    return list(Campaign(load_suite(protocol), launcher, Options(**options)).run())


def results(events):
    return [event for event in events if isinstance(event, Result)]


def failing(events):
    return {result.requirement.id for result in results(events) if result.outcome is Outcome.FAIL}


def passing(events):
    return {result.requirement.id for result in results(events) if result.outcome is Outcome.PASS}


def explore(protocol, engine, examples, seed=0):
    selection = Selection(engine.trips or (PROOFS[protocol].explored_row,))
    return results(run(protocol, engine.name, selection=selection, budget=Budget(examples=examples), seed=seed))


def test_every_protocol_is_proven():
    assert set(PROOFS) == set(PROTOCOLS)


@cases(lambda engine: True)
def test_it_trips_exactly_what_it_says(protocol, engine):
    events = run(protocol, engine.name)
    assert failing(events) == (set() if engine.explored or engine.on_request else set(engine.trips))
    may_leave_open = engine.lenient or engine.name.startswith("habits_of")
    strange = {Outcome.ERROR} if may_leave_open else {Outcome.ERROR, Outcome.INCONCLUSIVE}
    assert not [result for result in results(events) if result.outcome in strange]
    must = any(load_suite(protocol).requirement(row).level is Level.MUST for row in failing(events))
    assert isinstance(events[-1], RunFinished)
    assert events[-1].exit_code == (1 if must else 3 if engine.name in UNHEARD else 0)


# Every second one, for time: what is proven here is that a selection brings the dialogues that decide its needs.
@cases(lambda engine: engine.trips and not (engine.explored or engine.on_request), every=2)
def test_it_trips_the_same_when_nothing_else_is_selected(protocol, engine):
    assert failing(run(protocol, engine.name, selection=Selection(engine.trips))) >= set(engine.trips)


@cases(lambda engine: engine.explored)
def test_explorations_find_what_depends_on_history_and_shrink_it(protocol, engine):
    found = [r for r in explore(protocol, engine, PROOFS[protocol].examples) if r.outcome is Outcome.FAIL]
    assert {r.requirement.id for r in found} >= set(engine.trips)
    shortest = next(r for r in found if r.requirement.id in engine.trips)
    assert sum(line.direction == ">" for line in shortest.transcript) <= PROOFS[protocol].longest


@cases(lambda engine: not engine.trips)
def test_explorations_find_nothing_in_engines_that_conform(protocol, engine):
    # Some sessions take a turn in which they cannot go on as drawn: begin more than have to come to their end.
    explored = explore(protocol, engine, PROOFS[protocol].clean_examples * 10 // 9)
    assert any(r.measured >= PROOFS[protocol].clean_examples for r in explored)
    assert not [r for r in explored if r.outcome in (Outcome.FAIL, Outcome.ERROR)]


@pytest.mark.parametrize("protocol", [protocol for protocol, proof in PROOFS.items() if proof.explored_twice])
def test_the_same_seed_gives_the_same_exploration(protocol):
    engine = engines(protocol)[PROOFS[protocol].explored_twice]
    first, second = (explore(protocol, engine, 60, seed=7) for _ in range(2))
    assert [(r.check, r.outcome, r.transcript) for r in first] == [(r.check, r.outcome, r.transcript) for r in second]


@pytest.mark.parametrize("protocol", PROOFS)
def test_the_reference_engine_leaves_nothing_undecided(protocol):
    proof = PROOFS[protocol]
    checked = {row for check in load_suite(protocol).checks.values() if not check.on_request for row in check.requirements}
    assert checked - passing(run(protocol, "reference")) == proof.unseen
    assert passing(run(protocol, proof.unseen_by)) >= proof.unseen


@pytest.mark.parametrize("protocol", PROOFS)
def test_every_requirement_is_checked_and_killed_by_a_fault_or_says_why_not(protocol):
    suite = load_suite(protocol)
    testable = {requirement.id for requirement in suite.catalogue if not requirement.untestable}
    checked = {row for check in suite.checks.values() for row in check.requirements}
    killed = {row for engine in engines(protocol).values() for row in engine.trips}
    assert checked == testable == killed


@cases(lambda engine: engine.on_request)
def test_what_runs_on_request_trips_what_it_says(protocol, engine, monkeypatch):
    monkeypatch.setattr("conformance.suites.uhp.dialogues.counting._DEPTH", 3)
    selection = Selection((engine.on_request,))
    assert failing(run(protocol, engine.name, selection=selection)) == set(engine.trips)
    assert not failing(run(protocol, "reference", selection=selection))


@pytest.mark.parametrize("protocol", PROOFS)
def test_the_same_run_twice_is_the_same(protocol):
    def told():
        return [
            (r.check, r.outcome, r.expected, r.actual, r.transcript, r.seconds)
            for r in results(run(protocol, PROOFS[protocol].repeated))
        ]

    assert told() == told()
