"""Signals are deferred where an interruption would lose an engine or a report, and two in a row are one."""

import os
import signal
import threading

import pytest

from conformance.transport import interrupts
from conformance.transport.interrupts import Interrupted

TERMINATED = 128 + signal.SIGTERM


@pytest.fixture(autouse=True)
def listening(monkeypatch):
    monkeypatch.setattr(interrupts, "_state", interrupts._State())
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    for number in before:
        signal.signal(number, signal.SIG_DFL)
    interrupts.listen()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def send(number=signal.SIGTERM):
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_interrupts_at_once_and_tells_its_exit_code(number):
    with pytest.raises(Interrupted) as caught:
        send(number)
    assert interrupts.exit_code(caught.value) == interrupts.exit_code() == 128 + number


def test_a_signal_that_is_held_back_comes_behind_it():
    done = []
    with pytest.raises(Interrupted), interrupts.deferred():
        send()
        done.append("this")
    assert done == ["this"]


def test_what_is_held_back_comes_where_it_is_let_through():
    interrupts.defer()
    send()
    done = []
    with pytest.raises(Interrupted), interrupts.deferred():
        done.append("deferred")
        with interrupts.let_through():
            done.append("not reached")
    assert done == ["deferred"]


def test_what_is_held_while_others_let_through_is_held():
    done = []
    with interrupts.deferred(), pytest.raises(Interrupted), interrupts.let_through(), interrupts.deferred():
        send()
        done.append("this")
    assert done == ["this"]


def test_the_second_of_two_signals_in_a_row_interrupts_nothing():
    with pytest.raises(Interrupted):
        send()
    send(signal.SIGINT)
    assert interrupts.exit_code() == TERMINATED


@pytest.mark.parametrize("is_deferred", [True, False])
def test_a_signal_that_comes_much_later_interrupts_what_is_done_then(monkeypatch, is_deferred):
    now = 0.0
    monkeypatch.setattr(interrupts.time, "monotonic", lambda: now)
    if is_deferred:
        interrupts.defer()
        send()
    else:
        with pytest.raises(Interrupted):
            send()
    now = 60.0
    with pytest.raises(Interrupted):
        send()


def test_what_is_postponed_comes_again():
    with pytest.raises(Interrupted) as caught:
        send()
    interrupts.defer()
    interrupts.postpone(caught.value)
    with pytest.raises(Interrupted), interrupts.let_through():
        pytest.fail("not reached")


def test_other_threads_hold_nothing_back():
    begun, over = threading.Event(), threading.Event()

    def defer():
        with interrupts.deferred():
            begun.set()
            over.wait(10)

    thread = threading.Thread(target=defer)
    thread.start()
    begun.wait(10)
    with pytest.raises(Interrupted):
        send()
    over.set()
    thread.join()


def test_an_engine_is_ended_when_a_signal_comes_while_it_is_started():
    class Engine:
        is_closed = False

        def close(self):
            self.is_closed = True

    engine = Engine()

    def launch():
        send()
        return engine

    with pytest.raises(Interrupted), interrupts.engine(launch):
        pytest.fail("not reached")
    assert engine.is_closed


def test_what_is_ignored_stays_ignored():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    interrupts.listen()
    send(signal.SIGHUP)
