"""What is counted stands as it is in README and in the list of requirements: `nox -s counts` writes both."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import counts  # noqa: E402

from conformance.front.loading import PROTOCOLS  # noqa: E402


def test_readme_has_the_requirements_and_engines_that_there_are():
    assert counts.README.read_text("utf-8") == counts.readme()
    assert len(counts._ROW.findall(counts.readme())) == len(PROTOCOLS)


def test_no_requirement_and_no_level_changes_unnoticed():
    """Ids are never given to another requirement: reports, CI files and bug trackers refer to them."""
    assert counts.LEVELS.read_text("utf-8") == counts.levels()
