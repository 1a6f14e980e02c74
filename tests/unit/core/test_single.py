"""An engine of which only one process can run: it breaks nothing by that, and with `single` there is never a second one."""

import pytest
from conform_tictactoe import checks
from conform_tictactoe.reference import TicTacToe

from conformance.front import usage
from conformance.front.loading import EngineCommand
from conformance.front.options import RunOptions
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result, RunFinished
from conformance.run.explore import Budget
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome


class Locks(TicTacToe):
    """Ends at once beside another process of its own."""

    held = 0

    def __init__(self):
        super().__init__()
        self.is_refused = Locks.held > 0

    def on_line(self, line):
        if self.is_refused:
            self.leave(1)
        else:
            super().on_line(line)


class Held(SimulatedTransport):
    """A process that holds the lock until it is closed."""

    most = 0

    def __init__(self, make):
        super().__init__(make())
        self.is_held = True
        Locks.held += 1
        Held.most = max(Held.most, Locks.held)

    def close(self):
        if self.is_held:
            Locks.held -= 1
        self.is_held = False
        super().close()


@pytest.fixture(autouse=True)
def fresh():
    Locks.held = Held.most = 0
    yield
    assert Locks.held == 0


def ran(make, **more):
    return list(Campaign(RunPlan(checks.suite, **more), lambda: Held(make)).run())


def test_who_starts_only_alone_breaks_nothing_and_is_told():
    events = ran(Locks, jobs=4)
    assert isinstance(events[-1], RunFinished)
    assert events[-1].exit_code == 0
    assert Held.most > 1
    (told,) = [event for event in events if isinstance(event, Remarked) and event.topic == "starts alone"]
    assert "--jobs 1" in told.text


def test_with_single_no_second_process_is_ever_there():
    events = ran(Locks, single=True, budget=Budget(examples=3))
    assert events[-1].exit_code == 0
    assert Held.most == 1
    assert not [event for event in events if isinstance(event, Remarked)]


class Broken(TicTacToe):
    """Ends at each ping, alone as well."""

    def on_line(self, line):
        if line.startswith("hello"):
            self.leave(1)
        else:
            super().on_line(line)


def test_who_never_starts_is_blamed_for_it():
    failed = [event for event in ran(Broken, jobs=4, keep_going=True) if isinstance(event, Result) and event.gates]
    assert {result.requirement.id for result in failed} == {"TTT-HELLO-01"}
    assert {result.outcome for result in failed} == {Outcome.FAIL}


def test_one_job_means_a_single_process():
    for jobs, single in ((1, True), (2, False), (None, False)):
        said = RunOptions(protocol="usi", jobs=jobs)
        assert usage.plan(said, EngineCommand(("./e",)), checks.suite, Selection()).single is single
