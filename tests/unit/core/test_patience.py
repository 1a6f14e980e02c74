"""The three laws of waiting: a whole wait blames, a shorter one only blocks, and a run waits in vain for a limited time in all."""

import math

import pytest

from conformance.dialogue.patience import Decision, Requests, Rest, decide
from conformance.dialogue.session import AsBefore, Nonconformance, Silent
from conformance.protocol.suite import SuiteError
from conformance.wire.ends import End, EndKind
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Miss
from tests.sleeper import LIMITS, Sleeper, dialogue

PING = "`ping`"
GREETED = {"hello": ["hello sleeper"]}


@pytest.mark.parametrize(
    ("waited", "rested", "is_known", "decision"),
    [
        (29.9, 29.9, False, Decision.GO_ON),
        (30.0, 0.0, False, Decision.BLAME),
        (30.0, 30.0, True, Decision.BLAME),
        (0.9, 0.9, True, Decision.GO_ON),
        (1.0, 1.0, True, Decision.BLOCK),
        (2.9, 0.0, True, Decision.GO_ON),
        (3.0, 0.0, True, Decision.BLOCK),
    ],
)
def test_what_is_decided_of_an_answer_that_has_not_come(waited, rested, is_known, decision):
    assert decide(waited, rested, 30.0, LIMITS, is_known=is_known) is decision


def test_a_request_is_known_once_its_silence_has_broken_something_and_nobody_had_an_answer():
    requests = Requests()
    assert requests.known([PING]) is None
    requests.broke([PING], "TTT-PING-01")
    requests.broke([PING], "TTT-GO-01")
    assert requests.known(["`go`", PING]) == "TTT-PING-01"
    requests.answered([PING])
    assert requests.known([PING]) is None


def test_what_is_waited_for_side_by_side_counts_once():
    requests = Requests(in_vain_ms=30_000)
    for until in (10.0, 15.0, 12.0):
        requests.in_vain(10.0, until)
    assert not requests.is_used_up
    requests.in_vain(15.0, 40.0)
    assert requests.is_used_up
    assert requests.known([PING]) is None, "nothing is broken that could block anything"
    requests.broke(["`go`"], "TTT-GO-01")
    assert requests.known([PING]) == "TTT-GO-01"
    assert requests.known([]) is None, "who was asked nothing owes nothing"


@pytest.mark.parametrize(("load", "rested"), [(0.0, 2.0), (0.1, 0.0)])
def test_who_neither_works_nor_speaks_rests(load, rested):
    sleeper = Sleeper(load=load)
    rest = Rest(sleeper)
    rest.seconds()
    sleeper.clock = 2.0
    assert rest.seconds() == pytest.approx(rested)
    rest.stir()
    assert rest.seconds() == 0.0, "of the time before a look nothing is known"


def asked_in_vain(requests, load=0.0):
    sleeper = Sleeper(GREETED, load)
    d = dialogue(sleeper, requests=requests)
    d.send("hello")
    d.expect(lambda text: text.startswith("hello"), "hello", within_ms=1000)
    d.send("ping")
    return d


def wait_for_pong(d):
    d.expect(lambda text: text == "pong", "pong", within_ms=LIMITS.ready_ms)


def test_the_first_wait_is_a_whole_one_and_says_what_was_asked():
    d = asked_in_vain(Requests())
    with pytest.raises(Nonconformance) as caught:
        wait_for_pong(d)
    assert d.transport.clock == pytest.approx(LIMITS.ready_ms / 1000, abs=0.1)
    assert caught.value.pending == (PING,)


@pytest.mark.parametrize(("load", "waited_ms"), [(0.0, LIMITS.resting_ms), (0.1, LIMITS.working_ms)])
def test_what_was_never_answered_is_not_waited_for_again(load, waited_ms):
    requests = Requests()
    requests.broke([PING], "TTT-PING-01")
    d = asked_in_vain(requests, load)
    with pytest.raises(AsBefore, match="no answer to `ping`, as where TTT-PING-01 is broken") as caught:
        wait_for_pong(d)
    assert caught.value.requirement == "TTT-PING-01"
    assert d.transport.clock == pytest.approx(waited_ms / 1000, abs=1.1)


