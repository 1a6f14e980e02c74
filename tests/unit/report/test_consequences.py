"""Failures that another finding explains: below that finding in every report, and no finding in any."""

import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import pytest
from rich.console import Console

from conformance.many.board import entry_of
from conformance.many.history import History
from conformance.report.badge import badge
from conformance.report.console import ConsoleReporter
from conformance.report.github import annotations
from conformance.report.html.of_run import MOST_CONSEQUENCES, page
from conformance.report.json_document import json_document
from conformance.report.junit import junit
from conformance.report.live import LiveReporter
from conformance.report.markdown import markdown
from conformance.report.model import run_of
from conformance.report.reading import RecordedRun
from conformance.words.model import Kind, Level, Outcome


@pytest.fixture
def run(make):
    def build(*results):
        return run_of((make.started(), *results, make.finished(*results)))

    return build


@pytest.fixture
def said(make):
    def say(*results, verbosity=0):
        file = io.StringIO()
        make.feed(ConsoleReporter(Console(file=file, width=100, no_color=True), verbosity), *results)
        return file.getvalue()

    return say


@pytest.fixture
def results(make):
    """A finding, a requirement that it explains in two checks, and one in another."""
    return (
        make.failing("USI-HS-01"),
        make.consequence("USI-BM-03", "USI-HS-01", section="search", check="walks", actual="no move"),
        make.consequence("USI-BM-03", "USI-HS-01", section="search", check="runs"),
        make.consequence("USI-GO-02", "USI-HS-01", section="search"),
    )


def words(element):
    return " ".join(" ".join(element.itertext()).split())


def tree(run):
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page(run).decode())


def test_consequences_stand_below_the_finding_that_explains_them(said, results):
    text = said(*results)
    assert (
        "  again:    conform --protocol usi --select USI-HS-01 ./engine\n  consequences: USI-BM-03 (in 2 checks), USI-GO-02\n"
        in text
    )
    assert text.count("USI-BM-03") == 1
    assert "Requirements (3 of 47): 1 fail, 2 consequence." in text


def test_a_handful_of_consequences_is_named(said, make):
    many = [make.consequence(f"USI-GO-{n}", "USI-HS-01") for n in range(10, 18)]
    text = said(make.failing("USI-HS-01"), *many)
    assert "consequences: USI-GO-10, USI-GO-11, USI-GO-12, USI-GO-13, USI-GO-14 and 3 more\n" in text


def test_verbose_shows_each_consequence_with_its_dialogue(said, results):
    text = said(*results, verbosity=1)
    assert "  consequence: USI-BM-03 MUST in walks: no move (expected: one `usiok`)\n  dialogue (seconds" in text
    assert text.count("  consequence: ") == 3
    assert text.count("  dialogue (seconds") == 4


def test_a_consequence_is_no_finding_and_blocks_nothing(run, results):
    made = run(*results)
    assert [finding.requirement.id for finding in made.findings] == ["USI-HS-01"]
    assert (made.blocked, made.begin_with, made.findings[0].blocks) == ({}, (), 0)
    assert dict(made.counts)[Outcome.CONSEQUENCE] == 2
    assert dict(made.verdicts)[Outcome.CONSEQUENCE] == 3
    assert made.verdict == "not conforming: 1 MUST requirement broken: USI-HS-01"
    assert json.loads(badge(made, Path("b.json")))["message"] == "1 broken"
    assert len(list(annotations(made))) == 1


def test_markdown_names_the_consequences_of_a_finding(run, results):
    text = markdown(run(*results)).decode()
    assert "- **consequences:** USI-BM-03 (in 2 checks), USI-GO-02\n" in text
    assert "| USI-BM-03 |" not in text


def test_the_page_folds_each_consequence_with_its_own_dialogue(run, results):
    root = tree(run(*results))
    (article,) = root.iter("article")
    (folded,) = [one for one in article.iter("details") if one.get("class") == "consequences"]
    assert words(folded.find("summary")) == "3 consequences"
    first, *_ = rows = folded.findall("./ul/li")
    assert words(first).startswith("USI-BM-03 MUST walks: no move (expected: one usiok ) Dialogue")
    assert all("0.020 > go infinite" in words(row.find("./details/pre")) for row in rows)
    verdicts = next(one for one in root.iter("table") if one.get("class") == "verdicts")
    assert "USI-GO-02 MUST consequence greets consequence of USI-HS-01: two" in words(verdicts)


def test_a_list_of_consequences_has_an_end(run, make):
    many = [make.consequence("USI-GO-01", "USI-HS-01", check=f"c{n}") for n in range(MOST_CONSEQUENCES + 4)]
    data = page(run(make.failing("USI-HS-01"), *many)).decode()
    assert data.count("<summary>Dialogue</summary>") == MOST_CONSEQUENCES
    assert "and 4 more in the list of verdicts" in data


