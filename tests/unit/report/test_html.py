"""The page in HTML: what a strict parser reads, that it says what the model says, and that no engine gets anything into it."""

import base64
import hashlib
import itertools
import re
import sys
from dataclasses import replace
from xml.etree import ElementTree as ET

import html5lib
import pytest

from conformance.judging.endings import EngineEnding
from conformance.many.comparison import Comparison
from conformance.many.comparison_page import page as comparison_page
from conformance.protocol.driver import Identity
from conformance.report import ReportError
from conformance.report.files import FileReporter, index_of
from conformance.report.html.of_run import MOST_VERDICTS, page
from conformance.report.html.templating import ticked
from conformance.report.markdown import markdown
from conformance.report.model import run_of
from conformance.run.events import EngineFile, EngineNamed, Explored, Measured, OutdatedWaiver, Remarked, Waiver
from conformance.wire.transcript import Direction, Line, WaitSpan
from conformance.words.model import Delay, DelayOf, Kind, Level, Miss, Outcome
from conformance.words.pictures import Picture

EVIL = (
    "</title></style></script></svg></textarea><script>alert(1)</script><img src=x onerror=alert(2)>\"'><b onclick=alert(3)> "
    "javascript:alert(4) --> ]]> {{ 7 * 7 }} {% raw %} <a href=//e.example> `<i>` &amp; &#60;u&#62; \x1b]0;x\x07\x00\u202e\u2066\ufeff\udcff"
)
SVG = "{http://www.w3.org/2000/svg}"


