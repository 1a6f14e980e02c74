"""The report in Markdown, what a job of GitHub Actions is told, and badges: and that no engine gets anything into them."""

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from conformance.judging.endings import EngineEnding
from conformance.protocol.driver import Identity
from conformance.report import plain
from conformance.report.badge import badge
from conformance.report.console import ConsoleReporter
from conformance.report.github import MOST, add_to_summary, annotations
from conformance.report.live import LiveReporter
from conformance.report.markdown import ROOM, escaped, markdown
from conformance.report.model import run_of
from conformance.run.events import EngineNamed, Explored, Remarked
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Level, Miss, Outcome

EVIL = (
    "::error::x ##[error]y ##vso[a]b `code` ``` | a | <img src=x onerror=alert(1)> </details> </pre> <!-- [l](http://e.example) "
    "![i](//e.example) @someone #12 https://e.example www.e.example me@e.example $x$ *b* _i_ ~~s~~ &amp; \\| \x1b[31m\n::warning::z\r\n## h"
)
OURS = {"h2", "h3", "p", "strong", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "pre"}


class Reader(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self):
        super().__init__()
        self.tags, self.text, self.comments = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        self.comments.append(data)


def rendered(text):
    reader = Reader()
    reader.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))
    return reader


@pytest.fixture
def run(make):
    """The run of some results, and what an engine may say besides."""

    def build(*results, others=(), **end):
        return run_of((make.started(), *others, *results, make.finished(*results, **end)))

    return build


def hostile(make):
    lines = (Line(0.0, Direction.TO_ENGINE, "usi"), Line(0.1, Direction.FROM_ENGINE, EVIL), Line(0.2, Direction.STDERR, EVIL))
    more = {"expected": EVIL, "actual": EVIL, "reason": EVIL, "diagnosis": EVIL, "transcript": lines, "at": 1, "rerun": EVIL}
    ending = EngineEnding(EVIL, EVIL, (EVIL,))
    results = (
        make.failing("USI-HS-01", **more),
        make.failing("USI-HS-02", **more, check="other", ending=ending),
        make.result("USI-HS-03", Outcome.INCONCLUSIVE, reason=EVIL),
        make.result("USI-HS-04", Outcome.ERROR, reason=EVIL),
    )
    others = (EngineNamed(Identity(EVIL, EVIL)), Remarked("t", EVIL, 2, "greets"), Explored("p", "P.", 0, 0.0, reason=EVIL))
    return results, others


