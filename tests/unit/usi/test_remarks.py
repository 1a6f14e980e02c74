"""What is worth reporting of a USI engine and breaks nothing."""

import pytest

from conformance.fixtures.usi.reference import UsiEngine
from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.run.campaign import Campaign
from conformance.run.events import Remarked, Result
from conformance.run.plan import RunPlan
from conformance.run.selection import Selection
from conformance.transport.simulated import SimulatedTransport
from conformance.wire import recordings
from conformance.words.model import Outcome

SUITE = load_suite("usi")
GREETING = """> usi
< id name X
< id author Y
< option name USI_Hash type spin default 16 min 1 max 64
< option name USI_Ponder type check default false
< usiok
> isready
< readyok
"""
MATED = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2"


def judged(text):
    (transcript,) = recordings.read(GREETING + text, "session")
    return judge(SUITE, SUITE.reading(transcript))


def searched(*infos, position="position startpos"):
    lines = "".join(f"< {info}\n" for info in infos)
    return judged(f"> {position}\n> go depth 9\n{lines}< bestmove 7g7f\n")


def topics(judgements):
    return [remark.topic for judgement in judgements for remark in judgement.remarks]


@pytest.mark.parametrize(
    ("info", "topic"),
    [
        ("info depth 1 tbhits 0 score cp 0 pv 7g7f", "unknown info key"),
        ("info depth 1 score cp 0 pv 7g7f rep_draw", "word for a move"),
        ("info currmove resign", "word for a move"),
        ("info depth 5 seldepth 3 score cp 0 pv 7g7f", "seldepth below depth"),
        ("info cpuload 4000", "cpuload"),
    ],
)
def test_an_oddity_of_an_info_line_is_told_once_and_breaks_nothing(info, topic):
    judgements = searched(info, info)
    assert topics(judgements) == [topic]
    assert not any(judgement.findings for judgement in judgements)


def test_a_pv_without_a_move_is_a_finding_only_where_there_is_a_move():
    findings = [finding for judgement in searched("info depth 1 score cp 0 pv") for finding in judgement.findings]
    place = len(GREETING.splitlines()) + 2
    assert [(finding.requirement, finding.at) for finding in findings] == [("USI-INFO-05", place)]
    judgements = searched("info depth 0 score mate 0 pv", position=MATED)
    assert "empty pv" in topics(judgements)
    assert not any(finding.requirement == "USI-INFO-05" for judgement in judgements for finding in judgement.findings)


def test_the_heaviest_of_a_topic_is_told():
    judgements = searched("info depth 5 seldepth 4", "info depth 5 seldepth 1", "info depth 5 seldepth 2")
    assert [r.text for j in judgements for r in j.remarks] == ["seldepth 1 is below depth 5"]


def test_an_ordinary_search_is_worth_no_remark():
    assert topics(searched("info depth 1 seldepth 1 time 1 nodes 9 nps 9000 cpuload 990 score cp 3 pv 7g7f")) == []


def test_an_odd_mate_of_a_side_that_is_mated_is_told():
    said = "> position startpos\n> go depth 1\n< bestmove 7g7f\n"
    judgements = judged(f"{said}> {MATED}\n> go depth 1\n< info depth 1 score mate -1\n< bestmove resign\n")
    assert topics(judgements) == ["mate score of a mated side"]
    assert not any(judgement.findings for judgement in judgements)


def test_free_text_behind_the_handshake_is_told():
    assert topics(judged("> foobar\n< Unknown command: foobar\n> isready\n< readyok\n")) == ["free text"]


class SlowToStop(UsiEngine):
    """Answers `stop` after 0.8 s."""

    def on_stop(self, words):
        search = self.search
        self.after(0.8, lambda: UsiEngine.on_stop(self, words) if self.search is search else None)


class SearchesOn(UsiEngine):
    """Looks at its node counter seldom, and tells more nodes than it was granted."""

    def answer(self, search):
        if granted := search.limits.numbers.get("nodes"):
            self.say(f"info nodes {granted + 5000}")
        return super().answer(search)


def remarked(engine, *select):
    events = list(Campaign(RunPlan(SUITE, selection=Selection(select)), lambda: SimulatedTransport(engine())).run())
    assert not [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL]
    return {event.topic: event.text for event in events if isinstance(event, Remarked)}


def test_a_slow_stop_is_told():
    assert "800 ms" in remarked(SlowToStop, "USI-STOP-01")["slow stop"]


def test_nodes_above_the_limit_are_told():
    assert remarked(SearchesOn, "USI-GO-03")["nodes above the limit"] == "`go nodes 1` was searched to 5001 nodes"


def test_the_reference_engine_is_worth_no_remark():
    assert remarked(UsiEngine, "USI-STOP-01", "USI-GO-03") == {}
