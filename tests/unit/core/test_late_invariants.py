"""What an invariant finds as a matter of time is measured again alone, like a timing failure of a dialogue."""

from dataclasses import replace

import pytest
from conform_tictactoe import checks

from conformance.judging.checking import Held
from conformance.judging.judge import Judgement
from conformance.protocol.suite import CheckKind
from conformance.run.verdicts import Ledger
from conformance.wire.transcript import Transcript
from conformance.words.model import Finding, Outcome

SUITE = checks.suite
INVARIANT = SUITE.of_kind(CheckKind.INVARIANT)[0]
DIALOGUE = SUITE.of_kind(CheckKind.DIALOGUE)[0]
ID = INVARIANT.requirements[0]


def held(*, late_ms=None, fails=True):
    findings = (Finding(ID, "in time", "late", late_ms=late_ms),) if fails else ()
    transcript = Transcript(name=DIALOGUE.name, check=DIALOGUE.name)
    return Held(DIALOGUE, Outcome.PASS, transcript=transcript, judgements=(Judgement(INVARIANT, findings, frozenset({ID})),))


def verdict(ledger):
    return next(r for r in ledger.invariants([INVARIANT], cut_short=False) if r.requirement.id == ID)


def test_what_is_no_matter_of_time_is_not_measured_again():
    ledger = Ledger(SUITE)
    list(ledger.dialogue(held()))
    assert not ledger.late()
    assert verdict(ledger).outcome is Outcome.FAIL


def test_what_the_verdict_of_its_dialogue_says_too_has_been_measured():
    ledger = Ledger(SUITE)
    list(ledger.dialogue(replace(held(late_ms=20.0), outcome=Outcome.FAIL, requirement=ID)))
    assert ledger.late() == []
    assert verdict(ledger).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("recurs", "outcome"),
    [((True, True, False), Outcome.FAIL), ((True, False, False), Outcome.INCONCLUSIVE), ((False,) * 3, Outcome.PASS)],
)
def test_the_majority_of_the_measurements_alone_decides(recurs, outcome):
    ledger = Ledger(SUITE)
    list(ledger.dialogue(held(late_ms=20.0)))
    assert ledger.late() == [(INVARIANT.name, ID, DIALOGUE.name)]
    ledger.measured_again(INVARIANT.name, ID, [held(late_ms=20.0, fails=fails) for fails in recurs])
    result = verdict(ledger)
    assert result.outcome is outcome
    if outcome is Outcome.FAIL:
        assert (result.failed, result.measured) == (2, 3)
