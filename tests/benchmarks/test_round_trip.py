"""What a round trip costs: send, stamp, record and expect through a `Dialogue`, beside the bare system calls and pexpect.

Measured as ratios in one run, by the best of many short rounds, since no host makes one faster, each engine being `cat` on a core
of its own if there are two. How much of a bare round trip is the waking of the other process differs tenfold between hosts, so
what we add is compared with what pexpect's own spawns add. Our spawn by pexpect's verbs costs less than they do, too.
"""

import os
import subprocess
import time

import pexpect
import pytest
from pexpect.popen_spawn import PopenSpawn

from conformance.dialogue.session import Dialogue
from conformance.protocol.driver import Driver
from conformance.protocol.states import States
from conformance.transport.pipes import PipeTransport

ROUNDS = 60
TRIPS = 8
PROMISED = 1 / 3
ANYTHING = States(True, lambda _state, _line: True, lambda _state, _line: True)


def free_driver():
    """A driver whose states allow everything and whose verbs nobody calls."""
    verbs = dict.fromkeys(Driver.__abstractmethods__, lambda *_: None)
    return type("Free", (Driver,), {**verbs, "states": ANYTHING})()


@pytest.fixture
def cores():
    """Put this process on one core for a while, and give the other to what it starts."""
    before = os.sched_getaffinity(0)
    mine, *others = sorted(before)
    os.sched_setaffinity(0, {mine})
    yield set(others) or {mine}
    os.sched_setaffinity(0, before)


def timed(trip):
    started = time.perf_counter()
    for _ in range(TRIPS):
        trip()
    return (time.perf_counter() - started) / TRIPS


def test_a_dialogue_adds_to_the_bare_system_calls_a_third_of_what_pexpect_adds(cores, capsys):
    bare = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    pipes = PipeTransport(["cat"])
    terminal = pexpect.spawn("cat", echo=False)
    terminal.delaybeforesend = None
    popen = PopenSpawn(["cat"])
    ours = PipeTransport(["cat"])
    for pid in (bare.pid, pipes.pid, terminal.pid, popen.pid, ours.pid):
        os.sched_setaffinity(pid, cores)
    d = Dialogue(pipes, free_driver())

    def by_system_calls():
        os.write(bare.stdin.fileno(), b"isready\n")
        os.read(bare.stdout.fileno(), 4096)

    def by_dialogue():
        d.send("isready")
        d.expect(lambda text: text == "isready", "an echo", within_ms=1000)

    def by_spawn():
        terminal.sendline("isready")
        terminal.expect_exact("isready\r\n")

    def by_popen_spawn():
        popen.sendline("isready")
        popen.expect_exact(b"isready\n")

    def by_our_spawn():
        ours.sendline("isready")
        ours.expect_exact("isready\n")

    times = {trip: [] for trip in (by_system_calls, by_dialogue, by_spawn, by_popen_spawn, by_our_spawn)}
    try:
        for _ in range(ROUNDS):
            for trip, measured in times.items():
                measured.append(timed(trip))
    finally:
        bare.kill()
        bare.communicate()
        pipes.close()
        ours.close()
        terminal.close(force=True)
        popen.kill(9)
        popen.wait()
        popen.proc.stdin.close()
        popen.proc.stdout.close()
    micros = {trip.__name__: min(measured) * 1e6 for trip, measured in times.items()}
    base = micros["by_system_calls"]
    with capsys.disabled():
        reported = ", ".join(f"{name} {value:.1f} us ({value / base:.1f} x)" for name, value in micros.items())
        print(f"\nround trip: {reported}")
    added = {name: value - base for name, value in micros.items()}
    least = min(added["by_spawn"], added["by_popen_spawn"])
    assert added["by_dialogue"] <= PROMISED * least
    assert added["by_our_spawn"] <= least
