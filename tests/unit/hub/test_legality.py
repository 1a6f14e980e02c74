"""Which requirement an illegal move breaks: the rule that the engine leaves out, if one explains the move."""

import pytest

from conformance.games.draughts import Position, parse_game
from conformance.suites.hub.legality import UNEXPLAINED, blame

#: A king on 13 takes two men, as many as it would take if men that are jumped were removed at once.
AS_MANY = Position.from_hub("WeebeeeebebeeWweeebbebeeeeeeBeebeeeeeeeeeeeeeweeeee")


@pytest.mark.parametrize(
    ("move", "requirement"),
    [
        ("13x30x8x19", "HUB-GO-08"),  # by way of 13, 2, 35: over the square of the man on 8, which is still there
        ("13x30x19", "HUB-GO-06"),
        ("13x30x8x28", UNEXPLAINED),
    ],
)
def test_a_capture_of_as_many_pieces_on_a_way_that_is_closed_is_told_by_its_rule(move, requirement):
    assert blame(parse_game(AS_MANY, ()), (), move)[0] == requirement
