"""What an invariant finds as a matter of time is measured again alone, like a timing failure of a dialogue."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.dialogue.context import Terms
from conformance.front.loading import load_suite
from conformance.judging.checking import Blame, DialogueRecord, Trial
from conformance.judging.judge import Judgement
from conformance.protocol.suite import CheckKind
from conformance.run.campaign import Campaign
from conformance.run.explain import Explained
from conformance.run.explore import Budget
from conformance.run.ledger import Ledger
from conformance.run.plan import RunPlan, Services
from conformance.run.scheduling import Scheduler
from conformance.run.selection import Selection
from conformance.run.trials import TIME_UP, Trials
from conformance.testing.runs import results, started
from conformance.transport import Disturbance
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import Transcript
from conformance.words.model import Finding, Limits, Outcome

SUITE = checks.suite
INVARIANT = SUITE.of_kind(CheckKind.INVARIANT)[0]
DIALOGUE = SUITE.of_kind(CheckKind.DIALOGUE)[0]
ID = INVARIANT.requirements[0]


#: The seconds that a host took which may be the reason why something was 20 ms late.
BUSY = 0.002


def trial(*, late_ms=None, fails=True, lost=0.0):
    findings = (Finding(ID, "in time", "late", late_ms=late_ms),) if fails else ()
    transcript = Transcript(name=DIALOGUE.name, check=DIALOGUE.name)
    return Trial(
        DIALOGUE, Outcome.PASS, trace=DialogueRecord(transcript, (Judgement(INVARIANT, findings, frozenset({ID})),), lost=lost)
    )


def verdict(ledger):
    return next(r for r in ledger.invariants([INVARIANT], cut_short="") if r.requirement.id == ID)


def test_what_is_no_matter_of_time_is_not_measured_again():
    ledger = Ledger(SUITE)
    ledger.record(Explained(trial()))
    assert not ledger.late()
    assert verdict(ledger).outcome is Outcome.FAIL


def test_what_the_verdict_of_its_dialogue_says_too_has_been_measured():
    ledger = Ledger(SUITE)
    ledger.record(Explained(replace(trial(late_ms=20.0), outcome=Outcome.FAIL, blame=Blame(Finding(ID, "in time", "late")))))
    assert ledger.late() == []
    assert verdict(ledger).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("lost", "is_open"),
    [
        ([BUSY], True),
        ([BUSY * 0.9], False),
        ([0.0], False),
        ([0.0, BUSY], True),
        ([0.0, 0.0, BUSY], False),
    ],
)
def test_what_is_late_by_ten_times_what_the_host_took_in_most_dialogues_counts_as_it_is(lost, is_open):
    ledger = Ledger(SUITE)
    for seconds in lost:
        ledger.record(Explained(trial(late_ms=20.0, lost=seconds)))
    assert bool(ledger.late()) is is_open
    assert verdict(ledger).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("recurs", "outcome"),
    [((True, True, False), Outcome.FAIL), ((True, False, False), Outcome.INCONCLUSIVE), ((False,) * 3, Outcome.PASS)],
)
def test_the_majority_of_the_measurements_alone_decides(recurs, outcome):
    ledger = Ledger(SUITE)
    ledger.record(Explained(trial(late_ms=20.0, lost=BUSY)))
    assert ledger.late() == [(INVARIANT.name, ID, DIALOGUE.name)]
    ledger.measured_again(INVARIANT.name, ID, [trial(late_ms=20.0, fails=fails) for fails in recurs])
    result = verdict(ledger)
    assert result.outcome is outcome
    if outcome is Outcome.FAIL:
        assert (result.failed, result.measured) == (2, 3)


def test_what_no_time_is_left_to_measure_again_decides_nothing():
    ledger = Ledger(SUITE)
    ledger.record(Explained(trial(late_ms=20.0, lost=BUSY)))
    trials = Trials(RunPlan(SUITE, terms=Terms(Limits())), pytest.fail, over=TIME_UP)
    trials.cancel()
    scheduler = Scheduler(SUITE, trials, ledger, lambda: 1)
    assert [started.again for started in scheduler.measure_invariants()] == [True]
    assert (verdict(ledger).outcome, verdict(ledger).reason) == (Outcome.INCONCLUSIVE, TIME_UP)


@pytest.mark.parametrize(
    ("lost", "outcome"), [(0.0, Outcome.FAIL), (0.019, Outcome.FAIL), (0.021, Outcome.INCONCLUSIVE), (9.0, Outcome.INCONCLUSIVE)]
)
def test_a_measurement_alone_in_which_the_host_took_as_much_decides_nothing(lost, outcome):
    ledger = Ledger(SUITE)
    ledger.record(Explained(trial(late_ms=20.0, lost=BUSY)))
    ledger.measured_again(INVARIANT.name, ID, [trial(late_ms=20.0, lost=lost)] * 3)
    assert verdict(ledger).outcome is outcome


OEP = load_suite("oep")
#: A dialogue that leans on what invariants judge, and such an invariant with its requirement.
TOUR = next(check for check in OEP.checks.values() if check.is_tour)
LEANT_ON, REQUIREMENT = next(
    (check, requirement)
    for check in OEP.of_kind(CheckKind.INVARIANT)
    for requirement in check.requirements
    if OEP.is_leaned_on(requirement)
)


@pytest.fixture
def campaign(monkeypatch):
    """A run of an engine that conforms, on a host that was too busy in the first dialogue."""
    disturbed = []

    class LateOnce(Services):
        def judge(self, *words):
            found = super().judge(*words)
            if disturbed:
                return found
            disturbed.append(True)
            late = Finding(REQUIREMENT, "in time", "late", late_ms=20.0)
            return [replace(one, findings=(late,)) if one.check is LEANT_ON else one for one in found]

    monkeypatch.setattr(SimulatedTransport, "disturbance", lambda _: Disturbance(ours=BUSY))
    yield Campaign(
        RunPlan(OEP, selection=Selection((*OEP.foundations, *TOUR.requirements)), budget=Budget(examples=2)),
        lambda: started("oep", "reference"),
        LateOnce(),
    )
    assert disturbed


def test_what_is_found_once_and_not_again_spares_neither_tours_nor_explorations(campaign):
    outcomes = {result.check: result.outcome for result in results(campaign.run()) if OEP.checks[result.check].comes_last}
    assert set(outcomes.values()) == {Outcome.PASS}
    assert any(OEP.checks[name].kind is CheckKind.EXPLORATION for name in outcomes)


def test_it_does_not_where_checks_are_asked_for_one_by_one_either(campaign):
    assert {result.outcome for result in campaign.results_of(TOUR)} == {Outcome.PASS}


def test_an_invariant_that_is_asked_for_alone_is_measured_again_too(campaign):
    assert Outcome.FAIL not in {result.outcome for result in campaign.results_of(LEANT_ON)}
