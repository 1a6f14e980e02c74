"""A board of many runs: a row for each engine, links that lead somewhere, records that cannot be read, names of any kind."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import html5lib
import pytest

from conformance.front.cli import command
from conformance.many import cells
from conformance.many.board import engines_of, name_of, page_names
from conformance.many.fleet import Cell
from conformance.many.history import History
from conformance.protocol.driver import Identity
from conformance.report import reading
from conformance.report.jsonl import JsonlReporter
from conformance.report.reading import RecordedRun
from conformance.run.events import Claim, EngineNamed, Waiver
from conformance.words.model import Level, Outcome

EVIL = "<script>alert(1)</script>\x1b[31m ::error:: Demo"


class Page(HTMLParser):
    """What a test looks at: names of elements, links, what would be loaded, and the cells of the tables."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids, self.links, self.loaded, self.cells = [], [], [], []
        self._cell: list[str] | None = None
        self.text = path.read_text("utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        self.ids += [told["id"]] if "id" in told else []
        self.links += [told["href"]] if tag == "a" else []
        self.loaded += [told[name] for name in ("src", "data", "srcset") if name in told]
        self.loaded += [told["href"]] if tag == "link" else []
        if tag == "td" and "cell" in told.get("class", "").split():
            self._cell = [told["class"].removeprefix("cell").strip(), ""]
            self.cells.append(self._cell)

    def handle_endtag(self, tag):
        if tag == "td":
            self._cell = None

    def handle_data(self, data):
        if self._cell is not None:
            self._cell[1] += data


@pytest.fixture
def record(make, tmp_path):
    """Make the record of a run in a folder."""

    def build(place, *results, name="Demo 1.0", started="2026-01-01", exit_code=None, claim=None, **plan):
        path = tmp_path / "runs" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        reporter = JsonlReporter(path)
        named = [EngineNamed(Identity(name))] if name else []
        for event in (
            replace(make.started(), started=started, **plan),
            *named,
            *results,
            make.finished(*results, exit_code=exit_code, claim=claim),
        ):
            reporter.on(event)
        reporter.close()
        return path

    return build


@pytest.fixture
def board(tmp_path, capsys):
    """Run the command: its exit code, what it printed, and the pages by their names."""

    def build():
        code = command(["board", str(tmp_path / "runs"), "--html", str(tmp_path / "site")])
        return code, capsys.readouterr(), {path.name: Page(path) for path in (tmp_path / "site").glob("*") if path.is_file()}

    return build


@pytest.fixture
def three(make, record):
    """Make runs of three engines in two protocols, one of them with two runs."""
    go = {"section": "search", "check": "goes"}
    record("a.jsonl", make.result(), make.result("USI-GO-01", **go), name="Good 1.0")
    record("old/b.jsonl", make.result(), make.failing("USI-GO-01", **go), name="Bad 1.0")
    mild = make.failing("USI-HS-02", level=Level.SHOULD, gates=False)
    bad = (mild, make.failing("USI-GO-01", **go), make.result("USI-HS-03", Outcome.BLOCKED, blocked_by="USI-GO-01"))
    record("b.jsonl", *bad, name="Bad 1.1", started="2026-01-02")
    record("uci.jsonl", make.result("USI-HS-01", Outcome.INCONCLUSIVE), name="Other", exit_code=3, protocol="uci", title="Chess")


def test_each_engine_has_a_row_and_a_page(three, board):
    code, told, pages = board()
    assert code == 0
    assert told.out.startswith("3 engines: 1 conforming, 1 not conforming, 1 no verdict: ")
    assert set(pages) == {"index.html", "usi-good.html", "usi-bad.html", "uci-other.html"}
    rows = pages["index.html"].cells
    assert rows[:3] == [["none", "? no verdict"], ["none", "? "], ["none", "? "]]
    assert rows[3:7] == [["bad", "✗ not conforming"], ["bad", "✗ 2/2"], ["mild", "△ 1/1"], ["bad", "✗ 1/1"]]
    assert rows[7:] == [["good", "✓ conforming"], ["good", "✓ 2"], ["good", "✓ 1"], ["good", "✓ 1"]]


def test_a_broken_cell_leads_to_the_dialogue_and_every_link_to_something(three, board):
    pages = board()[2]
    index = pages["index.html"]
    assert {"usi-bad.html#USI-HS-02", "usi-bad.html#USI-GO-01"} <= set(index.links)
    finding = re.search(r'<article id="USI-GO-01".*?</article>', pages["usi-bad.html"].text, re.DOTALL)
    assert "go infinite" in finding[0]
    assert finding[0].count("<svg") == 1
    for page in pages.values():
        for link in page.links:
            name, _, anchor = link.partition("#")
            there = pages[name] if name else page
            assert not anchor or anchor.startswith("?") or anchor in there.ids, link
        assert len(page.ids) == len(set(page.ids))


def test_the_pages_are_html_that_loads_nothing(three, board):
    for page in board()[2].values():
        html5lib.HTMLParser(strict=True).parse(page.text)
        assert [one for one in page.loaded if not one.startswith("data:")] == []
        assert "default-src 'none'" in page.text


def test_an_engine_with_several_runs_has_its_history(three, board):
    pages = board()[2]
    assert "2 runs of 2 versions, 2026-01-01 to 2026-01-02" in pages["usi-bad.html"].text
    assert "in all 2 runs that judged it" in pages["usi-bad.html"].text
    assert "history" in pages["usi-bad.html"].ids
    assert "history" not in pages["usi-good.html"].ids
    trend = re.findall(r'<td class="trend" title="(.*?)">(.*?)</td>', pages["index.html"].text)
    assert [(title, row.count("cell bad")) for title, row in trend] == [("1 run", 0), ("2 runs", 2), ("1 run", 0)]


def test_the_level_is_shown_where_the_record_has_one(make, record, board):
    record("a.jsonl", make.result(), name="A", claim=Claim("plays", "analyses", ("USI-GO-09",), ()))
    record("b.jsonl", make.result(), name="B", claim=Claim("", "plays", ("USI-GO-09",), ()))
    record("c.jsonl", make.result(), name="C")
    record("d.jsonl", make.result(), name="D", protocol="uci", title="Chess")
    page = board()[2]["index.html"].text
    found = re.findall(r'<td class="level" title="(.*?)">(.*?)</td>', page)
    assert found == [
        ("plays; not judged for analyses: USI-GO-09", "plays"),
        ("none; not judged for plays: USI-GO-09", "none"),
        ("", ""),
    ]
    assert page.count('<th scope="col">level</th>') == 1


def test_what_cannot_be_read_is_named_and_left_out(three, board, tmp_path):
    runs = tmp_path / "runs"
    (runs / "broken.jsonl").write_text("{\n")
    (runs / "odd\udcff.jsonl").write_text("")
    (runs / "later.jsonl").write_text(re.sub(r'"schema": \d+', '"schema": 99', (runs / "a.jsonl").read_text()))
    (runs / "kept.jsonl").write_text('{"recording": {"protocol": "usi"}}\n')
    (runs / "notes.txt").write_text("{")
    code, told, pages = board()
    assert code == 3
    assert "3 engines" in told.out
    assert "3 files could not be read" in told.out
    assert "conform: broken.jsonl: line 1: it is not JSON" in told.err
    assert "later.jsonl: line 1: its form is number 99" in told.err
    assert "kept" not in told.err
    for name in ("broken.jsonl", "later.jsonl", "odd"):
        assert name in pages["index.html"].text


def test_a_record_that_goes_while_it_is_read_is_left_out(three, board, tmp_path, monkeypatch):
    def read(path, **more):
        path.unlink()
        return reading.read(path, **more)

    monkeypatch.setattr("conformance.front.cli.board.read", read)
    code, told, pages = board()
    assert code == 3
    assert "conform: uci.jsonl: there is no such file" in told.err
    assert set(pages) == {"index.html"}


def test_a_record_that_breaks_off_is_a_run_without_a_verdict(make, record, board):
    path = record("a.jsonl", make.result())
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    code, told, pages = board()
    assert code == 0
    assert told.out.startswith("1 engine: 1 no verdict")
    assert "it breaks off after" in pages["index.html"].text


def test_a_folder_without_runs_is_wrong_usage(tmp_path, board):
    (tmp_path / "runs").mkdir()
    code, told, pages = board()
    assert (code, pages) == (2, {})
    assert "has no run" in told.err


def test_a_site_that_cannot_be_written_is_reported(three, tmp_path, board):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "usi-bad.html").mkdir()
    code, told, pages = board()
    assert code == 3
    assert "usi-bad.html: it is a directory" in told.err
    assert set(pages) == {"uci-other.html"}


