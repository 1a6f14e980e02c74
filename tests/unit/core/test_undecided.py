"""What a busy host leaves undecided is measured again, alone, when all else has run, and takes nothing with it."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.judging.checking import Blame, Trial
from conformance.protocol.suite import Chapter
from conformance.run.campaign import Campaign
from conformance.run.events import Result, RunFinished
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.run.trials import TIME_UP, Trials
from conformance.words.model import Finding, Outcome

SUITE = checks.suite
FIRST, SECOND = "TTT-GO-01", "TTT-STOP-01"


@pytest.fixture
def suite():
    chapter = Chapter()

    @chapter.dialogue(FIRST)
    def decides(_d):
        """It decides something."""

    @chapter.dialogue(SECOND, needs=(FIRST,))
    def needs_it(_d):
        """It needs what the other one decides."""

    return replace(SUITE, chapters=(chapter,), first=(), foundations=(), basis=(), code="")


def run(suite, monkeypatch, outcomes, **options):
    """The results of a run in which each check has these outcomes, one after the other; the last one stays."""
    names = []

    def run_check(_self, check, **_):
        names.append(check.name)
        left = outcomes[check.name]
        outcome = left.pop(0) if len(left) > 1 else left[0]
        late = math.inf if outcome is Outcome.INCONCLUSIVE else None
        finding = Finding(check.requirements[0], "an answer", "none", late_ms=late)
        return Trial(check, outcome, blame=None if outcome is Outcome.PASS else Blame(finding), seconds=20)

    monkeypatch.setattr(Trials, "_run", run_check)
    events = list(Campaign(RunPlan(suite, **options), pytest.fail).run())
    results = {event.requirement.id: event for event in events if isinstance(event, Result)}
    return results, events[-1], names


BUSY = [Outcome.INCONCLUSIVE] * 2


def test_it_is_tried_again_when_all_else_is_done(suite, monkeypatch):
    results, _, names = run(suite, monkeypatch, {"decides": [*BUSY, Outcome.PASS], "needs_it": [Outcome.PASS]})
    assert {key: result.outcome for key, result in results.items()} == {FIRST: Outcome.PASS, SECOND: Outcome.PASS}
    assert names == ["decides", "needs_it", *["decides"] * 3]


def test_what_needs_it_and_fails_is_blamed_for_itself(suite, monkeypatch):
    results, end, _ = run(suite, monkeypatch, {"decides": [Outcome.INCONCLUSIVE], "needs_it": [Outcome.FAIL]})
    assert results[FIRST].outcome is Outcome.INCONCLUSIVE
    assert results[SECOND].outcome is Outcome.FAIL
    assert end.unjudged == (FIRST,)


def test_one_undecided_measurement_takes_no_others_with_it(suite, monkeypatch):
    results, end, _ = run(suite, monkeypatch, {"decides": [Outcome.INCONCLUSIVE], "needs_it": [Outcome.PASS]})
    assert results[SECOND].outcome is Outcome.PASS
    assert set(end.unjudged) == {FIRST}


def test_a_failure_that_is_found_at_the_end_explains_what_needs_it(suite, monkeypatch):
    results, end, _ = run(suite, monkeypatch, {"decides": [*BUSY, Outcome.FAIL], "needs_it": [Outcome.FAIL]})
    assert results[FIRST].outcome is Outcome.FAIL
    assert (results[SECOND].outcome, results[SECOND].blocked_by) == (Outcome.CONSEQUENCE, FIRST)
    assert end.exit_code == 1


def test_and_leaves_what_passes(suite, monkeypatch):
    results, _, _ = run(suite, monkeypatch, {"decides": [*BUSY, Outcome.FAIL], "needs_it": [Outcome.PASS]})
    assert results[SECOND].outcome is Outcome.PASS


@pytest.mark.parametrize(("strict", "exit_code"), [(False, 0), (True, 3)])
def test_what_stays_open_is_said_and_strict_does_not_accept_it(suite, monkeypatch, strict, exit_code):
    outcomes = {"decides": [Outcome.PASS], "needs_it": [Outcome.INCONCLUSIVE]}
    _, end, _ = run(suite, monkeypatch, outcomes, strict=strict)
    assert isinstance(end, RunFinished)
    assert (end.exit_code, end.unjudged) == (exit_code, (SECOND,))


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_failed_by_time_is_not_blamed_where_no_time_is_left_to_measure_it_again(suite, monkeypatch, jobs):
    def late_as_time_is_up(self, check, **_):
        self.over = TIME_UP
        return Trial(check, Outcome.FAIL, blame=Blame(Finding(FIRST, "an answer in time", "late", late_ms=40.0)))

    monkeypatch.setattr(Trials, "_run", late_as_time_is_up)
    events = list(Campaign(RunPlan(suite, selection=Selection((FIRST,)), jobs=jobs), pytest.fail).run())
    (result,) = [event for event in events if isinstance(event, Result)]
    assert (result.outcome, result.reason, events[-1].exit_code) == (Outcome.INCONCLUSIVE, TIME_UP, 3)
