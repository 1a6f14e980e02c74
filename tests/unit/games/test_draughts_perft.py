"""Perft numbers that others have published for the oracle's rules, and what none of them may differ from.

Origins: the test suite of the dctl engine (R. Halbersma, after the "Perft" threads of the draughts forums; killer numbers by
F. Letouzey) and A. Bik's pages. Numbers marked "own" come from a second, independent generator and from nowhere else.
Deeper numbers were checked by hand when the generator was written: normal to depth 8, killer 7, frisian 8 from the start.
"""

import pytest

from conformance.games.draughts import START, Position, Variant, perft

R178 = "BeeeeeweewwweeeeeBeewwwwBeeeeewWeweeeweeewwwweweeee"
WOLDOUBY = "Weeeeeeeeeeebbbebebbebebbwbwwewewwwwewweeeeeeeeeeee"
ALL_KINGS = "W" + "B" * 20 + "e" * 10 + "W" * 20
PROMOTIONS = "Weeeeewwwwweeeeeeeeeeeeeeeeeeeeeeeeeeeeeebbbbbeeeee"

TABLES = [
    (START, "normal", [9, 81, 658, 4265, 27117, 167140]),
    (R178, "normal", [14, 55, 1168, 5432, 87195, 629010]),
    (WOLDOUBY, "normal", [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436]),
    (ALL_KINGS, "normal", [17, 79, 352, 1399, 7062, 37589, 217575]),
    (PROMOTIONS, "normal", [9, 81, 795, 7578, 86351]),
    (START, "killer", [9, 81, 658, 4265, 27117, 167140]),
    (R178, "killer", [14, 55, 1168, 5165, 84326, 573965]),
    (WOLDOUBY, "killer", [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88043, 377339]),
    (START, "frisian", [9, 81, 658, 3874, 21265, 102431, 540126]),
    (WOLDOUBY, "bt", [6, 12, 30, 73, 215, 590, 1944, 6155]),  # own
    (WOLDOUBY, "losing", [6, 12, 30, 73, 215, 590, 1944, 6269]),  # own
    (PROMOTIONS, "killer", [9, 81, 795, 7577, 86250]),  # own
    (PROMOTIONS, "frisian", [9, 81, 808, 7408, 82748]),  # own
]


@pytest.mark.parametrize(("text", "variant", "numbers"), TABLES)
def test_perft(text, variant, numbers):
    position = Position.from_hub(text, Variant(variant))
    assert [perft(position, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(("text", "variant", "numbers"), TABLES)
def test_perft_of_the_twin(text, variant, numbers):
    twin = Position.from_hub(text, Variant(variant)).twin()
    assert [perft(twin, depth) for depth in range(1, 5)] == numbers[:4]
