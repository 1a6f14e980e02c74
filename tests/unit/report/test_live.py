"""What is reported while a run goes: findings at once and once, the state as a line, and no frames in a log."""

import io

import pytest
from rich.console import Console

from conformance.report.live import LiveReporter
from conformance.run.events import CheckStarted, Explored, Glimpsed
from conformance.words.model import Miss, Outcome


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def live(clock):
    def make(*, terminal=False, width=100, **console):
        file = io.StringIO()
        reporter = LiveReporter(Console(file=file, width=width, **console), terminal=terminal, every=3600, clock=clock)
        return reporter, file

    return make


def test_findings_are_told_as_they_are_found_and_once(live, make):
    reporter, file = live()
    reporter.on(make.started())
    reporter.on(make.failing("USI-HS-02", actual="silence", miss=Miss.SILENCE))
    assert file.getvalue() == "found: USI-HS-02  MUST  no `usiok` (silence)\n"
    reporter.on(make.failing("USI-HS-02", check="again"))
    reporter.on(Glimpsed(make.result("USI-HS-03").requirement, "is_tidy", "greets", "a clean line", "dirt"))
    reporter.on(make.failing("USI-HS-03"))
    reporter.on(make.finished())
    assert file.getvalue().splitlines()[1:] == ["found: USI-HS-03  MUST  dirt (expected: a clean line)"]


def test_what_is_found_outside_the_selection_is_told_apart(live, make):
    reporter, file = live()
    reporter.on(make.failing("USI-HS-02", selected=False, gates=False))
    assert file.getvalue() == "found: USI-HS-02  MUST, outside the selection  two (expected: one `usiok`)\n"


def test_a_line_of_a_log_says_how_long_how_far_and_what_came_of_it(live, make, clock):
    reporter, file = live()
    reporter.on(make.started())
    clock.now += 65
    reporter.tick()
    for event in (make.result(), make.result("USI-HS-02", Outcome.BLOCKED, check="x"), CheckStarted("y", "It [b]greets.")):
        reporter.on(event)
    clock.now += 5
    reporter.tick()
    reporter.close()
    assert file.getvalue().splitlines() == [
        "1:05 0/5 checks begun; now: a first look at the engine",
        "1:10 1/5 checks begun, 1 pass, 1 blocked; now: It [b]greets.",
    ]


def test_a_line_that_says_nothing_new_is_written_seldom(live, make, clock):
    reporter, file = live()
    reporter.on(make.started())
    for _ in range(14):
        reporter.tick()
        clock.now += 5
    assert [line.split()[0] for line in file.getvalue().splitlines()] == ["0:00", "0:30", "1:00"]
    reporter.on(CheckStarted("y", "It greets.", again=True))
    reporter.tick()
    assert file.getvalue().endswith("1:10 1/5 checks begun; now: measured again: It greets.\n")


def test_a_long_check_tells_how_far_it_is(live, make):
    reporter, _ = live()
    reporter.on(make.started())
    reporter.progress("Counts moves.", 3, 8)
    assert reporter.state().endswith("now: Counts moves. (3 of 8)")
    reporter.on(CheckStarted("y", "It greets."))
    assert reporter.state().endswith("now: It greets.")


def test_an_exploration_is_told_when_it_has_ended(live, make):
    reporter, file = live()
    reporter.on(Explored("plays_on", "Plays on.", 1, 12.4))
    assert file.getvalue() == "explored: plays_on: 1 session in 12 s, nothing found\n"


def test_a_log_has_no_frames_whatever_is_said_of_colours(live, make, clock):
    reporter, file = live(force_terminal=True)
    reporter.on(make.started())
    reporter.on(CheckStarted("y", "It greets."))
    reporter.tick()
    reporter.close()
    assert file.getvalue() == "0:00 1/5 checks begun; now: It greets.\n"


def test_on_a_terminal_the_last_line_is_the_state_and_goes_in_the_end(live, make):
    reporter, file = live(terminal=True, force_terminal=True, color_system=None, legacy_windows=False)
    reporter.on(make.started())
    reporter.on(make.failing("USI-HS-02"))
    reporter.close()
    reporter.close()
    written = file.getvalue()
    assert "0:00 0/5 checks begun" in written
    assert "found: USI-HS-02" in written
    assert written.endswith("\x1b[2K")


def test_what_an_engine_says_cannot_move_the_cursor(live, make):
    reporter, file = live()
    reporter.on(make.failing(actual="\x1b[2J[bold]x[/bold]\r\n歩"))
    assert "\\x1b[2J[bold]x[/bold] 歩" in file.getvalue()


def test_a_screen_that_is_gone_is_no_reason_to_stop(make):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    reporter = LiveReporter(Console(file=Gone()), terminal=False, every=3600)
    make.feed(reporter, make.failing())
