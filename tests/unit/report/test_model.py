"""One model of a run: every report of it has the same counts and the same order, also when it is made of a file."""

import io
import json
import re
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from conformance.front.loading import load_suite
from conformance.report.badge import badge
from conformance.report.console import ConsoleReporter
from conformance.report.github import annotations
from conformance.report.json_document import json_document
from conformance.report.jsonl import JsonlReporter
from conformance.report.junit import junit
from conformance.report.markdown import markdown
from conformance.report.model import run_of
from conformance.report.reading import read
from conformance.run.campaign import Campaign
from conformance.run.events import Waiver
from conformance.run.plan import RunPlan, Services
from conformance.run.selection import Selection
from conformance.run.waivers import Waivers
from conformance.testing.runs import started
from conformance.words.model import Outcome

#: An entry that waives a finding, and two that are out of date.
WAIVERS = Waivers(
    (
        Waiver("USI-STOP-01", "stop_ends_an_infinite_search", "the search is rewritten", "2026-12-31"),
        Waiver("USI-HS-01", "handshake", "was slow"),
        Waiver("USI-STOP-01", "stop_ends_an_infinite_search", "once more", "2026-01-31"),
    ),
    day=date(2026, 6, 1),
)
#: A clean run, one with findings of several levels, one that no verdict follows from.
RUNS = {
    "clean": ("reference", ("USI-HS",), ""),
    "faulty": ("no_info_at_all", ("USI-HS", "USI-INFO"), ""),
    "faulty, with a baseline": ("stop_ignored", ("USI-HS", "USI-OPT", "USI-STOP-01"), ""),
    "without a verdict": ("reference", ("USI-HS",), "the engine answers as one of another protocol"),
}


@pytest.fixture(scope="module", params=RUNS)
def events(request):
    engine, words, obstacle = RUNS[request.param]
    waivers = WAIVERS if "baseline" in request.param else Waivers()
    plan = RunPlan(load_suite("usi"), selection=Selection(words), waivers=waivers)

    class InTheWay(Services):
        def obstacle(self):
            return obstacle

    return list(Campaign(plan, lambda: started("usi", engine), InTheWay()).run())


@pytest.fixture(scope="module")
def recorded(events, tmp_path_factory):
    path = tmp_path_factory.mktemp("recorded") / "run.jsonl"
    reporter = JsonlReporter(path)
    for event in events:
        reporter.on(event)
    reporter.close()
    return read(path)


def printed(events, verbosity=0):
    file = io.StringIO()
    reporter = ConsoleReporter(Console(file=file, width=80, no_color=True), verbosity)
    for event in events:
        reporter.on(event)
    return file.getvalue()


def counts_of(text):
    return {
        kind.replace(" ", "_"): int(number)
        for number, kind in re.findall(r"(\d+) (pass|fail|blocked|inconclusive|not applicable)", text)
    }


def test_all_reports_count_the_same(events):
    run = run_of(events)
    document, root = json.loads(json_document(run)), ET.fromstring(junit(run))
    console = " ".join(printed(events).split())
    counts = {outcome.value: count for outcome, count in run.counts if count}
    assert {name: count for name, count in document["summary"]["counts"].items() if count} == counts
    assert counts_of(re.search(r"Requirements(?: \(\d+ of \d+\))?: (.*?)\. \d+ line", console)[1]) == counts
    assert {p.get("value") for p in root.iter("property") if p.get("name") == "requirements"} == {
        ", ".join(f"{count} {name}" for name, count in counts.items())
    }
    verdicts = dict(run.verdicts)
    cases = [case for case in root.iter("testcase") if not case.get("classname").endswith((".run", ".baseline"))]
    assert len(cases) == len([one for one in document["results"] if one["selected"]]) == sum(verdicts.values())
    assert len(root.findall(".//failure")) == verdicts[Outcome.FAIL] - run.mild - len(run.waived)


def test_all_reports_have_the_same_order(events):
    run = run_of(events)
    document, root = json.loads(json_document(run)), ET.fromstring(junit(run))
    found = [finding["requirement"] for finding in document["findings"]]
    shown = [row.split()[0] for row in printed(events, verbosity=-1).splitlines() if re.match(r"[A-Z]+-[A-Z]+-\d+ ", row)]
    assert shown == found == [finding.requirement.id for finding in run.findings]
    cases = [case.get("name") for case in root.iter("testcase") if not case.get("classname").endswith((".run", ".baseline"))]
    assert cases == [f"{one['requirement']} {one['check']}" for one in document["results"] if one["selected"]]


def test_all_reports_have_the_same_verdict(events):
    run = run_of(events)
    last = " ".join(printed(events).rsplit("\n\n", 1)[-1].split())
    assert last.endswith(json.loads(json_document(run))["verdict"])


def test_a_recorded_run_gives_the_same_reports(events, recorded):
    assert recorded.is_complete
    for render in (json_document, junit, markdown):
        assert render(recorded.run) == render(run_of(events))
    for verbosity in (-1, 0, 1):
        assert printed(recorded.events, verbosity) == printed(events, verbosity)


@pytest.mark.parametrize("events", ["faulty, with a baseline"], indirect=True)
def test_what_is_waived_and_what_is_out_of_date_is_in_every_report(events):
    run = run_of(events)
    why = "waived until 2026-12-31: the search is rewritten"
    assert run.verdict.startswith("conforming in the selection but for 1 requirement that the baseline waives: USI-STOP-01")
    for verbosity, words in (
        (-1, "USI-STOP-01 MUST, waived: "),
        (0, f"stop_ends_an_infinite_search: {why}"),
        (1, f"waiver: {why}"),
    ):
        assert words in " ".join(printed(events, verbosity).split())
    for verbosity in (0, 1):
        text = " ".join(printed(events, verbosity).split())
        assert "USI-HS-01 handshake: it passes now (it was waived: was slow)" in text
        assert "its last day was 2026-01-31" in text
    document = json.loads(json_document(run))
    assert [(one["requirement"], one["waived"]) for one in document["findings"]] == [("USI-STOP-01", True)]
    assert [(one["requirement"], one["passes"], one["expired"]) for one in document["outdated_waivers"]] == [
        ("USI-HS-01", True, False),
        ("USI-STOP-01", False, True),
    ]
    root = ET.fromstring(junit(run))
    assert not root.findall(".//failure")
    messages = [skipped.get("message") for skipped in root.iter("skipped")]
    assert any(message.startswith(why) for message in messages)
    assert "out of date: it passes now" in messages
    text = markdown(run).decode()
    assert "### Waived by the baseline: 1 finding" in text
    assert "| out of date, because |" in text
    assert "was slow" in text
    assert json.loads(badge(run, Path("b.json")))["message"] == "conforming in the selection, 1 waived"
    assert [line.split("::")[1] for line in annotations(run)] == [
        "warning title=USI-HS-01 (baseline)",
        "warning title=USI-STOP-01 (baseline)",
    ]