def test_what_is_answered_elsewhere_has_its_whole_time():
    requests = Requests()
    requests.broke([PING], "TTT-PING-01")
    requests.answered([PING])
    with pytest.raises(Nonconformance):
        wait_for_pong(asked_in_vain(requests))


def test_a_line_that_is_not_owed_is_waited_for_as_long_as_the_check_says():
    requests = Requests()
    requests.broke([PING], "TTT-PING-01")
    d = asked_in_vain(requests)
    assert d.wait_for(lambda text: text == "pong", within_ms=9000) is None
    assert d.transport.clock == pytest.approx(9, abs=0.1)
    with pytest.raises(AsBefore):
        d.wait_for(lambda text: text == "pong", within_ms=9000, owed=True)


def test_a_run_that_has_waited_in_vain_for_all_of_its_time_says_so():
    requests = Requests(in_vain_ms=30_000)
    with pytest.raises(Nonconformance):
        wait_for_pong(asked_in_vain(requests))
    requests.broke(["`go`"], "TTT-GO-01")
    with pytest.raises(AsBefore, match="this run has waited in vain for 30 s in all") as caught:
        wait_for_pong(asked_in_vain(requests))
    assert caught.value.requirement == "TTT-GO-01"


def test_every_limit_of_waiting_is_scaled():
    scaled = LIMITS.scaled(4)
    for name in ("resting_ms", "working_ms", "certain_ms", "in_vain_ms"):
        assert getattr(scaled, name) == 4 * getattr(LIMITS, name)


class LeavesAtTheEnd(Sleeper):
    """Ends with its input."""

    def close_input(self):
        self.said.append(Line(self.clock, Direction.PROCESS, End(EndKind.EXIT, "0").text))


def silent_until_the_end(requests):
    """A dialogue with an engine that has not answered a ping, and left when its input was closed."""
    leaver = LeavesAtTheEnd(GREETED)
    d = dialogue(leaver, requests=requests)
    d.send("hello")
    d.expect(lambda text: text.startswith("hello"), "hello", within_ms=1000)
    d.send("ping")
    assert d.wait_for(lambda text: text == "pong", within_ms=LIMITS.ready_ms, owed=True) is None
    d.close_input()
    d.pause(1)
    assert d.dead
    return d


def test_who_leaves_when_the_input_is_closed_was_silent_all_the_same():
    d = silent_until_the_end(Requests())
    with pytest.raises(Nonconformance, match="expected pong within 30 s, got silence") as caught:
        d.unanswered("pong")
    breach = caught.value
    assert (breach.miss, breach.late_ms, breach.pending) == (Miss.SILENCE, math.inf, (PING,))
    assert (breach.silent, breach.wait.limit) == (Silent.UNDISTURBED, LIMITS.ready_ms / 1000)
    assert d.transcript.lines[breach.at].text == "ping"


def test_to_leave_is_no_answer():
    requests = Requests()
    silent_until_the_end(requests)
    requests.broke([PING], "TTT-PING-01")
    assert requests.known([PING]) == "TTT-PING-01"


def test_who_ends_before_the_time_is_over_has_ended():
    leaver = LeavesAtTheEnd()
    d = dialogue(leaver)
    d.send("hello")
    d.close_input()
    assert d.wait_for(lambda text: text.startswith("hello"), within_ms=LIMITS.ready_ms, owed=True) is None
    with pytest.raises(Nonconformance, match=r"expected hello, got .*0") as caught:
        d.unanswered("hello")
    assert (caught.value.miss, caught.value.late_ms) == (Miss.ENDED, None)


def test_nobody_is_blamed_for_what_was_not_waited_for():
    d = dialogue(Sleeper(GREETED))
    d.send("hello")
    with pytest.raises(SuiteError, match="hello"):
        d.unanswered("hello")
