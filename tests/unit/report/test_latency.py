"""Times of answers: figures that can be checked by hand, and that only what is neither small nor noise is told."""

import random
from itertools import combinations

import pytest

from conformance.report.latency import Figures, by_counts, by_ranks, changed, figures, percentile, shown
from conformance.report.model import Sample
from conformance.words.model import Delay, DelayOf

STOP, SYNC, READY, FIRST = DelayOf.STOP, DelayOf.SYNC, DelayOf.READY, DelayOf.FIRST_INFO


def samples(seconds, *, is_calm=True, limit=None, of=STOP):
    return [Sample("stops", Delay(of, one, limit, 0), is_calm) for one in seconds]


def drawn(seed, middle, count=120, spread=0.4):
    """Times as engines have them: most near the middle, a few much longer."""
    dice = random.Random(seed)
    return [middle * dice.lognormvariate(0, spread) for _ in range(count)]


def reported(old, new, pace=1.0):
    return [(one.of, "slower" if one.is_slower else "faster", one.is_calm) for one in changed(old, new, pace)]


def test_figures_of_a_few_times():
    found = figures([*samples([0.4, 0.1, 0.3], limit=2.0), *samples([5.0], is_calm=False, limit=3.0)])
    assert found == Figures(count=4, busy=1, p50=0.35, p95=5.0, longest=5.0, limit=2.0, over=1)
    assert [percentile(range(1, 101), share) for share in (0.05, 0.5, 0.95, 1.0)] == [5, 50, 95, 100]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.0, "under 0.1 ms"), (0.00123, "1.23 ms"), (0.25, "250 ms"), (1.5, "1.5 s"), (29.9, "29.9 s")]
)
def test_a_time_in_words(seconds, words):
    assert shown(seconds) == words


def test_the_exact_test_counts_all_ways():
    """Of six answers three are slow: in how many ways are two or three of them among the first four?"""
    ways = list(combinations(range(6), 3))
    as_many = [slow for slow in ways if sum(one < 4 for one in slow) >= 2]
    assert by_counts(2, 4, 1, 2) == pytest.approx(len(as_many) / len(ways))
    assert by_counts(0, 5, 0, 5) == 1


def test_the_rank_test_says_what_others_say():
    """Ten answers of which none is as long as any of ten others; R's wilcox.test(1:10, 11:20, exact=FALSE) says the same."""
    assert by_ranks(range(10), range(10, 20)) == pytest.approx(0.0001827, rel=0.001)
    assert by_ranks([1.0] * 9, [1.0] * 9) == 1
    assert by_ranks([1, 2, 3, 4], [1, 2, 3, 4]) == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_drawn_alike_is_noise(seed):
    same = [{of: samples(drawn(f"{seed}{run}{of}", 0.02), is_calm=bool(seed % 2)) for of in (STOP, SYNC, READY)} for run in "ab"]
    assert reported(*same) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (drawn(1, 0.02), drawn(2, 0.2), ["slower"]),
        (drawn(1, 0.2), drawn(2, 0.02), ["faster"]),
        (drawn(1, 0.02), [*drawn(2, 0.02), *[1.5] * 12], ["slower"]),
        ([*drawn(1, 0.02), *[1.5] * 12], drawn(2, 0.02), ["faster"]),
        (drawn(1, 0.001), drawn(2, 0.003), []),  # beyond noise, and small
        (drawn(1, 1.0), drawn(2, 1.2), []),
        (drawn(1, 0.02)[:7], drawn(2, 0.2), []),  # too few
        (drawn(1, 0.02), [*drawn(2, 0.02), 30.0], []),  # one answer is none
    ],
)
def test_what_is_neither_small_nor_noise_is_told(old, new, expected):
    assert [way for _, way, _ in reported({STOP: samples(old)}, {STOP: samples(new)})] == expected


def test_on_a_slower_host_all_takes_longer():
    old, new = {STOP: samples(drawn(1, 0.02))}, {STOP: samples(drawn(2, 0.05))}
    assert reported(old, new) == [(STOP, "slower", True)]
    assert reported(old, new, pace=2.5) == []


def test_on_a_busy_host_a_change_has_to_be_large_and_of_one_kind():
    def run(name, middles):
        return {of: samples(drawn(f"{name}{of}", middle), is_calm=False) for of, middle in middles.items()}

    old = run("a", {STOP: 0.03, SYNC: 0.03, READY: 0.03, FIRST: 0.02})
    assert reported(old, run("b", {STOP: 0.06, SYNC: 0.03, READY: 0.03, FIRST: 0.02})) == []
    assert reported(old, run("b", {STOP: 0.3, SYNC: 0.3, READY: 0.3, FIRST: 0.2})) == []
    assert reported(old, run("b", {STOP: 0.3, SYNC: 0.03, READY: 0.03, FIRST: 0.02})) == [(STOP, "slower", False)]
    assert reported(run("b", {STOP: 0.3, SYNC: 0.03, READY: 0.03}), old) == [(STOP, "faster", False)]
