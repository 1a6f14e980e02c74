"""The three laws of waiting: a whole wait blames, a run has one account of patience, and who works undisturbed is only slow."""

import math
from types import SimpleNamespace

import pytest

from conformance.dialogue import patience as waiting
from conformance.dialogue.endings import Inconclusive, Nonconformance, Silent
from conformance.dialogue.patience import FREE, Overdue, Patience, Pending, Rest
from conformance.wire.ends import End, EndKind
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Miss
from tests.sleeper import LIMITS, Sleeper, dialogue

PING, GO = "`ping`", "`go`"
GREETED = {"hello": ["hello sleeper"]}


# -- the account ------------------------------------------------------------------------------------------------------------


def test_nothing_counts_before_a_silence_has_broken_something():
    patience = Patience(20_000)
    patience.spend(0.0, 60.0)
    assert not patience.is_empty
    patience.is_open = True
    patience.spend(60.0, 79.9)
    assert not patience.is_empty
    patience.spend(79.9, 80.0)
    assert patience.is_empty


def test_what_is_waited_for_side_by_side_counts_once():
    patience = Patience(20_000, is_open=True)
    for since, until in ((10.0, 20.0), (10.0, 20.0), (12.0, 25.0), (14.0, 18.0)):
        patience.spend(since, until)
    assert not patience.is_empty
    patience.spend(40.0, 45.0)
    assert patience.is_empty, "15 s together, and 5 s alone"


def test_what_waits_aside_neither_counts_nor_finds_the_account_empty():
    patience = Patience(20_000, is_open=True, is_aside=True)
    patience.spend(0.0, 60.0)
    patience.is_aside = False
    assert not patience.is_empty
    patience.spend(60.0, 80.0)
    patience.is_aside = True
    assert not patience.is_empty
    patience.is_aside = False
    assert patience.is_empty


def test_what_was_answered_in_any_dialogue_is_known():
    patience = Patience()
    one, other = Pending(patience), Pending(patience)
    one.note_sent(PING, is_of_search=False)
    other.note_sent(GO, is_of_search=True)
    assert patience.known_answers == frozenset()
    one.came(ends_search=False)
    assert patience.known_answers == {PING}
    other.came(ends_search=True)
    assert patience.known_answers == {PING, GO}


def test_only_the_end_of_a_search_answers_it():
    pending = Pending(Patience())
    pending.note_sent(GO, is_of_search=True)
    pending.note_sent(PING, is_of_search=False)
    pending.came(ends_search=False)
    assert pending.sent == {GO}
    assert pending.is_searching
    assert pending.patience.known_answers == {PING}
    pending.came(ends_search=True)
    assert pending.sent == set()
    assert not pending.is_searching


@pytest.mark.parametrize(
    ("sent", "is_disturbed"),
    [
        (((GO, True),), False),
        (((PING, False), (GO, True)), False),
        (((GO, True), (PING, False)), True),
        (((GO, True), ("`stop`", True)), True),
        (((PING, False), (PING, False)), False),
    ],
)
def test_a_search_is_disturbed_by_whatever_is_sent_in_it(sent, is_disturbed):
    pending = Pending(Patience())
    for request, is_of_search in sent:
        pending.note_sent(request, is_of_search=is_of_search)
    assert pending.is_disturbed is is_disturbed
    pending.came(ends_search=True)
    assert not pending.is_disturbed


# -- one wait ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shared(monkeypatch):
    """Make the clock that all dialogues share one of the test: that of the engine which is given."""
    clocks = []
    monkeypatch.setattr(waiting, "time", SimpleNamespace(monotonic=lambda: clocks[-1].clock))
    return clocks.append


def overdue(sleeper, patience, *sent):
    pending = Pending(patience)
    for request, is_of_search in sent:
        pending.note_sent(request, is_of_search=is_of_search)
    return Overdue(sleeper, pending)


def looked(sleeper, wait, *moments):
    """Whether the wait is over, at each of some moments."""
    over = []
    for sleeper.clock in moments:
        over.append(wait.look())
    return over


def test_the_first_second_is_free(shared):
    patience, sleeper = Patience(4_000, is_open=True), Sleeper()
    shared(sleeper)
    for start in (0.0, 100.0, 200.0):
        sleeper.clock = start
        assert looked(sleeper, overdue(sleeper, patience, (PING, False)), start + 0.5, start + FREE) == [False, False]
    sleeper.clock = 300.0
    assert looked(sleeper, overdue(sleeper, patience, (PING, False)), 300.5, 301.5, 304.9, 305.0) == [False, False, False, True]


