"""One model of a run: every report of it has the same counts and the same order, also when it is made of a file."""

import io
import json
import re
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from conformance.report.console import ConsoleReporter
from conformance.report.document import json_document
from conformance.report.jsonl import JsonlReporter
from conformance.report.junit import junit
from conformance.report.model import run_of
from conformance.report.reading import read
from conformance.run.selection import Selection
from conformance.testing import run_suite
from conformance.words.model import Outcome

#: A clean run, one with findings of several levels, one that no verdict follows from.
RUNS = {
    "clean": ("reference", ("USI-HS",), ""),
    "faulty": ("no_info_at_all", ("USI-HS", "USI-INFO"), ""),
    "without a verdict": ("reference", ("USI-HS",), "the engine answers as one of another protocol"),
}


@pytest.fixture(scope="module", params=RUNS)
def events(request):
    engine, words, obstacle = RUNS[request.param]
    return run_suite("usi", engine, selection=Selection(words), obstacle=lambda: obstacle)


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
    cases = [case for case in root.iter("testcase") if not case.get("classname").endswith(".run")]
    assert len(cases) == len([one for one in document["results"] if one["selected"]]) == sum(verdicts.values())
    assert len(root.findall(".//failure")) == verdicts[Outcome.FAIL] - run.mild


def test_all_reports_have_the_same_order(events):
    run = run_of(events)
    document, root = json.loads(json_document(run)), ET.fromstring(junit(run))
    found = [finding["requirement"] for finding in document["findings"]]
    shown = [row.split()[0] for row in printed(events, verbosity=-1).splitlines() if re.match(r"[A-Z]+-[A-Z]+-\d+ ", row)]
    assert shown == found == [finding.requirement.id for finding in run.findings]
    cases = [case.get("name") for case in root.iter("testcase") if not case.get("classname").endswith(".run")]
    assert cases == [f"{one['requirement']} {one['check']}" for one in document["results"] if one["selected"]]


def test_all_reports_have_the_same_verdict(events):
    run = run_of(events)
    last = " ".join(printed(events).rsplit("\n\n", 1)[-1].split())
    assert last.endswith(json.loads(json_document(run))["verdict"])


def test_a_recorded_run_gives_the_same_reports(events, recorded):
    assert recorded.is_complete
    for render in (json_document, junit):
        assert render(recorded.run) == render(run_of(events))
    for verbosity in (-1, 0, 1):
        assert printed(recorded.events, verbosity) == printed(events, verbosity)
