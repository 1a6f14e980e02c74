"""An engine that rests in a foundation, and owes an answer, is sent one line more, which tells why it is silent."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import MIDDLE, TicTacToeDriver, is_hello, is_move
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.session import LOOK, Dialogue, Nonconformance, NotReached, Nudged, Silent
from conformance.protocol.suite import Chapter
from conformance.run.ledger import Ledger
from conformance.run.scheduling import NUDGED_AFTER, Scheduler
from conformance.run.trials import Trials
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Limits, Miss, Outcome

FLUSH, HELLO, GO = "TTT-LINE-01", "TTT-HELLO-01", "TTT-GO-01"
LIMITS = Limits()


class Flushing(TicTacToeDriver):
    """Tic-tac-toe with a requirement that stands for lines that come when they are said."""

    flush_requirement = FLUSH


class Unflushed(TicTacToe):
    """Flushes its output when it answers a ping, and not before."""

    held = ()
    flushed = ("pong",)

    def say(self, line):
        self.held = (*self.held, line)
        if line.startswith(self.flushed):
            for one in self.held:
                super().say(one)
            self.held = ()


class UnflushedMoves(Unflushed):
    """Flushes all but its moves."""

    flushed = ("pong", "hello")


class OneLineBehind(TicTacToe):
    """Handles a line when the next one has come."""

    last = ""

    def on_line(self, line):
        last, self.last = self.last, line
        super().on_line(last)


class Slow(TicTacToe):
    """Answers after five seconds of rest whatever has come by then."""

    def on_line(self, line):
        self.after(5.0, lambda: TicTacToe.on_line(self, line))


class Mute(TicTacToe):
    """Says nothing."""

    def say(self, line):
        pass


class WorksOn(TicTacToe):
    """Searches for ever, and hears nothing in a search."""

    def work(self):
        pass

    def on_line(self, line):
        if not self.busy:
            super().on_line(line)


def talk(engine, *, nudged_after=NUDGED_AFTER, driver=None):
    return Dialogue(SimulatedTransport(engine()), driver or Flushing(), LIMITS, nudged_after=nudged_after)


def greeting(d):
    d.send("hello")
    return d.expect(is_hello, "hello", within_ms=LIMITS.startup_ms, requirement=HELLO)


def sent(d):
    return [line.text for line in d.transcript.sent()]


def test_who_needs_no_nudge_is_not_nudged():
    d = talk(TicTacToe)
    greeting(d)
    assert sent(d) == ["hello"]


@pytest.mark.parametrize(
    ("engine", "how"),
    [
        (Unflushed, "it had been said, and was not flushed"),
        (OneLineBehind, "which is not answered: a line is read when the next comes"),
    ],
)
def test_an_answer_that_comes_only_with_the_next_line_says_why(engine, how):
    d = talk(engine)
    with pytest.raises(Nonconformance) as caught:
        greeting(d)
    breach = caught.value
    assert breach.actual == f"`hello tic-tac-toe` came only once `ping` was sent, 3 s later: {how}"
    assert (breach.requirement, breach.miss, breach.silent, breach.pending) == (
        FLUSH,
        Miss.SILENCE,
        Silent.GIVEN_TIME,
        ("`hello`",),
    )
    assert d.transcript.lines[breach.at].text == "hello tic-tac-toe"
    assert sent(d) == ["hello", "ping"]
    assert d.transport.now() == pytest.approx(NUDGED_AFTER, abs=LOOK + 1.1)


def test_so_does_the_answer_to_a_search():
    d = talk(UnflushedMoves)
    d.prepare(d.driver.greet)
    d.send(f"go {MIDDLE}")
    with pytest.raises(Nonconformance, match=r"`move \d` came only once `ping` was sent.* not flushed") as caught:
        d.expect(is_move, "a move", within_ms=LIMITS.search_ms, requirement=GO)
    assert (caught.value.requirement, caught.value.pending) == (FLUSH, ("`go`",))


def test_who_is_only_slow_has_to_be_asked_again():
    d = talk(Slow)
    with pytest.raises(Nudged):
        greeting(d)
    d = talk(Slow, nudged_after=0.0)
    assert greeting(d).at == 5.0
    assert sent(d) == ["hello"]


def test_set_up_is_nudged_as_well():
    d = talk(Unflushed)
    with pytest.raises(Nonconformance) as caught:
        d.driver.greet(d)
    assert caught.value.requirement == FLUSH
    d = talk(Unflushed, nudged_after=0.0)
    with pytest.raises(NotReached) as missed:
        d.driver.greet(d)
    assert missed.value.requirement == HELLO


def test_who_stays_silent_is_blamed_for_what_it_was_asked_first():
    d = talk(Mute)
    with pytest.raises(Nonconformance, match="silence") as caught:
        greeting(d)
    assert (caught.value.requirement, caught.value.pending) == (HELLO, ("`hello`",))
    assert sent(d) == ["hello", "ping"]
    assert d.transport.now() == pytest.approx(LIMITS.startup_ms / 1000, abs=0.1)


def test_who_works_is_sent_the_line_when_its_time_is_over_for_what_else_it_does_not_hear():
    d = talk(WorksOn)
    d.prepare(d.driver.greet)
    d.send(f"go {MIDDLE}")
    with pytest.raises(Nonconformance) as caught:
        d.expect(is_move, "a move", within_ms=LIMITS.search_ms, requirement=GO)
    assert (caught.value.requirement, caught.value.pending) == (GO, ("`go`",))
    last = d.transcript.sent()[-1]
    assert (last.text, last.at) == ("ping", pytest.approx(LIMITS.search_ms / 1000, abs=0.1))
    assert d.transport.now() >= last.at + 2


def silent_wait(d):
    assert d.wait_for(is_move, within_ms=LIMITS.search_ms, owed=True) is None
    return sent(d)


def test_no_other_wait_is_nudged():
    d = talk(Mute, nudged_after=0.0)
    d.send("hello")
    assert silent_wait(d) == ["hello"]

    d = talk(Mute, driver=TicTacToeDriver())  # nothing stands for flushing, or there is no line that is answered at once
    d.send("hello")
    assert silent_wait(d) == ["hello"]

    d = talk(Mute)  # it has been asked that already
    d.send_illegal("ping")
    assert silent_wait(d) == ["ping"]

    d = talk(TicTacToe)  # it owes neither a greeting nor the answer to a search
    d.prepare(d.driver.greet)
    d.send("set name value")
    assert silent_wait(d) == ["hello", "set name value"]

    d = talk(Mute)  # it owes nothing
    d.send("hello")
    assert d.wait_for(is_hello, within_ms=LIMITS.search_ms) is None
    assert sent(d) == ["hello"]


# -- in a run ---------------------------------------------------------------------------------------------------------------


def ran(engine, *, goes_on=True):
    """What came of a foundation and of a dialogue behind it, what each engine was sent, and the scheduler."""
    chapter, lines = Chapter(), []

    @chapter.dialogue(HELLO)
    def greets(d):
        """It greets."""
        try:
            greeting(d)
        finally:
            lines.append(sent(d))

    @chapter.dialogue(FLUSH)
    def greets_again(d):
        """It greets."""
        greets(d)

    parts = {"first": (HELLO,), "foundations": (HELLO, FLUSH), "basis": ()}
    suite = replace(checks.suite, driver=Flushing(), chapters=(chapter,), code="", **parts)
    trials = Trials(suite, lambda: SimulatedTransport(engine()), LIMITS, frozenset)
    scheduler = Scheduler(suite, trials, Ledger(suite), lambda: 1, lambda _: goes_on)
    list(scheduler.all(list(suite.checks.values())))
    return {check.name: trial for check, trial in scheduler.outcomes().items()}, lines, scheduler


def test_a_foundation_that_was_nudged_and_only_slow_runs_again_without():
    outcomes, lines, scheduler = ran(Slow)
    assert {name: trial.outcome for name, trial in outcomes.items()} == {"greets": Outcome.PASS, "greets_again": Outcome.PASS}
    assert lines == [["hello", "ping"], ["hello"], ["hello"]]
    assert scheduler.ended_by == ""


def test_no_dialogue_behind_the_foundations_is_nudged():
    outcomes, lines, _ = ran(Unflushed)
    assert outcomes["greets"].requirement == FLUSH
    assert lines == [["hello", "ping"], ["hello"]]


def test_not_to_flush_ends_a_run():
    outcomes, lines, scheduler = ran(Unflushed, goes_on=False)
    assert scheduler.ended_by == FLUSH
    assert lines == [["hello", "ping"]]
    assert (outcomes["greets_again"].outcome, outcomes["greets_again"].blocked_by) == (Outcome.BLOCKED, FLUSH)