def test_in_an_empty_account_the_first_second_is_free_all_the_same(shared):
    patience, sleeper = Patience(0, is_open=True), Sleeper()
    shared(sleeper)
    assert looked(sleeper, overdue(sleeper, patience, (PING, False)), 0.5, 1.0, 1.1) == [False, False, True]


def test_two_that_wait_at_the_same_time_spend_it_once(shared):
    patience, sleeper = Patience(5_000, is_open=True), Sleeper()
    shared(sleeper)
    one, other = (overdue(sleeper, patience, (PING, False)) for _ in range(2))
    for moment in (1.5, 3.0, 5.9):
        assert looked(sleeper, one, moment) == looked(sleeper, other, moment) == [False]
    assert looked(sleeper, one, 6.0) == looked(sleeper, other, 6.0) == [True]


@pytest.mark.parametrize(
    ("load", "sent", "counts"),
    [
        (1.0, [(GO, True)], False),
        (0.6, [(GO, True)], False),
        (0.4, [(GO, True)], True),  # it does not work
        (0.0, [(GO, True)], True),
        (1.0, [(GO, True), ("`stop`", True)], True),  # it was disturbed
        (1.0, [(GO, True), (PING, False)], True),
        (1.0, [(PING, False)], True),  # it does not search
    ],
)
def test_who_works_at_a_search_that_nobody_disturbs_is_only_slow(shared, load, sent, counts):
    patience, sleeper = Patience(5_000, is_open=True), Sleeper(load=load)
    shared(sleeper)
    looked(sleeper, overdue(sleeper, patience, *sent), *(tick / 2 for tick in range(1, 41)))
    assert patience.is_empty is counts


def test_an_engine_that_stops_working_counts_from_then_on(shared):
    patience, sleeper = Patience(5_000, is_open=True), Sleeper(load=1.0)
    shared(sleeper)
    wait = overdue(sleeper, patience, (GO, True))
    assert not any(looked(sleeper, wait, *(tick / 2 for tick in range(1, 41))))
    sleeper.load = 20.0 / 25.0  # by 25 s it has used what it had used by 20 s
    assert looked(sleeper, wait, 25.0) == [True]


@pytest.mark.parametrize(("load", "rested"), [(0.0, 2.0), (0.1, 0.0)])
def test_who_neither_works_nor_speaks_rests(load, rested):
    sleeper = Sleeper(load=load)
    rest = Rest(sleeper)
    rest.seconds()
    sleeper.clock = 2.0
    assert rest.seconds() == pytest.approx(rested)
    rest.stir()
    assert rest.seconds() == 0.0, "of the time before a look nothing is known"


# -- a dialogue -------------------------------------------------------------------------------------------------------------


def asked_in_vain(patience, load=0.0):
    sleeper = Sleeper(GREETED, load)
    d = dialogue(sleeper, patience=patience)
    d.send("hello")
    d.expect(lambda text: text.startswith("hello"), "hello", within_ms=1000)
    d.send("ping")
    return d


def waits_for_pong_in_vain(d):
    return not d.owed(lambda text: text == "pong", within_ms=LIMITS.ready_ms)


def test_the_first_wait_is_a_whole_one_and_says_what_was_asked(shared):
    d = asked_in_vain(Patience(1_000))
    shared(d.transport)
    with pytest.raises(Nonconformance) as caught:
        d.expect(lambda text: text == "pong", "pong", within_ms=LIMITS.ready_ms)
    assert d.transport.clock == pytest.approx(LIMITS.ready_ms / 1000, abs=0.1)
    assert caught.value.pending == (PING,)


def test_who_waits_longer_than_the_account_allows_says_that_this_was_not_judged(shared):
    patience = Patience(20_000, is_open=True)
    d = asked_in_vain(patience)
    shared(d.transport)
    with pytest.raises(Inconclusive) as caught:
        d.expect(lambda text: text == "pong", "pong", within_ms=LIMITS.ready_ms)
    assert str(caught.value) == "not waited for: this run has waited 20 s for answers that came late or never"
    assert [one.text for one in d.remarks] == ["pong had not come after 21 s, and was not waited for any longer"]
    assert d.transport.clock == pytest.approx(20 + FREE, abs=0.6)


