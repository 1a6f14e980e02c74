"""Sentences with an empty place: a name, a number or a reason that is missing."""

import pytest

from conformance.front.loading import load_suite
from conformance.testing.hollow import empty_place


@pytest.mark.parametrize(
    "text",
    [
        "breaks  in a process that has been used before",
        " (HUB-GO-06 is kept in other dialogues)",
        "`` is answered",
        "silence within ",
        "one of the legal moves ( )",
        "it came after , which is late",
        "there are 1 legal moves",
        "failed None of 3 times",
        "a move:",
        "survives_impossible_positions[]",
        "the next good one is searched ().",
    ],
)
def test_an_empty_place_is_found(text):
    assert empty_place(text)


@pytest.mark.parametrize(
    "text",
    [
        "`done  move=` and a move",
        "within 30 s",
        "there are 11 legal moves",
        "one line (of 3)",
        "took 0.1 seconds",
        "C4 D3, E6 (3 in all)",
    ],
)
def test_a_whole_sentence_has_none(text):
    assert empty_place(text) == ""


@pytest.mark.parametrize("protocol", ["uci", "usi", "hub", "nboard", "oep", "gtp", "uhp"])
def test_no_name_or_title_of_a_check_has_one(protocol):
    checks = load_suite(protocol).checks.values()
    assert [found for check in checks for found in (empty_place(check.name), empty_place(check.title)) if found] == []
