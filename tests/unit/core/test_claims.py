"""Which level a run claims: the highest whose requirements all pass."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.engines import ENGINES

from conformance.run.claims import claim
from conformance.run.events import Claim, Tally
from conformance.run.selection import Selection
from conformance.testing import run_suite
from conformance.words.editions import Editions
from conformance.words.model import Outcome

PASS, FAIL, NONE = Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE
LEVELS = {"plays": ("A",), "ponders": ("A", "B", "C"), "complete": ("A", "B", "C", "D")}


def tally(*outcomes):
    """Of A, B, C and D, each by one check."""
    known = dict(zip("ABCD", outcomes, strict=False))
    return Tally(known, passed={key for key, outcome in known.items() if outcome is PASS})


@pytest.mark.parametrize(
    ("outcomes", "claimed"),
    [
        ((PASS, PASS, PASS, PASS), Claim("complete")),
        ((PASS, PASS, NONE, PASS), Claim("complete")),
        ((PASS, NONE, NONE, PASS), Claim("complete", not_offered=("ponders",))),
        ((PASS, PASS, PASS, NONE), Claim("complete")),
        ((PASS, NONE, NONE, FAIL), Claim("plays", "complete", ("D",), ("ponders",))),
        ((PASS, FAIL, NONE, PASS), Claim("plays", "ponders", ("B",))),
        ((FAIL, PASS, PASS, FAIL), Claim("", "plays", ("A",))),
        ((PASS, PASS, Outcome.BLOCKED, FAIL), Claim("plays", "ponders", ("C",))),
        ((PASS, PASS, Outcome.INCONCLUSIVE, PASS), Claim("plays", "ponders", ("C",))),
        ((PASS, PASS), Claim("plays", "ponders", ("C",))),
    ],
)
def test_the_highest_level_that_is_reached(outcomes, claimed):
    assert claim(LEVELS, tally(*outcomes)) == claimed


@pytest.mark.parametrize(
    ("worst", "level"),
    [
        (PASS, "complete"),
        (Outcome.BLOCKED, "complete"),
        (Outcome.INCONCLUSIVE, "complete"),
        (FAIL, "plays"),
        (Outcome.ERROR, "plays"),
    ],
)
def test_what_passes_in_a_check_is_kept_if_it_fails_in_none(worst, level):
    counted = tally(PASS, PASS, PASS, PASS)
    counted.outcomes["C"] = worst
    assert claim(LEVELS, counted).level == level


def test_a_run_up_to_a_level_claims_no_more():
    assert claim(LEVELS, tally(PASS, PASS, PASS, PASS), "ponders") == Claim("ponders")
    assert claim(LEVELS, tally(PASS), "plays") == Claim("plays")


def test_a_level_that_asks_for_nothing_more_is_reached_with_the_one_before():
    assert claim({"plays": ("A",), "complete": ("A",)}, tally(PASS)) == Claim("complete")
    assert claim({}, Tally()) == Claim()


# -- runs -----------------------------------------------------------------------------------------------------------------

EDITIONS = Editions(("2026.1",), (), {"2026.1": {"plays": ["TTT-HELLO", "TTT-GO-01"], "complete": ["TTT"]}})
SUITE = replace(checks.suite, catalogue=replace(checks.suite.catalogue, edition="2026.1", editions=EDITIONS))


def claimed(engine, **options):
    return run_suite(SUITE, ENGINES[engine], **options)[-1].claim


def test_a_whole_run_claims():
    assert claimed("reference") == Claim("complete")
    assert claimed("stop_ignored").level == "plays"
    assert claimed("stop_ignored").next == "complete"
    assert "TTT-STOP-01" in claimed("stop_ignored").missing


def test_a_run_of_a_level_claims_no_more():
    of_plays = Selection(SUITE.catalogue.levels["plays"])
    assert claimed("reference", selection=of_plays, level="plays") == Claim("plays")
    assert claimed("stop_ignored", selection=of_plays, level="plays") == Claim("plays")


@pytest.mark.parametrize(
    "options",
    [{"selection": Selection(("TTT-GO",))}, {"selection": Selection((), ("TTT-GO-01",))}, {"quick": True}, {"max_time": 0.01}],
)
def test_a_run_of_another_part_claims_nothing(options):
    assert claimed("reference", **options) is None


def test_without_levels_nothing_is_claimed():
    assert run_suite(checks.suite, ENGINES["reference"])[-1].claim is None
