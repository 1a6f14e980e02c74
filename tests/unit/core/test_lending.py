"""Engines that are lent from one dialogue to the next: what a used one breaks counts only if a new one breaks it, or history does."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.dialogue.context import Context
from conformance.dialogue.session import Dialogue
from conformance.fixtures.uci.reference import UciEngine
from conformance.fixtures.universal.faults.handshake import SecondGreetingCrashes
from conformance.fixtures.universal.faults.stream import QuitNeedsReady
from conformance.fixtures.universal.reference import Option
from conformance.front.loading import load_suite
from conformance.protocol.suite import Chapter
from conformance.run.events import Remarked, RunFinished
from conformance.run.plan import RunPlan
from conformance.run.trials import Trials
from conformance.testing import runs
from conformance.testing.runs import failing, results
from conformance.transport.lent import Loan, OnDemand
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Outcome


class Counted(UciEngine):
    """Counts how many processes there are."""

    processes = 0

    def start(self):
        type(self).processes += 1
        super().start()


class Remembers(UciEngine):
    """After a search with `searchmoves` it plays `a1a1` in the third game from then on. No check of ours plays so many games after it."""

    games = since = 0

    def begin_game(self):
        self.games += 1
        super().begin_game()

    def on_go(self, words):
        if "searchmoves" in words:
            self.since = self.since or self.games
        super().on_go(words)

    def answer(self, search):
        is_late = self.since and self.games >= self.since + 3 and not search.position.is_terminal
        return "a1a1" if is_late else super().answer(search)


class RemembersAndCrashes(SecondGreetingCrashes, Remembers):
    """Breaks a SHOULD besides, as most engines do: it crashes on a second `uci`."""


class RemembersAndDoesNotLeave(QuitNeedsReady, Remembers):
    """Breaks a MUST besides: it does not know `quit` before it was ready once."""


class Registers(UciEngine):
    """Checks its registration for five seconds when it has greeted, longer than most dialogues take."""

    def on_uci(self, words):
        super().on_uci(words)
        self.say("registration checking")
        self.after(5.0, partial(self.say, "registration ok"))


def test_an_engine_is_put_back_when_what_it_has_begun_has_its_result():
    """Its result would come in the next dialogue, which does not know of it."""
    d = runs.simulate("uci", Registers)
    d.driver.ready(d)
    assert not d.driver.put_back(d)
    d.pause(5000)
    assert d.driver.put_back(d)


class KeepsALog(UciEngine):
    """Takes all that it is given for the name of its log."""

    def declared_options(self):
        return [*super().declared_options(), Option("LogFile", "type string default <empty>", "")]


def test_a_text_that_was_empty_is_not_put_back_by_a_word_that_may_be_a_name():
    """An engine that reads `<empty>` as it stands writes a file of that name into the user's folder."""
    d = runs.simulate("uci", KeepsALog)
    d.driver.ready(d)
    d.send("setoption name LogFile value")
    assert not d.driver.put_back(d)
    assert not any("<empty>" in line.text for line in d.transcript.sent())


@pytest.mark.parametrize("fresh", [False, True])
def test_most_dialogues_share_processes_unless_each_is_to_have_its_own(fresh):
    Counted.processes = 0
    run = runs.run_and_judge("uci", Counted, fresh=fresh)
    assert isinstance(run.events[-1], RunFinished)
    assert failing(run.events) == set()
    assert (Counted.processes >= len(run.records)) is fresh
    assert fresh or Counted.processes < len(run.records) / 3


@pytest.mark.parametrize(("second_is_fresh", "processes"), [(False, 1), (True, 2)])
def test_what_needs_a_new_engine_leaves_it_to_the_next_dialogue(second_is_fresh, processes):
    chapter = Chapter()

    @chapter.dialogue("UCI-RDY-01", fresh=True)
    def first(d):
        """It needs a new engine."""
        d.driver.ready(d)

    @chapter.dialogue("UCI-RDY-03", fresh=second_is_fresh)
    def second(d):
        """It comes after that."""
        d.driver.ready(d)

    Counted.processes = 0
    runs.run_suite(replace(load_suite("uci"), chapters=(chapter,), first=(), foundations=(), basis=(), code=""), Counted)
    assert Counted.processes == processes


