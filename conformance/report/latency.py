"""How long answers took, in figures, and whether they take another time than in an earlier run.

A change is reported where it is neither small nor noise. Noise is what a rank test (of the middle) and an exact test (of the slow
answers) would see once in a thousand times where nothing has changed. What is small depends on the host. Where it delayed no
answer, less than 5 ms or half of the time before; and on a host whose checks all take longer, less than what they do. A run that
runs many dialogues at a time has hardly one such answer. Then all are compared, and what is less than 50 ms, or three times what
the answers to all other requests have become slower, is small: two runs of one engine, one after the other, differ by half of
that. `--jobs 1` gives answers that the host leaves alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import NormalDist, median

from conformance.report.model import Sample
from conformance.words.model import DelayOf

#: How seldom chance may show as much.
CHANCE = 0.001
#: From so many answers in both runs on they say something.
ENOUGH = 8
#: What is shorter (s) is one: nothing of ours measures better.
LEAST = 1e-4
#: A change of less (s) is never reported.
LEAST_CHANGE = 0.005
#: What is asked -> its name, and what its samples are; in the order of a report.
TITLES = {
    DelayOf.STOP: ("Stop", "from stop to the end of the search"),
    DelayOf.OVER: ("Time over the limit", "from the end of the time that a search was given to its answer"),
    DelayOf.SYNC: ("Ping", "an idle engine's answer to the protocol's sign of life, all but the first"),
    DelayOf.READY: ("First ready", "the first answer to the sign of life, when an engine may still load its data"),
    DelayOf.FIRST_INFO: ("First info", "from the start of a search to what it first reports"),
}


@dataclass(frozen=True, slots=True)
class _Bound:
    """What a change has to be at least: seconds, and a factor."""

    seconds: float
    factor: float


_CALM, _BUSY = _Bound(LEAST_CHANGE, 1.5), _Bound(0.05, 3.0)


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


@dataclass(frozen=True, slots=True)
class Changed:
    """Answers that take another time than before. `is_calm`: the figures are of those that the host did not delay."""

    of: DelayOf
    old: Figures
    new: Figures
    is_calm: bool

    @property
    def is_slower(self) -> bool:
        """Whether they take longer; where the middle is the same the slow ones decide."""
        moved = self.new.p50 - self.old.p50
        return (moved if abs(moved) >= _CALM.seconds else self.new.p95 - self.old.p95) > 0


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


def changed(old: Mapping[DelayOf, Sequence[Sample]], new: Mapping[DelayOf, Sequence[Sample]], pace: float = 1.0) -> list[Changed]:
    """What changed beyond noise. `pace` is how much more time everything takes in the new run, as a factor."""
    found = []
    shared = {of: (old[of], new[of]) for of in TITLES if min(len(old.get(of, ())), len(new.get(of, ()))) >= ENOUGH}
    for of, both in shared.items():
        calm = [[one for one in run if one.is_calm] for run in both]
        is_calm = min(map(len, calm)) >= ENOUGH
        before, after = calm if is_calm else both
        others = [_ratio(*pair) for other, pair in shared.items() if other is not of]
        drift = pace if is_calm or not others else median(others)
        bound = _CALM if is_calm else _BUSY
        if _differ(_seconds(before, drift), _seconds(after), bound):
            found.append(Changed(of, figures(before), figures(after), is_calm))
    return found


def _ratio(old: Sequence[Sample], new: Sequence[Sample]) -> float:
    """By which factor the middle of some answers has moved."""
    return max(figures(new).p50, LEAST) / max(figures(old).p50, LEAST)


def _seconds(samples: Sequence[Sample], drift: float = 1.0) -> list[float]:
    """The times in order, where all of them became slower by a factor; what the host saved is not taken off the old ones."""
    return sorted(sample.delay.seconds * max(drift, 1.0) for sample in samples)


def _differ(old: Sequence[float], new: Sequence[float], bound: _Bound) -> bool:
    """Whether the middle of two ordered samples has moved, or there are more or fewer slow ones."""
    if _is_large(median(old), median(new), bound) and by_ranks(old, new) < CHANCE:
        return True
    return _has_more_slow(old, new, bound) or _has_more_slow(new, old, bound)


def _is_large(one: float, other: float, bound: _Bound) -> bool:
    least, most = sorted((one, other))
    return most - least >= bound.seconds and most >= bound.factor * least


def _has_more_slow(few: Sequence[float], many: Sequence[float], bound: _Bound) -> bool:
    """Whether the second sample has more answers that are slow by the measure of the first."""
    usual = percentile(few, 0.95)
    slow = max(usual * bound.factor, usual + bound.seconds)
    counts = [sum(seconds >= slow for seconds in sample) for sample in (few, many)]
    return by_counts(counts[1], len(many), counts[0], len(few)) < CHANCE


def by_ranks(one: Sequence[float], other: Sequence[float]) -> float:
    """How often chance would part two samples as far (the rank test of Mann and Whitney, its normal approximation)."""
    count, size = len(one), len(one) + len(other)
    tagged = sorted([(value, True) for value in one] + [(value, False) for value in other])
    ranks, ties, below = 0.0, 0.0, 0
    for _, group in groupby(tagged, key=lambda pair: pair[0]):
        members = [is_one for _, is_one in group]
        ranks += sum(members) * (below + (len(members) + 1) / 2)
        ties += len(members) ** 3 - len(members)
        below += len(members)
    spread = count * len(other) / 12 * (size + 1 - ties / (size * (size - 1)))
    if spread <= 0:
        return 1.0
    off = abs(ranks - count * (size + 1) / 2)
    return 2 * (1 - NormalDist().cdf(max(0.0, off - 0.5) / math.sqrt(spread)))


def by_counts(slow: int, count: int, slow_other: int, count_other: int) -> float:
    """How often chance would put as many or more of all slow answers into the first sample (Fisher's exact test, one side)."""
    all_slow, size = slow + slow_other, count + count_other
    ways = sum(math.comb(count, one) * math.comb(count_other, all_slow - one) for one in range(slow, min(count, all_slow) + 1))
    return ways / math.comb(size, all_slow)
