"""What `conform` is known to find in engines that we did not write: the data of `reports/findings.toml`."""

import tomllib
from pathlib import Path

REPORTS = Path(__file__).parents[2] / "reports"
LEVELS = ("MUST", "SHOULD", "MAY")
#: By protocol and engine: its command, and the ids that it breaks, by level.
FINDINGS = tomllib.loads((REPORTS / "findings.toml").read_text("utf-8"))


def argued(protocol, engine, *levels):
    """The ids that an engine breaks with the level of each, of some levels or of all."""
    known = FINDINGS[protocol][engine]
    return {requirement: level for level in levels or LEVELS for requirement in known.get(level, ())}
