"""What is counted, or made of docstrings, stands in its files as it is: `nox -s counts` writes them."""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import counts  # noqa: E402
import dialogue_page  # noqa: E402
import obligations  # noqa: E402

from conformance.front.loading import PROTOCOLS  # noqa: E402
from conformance.stream import OBLIGATIONS  # noqa: E402


def test_readme_has_the_requirements_and_engines_that_there_are():
    assert counts.README.read_text("utf-8") == counts.readme()
    assert len(counts._ROW.findall(counts.readme())) == len(PROTOCOLS)


def test_no_requirement_and_no_level_changes_unnoticed():
    """Ids are never given to another requirement: reports, CI files and bug trackers refer to them."""
    assert counts.LEVELS.read_text("utf-8") == counts.levels()


def test_the_guide_has_each_obligation_with_what_it_does_and_needs():
    text = obligations.PAGE.read_text("utf-8")
    assert text == obligations.page()
    assert [name for name in OBLIGATIONS if f"\n### `{name}`\n" not in text] == []


def test_the_page_of_dialogues_has_all_that_suites_ask_of_one():
    assert dialogue_page.PAGE.read_text("utf-8") == dialogue_page.page()
    listed = {name for names in dialogue_page.GROUPS.values() for name in names}
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "suites").rglob("*.py")]
    asked = {
        node.attr
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "d"
    }
    assert asked - listed == set()
