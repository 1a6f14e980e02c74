"""A run of a client that a signal ends says by which, as every other run does."""

import signal

import pytest

from conformance.clients import as_events
from conformance.front.loading import load_client_suite
from conformance.run.events import RunFinished
from conformance.transport.interrupts import Interrupted


@pytest.mark.parametrize(
    ("interruption", "code"),
    [(Interrupted(signal.SIGTERM), 143), (Interrupted(1), 129), (Interrupted(signal.SIGINT), 130)],
)
def test_the_exit_code_is_that_of_the_signal(interruption, code):
    def every():
        yield from ()
        raise interruption

    last = list(as_events.events_of(load_client_suite("uci"), as_events.Asked("bot", ("bot",)), every(), []))[-1]
    assert isinstance(last, RunFinished)
    assert (last.exit_code, last.interrupted) == (code, True)
