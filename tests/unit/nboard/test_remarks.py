"""What is worth reporting of an NBoard engine and breaks nothing."""

import pytest

from conformance.fixtures.nboard.reference import NBoardEngine
from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.wire import recordings
from conformance.words.model import Outcome

SUITE = load_suite("nboard")
GAME = (
    "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
)
PASS = "B[F5]W[F6]B[D3]W[G5]B[H5]W[H4]B[F7]W[H6]"


def judged(*heard, request="go", moves=""):
    lines = "".join(f"< {line}\n" for line in heard)
    session = f"> nboard 2\n> set depth 1\n> set game {GAME}{moves};)\n> ping 1\n< pong 1\n> {request}\n{lines}"
    (transcript,) = recordings.read(session, "session")
    return judge(SUITE, SUITE.reading(transcript))


def topics(judgements):
    return [remark.topic for judgement in judgements for remark in judgement.remarks]


@pytest.mark.parametrize(
    ("line", "request_", "moves", "topic"),
    [
        (" === D3/+0.50/0.01", "go", "", "blank in front of a message"),
        ("=== PASS", "go", PASS, "spelling of a pass"),
        ("=== --", "go", PASS, "spelling of a pass"),
        ("=== D3/+0.50/", "go", "", "empty time"),
        ("search D3 +5e-1 0 1", "hint 1", "", "exponent in an eval"),
        ("set myname My Engine", "go", "", "blank in the name"),
    ],
)
def test_an_oddity_is_told_once_and_is_no_fault_of_its_form(line, request_, moves, topic):
    judgements = judged(line, request=request_, moves=moves)
    assert topics(judgements) == [topic]
    found = {finding.requirement for judgement in judgements for finding in judgement.findings}
    assert not found & {"NB-TR-04", "NB-GO-03", "NB-HNT-04", "NB-HS-04"}


def test_lines_as_the_source_has_them_are_not_told():
    assert not topics(judged("=== D3/+0.50/0.01"))
    assert not topics(judged("=== d3 -1.00 0.0"))


class WithASurname(NBoardEngine):
    """Has a blank in its name."""

    name = "conform reference"


def test_a_remark_of_a_run_fails_nothing():
    campaign = Campaign(RunPlan(SUITE, selection=Selection(("NB-HS-01",))), lambda: SimulatedTransport(WithASurname()))
    events = list(campaign.run())
    (remark,) = [event for event in events if isinstance(event, Remarked)]
    assert remark.topic == "blank in the name"
    assert all(event.outcome is not Outcome.FAIL for event in events if isinstance(event, Result))
