"""`--quick`: which dialogues run, what follows from a finding, and what the verdict says. Its pool: see `test_scheduling.py`."""

import json
import math

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.front.loading import load_suite
from conformance.protocol.suite import CheckKind
from conformance.report.badge import badge
from conformance.report.jsonl import JsonlReporter
from conformance.report.model import run_of
from conformance.report.reading import read
from conformance.run import campaign
from conformance.run.events import CheckStarted, ExitCode, RunStarted, Waiver
from conformance.run.order import best_first, cover, foundations
from conformance.run.selection import Selection
from conformance.run.waivers import Waivers
from conformance.testing import failing, results, run_suite
from conformance.testing.cover import JOBS, LENT, START, seconds

TOY = checks.suite


@pytest.fixture(autouse=True)
def no_clock_on_the_wall(monkeypatch):
    """It closes the pool of a quick run, and says nothing of dialogues on the virtual clock."""
    monkeypatch.setattr(campaign, "QUICK_SECONDS", math.inf)


def checks_run(events):
    return [event.check for event in events if isinstance(event, CheckStarted)]


def planned(suite):
    """The dialogues of a quick run, in the order in which they begin where one runs at a time."""
    first = foundations(suite, suite.of_kind(CheckKind.DIALOGUE))
    return [check.name for check in (*first, *best_first(suite, [check for check in cover(suite) if check not in first]))]


def test_a_suite_that_says_nothing_is_judged_by_its_foundations():
    events = run_suite(TOY, ENGINES["reference"], quick=True)
    assert checks_run(events) == [check.name for check in foundations(TOY, TOY.of_kind(CheckKind.DIALOGUE))] == planned(TOY)
    assert events[-1].exit_code == ExitCode.CONFORMING


def test_a_quick_run_is_the_foundations_and_the_cover():
    events = run_suite("usi", "reference", quick=True)
    assert checks_run(events) == planned(load_suite("usi"))


def test_it_is_the_first_part_of_the_order_of_a_whole_run():
    usi = load_suite("usi")
    whole = checks_run(run_suite("usi", "reference"))
    assert whole[: len(planned(usi))] == planned(usi)
    assert len(whole) > 2 * len(planned(usi))


def test_it_ends_at_a_foundation_as_every_run_does():
    events = run_suite("usi", "stop_ignored", quick=True)
    assert checks_run(events)[-1] == "stop_ends_an_infinite_search"
    assert (failing(events), events[-1].ended_by) == ({"USI-STOP-01"}, "USI-STOP-01")


def test_what_fails_is_followed_by_what_may_explain_it_and_the_blame_is_that_of_a_whole_run():
    found = run_suite("usi", "bestmove_in_csa_notation", quick=True)
    names = planned(load_suite("usi"))
    assert checks_run(found)[: len(names)] == names
    assert len(set(checks_run(found))) > len(names)
    assert failing(found) <= failing(run_suite("usi", "bestmove_in_csa_notation"))
    assert failing(found)


def test_it_says_how_many_of_the_known_faults_it_would_find():
    end = run_suite("usi", "reference", quick=True)[-1]
    assert 0.5 * end.known_faults < end.found_faults < end.known_faults
    whole = run_suite("usi", "reference")[-1]
    assert (whole.found_faults, whole.known_faults) == (0, 0), "a whole run finds them all"


def test_several_at_a_time_come_to_the_same_as_one_by_one():
    one, eight = (
        [
            (r.check, r.requirement.id, r.outcome)
            for r in results(run_suite("usi", "searches_the_board_before", quick=True, jobs=jobs))
        ]
        for jobs in (1, 8)
    )
    assert sorted(one) == sorted(eight)


def test_a_selection_leaves_out_what_it_does_not_select():
    events = run_suite("usi", "reference", quick=True, selection=Selection(("USI-STOP",)))
    whole = set(checks_run(run_suite("usi", "reference", quick=True)))
    assert set(checks_run(events)) < whole
    assert {r.requirement.id.rsplit("-", 1)[0] for r in results(events) if r.selected} == {"USI-STOP"}


def test_the_verdict_and_the_record_say_that_it_was_quick(tmp_path):
    events = run_suite("usi", "reference", quick=True)
    run = run_of(events)
    assert run.verdict.startswith("quick run, ")
    found = f"which finds {run.end.found_faults} of {run.end.known_faults} known faults that break a MUST"
    assert run.verdict.endswith(f" requirements judged, {found}: no MUST requirement is broken")
    assert "conforming" not in run.verdict
    assert json.loads(badge(run, tmp_path / "badge.json"))["message"] == "quick run, nothing broken"
    reporter = JsonlReporter(tmp_path / "run.jsonl")
    for event in events:
        reporter.on(event)
    reporter.close()
    assert read(tmp_path / "run.jsonl").run.verdict == run.verdict
    plan = events[0]
    assert isinstance(plan, RunStarted)
    assert plan.quick
    assert "left to a whole run" in dict(plan.untested).values()
    broken = run_of(run_suite("usi", "stop_ignored", quick=True)).verdict
    assert broken.startswith("not conforming: 1 MUST requirement broken: USI-STOP-01; quick run, ")
    assert broken.endswith("the rest was not tried (--keep-going tries it)")


def test_what_a_quick_run_does_not_see_fail_is_not_out_of_date_in_a_baseline():
    events = run_suite("usi", "reference")
    check = next(r.check for r in results(events) if r.outcome == "pass" and r.requirement.id == "USI-BM-01")
    waivers = Waivers((Waiver("USI-BM-01", check, "known"),))
    assert run_of(run_suite("usi", "reference", waivers=waivers)).outdated
    assert not run_of(run_suite("usi", "reference", quick=True, waivers=waivers)).outdated


def test_dialogues_that_wait_longest_begin_first_and_share_the_cores():
    assert seconds([]) == 0
    assert seconds([1.0, 0.5]) == pytest.approx(START / 2 + 1.0)
    assert seconds([1.0] * (JOBS + 1)) == pytest.approx(START / 2 + 1.0 + LENT / 2 + 1.0)
