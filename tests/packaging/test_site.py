"""The documentation's generated pages: all that the catalogue has, a real wrong dialogue, links that lead somewhere, nothing that is markup by chance."""

import re
import sys
from pathlib import Path

import pytest

from conformance.front.loading import load_suite, suites
from conformance.words.explanation import parts

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import site_pages  # noqa: E402

PROTOCOL = "nboard"
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


@pytest.fixture(scope="session")
def pages():
    return dict(site_pages.pages(PROTOCOL))


def test_each_requirement_has_a_page_with_all_that_explain_tells(pages):
    for requirement in load_suite(PROTOCOL).catalogue:
        page = pages[f"requirements/{requirement.id}.md"]
        read = re.sub(r"\\(.)", r"\1", re.sub(r"\[([A-Z0-9-]+)\]\(\S+\.md\)", r"\1", page))
        assert f"\n# {requirement.id}\n" in page
        assert requirement.statement in read
        for part in parts(requirement):
            assert f"\n## {part.heading}\n" in page
            lines = part.text.splitlines() if part.is_list else [" ".join(part.text.split())]
            assert part.text in page if part.is_dialogue else all(line in read for line in lines)


def test_each_requirement_that_is_tested_has_a_real_dialogue_that_breaks_it(pages):
    for requirement in load_suite(PROTOCOL).catalogue:
        page = pages[f"requirements/{requirement.id}.md"]
        assert ("## A wrong dialogue" in page) is not bool(requirement.untestable)
        if not requirement.untestable:
            (command,) = re.findall(r"^conform --protocol nboard --select \S+ builtin:(\w+)$", page, re.MULTILINE)
            assert re.search(r"^(->|  ) +\d+\.\d{3} [<>#]", page, re.MULTILINE)
            assert f"`builtin:{command}`" in page or " more." in page


def test_the_page_of_the_protocol_has_readings_what_is_untested_and_transitions(pages):
    page = pages[f"protocols/{PROTOCOL}.md"]
    for requirement in load_suite(PROTOCOL).catalogue:
        assert page.count(f"[{requirement.id}](../requirements/") >= 1 + bool(requirement.reading) + bool(requirement.untestable)
    assert "| thinking | `> ping` |" in page
    assert len(re.findall("^# ", page, re.MULTILINE)) == 1


@pytest.fixture(scope="session")
def readings():
    return site_pages.readings_page(suite for protocol in site_pages.ours() for suite in suites(protocol))


def test_the_page_of_readings_has_each_reading_of_each_catalogue_below_its_clause(readings):
    entries = dict(
        re.findall(r"^\[([A-Z0-9-]+)\]\(requirements/\1\.md\), (.*?)(?=^\[|^#|\Z)", readings, re.MULTILINE | re.DOTALL)
    )
    read = [row for protocol in site_pages.ours() for suite in suites(protocol) for row in suite.catalogue if row.reading]
    assert set(entries) == {row.id for row in read}
    assert readings.startswith(f"# Readings\n\n{len(read)} places ")
    assert len(read) > 200
    for row in read:
        entry = re.sub(r"\\(.)", r"\1", re.sub(r"\[([A-Z0-9-]+)\]\(\S+\.md\)", r"\1", entries[row.id]))
        for text in (row.source, row.words, row.reading, row.statement):
            assert " ".join(text.split()) in entry
    assert (
        readings.index("### U06 general\n") < readings.index("[UCI-HS-03]") < readings.index("\n### In no clause\n\n[UCI-HS-05]")
    )


def test_links_of_the_page_of_readings_lead_to_requirements_and_sources(readings, pages):
    targets = {path.removeprefix("requirements/").removesuffix(".md") for path in LINK.findall(readings)}
    protocols = {f"protocols/{protocol}" for protocol in site_pages.ours()}
    assert targets - protocols <= {
        row.id for protocol in site_pages.ours() for suite in suites(protocol) for row in suite.catalogue
    }
    assert {f"protocols/{name}.md#sources" for name in site_pages.ours()} <= set(re.findall(r"\]\((\S+#\w+)\)", readings))
    assert "\n## Sources\n" in pages[f"protocols/{PROTOCOL}.md"]


def test_the_page_of_readings_is_written_with_all_others_and_listed(tmp_path, monkeypatch, readings):
    monkeypatch.setattr(site_pages, "pages", lambda protocol: iter([(f"protocols/{protocol}.md", protocol)]))
    site_pages.write(tmp_path)
    assert (tmp_path / site_pages.READINGS).read_text("utf-8") == readings
    assert {path.stem for path in (tmp_path / "protocols").iterdir()} == set(site_pages.ours())
    assert "\nreadings\n" in (ROOT / "docs" / "site" / "index.md").read_text("utf-8")


def test_links_lead_to_pages(pages):
    names = {name.rsplit("/", 1)[1] for name in pages}
    links = [target for text in pages.values() for target in LINK.findall(text)]
    assert len(links) > len(pages)
    assert {target.rsplit("/", 1)[-1] for target in links} <= names


def test_what_has_no_requirement_written_over_it_means_nothing():
    assert site_pages.prose("a *b* <i>c</i> [d](e) `f*|<`") == "a \\*b\\* \\<i\\>c\\</i\\> \\[d\\](e) `f*|<`"
    assert [site_pages.prose(text) for text in ("- a", "1. a", "% a", "(a)= b")] == ["\\- a", "1\\. a", "\\% a", "\\(a)= b"]
    assert site_pages.prose("see NB-A-01, not NB-A-02", {"NB-A-01"}) == "see [NB-A-01](NB-A-01.md), not NB-A-02"
    assert site_pages.block(["```", "````"])[1] == "`````text"
    assert site_pages.block(["a", "b"], 1)[1:4] == ["```{code-block} text", ":emphasize-lines: 2", ""]
    assert site_pages.table(("a",), [("`x|y` z\\|",)])[3] == "| `x\\|y` z\\| |"


def test_pages_that_have_not_changed_are_not_written_again(pages, tmp_path, monkeypatch):
    monkeypatch.setattr(site_pages, "pages", lambda protocol: pages.items())
    site_pages.write(tmp_path, [PROTOCOL])
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    site_pages.write(tmp_path, [PROTOCOL])
    assert times == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    assert len(times) == len(pages)
