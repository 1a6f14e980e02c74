"""What an exploration finds is told, whichever row it breaks: its own, an invariant's, or one of another dialogue."""

import itertools
from dataclasses import replace
from functools import partial

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import Inconclusive, Nonconformance
from conformance.dialogue.patience import FREE, Patience
from conformance.protocol.suite import Chapter, CheckKind, SuiteError
from conformance.run import explore
from conformance.run.campaign import Campaign
from conformance.run.explore import Budget, Evidence, Exploration, Explorer
from conformance.run.plan import RunPlan
from conformance.testing import results, run_suite
from conformance.testing.runs import started
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import Transcript
from conformance.words.model import Finding, Miss, Outcome
from tests.sleeper import LIMITS, deaf_to_go

SUITE = checks.suite
OWN = ("TTT-GO-01", "TTT-STOP-01")
INVARIANT, DIALOGUE = "TTT-MOVE-01", "TTT-QUIT-02"


def reported(play):
    """What a campaign tells of an exploration that plays so."""
    exploration = next(check for check in SUITE.of_kind(CheckKind.EXPLORATION))
    chapter = Chapter()
    chapter.checks = [replace(check, evidence=()) for check in SUITE.of_kind(CheckKind.INVARIANT)]
    chapter.checks.append(replace(exploration, name="play", requirements=OWN, needs=(), function=play))
    small = replace(SUITE, chapters=(chapter,), first=(), foundations=(), basis=(), code="")
    events = run_suite(small, ENGINES["reference"], budget=Budget(examples=20))
    return {(r.requirement.id, r.check): r.outcome for r in results(events) if r.check in ("play", "moves_are_legal")}


@pytest.mark.parametrize("breaks", [OWN, (OWN[0],), (DIALOGUE,), (INVARIANT,)])
def test_each_row_that_breaks_is_told(breaks):
    numbers = itertools.count()

    def play(_d, _draw):
        raise Nonconformance("peace", "war", requirement=breaks[next(numbers) % len(breaks)])

    outcomes = reported(play)
    told = (Outcome.FAIL, Outcome.CONSEQUENCE)  # one of them may explain the other
    assert {row for (row, _), outcome in outcomes.items() if outcome in told} == set(breaks)


def test_an_exploration_that_came_to_no_end_says_nothing():
    def play(_d, _draw):
        raise Inconclusive("a turn in which nothing can be said")

    assert {outcome for (_, check), outcome in reported(play).items() if check == "play"} == {Outcome.INCONCLUSIVE}


def test_a_fault_in_an_exploration_is_raised():
    def play(d, _draw):
        d.send("stop")

    with pytest.raises(SuiteError, match="a GUI may not send"):
        reported(play)


def test_what_is_given_up_is_neither_shrunk_nor_sent_again():
    played = []

    def play(d, _draw):
        played.append(d)
        raise Nonconformance("peace", "war")

    check = replace(next(iter(SUITE.of_kind(CheckKind.EXPLORATION))), function=play)
    explorer = Explorer(
        SUITE, partial(started, SUITE, ENGINES["reference"]), SimulatedTransport.close, Terms(SUITE.limits), Budget(examples=20)
    )
    explorer.gives_up = lambda explored: bool(explored.found)
    ended = []
    explorer.ended = ended.append
    found = explorer.explore(check).found
    assert len(played) == 1
    assert ended == played
    assert [evidence.measured for evidence in found.values()] == [0]


def test_an_exploration_waits_from_the_same_account_as_dialogues():
    waited, sleeper = [], deaf_to_go()

    def play(d, _draw):
        d.send("hello")
        d.expect(lambda text: text.startswith("hello"), "hello", within_ms=1000)
        d.send("go .........")
        asked = d.now_ms()
        try:
            d.reach(lambda text: text.startswith("move"), "move", within_ms=LIMITS.search_ms, requirement="TTT-GO-01")
        finally:
            waited.append(d.now_ms() - asked)

    check = replace(next(iter(SUITE.of_kind(CheckKind.EXPLORATION))), function=play)
    patience = Patience(0, is_open=True)
    explorer = Explorer(SUITE, lambda: sleeper, lambda _: None, Terms(LIMITS), Budget(examples=1), patience=patience)
    assert not explorer.explore(check).found
    assert waited == [pytest.approx(FREE * 1000, abs=600)]


# -- a matter of time --------------------------------------------------------------------------------------------------------

LATE = Finding(OWN[0], "a move", "silence", late_ms=900.0, miss=Miss.SILENCE)


def decided(monkeypatch, again, requirement=OWN[0], late_ms=900.0):
    """What is left of a finding of an exploration that shows itself so when it is sent again alone, and what else is reported."""
    check = next(check for check in SUITE.of_kind(CheckKind.EXPLORATION))
    finding = replace(LATE, requirement=requirement, late_ms=late_ms)
    rows = iter(again)
    monkeypatch.setattr(explore, "replay", lambda *_: Shown([finding] if next(rows) == "f" else []))
    explorer = Explorer(SUITE, lambda: started(SUITE, ENGINES["reference"]), lambda _: None, Terms(LIMITS), Budget())
    explored = Exploration({requirement: Evidence(finding, Transcript())})
    campaign = Campaign(RunPlan(SUITE), pytest.fail)
    left = campaign._unsteady(replace(check, requirements=OWN), explored, explorer)
    return set(explored.found), [(trial.check.requirements, trial.outcome, trial.reason) for trial in left]


class Shown:
    """What a dialogue that is sent again shows."""

    def __init__(self, findings):
        self.findings = findings


def test_what_an_exploration_found_by_time_is_measured_again_and_most_times_decide(monkeypatch):
    assert decided(monkeypatch, "fpf") == ({OWN[0]}, [])
    assert decided(monkeypatch, "ppp") == (set(), [])
    reason = "failed 1 of 3 times: a move; silence"
    assert decided(monkeypatch, "pfp") == (set(), [((OWN[0],), Outcome.INCONCLUSIVE, reason)])
    assert decided(monkeypatch, "pfp", INVARIANT) == (set(), [])  # other dialogues judge that


def test_what_is_no_matter_of_time_stands(monkeypatch):
    assert decided(monkeypatch, "", late_ms=None) == ({OWN[0]}, [])
