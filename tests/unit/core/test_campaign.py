"""The order of a run: what is needed is decided first, also when it has to be measured again."""

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.front.loading import load_suite
from conformance.run.campaign import Campaign
from conformance.run.events import ExitCode, Result, RunFinished
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.testing import failing, run_suite
from conformance.words.model import Outcome

SUITE = checks.suite


def results(name, **options):
    events = run_suite(SUITE, ENGINES[name], **options)
    assert isinstance(events[-1], RunFinished)
    return [event for event in events if isinstance(event, Result)]


def test_a_fault_of_ours_is_raised_after_what_was_found_is_told():
    campaign = Campaign(RunPlan(SUITE), lambda: 1 / 0)
    events = []
    with pytest.raises(ZeroDivisionError):
        events.extend(campaign.run())
    assert isinstance(events[-1], RunFinished)
    assert (events[-1].exit_code, events[-1].message) == (ExitCode.OUR_FAULT, "ZeroDivisionError: division by zero")


def outcomes(found):
    return {(r.requirement.id, r.check): r.outcome for r in found}


def test_several_at_a_time_come_to_the_same_as_one_by_one():
    for name in ("stop_ignored", "plays_on_its_own_stone", "reference"):
        assert outcomes(results(name, jobs=8)) == outcomes(results(name))


def test_what_needs_a_late_answer_is_blocked_by_it():
    found = results("stop_ignored", jobs=8)
    assert failing(found) == {"TTT-STOP-01"}
    assert {r.blocked_by for r in found if r.outcome is Outcome.BLOCKED} == {"TTT-STOP-01"}


def test_only_what_is_selected_gates():
    found = results("stop_ignored", selection=Selection(select=("TTT-IDLE-01",)))
    assert not any(r.gates for r in found)


def test_a_selection_is_judged_with_what_the_foundations_tell():
    dialogues, _ = Selection(select=("TTT-MOVE-01",)).plan(SUITE)
    judged = {requirement for check in dialogues for requirement in check.requirements}
    assert judged >= set(SUITE.foundations)
    foundation, _ = Selection(select=("TTT-HELLO-01",)).plan(SUITE)
    assert {requirement for check in foundation for requirement in check.requirements}.isdisjoint({"TTT-GO-01"})


def test_a_tour_decides_nothing_for_a_selection():
    dialogues, _ = Selection(select=("NB-GAM-06",)).plan(load_suite("nboard"))
    assert not any(check.comes_last for check in dialogues)
