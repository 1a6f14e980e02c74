"""How long an engine sleeps before what it says is counted, and ends a run where it sleeps before whatever it says."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import tictactoe, verb

from conformance.dialogue.sleep import Sleep
from conformance.run.trials import Trials
from conformance.wire.transcript import Direction, Line
from tests.sleeper import LIMITS, SUITE, Sleeper, dialogue

#: The seconds after which a slow engine answers, and what it says then.
LATE = {"hello": (3, "hello slow"), "ping": (3, "pong"), "think": (12, "move a1"), "go": (0, "move a1")}


class Slow(Sleeper):
    """Answers some words after so many seconds each, in a whole line or bytewise: so many bytes in each second."""

    def __init__(self, late=LATE, load=0.0, drips=0):
        super().__init__(load=load)
        self.late, self.drips = late, drips

    def unended_bytes(self):
        return int(self.drips * self.clock)

    def write(self, data):
        for row in data.decode().splitlines():
            after, text = self.late.get(verb(row), (math.inf, ""))
            self.said.append(Line(self.clock + after, Direction.FROM_ENGINE, text))

    def next_line(self, until):
        if self.said and self.said[0].at <= until:
            self.clock = max(self.clock, self.said[0].at)
            return self.said.pop(0)
        self.clock = max(self.clock, until)
        return None


def wait_for_twice(sleeper, word):
    """What is slept in a dialogue where a word is told twice: the first time an engine may, but not within a line."""
    d = dialogue(sleeper)
    d._idleness.came()
    for times in (0, 1):
        d.send_illegal(word)
        d.wait_for(lambda _: True, within_ms=20_000)
        assert times or d.sleep.seconds == d.sleep.in_lines
    return d.sleep


@pytest.mark.parametrize(
    ("word", "load", "slept"),
    [("ping", 0.0, 1.5), ("ping", 0.1, 0.0), ("think", 0.0, 9.5), ("think", 0.1, 0.0), ("go", 0.0, 0.0), ("bye", 0.0, 0.0)],
)
def test_what_an_engine_sleeps_before_it_answers_is_counted(word, load, slept):
    sleep = wait_for_twice(Slow(load=load), word)
    assert sleep.seconds == pytest.approx(slept, abs=0.6)
    assert sleep.behind == ({f"`{word}`"} if slept else set())
    assert sleep.prompt_behind == ({"`go`"} if word == "go" else set())


@pytest.mark.parametrize("drips", [0, 20])
def test_what_it_sleeps_within_a_line_is_counted_apart(drips):
    sleep = wait_for_twice(Slow(drips=drips), "ping")
    assert sleep.in_lines == (sleep.seconds if drips else 0)
    assert sleep.seconds == pytest.approx(3.0 if drips else 1.5, abs=0.6)


def test_what_it_sleeps_within_a_line_that_it_does_not_end_in_time_is_counted():
    assert wait_for_twice(Slow({}, drips=20), "ping").in_lines == pytest.approx(38, abs=1)  # of twenty seconds, twice
    assert wait_for_twice(Slow({}), "ping") == Sleep(), "it rests, and may wait for something"


def test_what_may_be_done_elsewhere_is_no_sleep(monkeypatch):
    monkeypatch.setattr(Slow, "may_wait_for_others", lambda _: True)
    assert wait_for_twice(Slow(), "ping") == Sleep()


def run_over(words, held=3, engine=Slow, **more):
    """Why a run is over, or "", of so many dialogues that have these words behind the first."""

    def tell(d):
        tictactoe.ready(d)
        for word in words:
            d.send_illegal(word)
            d.wait_for(lambda _: True, within_ms=20_000)

    trials = Trials(SUITE, engine, replace(LIMITS, sleep_ms=5_000), frozenset, frozenset, **more)
    for _ in range(held):
        trials.hold(replace(SUITE.checks[checks.answers_ping.__name__], function=tell))
        trials.watch_the_time()
    assert trials.out_of_time == bool(trials.over)
    return trials.over


def test_a_run_ends_when_the_engine_sleeps_before_whatever_it_says():
    assert "the engine did nothing for 14 s in all" in run_over(["ping", "think", "ping"])
    assert not run_over([], held=20), "it may sleep when it is started"
    assert not run_over(["ping"], held=20), "a little in each dialogue is bearable"
    assert not run_over(["ping", "think", "ping"], max_time=1e9), "whoever says how long a run may take is obeyed"


@pytest.mark.parametrize(
    ("words", "late"),
    [(["ping"] * 9, {}), (["think"] * 3, {"hello": (0, "hello slow")}), (["ping", "think", "go"], {})],
)
def test_a_run_goes_on_when_the_engine_sleeps_behind_some_of_the_words(words, late):
    assert not run_over(words, held=10, engine=lambda: Slow(LATE | late))


def test_a_run_ends_when_the_engine_says_each_line_a_byte_at_a_time():
    assert "the engine did nothing for" in run_over(["ping", "ping", "ping", "go"], engine=lambda: Slow(drips=20))
