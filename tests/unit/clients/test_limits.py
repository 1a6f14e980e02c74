"""How long a client may take is reckoned by the plain scenario: fair to a client that waits for each answer of a slow engine."""

import pytest

from conformance.clients.running import limit_after
from conformance.wire.transcript import Direction, Line, Transcript


def plain(answers):
    """A record of the plain scenario in which the client has waited so many times."""
    lines = [Line(0.0, way, "x", "\n") for _ in range(answers) for way in (Direction.TO_ENGINE, Direction.FROM_ENGINE)]
    return Transcript(lines)


@pytest.mark.parametrize(
    ("seconds", "answers", "limit"), [(0.5, 0, 20), (0.5, 3, 20), (0.5, 10, 32), (2, 10, 38), (0.5, 100, 60), (30, 2, 60)]
)
def test_a_client_may_take_as_long_as_slow_answers_take(seconds, answers, limit):
    assert limit_after(seconds, [plain(answers)]) == limit


def test_each_engine_that_a_client_has_started_counts():
    assert limit_after(0.5, [plain(5), plain(5)]) == limit_after(0.5, [plain(10)])
