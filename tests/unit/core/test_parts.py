"""The part of a line that is misread."""

import pytest

from conformance.dialogue.parts import short_part


@pytest.mark.parametrize(
    ("wrong", "shown", "found"),
    [(37, 37, (37, 38)), (30, 37, (30, 38)), (0, 0, (0, 1)), (10, 90, None), (98, 99, (98, 100))],
)
def test_the_shortest_part_holds_what_is_misplayed_and_what_shows_it(wrong, shown, found):
    part = short_part(100, lambda first, last: first <= wrong and shown < last)
    assert part == found


def test_a_line_that_is_cut_has_no_part():
    assert short_part(500, lambda first, last: last - first > 250) is None
