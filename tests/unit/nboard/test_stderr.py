"""An engine that says everything on standard error breaks one requirement, and the rest of it is judged, and shown again."""

import pytest

from conformance.front.loading import load_suite
from conformance.run.replay import replay
from conformance.run.selection import Selection
from conformance.testing.runs import results, run_suite, started
from conformance.wire.recordings import About
from conformance.wire.transcript import Transcript
from conformance.words.model import Outcome

SUITE = load_suite("nboard")


@pytest.mark.parametrize(
    ("engine", "requirement"), [("illegal_move_on_stderr", "NB-GO-02"), ("answers_twice_on_stderr", "NB-GO-01")]
)
def test_its_findings_are_shown_again(engine, requirement):
    found = results(run_suite("nboard", engine, selection=Selection((requirement,))))
    broken = [result for result in found if result.outcome is Outcome.FAIL and result.requirement.id == requirement]
    assert broken
    for result in broken:
        about = About(requirement=requirement, check=result.check, known_broken=result.known_broken)
        again = replay(SUITE, Transcript(list(result.transcript)), started("nboard", engine), SUITE.limits, about)
        assert requirement in {finding.requirement for finding in again.findings}