def test_in_junit_a_consequence_is_skipped_with_what_was_seen(run, results):
    root = ET.fromstring(junit(run(*results)))
    assert len(root.findall(".//failure")) == 1
    case = next(one for one in root.iter("testcase") if one.get("name") == "USI-BM-03 walks")
    assert case.find("skipped").get("message") == "consequence of USI-HS-01: no move (expected: one `usiok`)"
    assert "dialogue (seconds, > to the engine, < from it):" in case.find("system-out").text
    assert "likely cause" not in case.find("system-out").text


def test_the_document_has_it_as_a_result_and_no_finding(run, results):
    document = json.loads(json_document(run(*results)))
    assert [one["requirement"] for one in document["findings"]] == ["USI-HS-01"]
    seen = [one for one in document["results"] if one["outcome"] == "consequence"]
    assert [(one["requirement"], one["blocked_by"], one["gates"]) for one in seen] == [
        ("USI-BM-03", "USI-HS-01", False),
        ("USI-BM-03", "USI-HS-01", False),
        ("USI-GO-02", "USI-HS-01", False),
    ]


def test_while_a_run_goes_a_consequence_is_counted_and_not_told(make):
    file = io.StringIO()
    reporter = LiveReporter(Console(file=file, width=100), terminal=False, every=3600)
    for event in (make.started(), make.consequence("USI-BM-03", "USI-HS-01")):
        reporter.on(event)
    assert "0/5 checks begun, 1 consequence; now:" in reporter.state()
    assert file.getvalue() == ""


def test_on_a_board_a_consequence_is_neither_broken_nor_judged(run, results):
    history, made = History(), run(*results)
    history.take("one.jsonl", RecordedRun((made.plan, *made.results, made.end), is_complete=True, began=made.plan.started))
    (engine,) = history.engines()
    entry = entry_of(engine, made, "one.html")
    assert entry.broken == {"handshake": {"USI-HS-01": "USI-HS-01"}}
    assert [(cell.key, cell.broken, cell.passed, cell.undecided) for cell in entry.row.cells] == [
        ("handshake", 1, 0, 0),
        ("search", 0, 0, 2),
    ]


# -- what may be more than a consequence ------------------------------------------------------------------------------------


def of_a_should(make, name="USI-STOP-03", **more):
    return make.consequence(name, "USI-GO-10", **({"actual": "no move"} | more))


@pytest.fixture
def should(make):
    return make.failing("USI-GO-10", level=Level.SHOULD, gates=False)


LINE = "USI-STOP-03 MUST: no move (expected: one `usiok`) (of USI-GO-10)"


def test_a_must_that_only_a_should_explains_is_told_at_the_top(said, run, make, should):
    results = (should, make.failing("USI-HS-01"), of_a_should(make), of_a_should(make, check="again"))
    text = said(*results)
    assert text.count(f"\nSeen, perhaps a consequence: {LINE}\n\nFindings\n") == 1
    shown = markdown(run(*results)).decode()
    start = shown.index(
        "- **Seen, perhaps a consequence:** USI-STOP-03 MUST: no move (expected: one <code>usiok</code>) (of USI-GO-10)\n"
    )
    assert start < shown.index("### 2 findings")
    (section,) = [one for one in tree(run(*results)).iter("section") if one.get("aria-labelledby") == "perhaps"]
    assert words(section) == "Seen, perhaps a consequence USI-STOP-03 MUST no move (expected: one usiok ) of USI-GO-10"


def test_three_of_them_are_told_and_all_when_verbose(said, make, should):
    seen = [of_a_should(make, f"USI-STOP-0{n}") for n in range(1, 6)]
    text = said(should, *seen)
    assert text.count("Seen, perhaps a consequence: ") == 3
    assert "\nand 2 more (-v shows all)\n" in text
    assert said(should, *seen, verbosity=1).count("Seen, perhaps a consequence: ") == 5
    assert "Seen" not in said(should, *seen, verbosity=-1)


@pytest.mark.parametrize(
    "others",
    [
        lambda make: [make.consequence("USI-STOP-03", "USI-HS-01", check="stops")],
        lambda make: [make.failing("USI-STOP-03", check="stops")],
    ],
    ids=["a MUST explains it elsewhere", "broken elsewhere"],
)
def test_what_is_known_otherwise_is_not_told_at_the_top(said, make, should, others):
    assert "Seen, perhaps" not in said(should, make.failing("USI-HS-01"), of_a_should(make), *others(make))


@pytest.mark.parametrize(
    "more", [{"level": Level.SHOULD}, {"kind": Kind.ROBUSTNESS}, {"selected": False}], ids=["SHOULD", "robustness", "outside"]
)
def test_what_could_not_fail_the_run_is_not_told_at_the_top(said, make, should, more):
    assert "Seen, perhaps" not in said(should, of_a_should(make, **more))
