"""What failed by time is measured again until two measurements agree, and not at all where that is known already."""

import math
from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.dialogue.idleness import WHATEVER
from conformance.judging.checking import LONG, Held
from conformance.run.campaign import Campaign, Options
from conformance.run.trials import Trials
from conformance.transport import processes
from conformance.wire.transcript import Transcript, Wait
from conformance.words.model import Limits, Outcome

SUITE = checks.suite
CHECK = SUITE.checks_of("TTT-STOP-01")[0]
PASS = Held(CHECK, Outcome.PASS)
LATE = Held(CHECK, Outcome.FAIL, requirement="TTT-STOP-01", late_ms=40.0)
SILENT = replace(LATE, late_ms=math.inf, is_own=True, is_calm=True)
SLOWLY = Held(CHECK, Outcome.FAIL, requirement="TTT-STOP-01", late_ms=40.0, seconds=LONG + 1)


@pytest.fixture
def measured(monkeypatch):
    """Measure again with these outcomes, one after the other; gives the verdict and how many were asked for."""

    def again(*script, first=LATE, alone=False):
        left = list(script)
        monkeypatch.setattr(Trials, "hold", lambda _self, _check: left.pop(0))
        trials = Trials(SUITE, pytest.fail, Limits(), frozenset, frozenset)
        return trials.again(first, alone=alone), len(script) - len(left)

    return again


@pytest.mark.parametrize(
    ("script", "outcome", "asked"),
    [
        ((LATE, LATE, PASS), Outcome.FAIL, 2),
        ((PASS, LATE, LATE), Outcome.PASS, 1),
        ((LATE, PASS, LATE), Outcome.FAIL, 3),
        ((LATE, PASS, PASS), Outcome.INCONCLUSIVE, 3),
        ((SLOWLY, PASS, SLOWLY), Outcome.INCONCLUSIVE, 2),
    ],
)
def test_two_failures_decide(measured, script, outcome, asked):
    held, count = measured(*script)
    assert (held.outcome, count) == (outcome, asked)


def test_a_failure_that_was_measured_alone_is_the_first_of_two(measured):
    held, count = measured(LATE, alone=True)
    assert (held.outcome, held.failed, held.measured, count) == (Outcome.FAIL, 2, 2, 1)


@pytest.mark.parametrize(
    ("first", "alone", "asked"),
    [
        (SILENT, SILENT, 1),
        (replace(SILENT, is_calm=False), SILENT, 2),
        (SILENT, replace(SILENT, is_own=False), 2),
        (replace(SILENT, requirement="TTT-GO-01"), SILENT, 2),
        (replace(SILENT, late_ms=40.0), SILENT, 2),
    ],
)
def test_the_same_silence_beside_others_is_the_first_of_two_where_the_host_was_calm(measured, first, alone, asked):
    held, count = measured(alone, alone, first=first)
    assert (held.outcome, held.failed, held.measured, count) == (Outcome.FAIL, 2, 2, asked)


def test_what_is_known_to_be_broken_is_not_measured_again():
    campaign = Campaign(SUITE, pytest.fail, Options())
    list(campaign._tell(LATE))
    held = campaign._scheduler._again(LATE)
    assert (held.outcome, held.blocked_by) == (Outcome.BLOCKED, "TTT-STOP-01")
    assert {result.outcome for result in campaign._tell(held)} == {Outcome.BLOCKED}


