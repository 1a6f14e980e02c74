"""A recording sent again: how the engine was set up then is kept, and an engine that floods, ends or is silent ends it."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import MIDDLE, is_move
from conform_tictactoe.engines import ENGINES

from conformance.dialogue.context import Terms
from conformance.engines.base import FixtureEngine
from conformance.judging.checking import run_check
from conformance.protocol.suite import Chapter, CheckKind
from conformance.run.replay import holds, replay
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.recordings import About
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Miss, Outcome, OutputLimits

SUITE = checks.suite
ROW = "TTT-STOP-01"
STYLE = {"Style": "Solid"}


def builtin(name):
    return SimulatedTransport(ENGINES[name].make())


def recorded(name, row=ROW, suite=SUITE, **about):
    """The recording of the check of a row failing, and what it is about."""
    about = About(protocol="tictactoe", requirement=row, **about)
    for check in suite.checks_of(row):
        if check.kind is CheckKind.DIALOGUE:
            limits = suite.limits.scaled(about.time_scale)
            trial = run_check(suite, check, builtin(name), Terms(limits, settings=about.settings, seed=about.seed))
            if trial.outcome is Outcome.FAIL and trial.requirement == row:
                return Transcript(trial.trace.transcript.lines), replace(about, check=check.name)
    raise AssertionError(f"{name} does not break {row}")


def again(recording, about, transport, suite=SUITE):
    found = replay(suite, recording, transport, SUITE.limits.scaled(about.time_scale), about)
    return any(finding.requirement == about.requirement for finding in found.findings), found


def test_the_settings_of_the_recording_are_those_of_the_replay():
    recording, about = recorded("stop_ignored", settings=STYLE)
    assert any(line.text.startswith("set Style") for line in recording)
    assert again(recording, about, builtin("stop_ignored"))[0]
    shown, found = again(recording, about, builtin("reference"))
    assert (shown, found.unclear) == (False, "")


def test_a_check_that_goes_another_way_than_the_recording_is_no_verdict():
    recording, about = recorded("stop_ignored", settings=STYLE)
    shown, found = again(recording, replace(about, settings={}), builtin("stop_ignored"))
    assert not shown
    assert (
        "does not go with the recording (other --setup, --seed or version): `ping` is sent where the recording has"
        in found.unclear
    )


@pytest.mark.parametrize(("scale", "shown"), [(1.0, True), (5.0, False)])
def test_an_engine_is_heard_for_as_long_as_the_check_listens(scale, shown):
    recording, about = recorded("stop_ignored", time_scale=scale)
    found = again(recording, about, builtin("stop_takes_8s"))
    assert found[0] is shown
    assert found[1].unclear == ""


def test_an_answer_too_many_is_not_waited_for_as_long_as_one_that_is_owed():
    """It may come only now and then: where it came at once, it is given a few seconds."""
    said = [(">", "hello"), ("<", "hello x"), (">", f"go {MIDDLE}"), ("<", "move 2"), ("<", "move 2")]
    said += [(">", "ping"), ("<", "pong"), (">", "quit")]
    recording = Transcript([Line(0.01 * number, Direction(mark), text) for number, (mark, text) in enumerate(said)])
    found = replay(SUITE, recording, builtin("reference"), SUITE.limits, About(requirement="TTT-GO-01"))
    assert [line.text for line in found.transcript if line.text.startswith(("ping", "move", "quit"))] == [
        "move 2",
        "ping",
        "quit",
    ]
    assert 5 <= next(line.at for line in found.transcript if line.text == "ping") < 6


class Slow(FixtureEngine):
    """Moves some seconds after each `go`."""

    def __init__(self, seconds):
        super().__init__()
        self.seconds = seconds

    def on_line(self, line):
        if line == "hello":
            self.say("hello x")
        elif line.startswith("go"):
            self.after(self.seconds, lambda: self.say("move 2"))


@pytest.mark.parametrize(("seconds", "found"), [(0.4, False), (0.6, True), (1000, True)])
def test_an_answer_of_an_exploration_that_was_late_has_to_be_late_again(seconds, found):
    said = [(0.0, ">", "hello"), (0.1, "<", "hello x"), (0.2, ">", f"go {MIDDLE}"), (0.8, "<", "move 2")]
    recording = Transcript([Line(at, Direction(mark), text) for at, mark, text in said])
    about = About(requirement=ROW, check="an exploration", miss="late", limit=0.5)
    shown, replayed = again(recording, about, SimulatedTransport(Slow(seconds)))
    assert (shown, replayed.unclear) == (found, "")


def test_what_was_wrong_in_an_exploration_alone_is_in_no_recording():
    recording = Transcript([Line(0.0, Direction.TO_ENGINE, "hello"), Line(0.1, Direction.FROM_ENGINE, "hello x")])
    shown, found = again(recording, About(requirement=ROW, check="an exploration", miss="wrong"), builtin("reference"))
    assert (shown, found.unclear) == (False, "the recording does not hold what was expected: explore again")
    assert not holds(SUITE, recording, ROW, Miss.WRONG)
    assert holds(SUITE, recording, ROW, Miss.LATE)


class Endless(FixtureEngine):
    """Says what it is told to say, as fast as it can."""

    busy = True

    def __init__(self):
        super().__init__()
        self.busy = True

    def work(self):
        for _ in range(100):
            self.say("pong")

    def on_line(self, line):
        """Nothing is obeyed."""


class Ending(FixtureEngine):
    """Ends with the first line."""

    def on_line(self, line):
        self.leave(1)


class Talkative(FixtureEngine):
    """Says a thousand lines to each, and no more."""

    def on_line(self, line):
        for number in range(1000):
            self.say(f"string {number}")


class Mute(FixtureEngine):
    """Says nothing."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def on_line(self, line):
        self.heard.append(line)


