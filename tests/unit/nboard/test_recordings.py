"""The invariants over dialogues of a real engine, Edax 4.6: they find what is known of it, and nothing else."""

from pathlib import Path

import pytest

from conformance.fixtures.nboard.engines import ENGINES
from conformance.front.loading import load_suite
from conformance.games.othello import random_game
from conformance.judging.judge import judge
from conformance.judging.recorded import judge_recorded
from conformance.transport.simulated import SimulatedTransport
from conformance.wire import recordings
from conformance.wire.transcript import Direction, Line, Transcript

SUITE = load_suite("nboard")
FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
RECORDED = sorted(path.stem for path in FOLDER.glob("edax-nboard-*.txt"))

#: Edax always tells a time of 0.00 with its nodes, however long it has searched.
KNOWN = {"NB-NOD-02"}


def judged(name):
    (transcript,) = recordings.read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name)
    return SUITE.read(SUITE.reading(transcript)), judge(SUITE, SUITE.reading(transcript))


@pytest.mark.parametrize("name", RECORDED)
def test_the_invariants_find_nothing_but_what_is_known(name):
    found = {finding.requirement for judgement in judged(name)[1] for finding in judgement.findings}
    assert found <= KNOWN


def test_a_time_that_stands_still_is_found():
    found = {f.requirement for judgement in judged("edax-nboard-pingsearch-go")[1] for f in judgement.findings}
    assert found == KNOWN


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("edax-nboard-go", ["go"] * 5),
        ("edax-nboard-learn", ["learn", "analyze"]),
        ("edax-nboard-flush", ["hint"]),
        ("edax-nboard-pipelined", ["go"] * 8),
        ("edax-nboard-pingsearch-hint4", ["hint"] * 3 + ["go"]),
    ],
)
def test_requests_are_read_to_the_end(name, verbs):
    (transcript,) = recordings.read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name)
    reading = SUITE.reading(transcript)
    record = SUITE.read(reading)
    assert reading.tainted_at is None
    assert [work.verb for work in record.works] == verbs


def test_answers_are_judged_against_the_rules():
    record, judgements = judged("edax-nboard-go")
    seen = {requirement for judgement in judgements for requirement in judgement.seen}
    assert {"NB-GO-01", "NB-GO-02", "NB-GO-03", "NB-GO-06", "NB-GO-07", "NB-GO-09"} <= seen
    assert all(work.position.is_legal(work.answer.move) for work in record.works)


def test_an_interrupted_go_is_answered_in_front_of_the_pong():
    record, _ = judged("edax-nboard-pingsearch-go")
    assert [work.is_interrupted for work in record.works] == [True, True, True, False]
    assert all(len(work.answers) == 1 for work in record.works)
    assert not record.strays


GAME = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)"
BEGIN = f"> nboard 2\n> set depth 3\n> set game {GAME}\n"


@pytest.mark.parametrize(
    ("requirement", "text"),
    [
        ("NB-PNG-03", "> ping 1\n> go\n< === D3\n"),
        ("NB-PNG-03", "> ping 1\n< pong 1\n> go\n< === D3/0.1/0.1\n> ping 2\n> go\n< === D3/0.1/0.1\n> ping 3\n< pong 3\n"),
        ("NB-PNG-02", "> ping 1\n< Pong 1\n"),
        ("NB-NOD-01", "> ping 1\n< pong 1\n> go\n< nodestats10 0.1\n< === D3/0.1/0.0\n"),
        ("NB-HNT-15", "> ping 1\n< pong 1\n> hint 1\n< === D3\n"),
    ],
)
def test_what_is_owed_and_not_given_shows_in_a_recording(requirement, text):
    (transcript,) = recordings.read(BEGIN + text, "a log")
    found = {finding.requirement for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings}
    assert found - {"NB-GO-06"} == {requirement}


_GAME = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
_HAS_TO_PASS = f"{_GAME}B[F5]W[F6]B[D3]W[G5]B[H5]W[H4]B[F7]W[H6];)"


def recorded(name, *games):
    """A GUI has let an engine play in each of these games, and somebody has kept what was said."""
    transport = SimulatedTransport(ENGINES[name].make())
    transcript = Transcript()
    for number, text in enumerate(("nboard 2", "set depth 1", *(line for game in games for line in (f"set game {game}", "go")))):
        for sent in (text, f"ping {number}"):
            transport.deliver(f"{sent}\n".encode())
            transcript.lines.append(Line(transport.now(), Direction.TO_ENGINE, sent))
            if sent == "go" or sent.startswith("ping"):
                wanted = "===" if sent == "go" else "pong"
                while not transcript.lines[-1].text.startswith(wanted):
                    transcript.lines.append(transport.next_line(transport.now() + 60))
    return transcript


def broken_in(transcript):
    judged = judge_recorded(SUITE, transcript)
    assert judged.stopped_at is None
    return {finding.requirement: finding.actual for finding in judged.findings}


def test_in_a_recording_an_illegal_pass_is_blamed_whatever_explains_it():
    found = broken_in(recorded("passes_again_after_a_pass", _HAS_TO_PASS, f"{_GAME};)"))
    assert list(found) == ["NB-GO-02"]
    assert found["NB-GO-02"].startswith("black may not pass")
    assert "an earlier position" in found["NB-GO-02"]


def test_in_a_recording_a_square_in_place_of_a_pass_is_blamed_too():
    assert list(broken_in(recorded("other_sides_move_for_a_pass", _HAS_TO_PASS))) == ["NB-GO-04"]


def test_in_a_recording_an_engine_that_conforms_is_not_blamed():
    assert broken_in(recorded("reference", _HAS_TO_PASS, f"{_GAME};)", _HAS_TO_PASS)) == {}


@pytest.mark.parametrize(
    ("answer", "broken"), [("=== PA", "NB-GO-02"), ("=== Z9", "NB-GO-03"), ("===", "NB-GO-03"), ("===F5", "NB-GO-03")]
)
def test_in_a_recording_each_answer_is_judged_late_in_a_game_too(answer, broken):
    fed = [f"> move {move}" for move in random_game(7, 40).moves]
    (transcript,) = recordings.read(
        "\n".join(["> nboard 2", "> set depth 1", f"> set game {_GAME};)", *fed, "> go", f"< {answer}", "> ping 1", "< pong 1"])
    )
    assert broken in broken_in(transcript)
