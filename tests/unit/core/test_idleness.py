"""Of an engine that neither answers nor works nothing is waited for twice; whoever works, or may answer, has its whole limit."""

import math

import pytest

from conformance.dialogue.idleness import WHATEVER
from conformance.dialogue.session import Nonconformance, NotReached
from conformance.wire.transcript import Direction, Line
from tests.sleeper import LIMITS, Sleeper, dialogue


def test_an_engine_that_has_never_answered_and_does_not_work_is_given_up_soon():
    sleeper = Sleeper()
    d = dialogue(sleeper)
    with pytest.raises(Nonconformance, match=r"silence, without any work for 10 s"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert d.is_lifeless
    assert sleeper.clock == pytest.approx(LIMITS.rest_ms / 1000, abs=1)
    with pytest.raises(Nonconformance, match=r"silence, without any work for 1 s"):
        d.expect(lambda _: True, "another word", within_ms=60_000)
    assert sleeper.clock == pytest.approx((LIMITS.rest_ms + LIMITS.waking_ms) / 1000, abs=1)


def test_an_engine_that_replies_has_answered_though_something_else_is_waited_for():
    """A GUI may send two commands at once, and wait for the answer to the second one alone."""
    d = dialogue(Sleeper({"ping": ["pong"]}))
    d.send_illegal("ping", "go")
    with pytest.raises(Nonconformance, match="without any work for 35 s"):
        d.expect(lambda text: text.startswith("move"), "a move", within_ms=60_000)
    assert not d.is_lifeless
    assert d.transport.clock == pytest.approx(LIMITS.asleep_ms / 1000, abs=1)


def test_what_may_stay_away_is_waited_for_until_the_end_of_its_window():
    sleeper = Sleeper()
    d = dialogue(sleeper)
    d.silence(lambda _: True, "silence", for_ms=20_000)
    assert sleeper.clock == pytest.approx(20, abs=1)


def test_one_that_sleeps_is_not_waited_for_to_the_end_of_a_long_limit():
    sleeper = Sleeper({"ping": ["pong"]})
    d = dialogue(sleeper)
    d.send_illegal("ping")
    d.expect(lambda _: True, "pong", within_ms=1_000)
    d.send_illegal("go")
    with pytest.raises(Nonconformance, match=r"silence, without any work for 35 s") as raised:
        d.expect(lambda text: text == "a word", "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx(LIMITS.asleep_ms / 1000, abs=1)
    assert raised.value.late_ms == math.inf


@pytest.mark.parametrize(("load", "seconds"), [(0.0, 5), (0.1, 20)])
def test_a_dialogue_may_wait_for_one_that_works_only(load, seconds):
    sleeper = Sleeper(load=load)
    d = dialogue(sleeper)
    d._idleness.came()
    assert d.wait_for(lambda _: True, within_ms=20_000, asleep_ms=5_000) is None
    assert sleeper.clock == pytest.approx(seconds, abs=1)


def test_nobody_rests_who_was_not_watched():
    """What an engine did in a pause is not known: it may have worked until a moment ago."""
    sleeper = Sleeper()
    d = dialogue(sleeper)
    d._idleness.came()
    d.pause(LIMITS.asleep_ms + 5_000)
    with pytest.raises(Nonconformance, match=r"silence, without any work for 35 s"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx((1.5 * LIMITS.asleep_ms + 5_000) / 1000, abs=1)


def test_nothing_is_cut_short_where_nothing_is_owed():
    sleeper = Sleeper()
    dialogue(sleeper).silence(lambda _: True, "silence", for_ms=60_000)
    assert sleeper.clock == pytest.approx(60, abs=1)


class LateRiser(Sleeper):
    """Rests for so many seconds, then says a word."""

    def __init__(self, answers=(), seconds=20):
        super().__init__(answers)
        self.seconds = seconds

    def next_line(self, until):
        if self.clock < self.seconds <= until:
            self.clock = self.seconds
            return Line(self.clock, Direction.FROM_ENGINE, "a word")
        return super().next_line(until)


@pytest.mark.parametrize(("has_answered", "seconds"), [(False, 9), (True, 25)])
def test_one_that_rests_and_answers_within_the_limit_is_not_blamed(has_answered, seconds):
    d = dialogue(LateRiser(seconds=seconds))
    if has_answered:
        d._idleness.came()
    assert d.expect(lambda _: True, "a word", within_ms=30_000).at == seconds
    assert not d.is_lifeless


def test_one_that_works_is_waited_for():
    sleeper = Sleeper(load=0.1)
    d = dialogue(sleeper)
    with pytest.raises(Nonconformance, match=r"silence$"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx(60, abs=1)
    assert not d.is_lifeless


def test_one_whose_work_may_be_done_elsewhere_is_waited_for(monkeypatch):
    """Over ssh, or in a container, the process that we see does nothing while the engine loads its data."""
    sleeper = Sleeper()
    monkeypatch.setattr(sleeper, "may_wait_for_others", lambda: True)
    d = dialogue(sleeper)
    with pytest.raises(Nonconformance, match=r"silence$"):
        d.expect(lambda _: True, "a word", within_ms=60_000)
    assert sleeper.clock == pytest.approx(60, abs=1)
    assert not d.is_lifeless


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        (["go"], 1),  # silent after it before
        (["ping", "go"], 1),
        (["go", "stop"], 1),  # what it was told behind it does not matter
        (["ping"], 30),  # another word
        ([], 30),
    ],
)
def test_an_answer_is_not_waited_for_where_the_same_word_had_none_before(told, seconds):
    sleeper = Sleeper()
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01"})
    d._idleness.came()  # it has said something at some time: it is not lifeless
    d.send_illegal(*told)
    with pytest.raises(NotReached if seconds == 1 else Nonconformance) as raised:
        d.expect(lambda _: True, "a word", within_ms=30_000)
    assert sleeper.clock == pytest.approx(seconds, abs=0.6)
    if seconds == 1:
        assert raised.value.requirement == "TTT-GO-01"
        assert "no answer to `go`, as before" in str(raised.value)


def test_one_that_works_has_a_little_longer():
    sleeper = Sleeper(load=0.1)
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    with pytest.raises(NotReached):
        d.expect(lambda _: True, "a word", within_ms=30_000)
    assert sleeper.clock == pytest.approx(LIMITS.patience_ms / 1000, abs=0.6)


@pytest.mark.parametrize(("load", "seconds"), [(0.0, 1), (0.1, 30)])
def test_one_that_answers_little_is_given_up_at_any_word_unless_it_works(load, seconds):
    sleeper = Sleeper(load=load)
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01", WHATEVER: "TTT-GO-01"})
    d._idleness.came()
    d.send_illegal("ping")
    with pytest.raises(NotReached if seconds == 1 else Nonconformance) as raised:
        d.expect(lambda _: True, "a word", within_ms=30_000)
    assert sleeper.clock == pytest.approx(seconds, abs=0.6)
    if seconds == 1:
        assert raised.value.requirement == "TTT-GO-01"
        assert "no answer to `ping`, nor to others before" in str(raised.value)


def test_what_else_an_engine_says_is_no_answer():
    riser = LateRiser({"go": ["thinking"]})
    d = dialogue(riser, unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    with pytest.raises(NotReached):
        d.expect(lambda text: text == "a word", "a word", within_ms=30_000)
    assert riser.clock == pytest.approx(LIMITS.waking_ms / 1000, abs=0.6)


def test_an_answer_leaves_nothing_unanswered():
    d = dialogue(LateRiser({"go": ["thinking"]}), unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    d.expect(lambda text: text == "thinking", "a thought", within_ms=30_000)
    assert d.expect(lambda text: text == "a word", "a word", within_ms=30_000).at == 20


def test_that_nothing_comes_may_be_what_is_wanted():
    sleeper = Sleeper()
    d = dialogue(sleeper, unanswered={"`go`": "TTT-GO-01"})
    d.send_illegal("go")
    d.silence(lambda _: True, "nothing", for_ms=5_000)
    assert sleeper.clock == pytest.approx(5)
