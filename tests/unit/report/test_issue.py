"""The issue about a finding: what is in it, that nothing an engine says has a meaning there."""

from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from conformance.report.issue import Contested, issue
from conformance.wire.transcript import Direction, Line

EVIL = "``` # h <img src=x> @someone [a](b) \x1b[31m\n## more"


@pytest.fixture
def contested(make):
    def build(requirement=None, **more):
        known = {
            "check": "greets",
            "expected": "one `usiok`",
            "actual": "two",
            "lines": make.dialogue,
            "at": 1,
            "versions": (("conform", "0.1.0"), ("engine", "Demo by A. Author"), ("system", "")),
            "again": ("conform --select USI-HS-01 ./engine", "conform replay USI-HS-01"),
        }
        return Contested(requirement or make.result().requirement, **(known | more))

    return build


def test_it_has_the_clause_the_dialogue_the_versions_and_the_commands_and_asks(contested):
    text = issue(contested())
    assert text.startswith("# USI-HS-01: is this reading right?\n")
    assert "\n> The statement of `USI-HS-01`.\n" in text
    assert "\n- **Level:** MUST\n- **Clause:** clause 5\n- **How conform reads it:** as it stands;" in text
    assert "\nexpected: one `usiok`\nactual:   two\ncheck:    greets\n" in text
    assert "\n->    0.010 < usiok\n" in text
    assert "\nconform:   0.1.0\nengine:    Demo by A. Author\n```\n" in text
    assert "\nconform --select USI-HS-01 ./engine\nconform replay USI-HS-01\n```\n" in text
    assert text.index("## Which reading would be right?") > text.index("## Run it again")
    assert "**The requirement should read:**" in text


def test_what_the_catalogue_says_besides_is_in_it_and_is_no_markup(contested, make):
    more = {"reading": "The `<empty>` word, <b> and _x_.", "words": "must be sent", "when": "An option is declared."}
    text = issue(contested(replace(make.result().requirement, **more)))
    assert "- **Words that make it a MUST:** must be sent\n- **Applies when:** An option is declared.\n" in text
    assert "- **How conform reads it:** The `<empty>` word, \\<b> and \\_x\\_.\n" in text


def test_nothing_that_an_engine_says_has_a_meaning(contested):
    lines = (Line(0.0, Direction.TO_ENGINE, "usi"), Line(0.1, Direction.FROM_ENGINE, EVIL))
    text = issue(contested(expected=EVIL, actual=EVIL, check=EVIL, lines=lines, versions=(("engine", EVIL),)))
    kinds = [token.type for token in MarkdownIt("commonmark").parse(text)]
    assert kinds.count("fence") == 4
    assert kinds.count("heading_open") == 5
    shown = MarkdownIt("commonmark").render(text)
    assert "<img" not in shown
    assert "<a " not in shown
    assert "\x1b" not in text


def test_a_finding_without_a_dialogue_has_none(contested):
    assert "Times are in seconds" not in issue(contested(lines=(), at=None))