def test_nothing_that_an_engine_says_is_taken_for_markup(make, record, board):
    record("a.jsonl", make.failing(actual=EVIL), name=EVIL, label=EVIL, settings=((EVIL, EVIL),), title=EVIL)
    _, told, pages = board()
    assert set(pages) == {"index.html", "usi-script-alert-1-script-x1b-31m-error-demo.html"}
    for page in pages.values():
        assert "<script>alert" not in page.text
        assert "\x1b" not in page.text
    assert "\x1b" not in told.out


def test_what_a_fleet_keeps_has_a_row_for_each_version(make, record, board):
    for night, day in enumerate(("2026-01-01", "2026-01-02")):
        for version in ("16", "next"):
            found = make.failing() if version == "next" and night else make.result()
            record(f"demo/{version}/{day}T190000Z.jsonl", found, name=f"Demo {version}", started=day)
    _, told, pages = board()
    assert told.out.startswith("2 engines: 1 conforming, 1 not conforming")
    assert set(pages) == {"index.html", "usi-demo-16.html", "usi-demo-next.html"}
    assert ">demo/next</a>" in pages["index.html"].text


def test_engines_whose_names_are_alike_have_pages_of_their_own(make):
    history = History()
    for place, (name, settings) in enumerate((("Demo", ()), ("demo!", ()), ("Demo", (("Hash", "1"),)), ("将棋", ()), ("棋", ()))):
        run = replace(make.started(), settings=settings), EngineNamed(Identity(name)), make.result(), make.finished()
        history.take(f"{place}.jsonl", RecordedRun(run, is_complete=True, began="2026-01-01"))
    run = replace(make.started(), protocol="index"), EngineNamed(Identity("将")), make.result(), make.finished()
    history.take("x.jsonl", RecordedRun(run, is_complete=True, began="2026-01-01"))
    engines = engines_of(history.engines())
    assert [name_of(engine) for engine in engines] == ["将", "Demo", "Demo", "demo!", "将棋", "棋"]
    assert page_names(engines) == [
        "index-2.html",
        "usi-demo.html",
        "usi-demo-2.html",
        "usi-demo-3.html",
        "usi.html",
        "usi-2.html",
    ]


