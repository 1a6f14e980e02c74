"""Many runs over time: what is flaky, broken and fixed, and what noise does not tell."""

import json
import os
from dataclasses import replace

import click
import pytest
from jsonschema import Draft202012Validator

from conformance.front.cli.history import history_command
from conformance.many import history_document
from conformance.many.flakiness import State
from conformance.many.history import History
from conformance.many.history_document import document
from conformance.many.history_page import page as history_page
from conformance.many.history_text import Chronicle, outline, verdict
from conformance.protocol.driver import Identity
from conformance.report.jsonl import JsonlReporter
from conformance.report.outline import markdown, text
from conformance.report.reading import RecordedRun, read
from conformance.run.events import EngineFile, EngineNamed
from conformance.words.model import Outcome

EVIL = "<script>alert(1)</script>\x1b[31m ::error:: Demo"


@pytest.fixture
def past(make):
    """Make a history of rows (version, verdicts): P, F, U (failed now and then), X (found by exploring), - (not judged), C (a consequence)."""

    def results(letters, check):
        kinds = {
            "P": lambda name: make.result(name, seconds=1.0, check=check),
            "F": lambda name: make.failing(name, seconds=1.0, check=check),
            "U": lambda name: make.result(name, Outcome.INCONCLUSIVE, seconds=1.0, check=check, failed=1, measured=3),
            "X": lambda name: make.failing(name, seconds=1.0, check=check, explored=True),
            "-": lambda name: make.result(name, Outcome.BLOCKED, check=check, blocked_by="USI-HS-09"),
            "C": lambda name: make.consequence(name, "USI-HS-09", seconds=1.0, check=check, failed=1, measured=3),
            "i": lambda name: make.result(name, check=check),
        }
        return [kinds[letter](f"USI-HS-{place:02}") for place, letter in enumerate(letters, 1)]

    def build(*rows, check="greets", names=True, plans=None):
        history = History()
        for place, (version, letters) in enumerate(rows):
            found = results(letters, check)
            day = f"2026-01-{place + 1:02}T00:00:00.000+00:00" if place < 28 else f"2026-02-{place - 27:02}T00:00:00.000+00:00"
            plan = {"started": day, **(plans[place] if plans else {})}
            named = [EngineNamed(Identity(version))] if names and version else []
            events = (replace(make.started(), **plan), *named, *found, make.finished(*found))
            history.take(f"{place}.jsonl", RecordedRun(events, is_complete=True, began=plan["started"]))
        return history.engines()

    return build


def states(engine):
    return [
        (one.requirement.id[-2:], one.now.state, one.now.runs[0].place, one.before and one.before.runs[-1].place)
        for one in engine.stories
    ]


def said(engines, unread=(), recordings=0):
    return "\n".join(text(outline(Chronicle(tuple(engines), dict(unread), recordings))))


def test_what_broke_and_what_was_fixed_have_their_first_and_last_runs(past):
    (engine,) = past(("Demo 1.0", "PFP"), ("Demo 1.1", "P-P"), ("Demo 1.2", "FPP"), ("Demo 1.3", "FPP"))
    assert states(engine) == [("01", State.BROKEN, "2.jsonl", "1.jsonl"), ("02", State.HOLDS, "2.jsonl", "0.jsonl")]
    reported = said([engine])
    assert "since Demo 1.2 (build 0000000000) (2026-01-03, 2.jsonl); last good Demo 1.1" in reported
    assert "fixed since Demo 1.2" in reported
    assert "USI-HS-03" not in reported


def test_a_consequence_says_nothing_of_its_requirement(past):
    (engine,) = past(("Demo 1", "FPC"), ("Demo 2", "CCC"), ("Demo 3", "FPC"))
    assert states(engine) == [("01", State.BROKEN, "0.jsonl", None)]
    assert [len(one.now.runs) for one in engine.stories] == [2]


def test_what_was_always_broken_is_told_so(past):
    (engine,) = past(("Demo 1", "F"), ("Demo 2", "F"))
    assert "in all 2 runs that judged it, since Demo 1" in said([engine])


def test_runs_of_one_version_that_differ_are_flaky(past):
    (engine,) = past(*(("Demo 1", letter) for letter in "PFPPF"))
    assert states(engine) == [("01", State.FLAKY, "0.jsonl", None)]
    assert "failed in 2 of 5 runs" in said([engine])