def test_nothing_that_an_engine_says_is_taken_for_markdown_or_html(run, make):
    results, others = hostile(make)
    for end in ({}, {"exit_code": 3, "message": EVIL}):
        text = markdown(run(*results, others=others, **end)).decode()
        page = rendered(text)
        assert {tag for tag, _ in page.tags} <= OURS
        assert all(not attributes or tag == "code" for tag, attributes in page.tags)
        assert not page.comments
        shown = "".join(page.text).replace("\u200b", "")
        assert shown.count("<img src=x onerror=alert(1)> </details> </pre> <!-- [l](http://e.example) ![i]") >= 8
        assert all(char.isprintable() or char == "\n" for char in text.replace("\u200b", ""))
        outside = re.sub(r"^(`{3,})text\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
        assert not re.search(r"@\w|(?<!&)#\d|://|www\.|^\s*::|##\[|\$", outside, re.MULTILINE)


def test_every_row_of_a_table_has_as_many_cells(run, make):
    results, others = hostile(make)
    rows = [row for row in markdown(run(*results, others=others)).decode().splitlines() if row.startswith("| ")]
    assert {row.count("|") for row in rows} <= {3, 5}


@pytest.mark.parametrize("text", ["`a` b `c`", "a ` b", "`", "``", "a `b` c ` d", "x_y", "a|b", "1 < 2 & 3", "~~~", "@x", "#1"])
def test_an_escaped_text_is_shown_as_it_is_and_backticks_make_code(text):
    page = rendered(f"- **a:** {escaped(text)}")
    shown = "".join(page.text).replace("\u200b", "").strip().removeprefix("a:").strip()
    assert shown == (text if text.count("`") % 2 else text.replace("`", "")).strip() or text.count("`") > 2
    assert [tag for tag, _ in page.tags].count("code") == text.count("`") // 2


def test_a_report_has_findings_in_order_and_says_where_to_begin(run, make):
    blocked = make.result("USI-SRCH-01", Outcome.BLOCKED, section="search", blocked_by="USI-HS-02")
    results = (make.failing("USI-HS-01", level=Level.SHOULD, gates=False), make.failing("USI-HS-02", actual="3", at=1), blocked)
    text = markdown(run(*results)).decode()
    assert text.startswith("## ❌ Universal Shogi Interface\n\n**not conforming: 1 MUST requirement broken: USI-HS-02**\n")
    assert "Begin with **USI-HS-02**." in text
    assert re.findall(r"^\| (USI-\S+) \| (\w+) \|", text, re.MULTILINE) == [("USI-HS-02", "MUST"), ("USI-HS-01", "SHOULD")]
    assert "| USI-HS-02 | 1 check |" in text
    assert "-> " in text


def test_a_clean_run_is_short(run, make):
    text = markdown(run(make.result())).decode()
    assert text.startswith("## ✅ Universal Shogi Interface\n\n**conforming: no MUST requirement is broken**\n")
    assert "finding" not in text


def test_a_report_of_many_findings_fits_into_a_comment(run, make):
    lines = tuple(Line(0.1 * n, Direction.FROM_ENGINE, f"{n} {'x' * 400}") for n in range(90))
    # Each about a line of its own, or all would be one story.
    results = [make.failing(f"USI-HS-{n:02}", transcript=lines, at=n, actual=str(n)) for n in range(90)]
    text = markdown(run(*results)).decode()
    assert len(text) < ROOM + 10_000
    assert "The details of the others are in the other reports." in text
    assert text.count("| USI-HS-") == 90


def test_annotations_are_one_line_each_and_no_engine_adds_one(run, make):
    results, others = hostile(make)
    mild = make.failing("USI-HS-07", level=Level.SHOULD, gates=False, actual="50% : late, very")
    said = list(annotations(run(*results, mild, others=others)))
    assert [line.split("::")[1] for line in said] == [
        "error title=USI-HS-01 (MUST)",
        "error title=USI-HS-02 (MUST)",
        "warning title=USI-HS-07 (SHOULD)",
    ]
    assert said[-1] == "::warning title=USI-HS-07 (SHOULD)::50%25 : late, very (expected: one `usiok`)"
    for line in said:
        assert "\n" not in line
        assert re.fullmatch(r"::(error|warning) title=[^:,]*::.*", line)


def test_as_many_annotations_are_said_as_are_shown(run, make):
    results = [make.failing(f"USI-HS-{n:02}", actual=str(n)) for n in range(30)]
    assert len(list(annotations(run(*results)))) == MOST


def test_a_run_without_a_verdict_is_an_error_of_its_own(run, make):
    assert list(annotations(run(make.result(), exit_code=3, message="no such file: a\nb"))) == [
        "::error title=conform::no verdict: no such file: a b"
    ]


def test_what_is_printed_holds_no_command_for_the_runner(make):
    results, others = hostile(make)
    for width in range(40, 100):
        out, err = io.StringIO(), io.StringIO()
        live = LiveReporter(Console(file=err, width=width), terminal=False)
        events = (make.started(), *others, *results, make.finished(*results))
        for reporter in (ConsoleReporter(Console(file=out, width=width), 1), live):
            for event in events:
                reporter.on(event)
            reporter.close()
        for text in (out.getvalue(), err.getvalue()):
            assert not re.search(r"^\s*::|##\w*\[", text, re.MULTILINE)
        assert "\\x23#[error]y" in out.getvalue() or width < 100
        assert len(list(annotations(run_of(events)))) == 2


def test_the_summary_of_a_job_is_added_to_and_never_fails_a_run(tmp_path, run, make):
    path, said = tmp_path / "summary.md", []
    path.write_text("before\n")
    for place in (path, path, tmp_path):
        add_to_summary(place, said.append, run(make.result()))
    assert path.read_text().startswith("before\n## ✅")
    assert path.read_text().count("## ✅") == 2
    assert said == [f"cannot add to the summary of the job, {tmp_path}: Is a directory"]


@pytest.mark.parametrize(
    ("failures", "end", "message", "colour"),
    [
        (0, {}, "conforming", "brightgreen"),
        (2, {}, "2 broken", "red"),
        (0, {"exit_code": 3, "message": "x"}, "no verdict", "lightgrey"),
        (1, {"exit_code": 130, "interrupted": True}, "no verdict", "lightgrey"),
    ],
)
def test_a_badge_says_the_verdict(run, make, failures, end, message, colour):
    made = run(make.result(), *(make.failing(f"USI-HS-1{n}") for n in range(failures)), **end)
    assert json.loads(badge(made, Path("b.json"))) == {"schemaVersion": 1, "label": "usi", "message": message, "color": colour}
    picture = ET.fromstring(badge(made, Path("b.SVG")))
    assert picture.get("aria-label") == f"usi: {message}"
    assert "http" not in badge(made, Path("b.svg")).decode().replace('"http://www.w3.org/2000/svg"', "")
    assert [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")] == ["usi", message]


def test_what_is_escaped_is_read_by_people_as_it_was():
    assert (
        "".join(rendered(f"x {escaped(EVIL.replace('`', ''))}").text).replace("\u200b", "").strip()
        == f"x {plain(EVIL.replace('`', ''))}"
    )


def test_what_clients_make_of_a_finding_is_in_its_details(run, make):
    text = markdown(run(make.in_clients(miss=Miss.WRONG))).decode()
    assert "- **clients:** Gui: The engine is <code>killed</code>.\n- **clients:** Match: The game is lost.\n" in text
    assert "Patience" not in text
