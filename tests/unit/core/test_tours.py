"""Walks through a table of states, and the dialogues that follow them."""

from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

import pytest

from conformance.dialogue.endings import Nonconformance
from conformance.dialogue.session import Dialogue
from conformance.engines.base import FixtureEngine
from conformance.protocol.states import Names, States, Transition, named
from conformance.protocol.suite import SuiteError
from conformance.tours import Send, Theme, Timing, Tours, Wait, of, turns
from conformance.transport.simulated import SimulatedTransport

GUI = {
    "new": {"hello": "idle"},
    "idle": {"ping": "idle", "think": "busy", "quit": "gone"},
    "busy": {"ping": "busy", "stop": "busy", "quit": "gone"},
    "gone": {},
}
ENGINE = {"busy": {"done": "idle"}}


def states():
    return States(
        "new",
        lambda state, line: GUI[state].get(line),
        lambda state, line: ENGINE.get(state, {}).get(line, state),
        Names(named(GUI, ENGINE, str), str, str, str),
    )


def wait(word, **more):
    return Wait(lambda text: text == word, word, f"T-{word.upper()}-01", lambda _d: 1000, **more)


def tours(**more):
    return Tours(
        states(),
        gui={
            **{word: Send(turns(word)) for word in ("hello", "think", "stop", "quit")},
            "ping": Send(turns("ping"), reply=wait("pong")),
        },
        engine={"done": wait("done", after=of("stop"))},
        themes=(Theme("all", "All that is said", more.pop("tours", 3), lambda _: True),),
        leaves=lambda _: "T-QUIT-01",
        idle=("idle",),
        **more,
    )


def pairs(walks):
    return {pair for walk in walks for pair in pairwise(crossing.transition for crossing in walk)}


def test_walks_take_every_pair_that_can_be_taken():
    one = tours()
    missing = set(one.names.pairs()) - pairs(one.walks["all"])
    ends = {pair for pair in missing if pair[1].event == "> quit"}
    assert missing - ends == {(Transition("idle", "> think"), Transition("busy", "< done"))}
    assert {walk[-1].transition.event for walk in one.walks["all"]} == {"> quit"}


def test_an_answer_that_is_due_is_met_in_the_same_write():
    for walk in tours().walks["all"]:
        for one, other in pairwise(walk):
            if one.transition == ("busy", "> stop") and other.transition.event != "< done":
                assert other.timing is Timing.SAME_WRITE


def test_a_crossing_comes_at_several_moments():
    moments = Counter(crossing.timing for walk in tours().walks["all"] for crossing in walk)
    assert set(moments) == set(Timing)


def test_the_number_of_tours_is_that_of_the_plan():
    with pytest.raises(SuiteError, match="all needs"):
        tours(tours=1).walks  # noqa: B018  it is asked for, which makes the plan


class Engine(FixtureEngine):
    thinking = False

    def on_line(self, line):
        if line == "ping":
            self.say("pong")
        elif line == "think":
            self.thinking = True
        elif line == "stop" and self.thinking:
            self.thinking = False
            self.say("done")
        elif line == "quit":
            self.leave(0)


class SilentPing(Engine):
    """Does not answer a ping after another one."""

    last = ""

    def on_line(self, line):
        before, self.last = self.last, line
        if (before, line) != ("ping", "ping"):
            super().on_line(line)


class Stays(Engine):
    def leave(self, status):
        pass


class Hasty(Engine):
    """Ends its search by itself, as the table allows."""

    def on_line(self, line):
        super().on_line(line)
        if line == "think":
            super().on_line("stop")


def tour(engine, number, **more):
    """Run one tour with an engine."""
    one = tours(**more)
    verbs = {
        "begins_search": lambda _: False,
        "stops_search": lambda _: False,
        "setup_lines": lambda _: (),
        "asks_for": str,
        "is_reply": lambda _: False,
        "ends_search": lambda _: False,
    }
    driver = SimpleNamespace(states=one.states, returns_end_lines=False, flush_requirement="", **verbs)
    d = Dialogue(SimulatedTransport(engine()), driver)
    check = one.chapter("T-GO-01").checks[number]
    check.function(d, check.case)
    return [line.text for line in d.transcript.lines]


@pytest.mark.parametrize("number", range(3))
def test_a_tour_follows_its_walk_to_the_end(number):
    assert tour(Engine, number)[-1] == "exit 0"


def test_an_answer_that_does_not_come_is_blamed_on_its_requirement():
    with pytest.raises(Nonconformance) as breach:
        for number in range(3):
            tour(SilentPing, number)
    assert breach.value.requirement == "T-PONG-01"


def test_staying_is_blamed_on_the_requirement_of_leaving():
    with pytest.raises(Nonconformance) as breach:
        tour(Stays, 0)
    assert breach.value.requirement == "T-QUIT-01"


@pytest.mark.parametrize("number", range(3))
def test_an_engine_may_take_another_way(number):
    assert tour(Hasty, number)
