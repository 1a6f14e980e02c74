"""What failed by time is measured again until two measurements agree, and not at all where that is known already."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.context import Terms
from conformance.dialogue.endings import Silent
from conformance.judging.checking import Blame, Trial
from conformance.run.plan import RunPlan
from conformance.run.trials import Trials
from conformance.transport import processes
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import WaitSpan
from conformance.words.model import Finding, Limits, Outcome, OutputLimits

SUITE = checks.suite
CHECK = SUITE.checks_of("TTT-STOP-01")[0]
PASS = Trial(CHECK, Outcome.PASS)
LATE = Trial(CHECK, Outcome.FAIL, blame=Blame(Finding("TTT-STOP-01", "in time", "late", late_ms=40.0)))
#: A whole wait for as long as is certain, on a calm host.
NEVER = Finding("TTT-STOP-01", "an answer", "silence", late_ms=math.inf)
WHOLE = WaitSpan(0.0, Limits().certain_ms / 1000)


def silent(whose=Silent.UNDISTURBED, wait=WHOLE, finding=NEVER, **more):
    return replace(LATE, blame=Blame(finding, whose, wait), **more)


SILENT = silent()


@pytest.fixture
def measured(monkeypatch):
    """Measure again with these outcomes, one after the other; gives the verdict and how many were asked for."""

    def again(*script, first=LATE, alone=False):
        left = list(script)
        monkeypatch.setattr(Trials, "run", lambda _self, _check, **_: left.pop(0))
        trials = Trials(RunPlan(SUITE, terms=Terms(Limits())), pytest.fail)
        return trials.again(first, alone=alone), len(script) - len(left)

    return again


@pytest.mark.parametrize(
    ("script", "outcome", "asked"),
    [
        ((LATE, LATE, PASS), Outcome.FAIL, 2),
        ((PASS, LATE, LATE), Outcome.PASS, 1),
        ((LATE, PASS, LATE), Outcome.FAIL, 3),
        ((LATE, PASS, PASS), Outcome.INCONCLUSIVE, 3),
        ((SILENT, PASS), Outcome.FAIL, 1),
    ],
)
def test_two_failures_decide(measured, script, outcome, asked):
    trial, count = measured(*script)
    assert (trial.outcome, count) == (outcome, asked)


def test_a_failure_that_was_measured_alone_is_the_first_of_two(measured):
    trial, count = measured(LATE, alone=True)
    assert (trial.outcome, trial.failed, trial.measured, count) == (Outcome.FAIL, 2, 2, 1)


@pytest.mark.parametrize(
    ("first", "asked"),
    [
        (SILENT, 0),
        (silent(Silent.GIVEN_TIME), 2),
        (silent(Silent.DELAYED), 2),
        (silent(wait=WaitSpan(0.0, 1.9)), 2),
        (silent(finding=replace(NEVER, late_ms=40.0)), 2),
        (silent(history=("plays",)), 2),
    ],
)
def test_a_whole_long_wait_on_a_calm_host_is_measured_once(measured, first, asked):
    trial, count = measured(LATE, LATE, first=first)
    assert (trial.outcome, count) == (Outcome.FAIL, asked)


def test_set_up_that_was_missed_by_time_is_measured_again(measured):
    missed = replace(LATE, outcome=Outcome.BLOCKED, blocked_by="TTT-PING-01")
    assert missed.timing
    trial, count = measured(PASS, first=missed)
    assert (trial.outcome, count) == (Outcome.PASS, 1)
    trial, count = measured(missed, missed, first=missed)
    assert (trial.outcome, trial.failed, count) == (Outcome.BLOCKED, 2, 2)


@pytest.mark.parametrize(
    ("trial", "is_open"),
    [
        (SILENT, True),
        (replace(SILENT, outcome=Outcome.BLOCKED, blocked_by="TTT-PING-01"), True),
        (LATE, False),
        (PASS, False),
        (replace(SILENT, outcome=Outcome.INCONCLUSIVE), False),
    ],
    ids=["silent", "set-up", "late", "kept", "not believed"],
)
def test_the_account_of_patience_is_open_once_a_silence_has_broken_something(trial, is_open):
    trials = Trials(RunPlan(SUITE, terms=Terms(Limits())), pytest.fail)
    assert not trials.patience.is_open
    trials.noted(trial)
    assert trials.patience.is_open is is_open


def test_a_run_has_the_patience_of_its_limits():
    assert Trials(RunPlan(SUITE, terms=Terms(Limits(patience_ms=4_000))), pytest.fail).patience.ms == 4_000


@pytest.mark.parametrize(("free", "fits"), [(0, 1), (1 << 40, 1 << 8)])
def test_engines_take_a_share_of_the_memory(monkeypatch, free, fits):
    monkeypatch.setattr(processes.SYSTEM, "free_memory", lambda: free)
    assert processes.engines_that_fit(1_000, 0.5) >= fits
    assert processes.engines_that_fit(1_000, 1e-12) == 1


class Floods(TicTacToe):
    """Says more than it may in one go before it answers `go`."""

    def on_line(self, line):
        for _ in range(7_000 if line.startswith("go") else 0):
            self.say("info")
        super().on_line(line)


def test_a_flood_is_listened_to_for_less_only_once_it_counts():
    limits = Limits(output=OutputLimits(lines_in_one_go=6_000))
    trials = Trials(RunPlan(SUITE, terms=Terms(limits)), lambda: SimulatedTransport(Floods()))
    (check, *_) = SUITE.checks_of("TTT-GO-01")
    first, second = (trials.run(check) for _ in range(2))
    assert [first.outcome, second.outcome] == [Outcome.FAIL, Outcome.FAIL]
    trials.noted(second)
    assert trials.run(check).outcome is Outcome.INCONCLUSIVE
