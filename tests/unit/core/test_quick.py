"""`--quick`: which dialogues run, what follows from a finding, and what the verdict says."""

import json

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.front.loading import load_suite
from conformance.protocol.suite import SuiteError
from conformance.report.badge import badge
from conformance.report.jsonl import JsonlReporter
from conformance.report.model import run_of
from conformance.report.reading import read
from conformance.run import quick
from conformance.run.events import CheckStarted, ExitCode, RunStarted, Waiver
from conformance.run.selection import Selection
from conformance.run.waivers import Waivers
from conformance.testing import failing, results, run_suite
from conformance.testing.cover import JOBS, LENT, START, seconds

TOY = checks.suite


def checks_run(events):
    return [event.check for event in events if isinstance(event, CheckStarted)]


def test_a_suite_that_says_nothing_is_judged_by_its_foundations():
    events = run_suite(TOY, ENGINES["reference"], quick=True)
    assert not quick.has_cover(TOY)
    assert checks_run(events) == [check.name for check in quick.cover(TOY)]
    assert all(TOY.is_foundation(check) for check in quick.cover(TOY))
    assert events[-1].exit_code == ExitCode.CONFORMING


def test_a_name_that_no_dialogue_has_is_refused(monkeypatch):
    monkeypatch.setattr(quick, "_names", lambda _: ["no_such_dialogue"])
    with pytest.raises(SuiteError, match=r"quick\.toml of tictactoe names no_such_dialogue"):
        quick.cover(TOY)


def test_what_is_behind_a_finding_is_held_too_and_the_blame_is_that_of_a_selection():
    events = run_suite("usi", "stop_ignored", quick=True)
    names = [check.name for check in quick.cover(load_suite("usi"))]
    assert checks_run(events)[: len(names)] == names
    assert len(set(checks_run(events))) > len(names)
    assert failing(events) == {"USI-STOP-01"}


def test_several_at_a_time_come_to_the_same_as_one_by_one():
    # one that is not silent: waits in vain count once where they overlap, so that fewer of them use up a run's time one by one
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
    assert run.verdict.endswith(" requirements judged: no MUST requirement is broken")
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


def test_what_fails_no_run_is_told_at_once_and_looked_behind_where_it_does():
    whole = [check.name for check in quick.cover(load_suite("usi"))]
    events = run_suite("usi", "win_when_king_entered", quick=True)
    assert (failing(events), checks_run(events)) == ({"USI-RES-03"}, whole)
    strict = run_suite("usi", "win_when_king_entered", quick=True, strict=True)
    assert failing(strict) == {"USI-RES-03"}
    assert len(checks_run(strict)) > len(whole)