@pytest.mark.parametrize(
    ("word", "calm", "own", "waited", "alone", "measured"),
    [
        ("`stop`", True, None, LONG, "`stop`", 0),
        ("`ping`", True, True, LONG, "`stop`", 1),  # another word
        ("`stop`", False, None, LONG, "`stop`", 1),  # the host may be to blame
        ("`stop`", False, False, LONG, "`stop`", 1),  # it is
        ("`stop`", False, True, LONG, "`stop`", 0),  # it had its whole time all the same
        ("`stop`", False, True, LONG, "`ping`", 1),  # the word was never measured alone
        ("`stop`", True, True, LONG - 1, "`stop`", 1),  # not long enough to be sure
    ],
)
def test_a_silence_that_was_measured_alone_speaks_for_others_of_the_same_word(
    monkeypatch, word, calm, own, waited, alone, measured
):
    asked = []
    monkeypatch.setattr(Trials, "hold", lambda _self, check: asked.append(check) or PASS)
    campaign = Campaign(SUITE, pytest.fail, Options())
    list(campaign._tell(LATE))
    campaign._trials._unanswered.append(("`stop`", LATE.requirement))
    campaign._trials._silent_alone.add(alone)
    silent = Held(
        SUITE.checks_of("TTT-GO-01")[0],
        Outcome.FAIL,
        requirement="TTT-GO-01",
        late_ms=math.inf,
        is_calm=calm,
        is_own=own,
        wait=Wait(0.0, waited),
        transcript=Transcript([], heard_until=waited),
        unanswered=(word,),
    )
    held = campaign._scheduler._again(silent)
    assert len(asked) == measured
    assert held.outcome is (Outcome.PASS if measured else Outcome.FAIL)


@pytest.mark.parametrize(
    ("silent", "answered", "is_deaf"),
    [
        ({"`go`": "TTT-GO-01", "`quit`": "TTT-QUIT-01"}, ["`hello`"], True),
        ({"`go`": "TTT-GO-01", "`quit`": "TTT-QUIT-01"}, ["`hello`", "`ping`"], True),
        ({"`go`": "TTT-GO-01", "`quit`": "TTT-QUIT-01"}, ["`hello`", "`ping`", "`stop`"], False),
        ({"`go`": "TTT-GO-01", "`quit`": "TTT-QUIT-01"}, ["`hello`", "`go`"], False),  # not always silent
        ({"`go`": "TTT-GO-01", "`think`": "TTT-GO-01"}, ["`hello`"], False),  # one requirement
    ],
)
def test_an_engine_that_is_silent_to_several_words_and_answers_few_is_silent_to_all(silent, answered, is_deaf):
    trials = Trials(SUITE, pytest.fail, Limits(), frozenset, frozenset)
    trials._unanswered += silent.items()
    trials._answered.update(answered)
    assert (WHATEVER in trials._proven()) is is_deaf
    if is_deaf:
        assert trials._proven()[WHATEVER] == "TTT-GO-01"


def test_what_is_merely_blocked_elsewhere_is_measured_again(monkeypatch):
    campaign = Campaign(SUITE, pytest.fail, Options())
    list(campaign._tell(Held(CHECK, Outcome.BLOCKED, blocked_by="TTT-PING-01")))
    monkeypatch.setattr(Trials, "hold", lambda _self, _check: LATE)
    assert campaign._scheduler._again(LATE).outcome is Outcome.FAIL


def test_what_could_not_be_reached_is_not_tried_again_where_its_cause_is_blocked(monkeypatch):
    campaign = Campaign(SUITE, pytest.fail, Options())
    missed = Held(CHECK, Outcome.BLOCKED, blocked_by="TTT-GO-01", unreached=True)
    list(campaign._tell(Held(SUITE.checks_of("TTT-GO-01")[0], Outcome.BLOCKED, blocked_by="TTT-PING-01")))
    monkeypatch.setattr(Trials, "hold", lambda _self, _check: pytest.fail("tried again"))
    again = campaign._scheduler._again(missed)
    assert (again.outcome, again.blocked_by) == (Outcome.BLOCKED, "TTT-PING-01")


def test_set_up_that_failed_for_want_of_time_beside_others_is_tried_again(measured):
    unreached = Held(CHECK, Outcome.BLOCKED, blocked_by="TTT-PING-01", unreached=True)
    assert unreached.doubtful
    assert not unreached.timing
    held, count = measured(PASS)
    assert (held.outcome, count) == (Outcome.PASS, 1)


@pytest.mark.parametrize(("free", "fits"), [(0, 1), (1 << 40, 1 << 8)])
def test_engines_take_a_share_of_the_memory(monkeypatch, free, fits):
    monkeypatch.setattr(processes.SYSTEM, "free_memory", lambda: free)
    assert processes.engines_that_fit(0.5) >= fits
    assert processes.engines_that_fit(0.0) == 1