def tree(data):
    """The page as a strict parser reads it: the first thing that is not as HTML wants it is an error."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(data.decode("utf-8"))


def words(element):
    return re.sub(r" ([.,:;)])(?=\s|$)", r"\1", re.sub(r"\s+", " ", " ".join(element.itertext()))).strip().replace("( ", "(")


def by_id(root, name):
    (found,) = [one for one in root.iter() if isinstance(one.tag, str) and one.get("id") == name]
    return found


def section(root, name):
    return next(one for one in root.iter("section") if one.get("aria-labelledby") == name)


def table(root, name):
    return [[words(cell) for cell in row] for row in section(root, name).find(".//tbody")]


def dialogue(text=EVIL, count=1):
    said = tuple(Line(0.5 + index / 100, Direction.FROM_ENGINE, text, "\r\n") for index in range(count))
    started = (Line(0.0, Direction.TO_ENGINE, "usi"), Line(0.3, Direction.STDERR, text), Line(0.4, Direction.TO_ENGINE, text))
    return (*started, *said, Line(9.5, Direction.PROCESS, "signal SEGV"))


def hostile(make):
    """A run in which everything that an engine or its author can say is hostile."""
    said = {"expected": EVIL, "actual": EVIL, "reason": EVIL, "diagnosis": EVIL, "rerun": EVIL, "replay": EVIL}
    known = Waiver("USI-HS-05", "greets", EVIL, versions=(EVIL,))
    results = (
        make.failing(transcript=dialogue(), at=3, wait=WaitSpan(0.4, 2.0), **said),
        make.failing("USI-HS-02", ending=EngineEnding(EVIL, EVIL, (EVIL,)), transcript=dialogue(), at=None, **said),
        make.failing("USI-HS-05", waiver=known, gates=False, **said),
        make.result("USI-HS-03", Outcome.BLOCKED, blocked_by="USI-HS-01", check=EVIL),
        make.result("USI-HS-04", Outcome.INCONCLUSIVE, reason=EVIL),
        make.result("USI-HS-06", Outcome.ERROR, reason=EVIL),
    )
    plan = replace(make.started(), engine=EVIL, settings=((EVIL, EVIL),), files=(EngineFile(EVIL, 1, "0" * 64),), waivers=2)
    others = (
        EngineNamed(Identity(EVIL, EVIL)),
        Measured(EVIL, (Delay(DelayOf.STOP, 0.5, 2.0, 3), Delay(DelayOf.SYNC, 0.0, None, 4)), is_calm=False),
        Remarked("t", EVIL, 2, "greets"),
        Explored(EVIL, "Plays.", 0, 1.0, reason=EVIL),
        OutdatedWaiver(Waiver("USI-HS-01", "greets", EVIL), expired=False, passes=True),
    )
    return run_of((plan, *others, *results, make.finished(*results, message=EVIL, exit_code=3)))


def pages(make):
    """The pages of a hostile run, and of two compared."""
    run = hostile(make)
    quiet = run_of((make.started(), make.result(), make.finished(make.result())))
    board = Picture(f"<svg xmlns='http://www.w3.org/2000/svg'><text>{'x'}</text></svg>", EVIL.replace("\udcff", ""), EVIL)
    return (
        page(run, lambda _protocol, _result: board),
        comparison_page(Comparison(quiet, run)),
        comparison_page(Comparison(run, run)),
    )


# -- what no engine gets in -------------------------------------------------------------------------------------------------


def test_nothing_that_an_engine_says_is_taken_for_markup(make):
    for data in pages(make):
        root = tree(data)
        tags = [one.tag for one in root.iter() if isinstance(one.tag, str)]
        assert tags.count("script") == 1
        assert not [one for one in root.iter() if one.tag in ("a", "b", "i", "u", "img") and "alert" in (one.text or "")]
        assert not {"iframe", "object", "base", "u", "textarea", "link", "foreignObject"} & {
            tag.removeprefix(SVG) for tag in tags
        }
        for element in (one for one in root.iter() if isinstance(one.tag, str)):
            assert not [name for name in element.attrib if name.lower().startswith("on")]
            assert element.get("href", "#").startswith("#")
            assert element.get("src", "data:image/svg+xml;base64,").startswith("data:image/svg+xml;base64,")
        assert "alert(1)" in words(root)
        assert "49" not in words(root.find(".//h1"))


def test_nothing_unseen_gets_into_the_page(make):
    for data in pages(make):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", data.decode("utf-8"))


def test_the_page_lets_no_script_run_but_its_own_and_loads_nothing(make):
    for data in pages(make):
        root = tree(data)
        (policy,) = [one.get("content") for one in root.iter("meta") if one.get("http-equiv")]
        script = root.find(".//script").text
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert policy.startswith("default-src 'none'; ")
        assert f"script-src 'sha256-{digest}'" in policy
        assert "url(" not in root.find(".//style").text
        assert "@import" not in root.find(".//style").text


def test_a_flood_and_a_long_line_make_no_large_page(make):
    lines = dialogue("x" * 200_000, count=30)
    results = [make.failing(f"USI-HS-{index:02}", transcript=lines, at=4, actual="y" * 100_000) for index in range(1, 9)]
    data = page(run_of((make.started(), *results, make.finished(*results))))
    assert len(data) < 500_000
    assert "left out" in words(tree(data))
    assert "(200000 characters)" in words(tree(data))


# -- what it says -----------------------------------------------------------------------------------------------------------


def test_findings_and_verdicts_are_those_of_the_model_in_its_order(make):
    run = hostile(make)
    root = tree(page(run))
    reported = [one.get("id") for one in root.iter("article")]
    assert reported == ["USI-HS-01", "USI-HS-02", "USI-HS-05-waived"]
    assert [name.removesuffix("-waived") for name in reported] == [finding.requirement.id for finding in run.findings]
    assert [(row[0], row[2]) for row in table(root, "verdicts")] == [
        (one.requirement.id, one.outcome.value.replace("_", " ")) for one in run.results
    ]
    assert words(root.find(".//header//strong")).startswith("? no verdict: ")


def test_a_finding_says_all_that_is_known(make):
    blocked = make.result("USI-STOP-01", Outcome.BLOCKED, blocked_by="USI-HS-01", section="search", check="stops")
    first = make.in_clients(diagnosis="silent on a pipe", failed=2, measured=3, miss=Miss.WRONG)
    results = (first, make.failing("USI-HS-02"), blocked)
    root = tree(page(run_of((make.started(), *results, make.finished(*results)))))
    first = words(by_id(root, "USI-HS-01"))
    for text in (
        "The statement of USI-HS-01.",
        "clause clause 5",
        "expected one usiok",
        "actual two",
        "failed 2 of 3 times",
        "diagnosis silent on a pipe",
        "likely cause The output is not flushed.",
        "fix Flush after each line.",
        "clients Gui: The engine is killed.",
        "check greets: Title of greets.",
        "Blocks 1 check",
        "USI-STOP-01 MUST stops: Title of stops.",
        "again conform --protocol usi --select USI-HS-01 ./engine",
        "replay conform replay USI-HS-01",
        "export conform export --as pytest USI-HS-01",
        "explain conform explain USI-HS-01",
    ):
        assert text in first, text
    assert words(section(root, "begin").find("ol")).startswith("USI-HS-01 two (expected: one usiok) blocks 1 check")
    copied = [button.get("data-copy") for button in by_id(root, "USI-HS-01").iter("button")]
    assert copied[0] == "conform --protocol usi --select USI-HS-01 ./engine"


def test_a_finding_leads_to_the_page_of_its_requirement_once_that_is_published(make, monkeypatch):
    run = run_of((make.started(), result := make.failing(), make.finished(result)))
    assert "in the documentation" not in page(run).decode() + markdown(run).decode()
    monkeypatch.setattr("conformance.protocol.definition._documentation", lambda _: "https://docs.example")
    address = "https://docs.example/requirements/USI-HS-01.html"
    links = [link.get("href") for link in by_id(tree(page(run)), "USI-HS-01").iter("a")]
    assert address in links
    assert f"[USI-HS-01 in the documentation]({address})" in markdown(run).decode()


def test_followers_point_to_the_finding_that_tells_their_cause(make):
    ending = EngineEnding("exited with status 1", "go", ("why",))
    results = (make.failing(ending=ending), make.failing("USI-HS-02", ending=ending))
    root = tree(page(run_of((make.started(), *results, make.finished(*results)))))
    lead, follower = root.iter("article")
    assert "same cause USI-HS-02" in words(lead)
    assert ("follower" in follower.get("class"), "Follows ends the same way" in words(follower)) == (True, True)


def test_each_section_has_its_bar_and_its_counts(make):
    results = (make.result(), make.failing("USI-HS-02"), make.result("USI-STOP-01", section="search"))
    root = tree(page(run_of((make.started(), *results, make.finished(*results)))))
    rows = section(root, "sections").findall("./ul[@class='sections']/li")
    assert [words(row) for row in rows] == ["Handshake and identity 1 pass, 1 fail", "infinite, stop and pondering 1 pass"]
    assert [[bar.get("class") for bar in row.iter("i")] for row in rows] == [["pass", "fail"], ["pass"]]
    assert [row.find("a").get("href") for row in rows] == ["#?section=handshake", "#?section=search"]


def test_what_changed_against_the_baseline_is_told(make):
    known = Waiver("USI-HS-02", "greets", "fixed in 2.0", "2026-12-31")
    results = (make.failing(), make.failing("USI-HS-02", waiver=known, gates=False), make.result("USI-HS-03"))
    outdated = (
        OutdatedWaiver(Waiver("USI-HS-03", "greets", "hard"), expired=False, passes=True),
        OutdatedWaiver(Waiver("USI-HS-01", "greets", "later", "2026-01-01"), expired=True, passes=False),
    )
    events = (replace(make.started(), waivers=3), *results, *outdated, make.finished(*results))
    root = tree(page(run_of(events)))
    assert [row[:3] for row in table(root, "baseline")] == [
        ["USI-HS-01", "greets", "new"],
        ["USI-HS-02", "greets", "waived"],
        ["USI-HS-03", "greets", "fixed"],
        ["USI-HS-01", "greets", "expired"],
    ]
    reported = (
        "The baseline has 3 entries. 1 finding not in it, 1 finding waived, 1 entry whose finding is fixed, 1 entry out of date."
    )
    assert reported in words(section(root, "baseline"))
    without = tree(page(run_of((make.started(), make.failing(), make.finished(make.failing())))))
    assert "baseline" not in [one.get("aria-labelledby") for one in without.iter("section")]


def test_a_clean_run_has_a_page(make):
    root = tree(page(run_of((make.started(), make.result(), make.finished(make.result())))))
    assert "Nothing was found." in words(section(root, "findings"))
    assert words(root.find(".//header//strong")) == "✓ conforming: no MUST requirement is broken"


def test_levels_and_outcomes_can_be_filtered_by(make):
    results = (make.failing(level=Level.SHOULD, kind=Kind.ROBUSTNESS, gates=False), make.result("USI-HS-02"))
    root = tree(page(run_of((make.started(), *results, make.finished(*results)))))
    marked = [one for one in root.iter() if isinstance(one.tag, str) and one.get("data-outcome")]
    assert [(one.tag, one.get("data-outcome"), one.get("data-level"), one.get("data-section")) for one in marked] == [
        ("article", "fail", "SHOULD", "handshake"),
        ("tr", "fail", "SHOULD", "handshake"),
        ("tr", "pass", "MUST", "handshake"),
    ]
    boxes = {(one.get("name"), one.get("value")) for one in root.iter("input") if one.get("type") == "checkbox"}
    assert boxes == {("outcome", one.value) for one in Outcome} | {("level", one.value) for one in Level}
    assert by_id(root, "filter").get("hidden") is not None  # without scripts there is nothing to filter with


def test_names_in_the_page_are_unique_and_those_that_are_referred_to_exist(make):
    for data in pages(make):
        root = tree(data)
        elements = [one for one in root.iter() if isinstance(one.tag, str)]
        names = [one.get("id") for one in elements if one.get("id")]
        assert len(names) == len(set(names))
        assert {one.get("aria-labelledby") for one in elements if one.get("aria-labelledby")} <= set(names)
        links = {one.get("href")[1:] for one in elements if one.tag == "a" and not one.get("href").startswith("#?")}
        assert links <= set(names)
        levels = [int(one.tag[1]) for one in elements if re.fullmatch("h[1-6]", one.tag)]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_a_list_of_verdicts_has_an_end(make):
    results = [make.result(f"USI-HS-{index % 90 + 1:02}", check=f"c{index}") for index in range(MOST_VERDICTS + 5)]
    data = page(run_of((make.started(), *results, make.finished(*results))))
    assert data.count(b"<tr data-outcome") == MOST_VERDICTS
    assert b"5 more verdicts are in the other reports" in data


# -- times ------------------------------------------------------------------------------------------------------------------


def test_every_kind_of_answer_has_its_chart_with_every_sample_and_its_figures(make):
    delays = tuple(Delay(DelayOf.STOP, (index + 1) / 1000, 2.0, index) for index in range(100))
    measured = (Measured("stops", delays, is_calm=True), Measured("starts", (Delay(DelayOf.READY, 3.0, 2.0, 1),), is_calm=False))
    root = tree(page(run_of((make.started(), *measured, make.result(), make.finished(make.result())))))
    stop, ready = section(root, "times").iter("figure")
    assert len(list(stop.iter(f"{SVG}circle"))) == 100
    assert "100 samples: p50 50.5 ms, p95 95 ms, max 100 ms; the strictest limit is 2 s." in words(stop)
    assert (
        "1 sample, 1 of them on a busy host: p50 3 s, p95 3 s, max 3 s; the strictest limit is 2 s, 1 over its own limit."
        in words(ready)
    )
    legend = [words(one) for one in stop.iter(f"{SVG}g") if "legend " in f"{one.get('class')} "]
    assert [one for one in legend if one][:5] == ["sample", "p50 50.5 ms", "p95 95 ms", "max 100 ms", "limit 2 s"]


def test_nothing_of_the_library_that_draws_stays_behind(make):
    assert page(run_of((make.started(), Measured("s", (Delay(DelayOf.STOP, 1.0, None, 0),), is_calm=True), make.finished())))
    assert "pygal" not in {type(finder).__module__ for finder in sys.meta_path}


def test_of_very_many_samples_the_longest_are_drawn_all(make):
    delays = tuple(Delay(DelayOf.SYNC, 1.0 if index % 1000 == 7 else 0.001, None, index) for index in range(20_000))
    data = page(run_of((make.started(), Measured("s", delays, is_calm=True), make.finished())))
    assert data.count(b"<circle") < 700
    assert b"20000 samples" in data
    assert b"of them are drawn, with the 100 longest." in data


# -- files ------------------------------------------------------------------------------------------------------------------


def test_the_folder_holds_one_file_at_the_end(tmp_path, make):
    reporter = FileReporter(index_of(tmp_path / "new" / "page"), page)
    make.feed(reporter, make.failing())
    reporter.close()
    assert [path.name for path in (tmp_path / "new" / "page").iterdir()] == ["index.html"]
    assert tree((tmp_path / "new" / "page" / "index.html").read_bytes()) is not None


def test_a_run_that_broke_off_leaves_the_old_page(tmp_path, make):
    (tmp_path / "index.html").write_text("old")
    reporter = FileReporter(index_of(tmp_path), page)
    reporter.on(make.started())
    reporter.close()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("index.html", "old")]


def test_what_is_no_folder_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ReportError, match="it is a file, and not a folder"):
        index_of(tmp_path / "file")
    with pytest.raises(ReportError, match="cannot write the report"):
        index_of(tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a `b<` c", "a <code>b&lt;</code> c"),
        ("a ` <b", "a ` &lt;b"),
        ("`a` `<", "`a` `&lt;"),
        ("", ""),
    ],
)
def test_words_in_backticks_are_code_where_they_come_in_pairs(text, html):
    assert str(ticked(text)) == html


def test_a_picture_is_kept_apart_from_the_page(make):
    picture = Picture("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(9)</script></svg>", "a position", "marked")
    root = tree(page(run_of((make.started(), make.failing(), make.finished(make.failing()))), lambda *_: picture))
    (image,) = root.iter("img")
    assert image.get("alt") == "a position"
    assert ET.fromstring(base64.b64decode(image.get("src").split(",", 1)[1])).tag == f"{SVG}svg"
    assert len(list(root.iter("script"))) == 1