def test_what_only_a_used_engine_breaks_is_a_finding_with_its_whole_history():
    broken = [one for one in results(runs.run_suite("uci", Remembers)) if one.outcome is Outcome.FAIL]
    assert broken, "it plays an illegal move"
    shown = broken[0].transcript
    sent = [line.text for line in shown if line.direction is Direction.TO_ENGINE]
    assert sum(text.startswith("uci ") or text == "uci" for text in sent) == 1, "one process"
    assert any("searchmoves" in text for text in sent)
    assert any(line.text.startswith("bestmove a1a1") for line in shown)


def test_a_should_is_no_reason_for_a_must_that_only_a_used_engine_breaks():
    events = runs.run_suite("uci", RemembersAndCrashes)
    assert failing(events) == {"UCI-HS-05", *failing(runs.run_suite("uci", Remembers))}


def test_what_only_a_used_engine_breaks_is_a_remark_where_something_else_is_broken():
    events = runs.run_suite("uci", RemembersAndDoesNotLeave)
    assert failing(events) == {"UCI-QUIT-03"}
    (remark,) = [one for one in events if isinstance(one, Remarked) and one.topic == "used engine"]
    assert "in a process that has been used before, and not in a new one" in remark.text


def test_a_new_engine_shows_nothing_of_it():
    assert failing(runs.run_suite("uci", Remembers, fresh=True)) == set()


def test_time_goes_on_where_the_greeting_ended():
    """A dialogue cannot tell an engine that is lent from a new one."""
    transport = SimulatedTransport(UciEngine())
    transport.deliver(b"uci\n")
    while transport.next_line(50.0) is not None:
        pass
    greeting = (Line(0.0, Direction.TO_ENGINE, "uci"), Line(0.25, Direction.FROM_ENGINE, "uciok"))
    engine = OnDemand(lambda: pytest.fail("started"), lambda: Loan(transport, greeting, ("handshake",)))
    d = Dialogue(engine, load_suite("uci").driver, context=Context(borrow=engine.borrow))
    d.prepare(lambda _: None)
    assert (tuple(d.transcript.lines), d.now()) == (greeting, 0.25)
    d.send("isready")
    line = d.reach(lambda text: text == "readyok", "readyok", within_ms=1000, requirement="UCI-RDY-01")
    assert line.at == 0.25
    d.pause(1750)
    assert (d.now(), transport.now()) == (2.0, 51.75)


@given(st.floats(0, 1e4), st.floats(0, 1e4), st.floats(1, 1e5))
def test_a_wait_has_come_to_its_end_in_spite_of_rounding(lived, greeted, ms):
    """Else a check that waits until a time would wait for ever on the virtual clock."""
    transport = SimulatedTransport(UciEngine())
    transport.next_line(lived)
    engine = OnDemand(
        lambda: pytest.fail("started"), lambda: Loan(transport, (Line(greeted, Direction.TO_ENGINE, "uci"),), ("x",))
    )
    d = Dialogue(engine, load_suite("uci").driver, context=Context(borrow=engine.borrow))
    d.prepare(lambda _: None)
    until = d.now() + ms / 1000
    d.pause(ms)
    assert d.now() >= until


def test_who_cannot_be_started_says_so_each_time():
    def refuse():
        raise OSError("no more processes")

    engine = OnDemand(refuse)
    for _ in range(2):
        with pytest.raises(OSError, match="no more processes"):
            engine.deliver(b"uci\n")


def test_who_asks_for_the_time_starts_no_engine():
    """The row of progress asks from a thread of its own: beside the first write that started a second engine, which said nothing."""
    engine = OnDemand(lambda: pytest.fail("started"))
    assert engine.now() == 0.0


def test_what_an_engine_goes_on_with_from_one_dialogue_to_the_next_is_no_finding():
    events = runs.run_suite("uci", "lenient_registered")  # its registration is checked in the background, and ends much later
    assert failing(events) == set()
    assert {one.outcome for one in results(events)} <= {Outcome.PASS, Outcome.NOT_APPLICABLE}


def test_a_run_that_is_cancelled_while_an_engine_is_put_back_ends_it_and_decides_nothing(monkeypatch):
    suite = load_suite("uci")
    trials = Trials(RunPlan(suite), lambda: SimulatedTransport(UciEngine()))
    ended = []
    monkeypatch.setattr(Trials, "end", lambda _self, transport: ended.append(transport))

    def cancelled(*_given):
        trials.cancel()
        trials._check_cancelled()

    monkeypatch.setattr(type(trials._pool), "give", cancelled)
    trial = trials.run(suite.checks["stop_ends_an_infinite_search"], lend=True)
    assert (trial.outcome, trial.reason) == (Outcome.INCONCLUSIVE, "the time for the run was up")
    assert len(ended) == 1