def test_from_then_on_nothing_is_waited_for_longer_than_a_second(shared):
    patience = Patience(0, is_open=True)
    d = asked_in_vain(patience)
    shared(d.transport)
    with pytest.raises(Inconclusive, match="not waited for"):
        d.reach(lambda text: text == "pong", "pong", within_ms=LIMITS.ready_ms, requirement="TTT-PING-01")
    assert d.transport.clock == pytest.approx(FREE, abs=0.6)


def test_a_wait_that_is_shorter_blames_whatever_is_left(shared):
    d = asked_in_vain(Patience(0, is_open=True))
    shared(d.transport)
    with pytest.raises(Nonconformance):
        d.expect(lambda text: text == "pong", "pong", within_ms=900)


@pytest.mark.parametrize("patience", [Patience(0), Patience(0, is_open=True, is_aside=True)], ids=["not open", "aside"])
def test_who_waits_outside_the_account_has_its_whole_time(shared, patience):
    patience.ms = 1_000
    d = asked_in_vain(patience)
    shared(d.transport)
    assert waits_for_pong_in_vain(d)
    assert d.transport.clock == pytest.approx(LIMITS.ready_ms / 1000, abs=0.1)


def test_a_search_has_its_whole_time_as_long_as_the_engine_works(shared):
    sleeper = Sleeper(load=1.0)
    shared(sleeper)
    d = dialogue(sleeper, patience=Patience(1_000, is_open=True))
    d.send_illegal("go .........")
    assert waits_for_pong_in_vain(d)
    assert sleeper.clock == pytest.approx(LIMITS.ready_ms / 1000, abs=0.1)


def test_a_line_that_is_not_owed_is_waited_for_as_long_as_the_check_says(shared):
    d = asked_in_vain(Patience(0, is_open=True))
    shared(d.transport)
    assert d.wait_for(lambda text: text == "pong", within_ms=9000) is None
    assert d.transport.clock == pytest.approx(9, abs=0.1)
    with pytest.raises(Inconclusive):
        d.owed(lambda text: text == "pong", within_ms=9000)


def test_every_limit_of_waiting_is_scaled():
    scaled = LIMITS.scaled(4)
    for name in ("resting_ms", "working_ms", "certain_ms", "patience_ms", "rounds_ms"):
        assert getattr(scaled, name) == 4 * getattr(LIMITS, name)


class LeavesAtTheEnd(Sleeper):
    """Ends with its input."""

    def close_input(self):
        self.said.append(Line(self.clock, Direction.PROCESS, End(EndKind.EXIT, "0").text))


def silent_until_the_end(patience):
    """A dialogue with an engine that has not answered a ping, and left when its input was closed."""
    leaver = LeavesAtTheEnd(GREETED)
    d = dialogue(leaver, patience=patience)
    d.send("hello")
    d.expect(lambda text: text.startswith("hello"), "hello", within_ms=1000)
    d.send("ping")
    missed = d.owed(lambda text: text == "pong", within_ms=LIMITS.ready_ms)
    d.close_input()
    d.pause(1)
    assert d.dead
    return d, missed


def test_who_leaves_when_the_input_is_closed_was_silent_all_the_same():
    d, missed = silent_until_the_end(Patience())
    with pytest.raises(Nonconformance, match="expected pong within 30 s, got silence") as caught:
        missed.blame("pong")
    breach = caught.value
    assert (breach.miss, breach.late_ms, breach.pending) == (Miss.SILENCE, math.inf, (PING,))
    assert (breach.silent, breach.wait.limit) == (Silent.UNDISTURBED, LIMITS.ready_ms / 1000)
    assert d.transcript.lines[breach.at].text == "ping"


def test_to_leave_is_no_answer():
    patience = Patience()
    silent_until_the_end(patience)
    assert PING not in patience.known_answers


def test_who_ends_before_the_time_is_over_has_ended():
    leaver = LeavesAtTheEnd()
    d = dialogue(leaver)
    d.send("hello")
    d.close_input()
    missed = d.owed(lambda text: text.startswith("hello"), within_ms=LIMITS.ready_ms)
    with pytest.raises(Nonconformance, match=r"expected hello, got .*0") as caught:
        missed.blame("hello")
    assert (caught.value.miss, caught.value.late_ms) == (Miss.ENDED, None)
