"""What a baseline waives: which findings, in which versions, until when; and what a run makes of it."""

from datetime import date

import pytest

from conformance.run.events import OutdatedWaiver, Result, RunFinished, Waiver
from conformance.run.selection import Selection
from conformance.run.waivers import Waivers, fits
from conformance.testing import run_suite
from conformance.words.model import Outcome

STOP, CHECK = "USI-STOP-01", "stop_ends_an_infinite_search"
KNOWN = Waiver(STOP, CHECK, "the search is rewritten")


def waived_run(engine, *entries, words=("USI-STOP-01",), day=date(2026, 6, 1), **options):
    """The failures, the outdated entries and the end of a run."""
    waivers = Waivers(entries, options.pop("adopt", None), day=day, prunes=options.pop("prunes", False))
    events = run_suite("usi", engine, selection=Selection(words), waivers=waivers, **options)
    failures = [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL]
    return failures, [event for event in events if isinstance(event, OutdatedWaiver)], events[-1]


@pytest.mark.parametrize(
    ("version", "name", "is_fitting"),
    [
        ("1.2", "Demo 1.2", True),
        ("1.2", "Demo 1.2.1", False),
        ("1.2", "Demo 11.2", False),
        ("1.*", "Demo 1.2.1", True),
        ("demo 1.2", "Demo 1.2 dev", True),
        ("Demo dev", "Demo 1.2 dev", False),
        ("1.2", "", False),
        (" ", "Demo", False),
    ],
)
def test_a_version_is_words_of_the_engine_s_name(version, name, is_fitting):
    assert fits(Waiver(STOP, CHECK, "", versions=("9", version)), name) is is_fitting


def test_an_entry_without_versions_is_about_every_engine():
    assert fits(KNOWN, "")


def test_what_is_waived_does_not_fail_a_run_and_is_told():
    failures, outdated, end = waived_run("stop_ignored", KNOWN)
    assert [(one.requirement.id, one.gates, one.waiver) for one in failures] == [(STOP, False, KNOWN)]
    assert (outdated, end.exit_code) == ([], 0)
    assert waived_run("stop_ignored")[2].exit_code == 1


@pytest.mark.parametrize(
    "entry",
    [
        Waiver(STOP, "another_check", "why"),
        Waiver("USI-STOP-02", CHECK, "why"),
        Waiver(STOP, CHECK, "why", "2026-05-31"),
        Waiver(STOP, CHECK, "why", versions=("9.9",)),
    ],
)
def test_an_entry_about_something_else_or_another_time_waives_nothing(entry):
    failures, outdated, end = waived_run("stop_ignored", entry)
    assert [(one.gates, one.waiver) for one in failures] == [(True, None)]
    assert end.exit_code == 1
    assert outdated == ([OutdatedWaiver(entry, expired=True, passes=False)] if entry.expires else [])


def test_an_entry_holds_on_its_last_day():
    assert waived_run("stop_ignored", Waiver(STOP, CHECK, "why", "2026-06-01"))[2].exit_code == 0


def test_what_passes_now_is_told_and_fails_a_strict_run():
    passing = OutdatedWaiver(KNOWN, expired=False, passes=True)
    _, outdated, end = waived_run("reference", KNOWN)
    assert (outdated, end.exit_code) == ([passing], 0)
    assert waived_run("reference", KNOWN, strict=True)[2].exit_code == 1
    assert waived_run("reference", KNOWN, strict=True, prunes=True)[2].exit_code == 0


def test_what_was_not_judged_in_this_run_is_not_out_of_date():
    _, outdated, end = waived_run("reference", KNOWN, Waiver(STOP, CHECK, "why", "2020-01-01"), words=("USI-HS-01",), strict=True)
    assert (outdated, end.exit_code) == ([], 0)


def test_what_an_entry_does_not_know_fails_the_run_besides():
    other = Waiver("USI-STOP-02", CHECK, "why")
    assert waived_run("stop_ignored", other, KNOWN)[2].exit_code == 0
    assert waived_run("stop_ignored", other)[2].exit_code == 1


def test_a_run_that_adopts_waives_what_it_finds_and_not_what_has_expired():
    failures, _, end = waived_run("stop_ignored", adopt=lambda result: f"found {result.requirement.id}")
    assert ([one.waiver for one in failures], end.exit_code) == ([Waiver(STOP, CHECK, f"found {STOP}")], 0)
    late = Waiver(STOP, CHECK, "why", "2026-05-31")
    assert waived_run("stop_ignored", late, adopt=lambda _: "new")[2].exit_code == 1
    older = Waiver(STOP, CHECK, "why", versions=("9.9",))
    failures, _, _ = waived_run("stop_ignored", older, adopt=lambda _: "new")
    assert failures[0].waiver == Waiver(STOP, CHECK, "new", versions=("conform reference",))


def test_a_strict_run_accepts_what_only_waived_requirements_explain():
    words = ("USI-STOP-01", "USI-HS", "USI-OPT", "USI-STOP-06")
    waivers = Waivers((KNOWN,), day=date(2026, 6, 1))
    events = run_suite("usi", "stop_ignored", selection=Selection(words), waivers=waivers, strict=True)
    explained = [event for event in events if isinstance(event, Result) and event.requirement.id == "USI-STOP-06"]
    assert {(one.outcome, one.blocked_by) for one in explained} == {(Outcome.CONSEQUENCE, STOP)}

    assert isinstance(events[-1], RunFinished)
    assert events[-1].exit_code == 0