def test_a_run_that_differs_in_itself_is_flaky(past):
    (engine,) = past(("Demo 1", "P"), ("Demo 1", "U"))
    assert states(engine)[0][1] is State.FLAKY
    assert "failed now and then in 1 of 2 runs" in said([engine])


@pytest.mark.parametrize(
    "plan",
    [
        {"files": (EngineFile("engine", 1, "1" * 64),)},
        {"version": "0.2.0"},
        {"seed": 8},
        {"time_scale": 2.0},
        {"checks": 6},
        {"label": "other"},
    ],
)
def test_runs_that_something_sets_apart_are_not_flaky(past, plan):
    (engine,) = past(("Demo 1", "P"), ("Demo 1", "F"), plans=({}, plan))
    assert states(engine) == [("01", State.BROKEN, "1.jsonl", "0.jsonl")]


def test_what_else_changed_is_told_beside_what_broke(past):
    (engine,) = past(("Demo 1", "P"), ("Demo 2", "F"), plans=({}, {"version": "0.2.0"}))
    assert "also not the same: conform 0.1.0 -> 0.2.0" in said([engine])


def test_a_label_is_the_version(past):
    files = [{"label": "abc", "files": (EngineFile("e", 1, digit * 64),)} for digit in "12"]
    (engine,) = past(("Demo", "P"), ("Demo", "F"), plans=files)
    assert states(engine)[0][1] is State.FLAKY
    assert [version.name for version in engine.versions] == ["abc"]


@pytest.mark.parametrize(
    ("row", "state"), [("P" * 9 + "F" * 9, State.BROKEN), ("PPF", State.FLAKY), ("P" * 30 + "F", State.FLAKY)]
)
def test_a_version_that_changed_once_for_all_is_broken_and_a_short_row_proves_nothing(past, row, state):
    (engine,) = past(*(("Demo 1", letter) for letter in row))
    assert states(engine)[0][1] is state


@pytest.mark.parametrize(
    ("later", "state"), [("PP", State.FLAKY), ("P" * 14, State.HOLDS), ("F", State.FLAKY), ("FFFFF", State.BROKEN)]
)
def test_what_was_flaky_is_steady_only_after_a_long_row(past, later, state):
    before = [("Demo 1", letter) for letter in ("PPPFP" if "P" in later else "FPFP")]
    after = [(f"Demo {place + 2}", letter) for place, letter in enumerate(later)]
    (engine,) = past(*before, *after)
    assert states(engine)[0][1] is state


def test_a_few_good_runs_before_do_not_tell_since_when_it_is_flaky(past):
    rows = [("Demo 0", "P"), *(("Demo 1", letter) for letter in "PPPFP")]
    (engine,) = past(*rows)
    assert states(engine) == [("01", State.FLAKY, "0.jsonl", None)]
    (engine,) = past(*[("Demo 0", "P")] * 14, *rows[1:])
    assert states(engine) == [("01", State.FLAKY, "14.jsonl", "13.jsonl")]


def test_an_invariant_that_passes_in_a_small_run_fixes_nothing(past):
    rows = ("Demo 1", "F"), ("Demo 2", "i")
    (engine,) = past(*rows, plans=({"checks": 100}, {"checks": 3}))
    assert states(engine)[0][1] is State.BROKEN
    (engine,) = past(*rows, plans=({"checks": 100}, {"checks": 99}))
    assert states(engine)[0][1] is State.HOLDS


def test_what_exploring_found_is_told_so(past):
    (engine,) = past(("Demo 1", "P"), ("Demo 1", "X"))
    assert "found by exploring" in said([engine])


def test_engines_are_told_apart_and_versions_are_not(past):
    engines = past(("Demo 1.0", "P"), ("Demo 1.1 dev", "P"), ("Other Thing 3", "P"))
    assert [(engine.name, len(engine.runs)) for engine in engines] == [("Demo", 2), ("Other Thing", 1)]
    engines = past(("Demo 1", "P"), ("Demo 1", "F"), plans=({}, {"settings": (("Hash", "1"),)}))
    assert sorted(len(engine.stories) for engine in engines) == [0, 1]


def test_a_run_that_told_no_name_belongs_to_the_engine_of_its_command(past):
    (engine,) = past(("Demo 1", "P"), ("", "F"))
    assert states(engine) == [("01", State.BROKEN, "1.jsonl", "0.jsonl")]
    assert "an engine that gives no name" in said([engine])


