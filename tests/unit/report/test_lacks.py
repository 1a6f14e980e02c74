"""What the system of a run lacks stands in every report, and nothing of the kind where it lacks nothing."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from conformance.report.console import ConsoleReporter
from conformance.report.html.of_run import page
from conformance.report.json_document import json_document
from conformance.report.jsonl import JsonlReporter
from conformance.report.junit import junit
from conformance.report.markdown import markdown
from conformance.report.model import run_of
from conformance.report.reading import read

LACKS = ("hidden children are not found", "nobody tells of cores")


def events(make, lacks):
    plan = make.started()
    return replace(plan, host=replace(plan.host, lacks=lacks)), make.result(), make.finished(make.result())


def console(said):
    file = io.StringIO()
    reporter = ConsoleReporter(Console(file=file, width=80, no_color=True), 0)
    for event in said:
        reporter.on(event)
    return file.getvalue()


FORMS = {
    "console": console,
    "markdown": lambda said: markdown(run_of(said)).decode(),
    "junit": lambda said: junit(run_of(said)).decode(),
    "page": lambda said: page(run_of(said), lambda _protocol, _result: None).decode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_report_tells_it(make, form):
    said = " ".join(FORMS[form](events(make, LACKS)).split())
    assert "on this system" in said.lower()
    assert "hidden children are not found; nobody tells of cores" in said
    assert "on this system" not in FORMS[form](events(make, ())).lower()


def test_data_hold_it_and_it_can_be_read_back(make, tmp_path):
    said = events(make, LACKS)
    assert json.loads(json_document(run_of(said)))["run"]["host"]["lacks"] == list(LACKS)
    path = tmp_path / "run.jsonl"
    reporter = JsonlReporter(path)
    for event in said:
        reporter.on(event)
    reporter.close()
    assert read(path).run.plan.host.lacks == LACKS
