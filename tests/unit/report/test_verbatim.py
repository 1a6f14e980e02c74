"""What a finding says that the engine said: the line as it came, with its blanks, its case, its figures and its bounds."""

import pytest

from conformance.run.selection import Selection
from conformance.testing import results, run_suite
from conformance.words.model import Outcome


def found(protocol, engine, requirement):
    events = run_suite(protocol, engine, selection=Selection((requirement,)))
    return [r for r in results(events) if r.outcome is Outcome.FAIL and r.requirement.id == requirement]


@pytest.mark.parametrize(
    ("protocol", "engine", "requirement"),
    [
        ("usi", "check_default_no_boolean", "USI-OPT-05"),
        ("usi", "string_with_bare_default", "USI-OPT-07"),
        ("uci", "pv_line_bare", "UCI-INFO-05"),
        ("uci", "mate_score_with_hash_sign", "UCI-INFO-02"),
        ("oep", "endgame_adds_two_disks", "OEP-END-01"),
        ("oep", "echo_with_exchanged_colours", "OEP-SEA-05"),
        ("oep", "letter_always_b", "OEP-SEA-11"),
        ("oep", "bounds_of_all_scores", "OEP-SEA-12"),
        ("hub", "time_in_milliseconds", "HUB-INF-04"),
        ("hub", "nps_in_nodes", "HUB-INF-05"),
    ],
)
def test_a_finding_quotes_the_line_as_it_came(protocol, engine, requirement):
    shown = found(protocol, engine, requirement)
    assert shown
    for result in shown:
        assert f"`{result.transcript[result.at].text}`" in result.actual


def test_a_game_of_another_type_is_told_the_right_way_round():
    for result in found("uhp", "default_game_is_mlp", "UHP-NEW-01"):
        assert result.actual.startswith("it says Base+MLP, and it is a game of Base: `Base+MLP;")