#: A suite to which little is much already.
STRICT = replace(SUITE, limits=replace(SUITE.limits, output=OutputLimits(lines_in_one_go=3000)))


def test_a_flood_ends_the_replay():
    recording = Transcript([Line(0.0, Direction.TO_ENGINE, "hello"), Line(100.0, Direction.TO_ENGINE, "ping")])
    found = replay(STRICT, recording, SimulatedTransport(Endless()), STRICT.limits, About())
    assert len(found.transcript) < 3100
    assert found.transcript.lines[-1].text.startswith("flood")
    assert found.unclear == "a flood of output: more than 3,000 lines in one go before all was sent"
    found = replay(STRICT, Transcript(recording.lines[:1]), SimulatedTransport(Endless()), STRICT.limits, About())
    assert found.unclear == "a flood of output: more than 3,000 lines in one go"


def test_much_is_no_flood_from_an_engine_that_is_spoken_to():
    times = [Line(float(at), Direction.TO_ENGINE, "ping") for at in range(20)]
    found = replay(STRICT, Transcript(times), SimulatedTransport(Talkative()), STRICT.limits, About())
    assert len(found.transcript) > 4 * 3000
    assert not any(line.is_ending for line in found.transcript)


def test_an_engine_that_has_ended_is_sent_nothing_more_and_is_no_verdict():
    recording, about = recorded("stop_ignored")
    transport = SimulatedTransport(Ending())
    shown, found = again(recording, about, transport)
    assert not shown
    assert found.unclear == "no hello: the engine exited with status 1"
    assert [line.text for line in found.transcript] == ["hello", "eof", "exit 1"]
    assert transport.now() < 1


def test_what_no_check_can_say_is_unclear_when_the_engine_ends_in_another_way():
    recording, _ = recorded("stop_ignored")
    for requirement in (ROW, ""):
        shown, found = again(recording, About(requirement=requirement), SimulatedTransport(Ending()))
        assert not shown
        assert "exited with status 1" in found.unclear


def test_an_end_is_evidence_where_it_was_so_then():
    recording, about = recorded("blank_line_crashes_idle", row="TTT-LINE-01")
    assert recording.ended() is not None
    assert again(recording, about, builtin("blank_line_crashes_idle"))[0]
    shown, found = again(recording, about, builtin("reference"))
    assert (shown, found.unclear) == (False, "")


def test_a_mute_engine_gets_everything_and_is_waited_for_once():
    lines = [Line(0.0, Direction.TO_ENGINE, "hello")]
    for number in range(1, 50):
        lines += [Line(number, Direction.FROM_ENGINE, "pong"), Line(number, Direction.TO_ENGINE, "ping")]
    engine = Mute()
    transport = SimulatedTransport(engine)
    replay(SUITE, Transcript(lines), transport, SUITE.limits, About())
    assert engine.heard == ["hello", *["ping"] * 49]
    assert transport.now() < 120


def test_what_the_engine_answers_now_can_lead_the_check_another_way():
    chapter = Chapter()

    @chapter.dialogue(ROW)
    def depends_on_the_answer(d):
        """It sends something else to an engine that moves at once."""
        d.driver.ready(d)
        d.driver.start_long_search(d)
        d.send("ping" if d.wait_for(is_move, within_ms=d.limits.early_ms) else "stop")
        d.expect(is_move, "a move", within_ms=d.limits.stop_ms)

    suite = replace(SUITE, chapters=(chapter,), first=(), foundations=(), basis=(), code="")
    recording, about = recorded("moves_at_once", suite=suite)
    assert again(recording, about, builtin("moves_at_once"), suite)[0]
    shown, found = again(recording, about, builtin("reference"), suite)
    assert not shown
    assert found.unclear.startswith("the engine's answers lead the check another way: `")


@pytest.mark.parametrize(("name", "row"), [("leaves_a_child", "TTT-QUIT-02"), ("busy_when_idle", "TTT-IDLE-01")])
def test_what_no_recording_holds_is_no_verdict(name, row):
    shown, found = again(*recorded(name, row=row), builtin(name))
    assert not shown
    assert found.unclear.startswith("no recording shows process")


@pytest.mark.parametrize(("last", "unclear"), [("stdin closed", False), ("ping", True)])
def test_input_that_was_closed_after_the_engine_had_left_is_nothing_that_was_not_sent(last, unclear):
    of = Direction.PROCESS if last == "stdin closed" else Direction.TO_ENGINE
    said = [Line(0.0, Direction.TO_ENGINE, "hello"), Line(0.1, Direction.TO_ENGINE, "quit"), Line(1.0, of, last)]
    found = replay(SUITE, Transcript(said, heard_until=1.1), builtin("reference"), SUITE.limits, About(protocol="tictactoe"))
    assert bool(found.unclear) is unclear
