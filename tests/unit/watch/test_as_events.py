"""A watched dialogue as the events of a run: who broke what, and that every report can be made of it."""

import re

import pytest

from conformance.front.loading import load_suite
from conformance.judging.recorded import judge_recorded
from conformance.report import reading
from conformance.report.jsonl import JsonlReporter
from conformance.report.model import run_of
from conformance.run.events import Remarked, Result
from conformance.watch import as_events
from conformance.wire import recordings
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Outcome

GOOD = (
    "0 < hello\n0 > uci\n0 < id name x\n0 < id author y\n0 < option name Hash type spin default 1 min 1 max 8\n0 < uciok\n0 > ucinewgame\n0 > isready\n0 < readyok\n"
    "1 > position startpos\n1 > go depth 1\n1 < info depth 1 score cp 1 nodes 20 pv e2e4\n2 < bestmove e2e4\n"
)


def reported(text):
    suite = load_suite("uci")
    (transcript,) = recordings.read(text)
    judged = judge_recorded(suite, transcript)
    return judged, list(as_events.events_of(suite, judged, as_events.Provenance("x", ("x",), started=as_events.now())))


def failing(events):
    return {event.requirement.id for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL}


def test_a_good_game_breaks_nothing_on_either_side():
    judged, events = reported(f"{GOOD}3 > quit\n")
    assert (judged.missteps, judged.stopped_at, failing(events)) == ((), None, set())
    assert not [event for event in events if isinstance(event, Remarked)]
    assert {"UCI-BM-01", "UCI-BM-02"} <= judged.met
    assert events[-1].exit_code == 0
    run = run_of(events)
    assert re.fullmatch(
        r"a record of what a GUI sent, in which \d+ of \d+ requirements had an occasion: no .* broken", run.verdict
    )
    assert not run.trouble


def test_a_verdict_names_the_edition_that_it_was_made_by():
    _, events = reported(GOOD)
    assert events[0].edition == load_suite("uci").catalogue.edition


def test_an_illegal_move_is_the_engines():
    judged, events = reported(GOOD.replace("bestmove e2e4", "bestmove e2e5"))
    assert not judged.missteps
    assert events[-1].exit_code == 1
    (result,) = [event for event in events if isinstance(event, Result) and event.outcome is Outcome.FAIL and event.gates]
    assert result.transcript[result.at].text == "bestmove e2e5"


def test_the_rules_of_another_game_are_not_judged():
    text = GOOD.replace("bestmove e2e4", "bestmove e2e5").replace("0 > ucinewgame", "0 > setoption name UCI_Variant value atomic")
    judged, events = reported(text)
    assert not failing(events)
    assert "UCI-BM-02" not in judged.met


def test_what_the_gui_may_not_send_is_the_guis():
    judged, events = reported(f"{GOOD}3 > go depth 1\n3 > position startpos\n4 < bestmove e2e4\n4 > quit\n")
    assert [(misstep.at, misstep.state) for misstep in judged.missteps] == [(14, "search")]
    assert judged.stopped_at == 14
    assert not failing(events)
    (remark,) = [event for event in events if isinstance(event, Remarked)]
    assert remark.text == "the GUI sent `position startpos` before `bestmove` in the state search, where uci does not allow it"
    assert remark.transcript[remark.at].text == "position startpos"


def test_a_search_before_the_first_isready_is_the_guis_mistake():
    judged, _ = reported("0 > uci\n0 < uciok\n0 > position startpos\n1 > go depth 1\n")
    assert [misstep.state for misstep in judged.missteps] == ["uci"]


@pytest.mark.parametrize("text", [GOOD, GOOD.replace("bestmove e2e4", "bestmove e2e5")])
def test_the_record_and_its_verdicts_stand_in_one_file(tmp_path, text):
    path = tmp_path / "game.jsonl"
    judged, events = reported(text)
    path.write_text(recordings.write(judged.transcript, recordings.About(protocol="uci")), "ascii")
    reporter = JsonlReporter(path, append=True)
    for event in events:
        reporter.on(event)
    reporter.close()
    recorded = reading.read(path)
    assert recorded.is_complete
    assert failing(recorded.events) == failing(events)
    (again,) = recordings.read(path.read_text("ascii"), str(path))
    assert again.lines == judged.transcript.lines
    assert recordings.read_one(path.read_text("ascii")).about.protocol == "uci"


def test_a_dialogue_in_which_nothing_happens_has_no_verdict():
    _, events = reported("0 > uci\n")
    assert events[-1].exit_code == 3


@pytest.mark.parametrize(("end", "owed"), [("killed", True), ("exit 0", False)])
def test_what_an_engine_owed_that_was_ended_is_remarked(end, owed):
    suite = load_suite("uci")
    (transcript,) = recordings.read(f"{GOOD}3 > go infinite\n5 > stop\n")
    transcript.lines.append(Line(9.0, Direction.PROCESS, end))
    events = as_events.events_of(suite, judge_recorded(suite, transcript), as_events.Provenance("x", ("x",)))
    said = [event.text for event in events if isinstance(event, Remarked)]
    assert said == (["the engine had owed `bestmove` for 4.0 s when it was ended"] if owed else [])
