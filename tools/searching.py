"""How long an engine searches in the dialogues of a protocol, on the virtual clock: what a run cannot take less than.

    python tools/searching.py uci [ENGINE]

For each dialogue, the longest search first: the seconds in which a search had no answer yet, those of them in searches of a
few plies or nodes, whose time is the engine's own; the seconds in all; and how many searches were begun. The reference engine
has soon seen all there is and rests then, where a real one works on, so that time is counted and not work.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.front.loading import engines, load_suite  # noqa: E402
from conformance.judging.checking import run_check  # noqa: E402
from conformance.protocol.suite import Check, CheckKind, Suite  # noqa: E402
from conformance.transport.simulated import SimulatedTransport  # noqa: E402
from conformance.wire.transcript import Direction, Line, Transcript  # noqa: E402

#: Plies and nodes that any engine has soon searched.
_FEW = {"depth": 9, "nodes": 50_000}


@dataclass(frozen=True, slots=True)
class Row:
    """One dialogue, or all of them."""

    name: str
    searched: float = 0.0
    brief: float = 0.0
    seconds: float = 0.0
    searches: int = 0

    def __str__(self) -> str:
        return f"{self.searched:9.2f} {self.brief:6.2f} {self.seconds:8.2f} {self.searches:9d}  {self.name}"


def _is_brief(go: str) -> bool:
    words = go.split()
    few = (value.isdecimal() and int(value) <= _FEW.get(key, -1) for key, value in pairwise(words))
    return "ponder" not in words and any(few)


def _searches(suite: Suite[Any], transcript: Transcript) -> Iterator[tuple[Line, float]]:
    """Each line that began a search, and when (s) it had its answer, or nobody waited for one any more."""
    begun: Line | None = None
    for line in transcript.lines:
        if line.direction is Direction.TO_ENGINE:
            ends, begins = line.text == suite.driver.quit_line, suite.driver.begins_search(line.text)
        else:
            ends, begins = line.direction is Direction.PROCESS or suite.driver.is_answer(line.text), False
        if begun is not None and (ends or begins):
            yield begun, line.at
            begun = None
        begun = line if begins else begun
    if begun is not None:
        yield begun, transcript.heard_until


def measured(suite: Suite[Any], check: Check, transport: SimulatedTransport) -> Row:
    """Run a dialogue, and say how long was searched in it."""
    trial = run_check(suite, check, transport)
    assert trial.trace.transcript is not None
    spent = [(_is_brief(go.text), end - go.at) for go, end in _searches(suite, trial.trace.transcript)]
    brief = sum(seconds for is_brief, seconds in spent if is_brief)
    return Row(check.name, sum(seconds for _, seconds in spent), brief, transport.now(), len(spent))


def rows_of(protocol: str, engine: str = "reference") -> list[Row]:
    """One row for each dialogue of a usual run."""
    suite = load_suite(protocol)
    checks = [check for check in suite.of_kind(CheckKind.DIALOGUE) if not check.on_request]
    return [measured(suite, check, SimulatedTransport(engines(protocol)[engine].make())) for check in checks]


def main(protocol: str, engine: str = "reference") -> None:
    """Print the table."""
    rows = rows_of(protocol, engine)
    print(f"{'searched':>9} {'brief':>6} {'in all':>8} {'searches':>9}  dialogue")
    for row in sorted(rows, key=lambda row: row.searched, reverse=True):
        print(row)
    searched, brief, seconds = (sum(getattr(row, name) for row in rows) for name in ("searched", "brief", "seconds"))
    print(Row(f"{len(rows)} dialogues", searched, brief, seconds, sum(row.searches for row in rows)))


if __name__ == "__main__":
    main(*sys.argv[1:])
