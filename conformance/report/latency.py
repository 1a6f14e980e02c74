"""How long answers took, in figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from conformance.report.model import Sample
from conformance.words.model import DelayOf

#: What is shorter (s) is one: nothing of ours measures better.
LEAST = 1e-4
#: What is asked -> its name, and what its samples are; in the order of a report.
TITLES = {
    DelayOf.STOP: ("Stop", "from stop to the end of the search"),
    DelayOf.OVER: ("Time over the limit", "from the end of the time that a search was given to its answer"),
    DelayOf.SYNC: ("Ping", "an idle engine's answer to the protocol's sign of life, all but the first"),
    DelayOf.READY: ("First ready", "the first answer to the sign of life, when an engine may still load its data"),
    DelayOf.FIRST_INFO: ("First info", "from the start of a search to what it first reports"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """Some samples in figures, in seconds. `limit` is the strictest of those that were applied, None where there was none.

    `busy` are those from a busy host, `over` those that took longer than their own limit.
    """

    count: int
    busy: int
    p50: float
    p95: float
    longest: float
    limit: float | None
    over: int


def figures(samples: Sequence[Sample]) -> Figures:
    """The figures of at least one sample."""
    taken = sorted(sample.delay.seconds for sample in samples)
    limits = [sample.delay.limit for sample in samples if sample.delay.limit is not None]
    over = sum(sample.delay.limit is not None and sample.delay.seconds > sample.delay.limit for sample in samples)
    busy = sum(not sample.is_calm for sample in samples)
    return Figures(len(taken), busy, median(taken), percentile(taken, 0.95), taken[-1], min(limits, default=None), over)


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest of some ordered values that is at least as large as this share of them."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def shown(seconds: float) -> str:
    """A time in words, with as many figures as it is good for."""
    if seconds < LEAST:
        return "under 0.1 ms"
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def summary(values: Figures) -> str:
    """The times in a few words."""
    return f"p50 {shown(values.p50)}, p95 {shown(values.p95)}, max {shown(values.longest)}"
