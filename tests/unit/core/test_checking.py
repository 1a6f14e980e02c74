"""One verdict from several measurements of a timing rule."""

from dataclasses import replace

import pytest

from conformance.judging.checking import Blame, Trial
from conformance.protocol.suite import Check, CheckKind
from conformance.words.model import Finding, Outcome

CHECK = Check("answers", "Answers.", CheckKind.DIALOGUE, ("X-1",), print)
LATE = Trial(CHECK, Outcome.FAIL, blame=Blame(Finding("X-1", "an answer", "none", late_ms=5.0)))
BUSY = replace(LATE, outcome=Outcome.INCONCLUSIVE, reason="the host was too busy")
GOOD = Trial(CHECK, Outcome.PASS)


@pytest.mark.parametrize(
    ("tries", "outcome", "failed"),
    [
        ([LATE, LATE, LATE], Outcome.FAIL, 3),
        ([LATE, GOOD, LATE], Outcome.FAIL, 2),
        ([LATE, LATE], Outcome.FAIL, 2),
        ([LATE, GOOD, GOOD], Outcome.INCONCLUSIVE, 1),
        ([LATE, GOOD], Outcome.INCONCLUSIVE, 1),
        ([GOOD], Outcome.PASS, 0),
        ([BUSY, GOOD], Outcome.PASS, 0),
        ([BUSY, BUSY, BUSY], Outcome.INCONCLUSIVE, 0),
        ([BUSY, LATE, LATE], Outcome.FAIL, 2),
        ([BUSY, BUSY, LATE], Outcome.INCONCLUSIVE, 0),
    ],
)
def test_the_majority_decides_and_a_busy_host_decides_nothing(tries, outcome, failed):
    trial = Trial.of_several(tries)
    assert (trial.outcome, trial.failed) == (outcome, failed)
    assert trial.measured == len(tries)
