"""Findings of one cause: told as one story where the run says so, and otherwise where they end, or read, the same."""

import io

import html5lib
import pytest
from rich.console import Console

from conformance.judging.endings import EngineEnding
from conformance.report.console import ConsoleReporter
from conformance.report.html.of_run import page
from conformance.report.markdown import markdown
from conformance.report.model import run_of
from conformance.run.events import Result, Told, Waiver
from conformance.words.model import Level

SAYS = "It answers nothing while it searches: `stop` is not obeyed."
TOLD = Told("USI-HS-02", ("USI-HS-03", "USI-HS-01"), SAYS)


@pytest.fixture
def run(make):
    def build(*events):
        results = [one for one in events if isinstance(one, Result)]
        return run_of((make.started(), *events, make.finished(*results)))

    return build


@pytest.fixture
def said(make):
    def say(*events, verbosity=0):
        file = io.StringIO()
        make.feed(ConsoleReporter(Console(file=file, width=100, no_color=True), verbosity), *events)
        return file.getvalue()

    return say


@pytest.fixture
def three(make):
    return tuple(make.failing(f"USI-HS-0{n}", actual=f"{n} lines") for n in (1, 2, 3))


def grouped(run):
    return [[finding.requirement.id for finding in story.all] for story in run.stories]


def words(element):
    return " ".join(" ".join(element.itertext()).split())


def test_a_story_that_was_told_has_its_lead_first_and_the_others_in_its_order(run, make, three):
    made = run(*three, make.failing("USI-HS-04"), TOLD)
    assert grouped(made) == [["USI-HS-02", "USI-HS-03", "USI-HS-01"], ["USI-HS-04"]]
    assert [story.says for story in made.stories] == [SAYS, ""]


def test_what_no_story_names_is_still_grouped_by_its_line(run, make, three):
    shared = {"transcript": make.dialogue, "at": 1}
    alike = [make.failing(f"USI-HS-0{n}", **shared) for n in (5, 6, 7)]
    assert grouped(run(*three, *alike, TOLD, Told("USI-HS-06"))) == [
        ["USI-HS-02", "USI-HS-03", "USI-HS-01"],
        ["USI-HS-05", "USI-HS-07"],
        ["USI-HS-06"],
    ]


def test_a_story_stands_where_its_lead_does(run, make, three):
    lead = make.failing("USI-HS-02", level=Level.SHOULD, gates=False)
    must, _, other = three
    assert grouped(run(must, lead, other, Told("USI-HS-02", ("USI-HS-01",)))) == [["USI-HS-03"], ["USI-HS-02", "USI-HS-01"]]


def test_what_is_waived_or_outside_the_selection_stands_apart_from_the_story(run, make, three):
    known = Waiver("USI-HS-01", "greets", "why")
    waived = make.failing("USI-HS-01", waiver=known, gates=False)
    outside = make.failing("USI-HS-03", selected=False, gates=False)
    assert grouped(run(waived, three[1], outside, TOLD)) == [["USI-HS-02"], ["USI-HS-01"], ["USI-HS-03"]]


def test_a_story_of_what_is_not_broken_is_none(run, three):
    assert grouped(run(three[0], Told("USI-HS-02", ("USI-HS-01",), SAYS))) == [["USI-HS-01"]]


def test_the_console_says_what_the_engine_does_and_what_comes_with_it(said, three):
    text = said(*three, TOLD)
    assert text.split("Findings\n")[1].splitlines()[:3] == [
        f"USI-HS-02  MUST  {SAYS}",
        "  USI-HS-03  MUST  comes with it: 3 lines (expected: one `usiok`)",
        "  USI-HS-01  MUST  comes with it: 1 lines (expected: one `usiok`)",
    ]
    detail = text.split("MUST requirements that are broken\n")[1]
    assert detail.startswith(f"\nUSI-HS-02  MUST\n  {SAYS}\n  The statement of `USI-HS-02`.\n")
    assert (
        "  comes with it: USI-HS-03 MUST: 3 lines (expected: one `usiok`)\n"
        "  comes with it: USI-HS-01 MUST: 1 lines (expected: one `usiok`)\n"
    ) in detail
    assert detail.count("dialogue (seconds") == 1


def test_verbose_shows_what_comes_with_it_in_full(said, three):
    text = said(*three, TOLD, verbosity=1)
    assert "\nUSI-HS-03  MUST\n  comes with USI-HS-02\n  The statement of `USI-HS-03`.\n" in text
    assert text.count("dialogue (seconds") == 3


def test_a_story_that_says_nothing_is_told_by_its_lead(said, three):
    text = said(*three, Told("USI-HS-02", ("USI-HS-01",)))
    assert "\nUSI-HS-02  MUST  2 lines (expected: one `usiok`)\n  USI-HS-01  MUST  comes with it: 1 lines" in text


def test_markdown_tells_the_story(run, three):
    text = markdown(run(*three, TOLD)).decode()
    says = SAYS.replace("`stop`", "<code>stop</code>")
    assert f"| USI-HS-02 | MUST | {says} |" in text
    assert "| ↳ USI-HS-03 | MUST | comes with it: 3 lines" in text
    assert f"<summary>USI-HS-02 and 2 findings with the same cause: {says}</summary>\n\n{says}\n" in text
    assert "- **comes with it:** USI-HS-01 MUST: 1 lines" in text


def test_the_page_tells_the_story(run, three):
    root = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page(run(*three, TOLD)).decode())
    lead, other, _ = root.iter("article")
    assert [words(one) for one in lead.findall("p")] == [
        SAYS.replace("`stop`", "stop"),
        "The statement of USI-HS-02 .",
        "Instead 2 lines (expected: one usiok )",
    ]
    assert words(other.findall("p")[1]) == "Comes with it 3 lines (expected: one usiok )"
    assert "follower" in other.get("class")


def test_nothing_that_an_engine_says_gets_out_of_a_story(said, run, three):
    evil = Told("USI-HS-02", (), "\x1b[2J<img src=x>\u202e **b** | x")
    assert "\\x1b[2J<img src=x>\\u202e" in said(*three, evil)
    assert "<img" not in markdown(run(*three, evil)).decode() + page(run(*three, evil)).decode()


# -- crashes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "is_one_story"),
    [
        (("go depth 1", ()), ("go mate 3", ()), True),
        (("go depth 1", ()), ("position startpos", ()), False),
        (("go depth 1", ()), (None, ()), False),
        (("go depth 1", ("why",)), ("position startpos", ("why",)), True),
        (("go depth 1", ("why",)), ("go depth 1", ("another reason",)), False),
        (("go depth 1", ("why",)), ("go depth 1", ()), False),
    ],
)
def test_crashes_are_one_story_after_the_same_kind_of_line_or_with_the_same_last_words(run, make, one, other, is_one_story):
    ends = [EngineEnding("crashed (SIGSEGV)", after, words) for after, words in (one, other)]
    made = run(*(make.failing(f"USI-HS-0{n}", ending=end) for n, end in enumerate(ends, 1)))
    assert (len(made.stories) == 1) is is_one_story


def test_crashes_that_end_in_other_ways_are_two_stories(run, make):
    ends = [EngineEnding(how, "go", ("why",)) for how in ("crashed (SIGSEGV)", "exited with status 1")]
    assert len(run(*(make.failing(f"USI-HS-0{n}", ending=end) for n, end in enumerate(ends, 1))).stories) == 2
