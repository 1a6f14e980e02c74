"""The second look at a silent engine, on a terminal."""

import os
import select
import sys
import time

import pytest

from conformance.transport.terminal import answers_on_a_terminal

pexpect = pytest.importorskip("pexpect", reason="Windows has none, and no terminals")


def test_an_engine_that_has_closed_its_terminal_and_lives_on_is_not_waited_for(monkeypatch):
    send = pexpect.spawn.sendline

    def send_and_see_it_closed(child, line):
        sent = send(child, line)
        poll = select.poll()
        poll.register(child.child_fd, 0)  # its end is told without being asked for
        assert poll.poll(10_000)
        return sent

    monkeypatch.setattr(pexpect.spawn, "sendline", send_and_see_it_closed)
    # It would live for longer than the test may take, and is ended with it.
    words = [sys.executable, "-c", "import os, time; os.closerange(0, 256); time.sleep(20)"]
    started = time.monotonic()
    assert not answers_on_a_terminal(words, None, os.environ, "uci", lambda _: True, 5.0)
    assert time.monotonic() - started < 15.0
