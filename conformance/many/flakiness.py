"""Runs in a row that say the same of a verdict: what holds, is broken or is flaky, and what chance explains."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conformance.many.run_summary import RunSummary, RunVerdict

#: How seldom chance may show as many equal runs in a row of a verdict that is flaky in the runs beside them.
CHANCE_OF_A_ROW = 0.05
#: How seldom chance may sort the runs of a batch so that all failures stand at one end.
CHANCE_OF_ORDER = 0.01


class State(StrEnum):
    """The common verdict of some runs."""

    HOLDS = "holds"
    BROKEN = "broken"
    FLAKY = "flaky"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Runs in a row that say the same of a verdict. `failed` counts those that fail, `unsteady` those that did not always."""

    state: State
    runs: tuple[RunSummary, ...]
    failed: int
    unsteady: int

    @property
    def share(self) -> float:
        """The share of runs that fail; one that failed now and then counts half."""
        return (self.failed + self.unsteady / 2) / len(self.runs)

    def and_then(self, other: "Stretch") -> "Stretch":
        """Both as one: of the same state, or flaky together."""
        state = self.state if self.state is other.state else State.FLAKY
        return Stretch(state, (*self.runs, *other.runs), self.failed + other.failed, self.unsteady + other.unsteady)


def stretch_of(runs: Sequence[tuple[RunSummary, RunVerdict]]) -> Stretch:
    """The stretch that some runs make together; each has a verdict."""
    failed = sum(seen.failed is True for _, seen in runs)
    unsteady = sum(seen.is_unsteady and seen.failed is not True for _, seen in runs)
    is_mixed = 0 < failed < len(runs) or unsteady
    state = State.FLAKY if is_mixed else State.BROKEN if failed else State.HOLDS
    return Stretch(state, tuple(run for run, _ in runs), failed, unsteady)


def joined(points: Iterable[Stretch]) -> list[Stretch]:
    """Neighbours of the same state as one."""
    found: list[Stretch] = []
    for point in points:
        if found and found[-1].state is point.state:
            found[-1] = found[-1].and_then(point)
        else:
            found.append(point)
    return found


def credible(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same, where what is flaky began earlier and lasts longer, as far as chance would often show such runs beside it."""
    kept: list[Stretch] = []
    for stretch in stretches:
        if kept and _is_chance(stretch, kept[-1]):
            kept[-1] = kept[-1].and_then(stretch)
        else:
            kept.append(stretch)
    earlier: list[Stretch] = []
    for stretch in reversed(kept):
        if earlier and _is_chance(stretch, earlier[-1]):
            earlier[-1] = stretch.and_then(earlier[-1])
        else:
            earlier.append(stretch)
    return joined(reversed(earlier))


def _is_chance(stretch: Stretch, flaky: Stretch) -> bool:
    """Whether a stretch beside a flaky one may be as flaky: chance would often show as many equal runs in a row."""
    if flaky.state is not State.FLAKY or stretch.state is State.FLAKY:
        return False
    share = flaky.share if stretch.state is State.BROKEN else 1 - flaky.share
    return share ** len(stretch.runs) > CHANCE_OF_A_ROW


def is_ordered(one: Stretch, other: Stretch) -> bool:
    """Whether the runs of a batch changed once for all: chance would seldom sort them so, either way round."""
    count = len(one.runs) + len(other.runs)
    return 2 / math.comb(count, len(one.runs)) < CHANCE_OF_ORDER
