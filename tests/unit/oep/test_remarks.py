"""What the suite tells of an engine that breaks nothing."""

import pytest

from conformance.front.loading import engine_command, load_suite
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.words.model import Outcome


def remarks(engine, requirement):
    launcher = engine_command((f"builtin:{engine}",), None, {}).launcher("oep", virtual=True)
    events = list(Campaign(RunPlan(load_suite("oep"), selection=Selection((requirement,))), launcher).run())
    assert not [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL]
    return {event.topic: event.text for event in events if isinstance(event, Remarked)}


@pytest.mark.parametrize(
    ("engine", "requirement", "topic", "text"),
    [
        ("lenient_generous", "OEP-STP-02", "stop", "says `ready.` twice when a search is stopped"),
        ("lenient_generous", "OEP-STP-02", "result of a stopped search", "prints a result when a search is stopped"),
        ("lenient_racing", "OEP-EMP-04", "empty line after a search command", "with `ready.`"),
        ("lenient_spelling", "OEP-SEA-15", "pass", "writes a pass as `ps`"),
        ("lenient_undecided", "OEP-SEA-19", "finished game", "of a finished game, whose score is"),
        ("lenient_noisy", "OEP-SEA-18", "equal searches", "different values"),
        ("lenient_talker", "OEP-ROB-01", "unknown lines", "with `ready.`"),
    ],
)
def test_what_is_worth_telling_is_told(engine, requirement, topic, text):
    assert text in remarks(engine, requirement)[topic]


@pytest.mark.parametrize("requirement", ["OEP-STP-02", "OEP-EMP-04", "OEP-SEA-15", "OEP-SEA-18", "OEP-ROB-01"])
def test_nothing_is_told_of_an_engine_that_does_what_the_examples_show(requirement):
    assert not remarks("reference", requirement)


def test_nothing_is_told_of_a_finished_game_whose_score_is_right():
    assert "finished game" not in remarks("lenient_dashes", "OEP-SEA-19")
