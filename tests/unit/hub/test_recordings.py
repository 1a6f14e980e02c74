"""The invariants over recorded dialogues of Scan 3.1: nothing is found in what it did, and something once it is changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings
from conformance.wire.transcript import Direction

FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("scan31-*.txt"))
SUITE = load_suite("hub")


def recorded(name):
    (transcript,) = recordings.read((FOLDER / f"{name}.txt").read_text("utf-8", "surrogateescape"), name)
    return transcript


def found(transcript):
    return [finding for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings]


def seen(transcript):
    return {requirement for judgement in judge(SUITE, SUITE.reading(transcript)) for requirement in judgement.seen}


def changed(transcript, change):
    """The recording with lines of the engine changed: `change` gives the texts that stand for one."""
    lines = []
    for line in transcript.lines:
        if line.direction is Direction.FROM_ENGINE:
            lines += [line._replace(text=text) for text in change(line.text)]
        else:
            lines.append(line)
    return replace(transcript, lines=lines)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_a_recording(name):
    assert found(recorded(name)) == []


def test_there_are_recordings_enough():
    assert len(NAMES) >= 12
    assert len(set().union(*(seen(recorded(name)) for name in NAMES))) >= 30


@pytest.mark.parametrize(
    ("name", "searches", "answered"),
    [
        ("scan31-pipelined", 8, 7),
        ("scan31-terminal", 1, 1),
        ("scan31-ponderhit", 5, 4),
        ("scan31-insearch-ponder-move-time", 3, 3),
        ("scan31-quitsearch", 1, 0),
    ],
)
def test_searches_and_their_answers(name, searches, answered):
    record = SUITE.read(SUITE.reading(recorded(name)))
    assert (len(record.searches), sum(bool(search.answers) for search in record.searches)) == (searches, answered)
    assert all(len(search.answers) <= 1 for search in record.searches)


@pytest.mark.parametrize(
    ("name", "tainted"),
    [("scan31-nohub", True), ("scan31-badinsearch", True), ("scan31-terminal", False), ("scan31-unterm", False)],
)
def test_judging_stops_at_what_no_gui_sends(name, tainted):
    reading = SUITE.reading(recorded(name))
    SUITE.read(reading)
    assert (reading.tainted_at is not None) == tainted


def twice(text):
    return [text, text] if text.startswith("done") else [text]


CHANGES = {
    "an illegal move": (lambda text: [text.replace("done move=45-23", "done move=45-46")], "HUB-GO-05"),
    "a move in another notation": (lambda text: [text.replace("done move=45-23", "done move=45x23")], "HUB-GO-04"),
    "an illegal ponder move": (lambda text: [text.replace("ponder=50-33", "ponder=50-46")], "HUB-GO-11"),
    "a second done": (twice, "HUB-GO-01"),
    "a pv without quotes": (lambda text: [text.replace('"', "") if text.startswith("info") else text], "HUB-SYN-01"),
    "a pv that cannot be played": (lambda text: [text.replace("45-23 50-33", "45-23 50-46")], "HUB-INF-08"),
    "a pv of another move": (lambda text: [text.replace("done move=45-23", "done move=45-12")], "HUB-INF-09"),
    "nodes that fall": (lambda text: [text.replace("nodes=199", "nodes=19")], "HUB-INF-03"),
    "a type of its own": (lambda text: [text.replace("type=bool", "type=check")], "HUB-PAR-03"),
    "no identity": (lambda text: [] if text.startswith("id ") else [text], "HUB-INI-02"),
    "two waits": (lambda text: [text, text] if text == "wait" else [text], "HUB-INI-05"),
    "bare text in a search": (lambda text: ["score = 3", text] if text.startswith("done") else [text], "HUB-TR-04"),
    "info after done": (lambda text: [text, "info depth=4"] if text.startswith("done") else [text], "HUB-GO-13"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_found(what):
    change, requirement = CHANGES[what]
    findings = found(changed(recorded("scan31-terminal"), change))
    assert requirement in {finding.requirement for finding in findings}
    assert {finding.requirement for finding in findings} <= {requirement, "HUB-INF-09", "HUB-GO-11"}
    assert all(finding.expected and finding.actual for finding in findings)


BEGIN = "> hub\n< id name=x version=1 author=y\n< wait\n> init\n< ready\n"
POSITION = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


def of_depths(depths):
    """A recording of searches: the limit of depth of each, and the depth that it reports."""
    searches = (
        f"> pos pos={POSITION}\n> level depth={limit}\n> go think\n< info depth={depth}\n< done move=32-28\n"
        for limit, depth in depths
    )
    (transcript,) = recordings.read(BEGIN + "".join(searches), "a log")
    return transcript


@pytest.mark.parametrize(
    ("depths", "requirements"),
    [
        ([(3, 4), (2, 3), (1, 2)], {"HUB-LVL-01"}),
        ([(3, 3), (2, 2), (1, 1)], set()),
        ([(3, 8), (2, 8), (1, 8)], set()),
        ([(1, 8), (2, 9), (3, 10)], set()),
        ([(1, 2)], set()),
    ],
)
def test_a_depth_is_beyond_the_limit_where_limits_are_followed(depths, requirements):
    assert {finding.requirement for finding in found(of_depths(depths))} == requirements
