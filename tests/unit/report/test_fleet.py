"""The table of a fleet: sections counted, what is new and fixed against the last run that is kept, and how the command ends."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from jsonschema import Draft202012Validator

from conformance.many import fleet_table
from conformance.many.archive import Archive
from conformance.many.fleet import Fleet, Origin, row_of, row_without
from conformance.many.fleet_page import page as fleet_page
from conformance.many.fleet_table import document, outline
from conformance.protocol.driver import Identity
from conformance.report.jsonl import JsonlReporter
from conformance.report.model import run_of
from conformance.report.outline import markdown, text
from conformance.run.events import EngineNamed, ExitCode, Waiver
from conformance.words.model import Level, Outcome

EVIL = "<script>alert(1)</script>\x1b[31m ::error:: Demo"


@pytest.fixture
def events(make):
    """Make the events of a run from its results."""

    def build(*results, name="Demo"):
        return (make.started(), EngineNamed(Identity(name)), *results, make.finished(*results))

    return build


@pytest.fixture
def archive(tmp_path, events):
    """Keep runs of one engine, one each day."""

    def build(*runs):
        for day, results in enumerate(runs, 1):
            place = tmp_path / "run.jsonl"
            reporter = JsonlReporter(place)
            *reported, end = events(*results)
            has_verdict = any(result.outcome is not Outcome.INCONCLUSIVE for result in results)
            for event in (*reported, end if has_verdict else replace(end, exit_code=ExitCode.NO_VERDICT)):
                reporter.on(event)
            reporter.close()
            Archive(tmp_path / "runs", datetime(2026, 1, day, tzinfo=UTC)).keep("demo", "1", place.read_bytes())
        return Archive(tmp_path / "runs", datetime(2026, 2, 1, tzinfo=UTC))

    return build


@pytest.fixture
def fleet(make, events):
    good = events(make.result(), make.result("USI-GO-01", section="search", check="goes"))
    bad = events(
        make.failing(), make.failing("USI-HS-02", level=Level.SHOULD, gates=False), make.result("USI-HS-03", Outcome.BLOCKED, blocked_by="USI-HS-01"),
        make.result("USI-HS-04"), name=EVIL,
    )  # fmt: skip
    return Fleet(
        (
            row_of(Origin("good", "1.0", ("ours",)), run_of(good), None, place="good/1.0/x.jsonl", size=5),
            row_of(Origin("bad", worker=EVIL, tries=2), run_of(bad), None),
            row_without(Origin("gone"), EVIL),
        ),
        "2026-02-03T04:05:06+00:00",
        3.0,
    )


def test_sections_are_counted_and_told_apart_by_what_fails_the_run(fleet):
    good, bad, gone = fleet.rows
    assert [(cell.key, cell.broken, cell.passed, cell.undecided, cell.failing) for cell in bad.cells] == [
        ("handshake", 2, 1, 1, 1)
    ]
    assert (good.state, bad.state, gone.state) == ("conforming", "not conforming", "no verdict")
    rows = [row.split() for row in text(outline(fleet))]
    assert ["good/1.0", "conforming", "0/2", "0/1", "0/1"] in rows
    assert ["bad", "not", "conforming", "2/3!", "2/3!"] in rows
    assert ["gone", "no", "verdict"] in rows
    assert " ".join(rows[-1]) == "3 campaigns: 1 conforming, 1 not conforming, 1 no verdict"


def test_a_consequence_is_neither_broken_nor_sound(events, make):
    row = row_of(Origin("one"), run_of(events(make.failing(), make.consequence("USI-HS-02", "USI-HS-01"))), None)
    assert [(cell.broken, cell.passed, cell.undecided, cell.failing) for cell in row.cells] == [(1, 0, 1, 1)]
    assert (row.broken, row.judged) == (1, 1)


def test_what_is_new_and_fixed_is_told_against_the_last_run_that_came_to_a_verdict(make, events, archive):
    runs = archive(
        [make.failing(), make.result("USI-HS-02")],
        [make.result("USI-HS-01", Outcome.INCONCLUSIVE), make.result("USI-HS-02", Outcome.INCONCLUSIVE)],
    )
    known = Waiver("USI-HS-03", "greets", "known")
    now = run_of(events(make.result(), make.failing("USI-HS-02"), make.failing("USI-HS-03", waiver=known, gates=False)))
    row = row_of(Origin("demo", "1"), now, runs.last("demo", "1"))
    assert (row.new, row.fixed, row.before) == (("USI-HS-02",), ("USI-HS-01",), "demo/1/2026-01-01T000000Z.jsonl")
    reported = list(text(outline(Fleet((row,)))))
    assert reported[2].split() == ["demo/1", "not", "conforming", "2/3!", "1", "1", "2/3!"]
    assert "demo/1: fixed since demo/1/2026-01-01T000000Z.jsonl: USI-HS-01" in reported
    assert reported[-1] == "1 campaign: 1 not conforming; since the runs before 1 new, 1 fixed"


def test_no_run_is_replaced_and_other_versions_are_no_runs_before(tmp_path):
    archive = Archive(tmp_path, datetime(2026, 1, 1, tzinfo=UTC))
    first, second = archive.keep("a", "", b"1"), archive.keep("a", "", b"2")
    assert [(tmp_path / place).read_bytes() for place in (first, second)] == [b"1", b"2"]
    assert archive.last("a", "") is None
    assert archive.last("b", "1") is None


def test_of_two_fleets_that_began_in_the_same_second_the_later_is_the_last(make, archive, tmp_path):
    runs = archive([make.result()])
    first = tmp_path / "runs" / runs.last("demo", "1").place
    for number in range(1, 11):
        runs.keep("demo", "1", first.read_bytes())
        assert runs.last("demo", "1").place == f"demo/1/2026-02-01T000000Z{f'.{number - 1}' if number > 1 else ''}.jsonl"


def test_a_file_that_is_no_run_is_passed_over(make, archive, tmp_path):
    runs = archive([make.result()])
    (tmp_path / "runs" / "demo" / "1" / "2026-01-09T000000Z.jsonl").write_text("{")
    (tmp_path / "runs" / "demo" / "1" / "2026-01-10T000000Z.jsonl").mkdir()
    assert runs.last("demo", "1").place == "demo/1/2026-01-01T000000Z.jsonl"


@pytest.mark.parametrize(
    ("codes", "ends"),
    [
        ((), 0),
        ((0, 0), 0),
        ((0, 3), 3),
        ((3, 4, 0), 4),
        ((4, 3, 1, 0), 1),
        ((0, 2), 3),
        ((0, -9), 3),
        ((143, 0), 3),
    ],
)
def test_the_worst_campaign_decides_the_end(codes, ends):
    assert Fleet(tuple(row_without(Origin("a"), "why", code) for code in codes)).exit_code == ends
    assert Fleet((), interrupted=130).exit_code == 130


def test_runs_of_another_protocol_are_not_compared(make, events, archive):
    before = archive([make.failing()]).last("demo", "1")
    plan, *rest = events(make.result())
    row = row_of(Origin("demo", "1"), run_of((replace(plan, protocol="uci"), *rest)), before)
    assert (row.before, row.fixed) == ("", ())


def test_the_document_is_that_of_its_schema(fleet):
    reported = json.loads(document(fleet))
    schema = fleet_table.schema()
    Draft202012Validator(schema).validate(reported)
    assert reported["exit_code"] == ExitCode.NOT_CONFORMING
    del reported["campaigns"][0]["sections"]
    assert not Draft202012Validator(schema).is_valid(reported)


def test_what_engines_and_workers_say_stays_text(fleet):
    page, table, console = fleet_page(fleet).decode(), markdown(outline(fleet)).decode(), "\n".join(text(outline(fleet)))
    for shown in (page, table, console):
        assert "\x1b" not in shown
    assert "<script>alert" not in page
    assert "<script>" not in table
    assert "good/1.0" in page
    assert page.count("<tr data-outcome=") == 3


def test_rows_that_are_filtered_are_engines(fleet):
    assert b'id="shown" data-rows="engines"' in fleet_page(fleet)


def test_a_page_of_nothing_is_a_page():
    assert b"nothing to do" in fleet_page(Fleet(()))
