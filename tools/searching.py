"""How long an engine searches in the dialogues of a suite: `python tools/searching.py [--least SECONDS] PROTOCOL...`.

The reference engine plays each dialogue on the virtual clock. For each: seconds for which it owes the answer to a search,
seconds in which it works, seconds in all, and the number of its searches. A search takes a core: half of the sum is less than
what a run can take on two cores.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from conformance.engines.base import FixtureEngine
from conformance.front.loading import PROTOCOLS, engines, load_suite
from conformance.judging.checking import hold
from conformance.protocol.suite import CheckKind
from conformance.transport.simulated import SimulatedTransport


class Row(NamedTuple):
    """One dialogue: seconds of search, of work, and in all, how many searches, its outcome and its name."""

    searched: float
    worked: float
    lasted: float
    searches: int
    outcome: str
    name: str

    def __str__(self) -> str:
        return f"{self.searched:8.2f} {self.worked:7.2f} {self.lasted:7.2f} {self.searches:5}  {self.outcome:12} {self.name}"


class _Counting(SimulatedTransport):
    """Counts how long its engine searches and works."""

    def __init__(self, engine: FixtureEngine) -> None:
        self._counted = engine
        self.searched = self.worked = 0.0
        self.searches = 0
        super().__init__(engine)

    def write(self, data: bytes) -> None:
        was_searching = self._counted.is_searching
        super().write(data)
        self.searches += self._counted.is_searching and not was_searching

    def _advance(self, to: float) -> None:
        passed = 0.0 if self._ended else max(0.0, to - self.now())
        self.searched += passed * self._counted.is_searching
        self.worked += passed * self._counted.busy
        super()._advance(to)


def rows(protocol: str) -> Iterator[Row]:
    """Play each dialogue of a suite once."""
    suite = load_suite(protocol)
    reference = engines(protocol)["reference"]
    for check in suite.of_kind(CheckKind.DIALOGUE):
        if not check.on_request:
            transport = _Counting(reference.make())
            held = hold(suite, check, transport, limits=suite.limits)
            yield Row(transport.searched, transport.worked, transport.now(), transport.searches, held.outcome.value, check.name)


def main() -> None:
    """Print a table for each protocol, what searches longest first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--least", type=float, default=0.2, help="leave out dialogues with less search than so many seconds")
    parser.add_argument("protocols", nargs="*", default=list(PROTOCOLS))
    options = parser.parse_args()
    for protocol in options.protocols:
        found = sorted(rows(protocol), reverse=True)
        searched, worked, lasted, searches = (sum(column) for column in list(zip(*found, strict=True))[:4])
        longest = max(row.lasted for row in found)
        print(
            f"{protocol}: {len(found)} dialogues, the longest {longest:.1f} s. In all {searched:.1f} s of search, "
            f"{worked:.1f} s of work, {lasted:.1f} s, {searches} searches"
        )
        for row in found:
            if row.searched >= options.least or row.lasted >= 4:
                print(row)


if __name__ == "__main__":
    main()
