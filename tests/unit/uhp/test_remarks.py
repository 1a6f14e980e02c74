"""What is worth reporting of engines that conform: the readings of the catalogue promise it."""

import pytest

from conformance.fixtures.uhp.lenient import LENIENT
from conformance.fixtures.uhp.reference import UhpEngine
from conformance.front.loading import load_suite
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome

SUITE = load_suite("uhp")
SELECTED = ("UHP-START-01", "UHP-START-03", "UHP-INFO-03", "UHP-NEW-11", "UHP-BEST-05", "UHP-ERR-04", "UHP-LIFE-06")


def remarked(engine):
    """The remarks on an engine, by topic."""
    events = list(Campaign(RunPlan(SUITE, selection=Selection(SELECTED)), lambda: SimulatedTransport(engine())).run())
    assert not [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL]
    return {event.topic: event.text for event in events if isinstance(event, Remarked)}


@pytest.mark.parametrize(
    ("name", "due"),
    [
        ("novel", {"name": "a byte order mark before id", "capabilities": "Earwig is not a flag that the protocol knows"}),
        (
            "blunt",
            {
                "depth 0": "answers `bestmove depth 0` by an error: `err nothing to search`",
                "blank line": "answers a blank line, by `err Invalid command.`",
            },
        ),
        ("eager", {"busy when idle": "uses 50% of a processor while it waits for a command"}),
    ],
)
def test_what_is_only_noted_is_told(name, due):
    assert remarked(LENIENT[f"lenient_{name}"].make).items() >= due.items()


def test_a_game_from_the_start_is_told():
    reported = remarked(LENIENT["lenient_eager"].make)["a game from the start"]
    assert reported.startswith("obeys `validmoves` before any `newgame`: `")


def test_the_reference_engine_is_worth_no_remark():
    assert remarked(UhpEngine) == {}
