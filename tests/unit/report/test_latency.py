"""Times of answers: figures that can be checked by hand."""

import pytest

from conformance.report.latency import Figures, figures, percentile, shown
from conformance.report.model import Sample
from conformance.words.model import Delay, DelayOf


def samples(seconds, *, is_calm=True, limit=None):
    return [Sample("stops", Delay(DelayOf.STOP, one, limit, 0), is_calm) for one in seconds]


def test_figures_of_a_few_times():
    found = figures([*samples([0.4, 0.1, 0.3], limit=2.0), *samples([5.0], is_calm=False, limit=3.0)])
    assert found == Figures(count=4, busy=1, p50=0.35, p95=5.0, longest=5.0, limit=2.0, over=1)
    assert [percentile(range(1, 101), share) for share in (0.05, 0.5, 0.95, 1.0)] == [5, 50, 95, 100]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.0, "under 0.1 ms"), (0.00123, "1.23 ms"), (0.25, "250 ms"), (1.5, "1.5 s"), (29.9, "29.9 s")]
)
def test_a_time_in_words(seconds, words):
    assert shown(seconds) == words
