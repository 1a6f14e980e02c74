"""What is known of a system through psutil alone: estimates err on the side of patience."""

import sys
from types import SimpleNamespace

import pytest

from conformance.system import portable, signals
from conformance.system.current import SYSTEM
from conformance.system.portable import HIDDEN_CHILDREN, Portable
from conformance.system.windows import Windows


@pytest.fixture
def host(monkeypatch):
    """A machine of two cores whose clock and load are set by hand; `asleep` is what happens in a sleep."""
    state = SimpleNamespace(now=100.0, idle=50.0, served=0.0, turns=0, moved=0, asleep=lambda _seconds: None)

    def sleep(seconds):
        state.now += seconds
        state.asleep(seconds)

    monkeypatch.setattr(portable, "time", SimpleNamespace(monotonic=lambda: state.now, sleep=sleep))
    monkeypatch.setattr(portable, "_idle_seconds", lambda: state.idle)
    monkeypatch.setattr(portable, "_activity", lambda _pid: portable._Activity(state.served, state.turns, state.moved))
    return state


@pytest.mark.parametrize(
    ("passed", "idle", "served", "lost"),
    [
        (1.0, 2.0, 0.0, 0.0),  # nobody wanted a core
        (1.0, 1.0, 0.0, 0.0),  # one core was idle all the time: the engine could have had it
        (1.0, 0.0, 1.0, 0.0),  # all were busy, one of them for the engine
        (1.0, 0.0, 0.25, 0.75),  # all were busy, and mostly for others
        (1.0, 0.8, 0.0, 0.0),  # too little to be told from the steps in which time is counted
        (0.05, 0.0, 0.0, 0.0),  # too short
    ],
)
def test_time_is_lost_where_no_core_was_idle_and_the_engine_had_none(host, passed, idle, served, lost):
    measure = Portable().scheduling(1)
    host.now, host.idle, host.served, host.turns = host.now + passed, host.idle + idle, served, 1
    assert measure() == (served if passed > 0.1 else 0.0, pytest.approx(lost))


def test_what_was_lost_stays_lost(host):
    measure = Portable().scheduling(1)
    host.now, host.turns = host.now + 1, 1
    measure()
    host.now, host.idle = host.now + 1, host.idle + 2
    assert measure() == (0.0, pytest.approx(1.0))


def test_an_engine_that_has_had_no_turn_for_long_sleeps_and_loses_nothing_more(host):
    measure = Portable().scheduling(1)
    for _ in range(30):
        host.now += 0.2
        lost = measure()[1]
    assert lost == pytest.approx(1.0, abs=0.21)


def test_an_engine_whose_work_is_not_told_may_have_wanted_a_core_all_the_time(host):
    system = Portable()
    system.measures_work = False
    measure = system.scheduling(1)
    for _ in range(30):
        host.now, host.served = host.now + 0.2, host.served + 0.2
        served, lost = measure()
    assert (served, lost) == (0.0, pytest.approx(6.0))
    assert not system.is_at_rest(lambda: [1])
    assert system.processor_seconds(1) == 0


@pytest.mark.parametrize(
    ("idle", "served", "moved", "rests"),  # the last: after so many seconds
    [(0.2, 0.0, 0, 0.1), (0.1, 0.0, 0, 0.1), (0.0, 0.0, 0, 1.0), (0.1, 0.1, 0, 0), (0.0, 0.1, 0, 0), (0.2, 0.0, 512, 0)],
)
def test_an_engine_rests_if_it_does_nothing_while_a_core_is_idle_or_for_long(host, idle, served, moved, rests):
    def asleep(_seconds):
        host.idle, host.served, host.moved = host.idle + idle, served, moved

    host.asleep, began = asleep, host.now
    assert Portable().is_at_rest(lambda: {1}) is bool(rests)
    assert host.now - began == pytest.approx(rests or 0.1, abs=0.11)


def test_each_system_says_what_it_lacks():
    assert set(SYSTEM.lacks) | set(Windows(object()).lacks) <= set(Portable().lacks)
    assert HIDDEN_CHILDREN not in Windows(object()).lacks
    assert (SYSTEM.lacks == ()) is (sys.platform == "linux")


@pytest.mark.parametrize(
    ("known", "reported"),
    [
        ({"SIGHUP": 1, "SIGINT": 2, "SIGTERM": 15, "SIGKILL": 9}, {1: 1, 2: 2, 15: 15}),
        ({"SIGINT": 2, "SIGTERM": 15, "SIGBREAK": 21}, {2: 2, 15: 15, 21: 2}),  # Windows
    ],
)
def test_signals_that_end_a_job_are_those_that_there_are(monkeypatch, known, reported):
    monkeypatch.setattr(signals, "signal", SimpleNamespace(Signals=SimpleNamespace(__members__=known)))
    assert signals._ending() == reported