def test_waived_findings_are_linked_under_their_own_anchor(make, record, board):
    waiver = Waiver("USI-HS-01", "greets", "known")
    record("a.jsonl", make.failing(waiver=waiver, gates=False))
    pages = board()[2]
    assert "usi-demo.html#USI-HS-01-waived" in pages["index.html"].links
    assert "USI-HS-01-waived" in pages["usi-demo.html"].ids
    assert pages["index.html"].cells == [["good", "✓ conforming"], ["mild", "△ 1/1"], ["mild", "△ 1/1"]]


@pytest.mark.parametrize(
    ("cell", "kind", "mark", "figures"),
    [
        (Cell("a", "A", broken=2, passed=1, undecided=0, failing=1), "bad", "✗", "2/3"),
        (Cell("a", "A", broken=1, passed=1, undecided=1, failing=0), "mild", "△", "1/2"),
        (Cell("a", "A", broken=0, passed=4, undecided=2, failing=0), "good", "✓", "4"),
        (Cell("a", "A", broken=0, passed=0, undecided=2, failing=0), "none", "?", ""),
        (None, "", "", ""),
    ],
)
def test_a_cell_has_a_mark_besides_its_colour(cell, kind, mark, figures):
    look = cells.of_section(cell)
    assert (look.kind, look.mark, look.figures) == (kind, mark, figures)
    assert cells.of_section(cell, ["X-01"]).about.endswith(": X-01") is (cell is not None)
