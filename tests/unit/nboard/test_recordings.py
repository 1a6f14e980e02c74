"""The invariants over dialogues of a real engine, Edax 4.6: they find what is known of it, and nothing else."""

from pathlib import Path

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings

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
    record, _ = judged(name)
    assert record.tainted_at is None
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