def test_runs_are_put_in_the_order_of_time(past):
    (engine,) = past(("Demo 2", "F"), ("Demo 1", "P"), plans=({"started": "2026-05-01"}, {"started": "2026-04-01"}))
    assert states(engine) == [("01", State.BROKEN, "0.jsonl", "1.jsonl")]


# -- reports ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def chronicle(past):
    rows = [(f"{EVIL} {place}", letters) for place, letters in enumerate(("PF", "PF", "FP", "FP"))]
    engines = past(*rows)
    return Chronicle(tuple(engines), {f"{EVIL}.jsonl": EVIL}, 2)


def test_the_document_fits_its_schema(chronicle):
    reported = json.loads(document(chronicle))
    Draft202012Validator(history_document.schema()).validate(reported)
    (engine,) = reported["engines"]
    assert [one["state"] for one in engine["requirements"]] == ["broken", "holds"]
    assert reported["unread"][0]["file"] == f"{EVIL}.jsonl"


def test_no_engine_gets_anything_into_a_report(chronicle):
    page, page_markdown = history_page(chronicle).decode(), markdown(outline(chronicle)).decode()
    for reported in (page, page_markdown):
        assert "<script>alert" not in reported
        assert "\x1b" not in reported
    assert "<svg" not in page
    assert "USI-HS-01" in page
    assert '<i class="pass" style="flex-grow:2"></i><i class="fail" style="flex-grow:2"></i>' in page
    assert "\x1b" not in "\n".join(text(outline(chronicle)))


def test_the_verdict_counts_requirements(chronicle):
    reported = "4 runs of 1 engine: 1 broken, 1 fixed or no longer flaky; 1 file could not be read"
    assert verdict(chronicle) == reported


# -- folders ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(make, tmp_path):
    """Make a folder with two runs, one of them below, something broken, and a recording."""
    (tmp_path / "below").mkdir()
    for place, made, started in (("a.jsonl", make.result(), "2026-01-01"), ("below/b.jsonl", make.failing(), "2026-01-02")):
        reporter = JsonlReporter(tmp_path / place)
        for event in (replace(make.started(), started=started, label=place), made, make.finished(made)):
            reporter.on(event)
        reporter.close()
    (tmp_path / "broken.jsonl").write_text("{\n")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "odd\udcff.jsonl").write_text("")
    (tmp_path / "kept.jsonl").write_text('{"recording": {"protocol": "usi"}}\n')
    return tmp_path


def run(capsys, *words):
    try:
        history_command.main([str(word) for word in words], standalone_mode=False)
    except SystemExit as end:
        return end.code, capsys.readouterr()
    return 0, capsys.readouterr()


def test_a_folder_is_read_with_what_cannot_be_read_named(folder, capsys):
    code, reported = run(capsys, folder, "--json", folder / "h.json", "--markdown", folder / "h.md", "--html", folder / "page")
    assert code == 0
    assert "since below/b.jsonl (2026-01-02, below/b.jsonl); last good a.jsonl" in reported.out
    assert "broken.jsonl: line 1: it is not JSON" in reported.out
    assert "1 recording of single dialogues left out" in reported.out
    assert "pipe.jsonl: it is not a file" in reported.out
    assert reported.out.rstrip().endswith("2 runs of 1 engine: 1 broken; 4 files could not be read")
    assert json.loads((folder / "h.json").read_text())["recordings"] == 1
    assert (folder / "page" / "index.html").exists()
    assert (folder / "h.md").read_text().startswith("## History")


def test_a_folder_without_runs_is_wrong_usage(tmp_path, capsys):
    with pytest.raises(click.UsageError, match="has no run"):
        run(capsys, tmp_path)


def test_evidence_is_left_out_and_old_records_have_no_label(folder):
    whole, lean = read(folder / "below/b.jsonl"), read(folder / "below/b.jsonl", evidence=False)
    assert whole.run.results[0].transcript
    assert not lean.run.results[0].transcript
    old = folder / "old.jsonl"
    rows = [json.loads(row) for row in (folder / "a.jsonl").read_text().splitlines()]
    for key in ("label", "started", "files"):
        del rows[0][key]
    old.write_text("".join(json.dumps(row) + "\n" for row in rows))
    recorded = read(old)
    assert recorded.run.plan.label == ""
    assert recorded.began == rows[0]["time"]
