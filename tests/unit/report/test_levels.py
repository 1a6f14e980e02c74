"""The edition that a run judges by, and the level that an engine can claim, as each report says it."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from conformance.report.badge import badge
from conformance.report.console import ConsoleReporter
from conformance.report.html.of_run import page
from conformance.report.json_document import json_document
from conformance.report.junit import junit
from conformance.report.markdown import markdown
from conformance.report.model import MISSING, run_of
from conformance.run.events import Claim

PLAYS = Claim("plays", "analyses", ("USI-STOP-01", "USI-STOP-02"))


@pytest.fixture
def events(make):
    """The events of a run that ends with a claim."""

    def events(claim=PLAYS, *, level="", is_part=False, broken=1, **end):
        results = [make.failing(f"USI-STOP-0{n}") for n in range(1, 1 + broken)] or [make.result()]
        plan = replace(make.started(), edition="2026.1", level=level, is_part=is_part)
        return [plan, *results, make.finished(*results, claim=claim, **end)]

    return events


def printed(events, verbosity=0):
    out = io.StringIO()
    reporter = ConsoleReporter(Console(file=out, width=100), verbosity)
    for event in events:
        reporter.on(event)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("claim", "level", "words"),
    [
        (Claim("complete"), "", "complete"),
        (PLAYS, "", "plays; broken for analyses: USI-STOP-01; not judged for analyses: USI-STOP-02"),
        (Claim("", "plays", ("USI-HS-01",)), "", "none; not judged for plays: USI-HS-01"),
        (Claim("complete", not_offered=("ponders",)), "", "complete; not offered: ponders"),
        (Claim("plays"), "plays", "plays; nothing else was run"),
        (None, "", ""),
    ],
)
def test_a_level_in_words(events, claim, level, words):
    assert run_of(events(claim, level=level)).level == words


def test_many_that_are_missing_are_counted(events):
    missing = tuple(f"USI-STOP-{n:02}" for n in range(2, MISSING + 4))
    words = run_of(events(Claim("plays", "analyses", missing))).level
    assert words.endswith(f"{missing[MISSING - 1]} and 2 more")
    assert missing[MISSING] not in words


@pytest.mark.parametrize("verbosity", [0, 1])
def test_the_console_says_it_before_the_verdict(events, verbosity):
    *_, level, rest, verdict = printed(events(), verbosity)
    assert (
        f"{level} {rest.strip()}"
        == "Judged by usi 2026.1. Level: plays; broken for analyses: USI-STOP-01; not judged for analyses: USI-STOP-02."
    )
    assert verdict.startswith("not conforming")
    assert printed(events(None), verbosity)[-2] == "Judged by usi 2026.1."


def test_a_run_of_a_level_says_so_in_its_verdict(events):
    assert (
        printed(events(Claim("plays"), level="plays", broken=0))[-1] == "conforming in level plays: no MUST requirement is broken"
    )


def test_a_run_of_a_selection_is_conforming_in_that(events):
    part = events(None, is_part=True, broken=0)
    assert printed(part)[-1] == "conforming in the selection: no MUST requirement is broken"
    assert json.loads(badge(run_of(part), Path("b.json")))["message"] == "conforming in the selection"


@pytest.mark.parametrize(
    ("more", "message", "colour"),
    [
        ({}, "1 broken, level plays", "red"),
        ({"claim": None}, "1 broken", "red"),
        ({"claim": Claim("complete"), "broken": 0}, "conforming, level complete", "brightgreen"),
        ({"claim": Claim("plays"), "level": "plays", "broken": 0}, "level plays", "brightgreen"),
        ({"claim": Claim("", "plays", ("USI-HS-01",)), "level": "plays", "broken": 0}, "level none", "lightgrey"),
        ({"level": "analyses"}, "1 broken, level plays", "red"),
    ],
)
def test_a_badge_has_the_edition_and_the_level(events, more, message, colour):
    run = run_of(events(**more))
    told = json.loads(badge(run, Path("b.json")))
    assert (told["label"], told["message"], told["color"]) == ("usi 2026.1", message, colour)
    assert f'aria-label="usi 2026.1: {message}"' in badge(run, Path("b.svg")).decode()


def test_files_have_it(events):
    run = run_of(events())
    xml, text, html = junit(run).decode(), markdown(run).decode(), page(run, lambda _protocol, _result: None).decode()
    for report in (xml, text, html):
        assert "usi 2026.1" in report
        assert "plays; broken for analyses: USI" in report
    assert '<property name="edition" value="usi 2026.1" />' in xml
    assert (
        '<property name="level" value="plays; broken for analyses: USI-STOP-01; not judged for analyses: USI-STOP-02" />' in xml
    )
    document = json.loads(json_document(run))
    assert document["run"]["edition"] == "2026.1"
    assert document["summary"]["claim"] == {
        "level": "plays",
        "next": "analyses",
        "missing": ["USI-STOP-01", "USI-STOP-02"],
        "not_offered": [],
    }
