"""An engine that rests and owes an answer is sent one line more, in a foundation soon, else in the end: it tells why it is silent."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.driver import MIDDLE, TicTacToeDriver, is_move
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.endings import Nonconformance, Nudged, Silent
from conformance.dialogue.session import LOOK, Dialogue
from conformance.protocol.suite import Chapter
from conformance.run.ledger import Ledger
from conformance.run.plan import RunPlan
from conformance.run.scheduling import NUDGED_AFTER, Scheduler
from conformance.run.trials import Trials
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Limits, Miss, Outcome

FLUSH, GO = "TTT-LINE-01", "TTT-GO-01"
LIMITS = Limits()


class Flushing(TicTacToeDriver):
    """Tic-tac-toe with a requirement that stands for lines that come when they are said."""

    flush_requirement = FLUSH


class Unflushed(TicTacToe):
    """Flushes its moves when it answers a ping, and not before."""

    held = ()
    flushed = ("pong", "hello")

    def say(self, line):
        self.held = (*self.held, line)
        if line.startswith(self.flushed):
            for one in self.held:
                super().say(one)
            self.held = ()


class OneLineBehind(TicTacToe):
    """Handles `go` when the next line has come, and loses that one."""

    last = ""

    def on_line(self, line):
        held, self.last = self.last, line if line.startswith("go") else ""
        if not self.last:
            super().on_line(held or line)


class Slow(TicTacToe):
    """Begins each search after five seconds of rest."""

    def on_line(self, line):
        if line.startswith("go"):
            self.after(5.0, lambda: TicTacToe.on_line(self, line))
        else:
            super().on_line(line)


class Mute(TicTacToe):
    """Says nothing but its greeting."""

    def say(self, line):
        if line.startswith("hello"):
            super().say(line)


class WorksOn(TicTacToe):
    """Searches for ever, and hears nothing in a search."""

    def work(self):
        pass

    def on_line(self, line):
        if not self.busy:
            super().on_line(line)


def talk(engine, *, nudged_after=NUDGED_AFTER, driver=None):
    d = Dialogue(SimulatedTransport(engine()), driver or Flushing(), Terms(LIMITS), Context(nudged_after=nudged_after))
    d.prepare(d.driver.greet)
    return d


def search(d):
    d.send(f"go {MIDDLE}")
    return d.expect(is_move, "a move", within_ms=LIMITS.search_ms, requirement=GO)


def sent(d):
    """What was sent after the greeting, without arguments."""
    return [line.text.split()[0] for line in d.transcript.sent()][1:]


def test_who_needs_no_nudge_is_not_nudged():
    d = talk(TicTacToe)
    search(d)
    assert sent(d) == ["go"]


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
        search(d)
    breach = caught.value
    assert breach.actual == f"`move 2` came only once `ping` was sent, 3 s later: {how}"
    assert (breach.requirement, breach.miss, breach.silent) == (FLUSH, Miss.SILENCE, Silent.GIVEN_TIME)
    assert breach.pending == ("`go`",)
    assert d.transcript.lines[breach.at].text == "move 2"
    assert sent(d) == ["go", "ping"]
    assert d.transport.now() == pytest.approx(NUDGED_AFTER, abs=LOOK + 1.1)


def test_who_is_only_slow_has_to_be_asked_again():
    with pytest.raises(Nudged):
        search(talk(Slow))
    d = talk(Slow, nudged_after=0.0)
    assert search(d).at == pytest.approx(5.0, abs=0.1)
    assert sent(d) == ["go"]


def test_who_stays_silent_is_blamed_for_what_it_was_asked_first():
    d = talk(Mute)
    with pytest.raises(Nonconformance, match="silence") as caught:
        search(d)
    assert (caught.value.requirement, caught.value.pending) == (GO, ("`go`",))
    assert sent(d) == ["go", "ping"]
    assert d.transport.now() == pytest.approx(LIMITS.search_ms / 1000, abs=0.1)


def test_who_works_is_sent_the_line_when_its_time_is_over_for_what_else_it_does_not_hear():
    d = talk(WorksOn)
    with pytest.raises(Nonconformance) as caught:
        search(d)
    assert (caught.value.requirement, caught.value.pending) == (GO, ("`go`",))
    last = d.transcript.sent()[-1]
    assert (last.text, last.at) == ("ping", pytest.approx(LIMITS.search_ms / 1000, abs=0.1))
    assert d.transport.now() >= last.at + 2


def test_a_whole_wait_in_vain_ends_with_another_line():
    d = talk(Unflushed, nudged_after=0.0)
    with pytest.raises(Nonconformance) as caught:
        search(d)
    breach, waited = caught.value, LIMITS.search_ms // 1000
    assert breach.actual == f"`move 2` came only once `ping` was sent, {waited} s later: it had been said, and was not flushed"
    assert (breach.requirement, breach.wait.limit) == (FLUSH, waited)


@pytest.mark.parametrize("engine", [Mute, WorksOn])
def test_who_says_nothing_then_is_blamed_for_what_it_was_asked(engine):
    d = talk(engine, nudged_after=0.0)
    with pytest.raises(Nonconformance) as caught:
        search(d)
    assert (caught.value.requirement, caught.value.pending) == (GO, ("`go`",))
    assert sent(d) == (["go", "ping"] if engine is Mute else ["go"])  # who works is no matter of flushing


def silent_wait(d, line, *, owed=True):
    d.send_illegal(line)
    assert not (d.owed if owed else d.wait_for)(is_move, within_ms=LIMITS.search_ms)
    return sent(d)


def test_no_other_wait_is_nudged():
    go = f"go {MIDDLE}"
    assert silent_wait(talk(Mute, nudged_after=0.0), go) == ["go"]
    assert silent_wait(talk(Mute, driver=TicTacToeDriver()), go) == ["go"]  # nothing stands for flushing
    assert silent_wait(talk(Mute), "set name value") == ["set"]  # it owes no answer to a search
    assert silent_wait(talk(Mute), go, owed=False) == ["go"]
    d = talk(Mute)  # it has been asked that already
    d.send_illegal("ping")
    assert silent_wait(d, go) == ["ping", "go"]


# -- in a run ---------------------------------------------------------------------------------------------------------------


def ran(engine, *, goes_on=True):
    """What came of a foundation and of a dialogue behind it, what each engine was sent, and the scheduler."""
    chapter, lines = Chapter(), []

    @chapter.dialogue(GO)
    def searches(d):
        """It searches."""
        d.prepare(d.driver.greet)
        try:
            search(d)
        finally:
            lines.append(sent(d))

    @chapter.dialogue(FLUSH)
    def searches_again(d):
        """It searches."""
        searches(d)

    parts = {"first": (GO,), "foundations": (GO, FLUSH), "basis": ()}
    suite = replace(checks.suite, driver=Flushing(), chapters=(chapter,), code="", **parts)
    trials = Trials(RunPlan(suite, terms=Terms(LIMITS)), lambda: SimulatedTransport(engine()))
    scheduler = Scheduler(suite, trials, Ledger(suite), lambda: 1, lambda _: goes_on)
    list(scheduler.all(list(suite.checks.values())))
    return {check.name: trial for check, trial in scheduler.outcomes().items()}, lines, scheduler


def test_a_foundation_that_was_nudged_and_only_slow_runs_again_without():
    outcomes, lines, scheduler = ran(Slow)
    assert {trial.outcome for trial in outcomes.values()} == {Outcome.PASS}
    assert lines == [["go", "ping"], ["go"], ["go"]]
    assert scheduler.ended_by == ""


def test_a_dialogue_behind_the_foundations_is_nudged_in_the_end():
    outcomes, lines, _ = ran(Unflushed)
    assert {trial.requirement for trial in outcomes.values()} == {FLUSH}
    assert lines == [["go", "ping"], ["go", "ping"]]


def test_not_to_flush_ends_a_run():
    outcomes, lines, scheduler = ran(Unflushed, goes_on=False)
    assert scheduler.ended_by == FLUSH
    assert lines == [["go", "ping"]]
    assert (outcomes["searches_again"].outcome, outcomes["searches_again"].blocked_by) == (Outcome.BLOCKED, FLUSH)
