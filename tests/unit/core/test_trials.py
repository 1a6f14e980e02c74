"""What failed by time is measured again until two measurements agree, and not at all where that is known already."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks
from conform_tictactoe.reference import TicTacToe

from conformance.dialogue.session import Silent
from conformance.judging.checking import Blame, Trial
from conformance.run.campaign import Campaign, Options
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
        trials = Trials(SUITE, pytest.fail, Limits(), frozenset)
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


def test_what_is_known_to_be_broken_is_not_measured_again():
    campaign = Campaign(SUITE, pytest.fail, Options())
    campaign._ledger.record(LATE)
    trial = campaign._scheduler._again(LATE)
    assert (trial.outcome, trial.blocked_by) == (Outcome.BLOCKED, "TTT-STOP-01")
    assert {result.outcome for result in campaign._ledger.record(trial).results} == {Outcome.BLOCKED}


def test_a_silence_to_what_is_known_to_be_unanswered_is_blocked(monkeypatch):
    campaign = Campaign(SUITE, pytest.fail, Options())
    asked = Blame(NEVER, Silent.UNDISTURBED, WHOLE, ("`stop`",))
    campaign._trials.decided(replace(SILENT, blame=asked))
    monkeypatch.setattr(Trials, "run", lambda _self, _check, **_: pytest.fail("measured again"))
    of_go = replace(asked, finding=replace(NEVER, requirement="TTT-GO-01"))
    other = replace(SILENT, check=SUITE.checks_of("TTT-GO-01")[0], blame=of_go)
    trial = campaign._scheduler._again(other)
    assert (trial.outcome, trial.blocked_by) == (Outcome.BLOCKED, "TTT-STOP-01")


def test_a_silence_that_breaks_no_must_blocks_nothing_before_the_time_is_used_up():
    campaign = Campaign(SUITE, pytest.fail, Options())
    mute = Blame(replace(NEVER, requirement="TTT-IDLE-01"), Silent.UNDISTURBED, WHOLE, ("`stop`",))
    campaign._trials.decided(replace(SILENT, check=SUITE.checks_of("TTT-IDLE-01")[0], blame=mute))
    assert campaign._trials.requests.known(["`stop`"]) is None
    campaign._trials.requests.in_vain(1e6, None)
    assert campaign._trials.requests.known(["`stop`"]) == "TTT-IDLE-01"


def test_what_is_merely_blocked_elsewhere_is_measured_again(monkeypatch):
    campaign = Campaign(SUITE, pytest.fail, Options())
    campaign._ledger.record(Trial(CHECK, Outcome.BLOCKED, blocked_by="TTT-PING-01"))
    monkeypatch.setattr(Trials, "run", lambda _self, _check, **_: LATE)
    assert campaign._scheduler._again(LATE).outcome is Outcome.FAIL


def test_what_could_not_be_reached_is_not_tried_again_where_its_cause_is_blocked(monkeypatch):
    campaign = Campaign(SUITE, pytest.fail, Options())
    missed = Trial(CHECK, Outcome.BLOCKED, blocked_by="TTT-GO-01", unreached=True)
    campaign._ledger.record(Trial(SUITE.checks_of("TTT-GO-01")[0], Outcome.BLOCKED, blocked_by="TTT-PING-01"))
    monkeypatch.setattr(Trials, "run", lambda _self, _check, **_: pytest.fail("tried again"))
    again = campaign._scheduler._again(missed)
    assert (again.outcome, again.blocked_by) == (Outcome.BLOCKED, "TTT-PING-01")


def test_set_up_that_failed_for_want_of_time_beside_others_is_tried_again(measured):
    unreached = Trial(CHECK, Outcome.BLOCKED, blocked_by="TTT-PING-01", unreached=True)
    assert unreached.doubtful
    assert not unreached.timing
    trial, count = measured(PASS)
    assert (trial.outcome, count) == (Outcome.PASS, 1)


@pytest.mark.parametrize(("free", "fits"), [(0, 1), (1 << 40, 1 << 8)])
def test_engines_take_a_share_of_the_memory(monkeypatch, free, fits):
    monkeypatch.setattr(processes.SYSTEM, "free_memory", lambda: free)
    assert processes.engines_that_fit(0.5) >= fits
    assert processes.engines_that_fit(0.0) == 1


class Floods(TicTacToe):
    """Says more than it may in one go before it answers `go`."""

    def on_line(self, line):
        for _ in range(7_000 if line.startswith("go") else 0):
            self.say("info")
        super().on_line(line)


def test_a_flood_is_listened_to_for_less_only_once_it_counts():
    limits = Limits(output=OutputLimits(lines_in_one_go=6_000))
    trials = Trials(SUITE, lambda: SimulatedTransport(Floods()), limits, frozenset)
    (check, *_) = SUITE.checks_of("TTT-GO-01")
    first, second = (trials.run(check) for _ in range(2))
    assert [first.outcome, second.outcome] == [Outcome.FAIL, Outcome.FAIL]
    trials.decided(second)
    assert trials.run(check).outcome is Outcome.INCONCLUSIVE
