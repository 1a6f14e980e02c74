"""The moments of a session, and the faulty engines that are mixed into any reference engine."""

from dataclasses import replace

import pytest
from conform_tictactoe.driver import MIDDLE, STREAM, WIRE, TicTacToeDriver
from conform_tictactoe.engines import ENGINES
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.endings import Inconclusive, Nonconformance, NotApplicable, NotReached
from conformance.dialogue.session import Dialogue
from conformance.engines.base import FixtureEngine
from conformance.stream import MUTANTS, OBLIGATIONS
from conformance.stream.moments import Moment, reach
from conformance.transport.simulated import SimulatedTransport

MADE = STREAM.engines(TicTacToe)


def dialogue(engine):
    return Dialogue(SimulatedTransport(engine), WIRE.driver)


@pytest.mark.parametrize(
    ("moment", "state"),
    [(Moment.STARTED, "new"), (Moment.IDLE, "idle"), (Moment.SEARCHING, "thinking"), (Moment.SEARCHED, "idle")],
)
def test_a_moment_is_reached(moment, state):
    d = dialogue(TicTacToe())
    reach(d, WIRE, moment)
    assert d.reading.state == state
    assert d.dead is None


@pytest.mark.parametrize(
    ("engine", "moment"),
    [("moves_at_once", Moment.SEARCHING), ("quit_ignored", Moment.SEARCHED)],
)
def test_an_engine_that_does_not_go_along_is_not_put_to_the_test(engine, moment):
    class Ending(ENGINES[engine].make):
        def say(self, line):
            super().say(line)
            if line.startswith("move"):
                self.leave(0)

    with pytest.raises((Inconclusive, NotApplicable)):
        reach(dialogue(Ending()), WIRE, moment)


def test_an_engine_that_does_not_greet_is_not_reached():
    class Mute(FixtureEngine):
        def on_line(self, line):
            pass

    with pytest.raises(NotReached) as missing:
        reach(dialogue(Mute()), WIRE, Moment.IDLE)
    assert missing.value.requirement == WIRE.greeting_requirement


def test_each_obligation_has_a_mutant_and_each_mutant_breaks_one():
    assert {one.breaks for one in MUTANTS.values()} == set(OBLIGATIONS)


def test_a_mutant_names_the_requirement_of_the_obligation_that_it_breaks():
    assert {name: engine.trips for name, engine in MADE.items()} == {
        name: (STREAM.ids[MUTANTS[name].breaks],) for name in MUTANTS if MUTANTS[name].breaks in STREAM.ids
    }
    assert all(engine.sentence.endswith(".") for engine in MADE.values())


def test_a_mutant_is_the_reference_engine_but_for_its_fault():
    engine = MADE["unknown_line_answered"].make()
    assert isinstance(engine, TicTacToe)
    d = dialogue(engine)
    WIRE.driver.ready(d)
    d.send("foobar", f"go {MIDDLE}")
    d.pause(100)
    assert [line.text for line in d.transcript.heard()] == ["hello tic-tac-toe", "pong", "pong", "move 2"]


def test_a_mutant_knows_at_which_moment_it_is():
    engine = MADE["quit_ignored"].make()
    d = dialogue(engine)
    assert engine.moment is Moment.STARTED
    WIRE.driver.ready(d)
    assert engine.moment is Moment.IDLE
    WIRE.driver.start_long_search(d)
    assert engine.moment is Moment.SEARCHING
    WIRE.driver.stop(d)
    assert engine.moment is Moment.SEARCHED


class Unstopped(TicTacToeDriver):
    """A protocol whose searches end by themselves: nothing stops one."""

    def stop(self, d):
        pass


class Ponderous(TicTacToe):
    """Thinks for fifteen seconds."""

    def on_line(self, line):
        super().on_line(line)
        if line.startswith("think"):
            self.after(15, self.answer)


class GivesUp(Ponderous):
    """Forgets its search when it reads a line that it does not know."""

    def on_line(self, line):
        super().on_line(line)
        if line.split()[:1] == ["foobar"]:
            self.search = None


UNSTOPPED = replace(WIRE, driver=Unstopped(), stop_line="", search_seconds=15)


@pytest.mark.parametrize("name", ["ignores_unknown_lines_in_a_search", "ignores_blank_lines_in_a_search"])
def test_a_search_that_nothing_stops_has_its_time_to_end(name):
    OBLIGATIONS[name].run(Dialogue(SimulatedTransport(Ponderous()), UNSTOPPED.driver), UNSTOPPED, {})


def test_one_that_never_ends_is_found_there_too():
    d = Dialogue(SimulatedTransport(GivesUp()), UNSTOPPED.driver)
    with pytest.raises(Nonconformance, match="an end of the search after unknown lines"):
        OBLIGATIONS["ignores_unknown_lines_in_a_search"].run(d, UNSTOPPED, {})
