"""What is worth reporting of a Hub engine and breaks nothing."""

import pytest

from conformance.front.loading import engine_command, load_suite
from conformance.judging.judge import judge
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.wire import recordings
from conformance.words.model import Outcome

SUITE = load_suite("hub")
GREETING = """> hub
< id name=X version=1 author=Y
< wait
> init
< ready
"""
SEARCH = """> pos pos=Weeeebeeeeeeeeeeeeeeeebeeeeeweeeeeeeeeeeeeeeeeeewee
> level infinite
> go {mode}
"""


def topics(text):
    (transcript,) = recordings.read(GREETING + text, "session")
    judgements = judge(SUITE, SUITE.reading(transcript))
    assert not any(judgement.findings for judgement in judgements)
    return [remark.topic for judgement in judgements for remark in judgement.remarks]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        (SEARCH.format(mode="analyze") + "< done move=28x17x22\n", "ends go analyze by itself"),
        (SEARCH.format(mode="ponder") + "< done move=28x17x22\n", "ends go ponder by itself"),
        ("> ping\n< pong\n< license text=free\n", "unknown words"),
        (
            "> pos pos=Beeeebeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeee\n> level time=9\n> go think\n< done move=05-10\n",
            "leading zeros",
        ),
    ],
)
def test_a_freedom_that_is_used_is_told(text, topic):
    assert topics(text) == [topic]


def test_an_analysis_that_was_stopped_is_worth_no_remark():
    assert topics(SEARCH.format(mode="analyze") + "> stop\n< done move=28x17x22\n") == []


def remarked(engine, *select):
    launcher = engine_command((f"builtin:{engine}",), None, {}).launcher("hub", virtual=True)
    events = list(Campaign(RunPlan(SUITE, selection=Selection(select)), launcher).run())
    assert not [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL]
    return {event.topic: event.text for event in events if isinstance(event, Remarked)}


def test_the_point_of_view_of_scores_is_told():
    assert "the side to move" in remarked("reference", "HUB-INF-10")["point of view"]
    assert "white" in remarked("lenient_whiteview", "HUB-INF-10")["point of view"]


def test_optional_limits_that_are_ignored_are_told():
    reported = remarked("lenient_plain", "HUB-LVL-01", "HUB-LVL-03")
    assert {"ignores level depth", "ignores level move-time"} <= set(reported)


def test_answers_that_are_repeated_on_stderr_are_told():
    assert "`wait`" in remarked("lenient_complains", "HUB-TR-11")["answers on stderr"]
