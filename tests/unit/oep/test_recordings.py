"""The invariants over dialogues of a real engine, Edax 4.6: they find what is known of it, and more once it is changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.front.loading import load_suite
from conformance.judging.judge import judge
from conformance.wire import recordings
from conformance.wire.transcript import Direction

SUITE = load_suite("oep")
FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
RECORDED = sorted(path.stem for path in FOLDER.glob("edax-cassio-*.txt"))

#: Edax searches with a depth and a precision of its own, unless it is told to follow.
KNOWN = {"OEP-SEA-09", "OEP-SEA-10"}


def recorded(name):
    (transcript,) = recordings.read((FOLDER / f"{name}.txt").read_text("utf-8", "surrogateescape"), name)
    return transcript


def found(transcript):
    return [finding for judgement in judge(SUITE, SUITE.reading(transcript)) for finding in judgement.findings]


def seen(transcript):
    return {requirement for judgement in judge(SUITE, SUITE.reading(transcript)) for requirement in judgement.seen}


@pytest.mark.parametrize("name", RECORDED)
def test_the_invariants_find_nothing_but_what_is_known(name):
    assert {finding.requirement for finding in found(recorded(name))} <= KNOWN


def test_a_precision_of_its_own_is_found():
    assert "OEP-SEA-10" in {finding.requirement for finding in found(recorded("edax-cassio-searches"))}


def test_there_are_recordings_enough():
    assert len(RECORDED) >= 8
    assert len(set().union(*(seen(recorded(name)) for name in RECORDED))) >= 18


@pytest.mark.parametrize(
    ("name", "searches", "with_result", "stopped"),
    [
        ("edax-cassio-follow", 14, 14, 0),
        ("edax-cassio-crlf", 1, 1, 0),
        ("edax-cassio-n2", 5, 0, 4),
        ("edax-cassio-stopfast", 3, 0, 3),
        ("edax-cassio-basic", 0, 0, 0),
    ],
)
def test_searches_and_their_results(name, searches, with_result, stopped):
    found_searches = SUITE.read(SUITE.reading(recorded(name))).searches
    assert len(found_searches) == searches
    assert sum(bool(search.results) for search in found_searches) == with_result
    assert sum(search.stop_at is not None for search in found_searches) == stopped
    assert all(search.ended for search in found_searches if search.results or search.stop_at is not None)


@pytest.mark.parametrize(
    ("name", "tainted"),
    [("edax-cassio-errors", True), ("edax-cassio-basic", True), ("edax-cassio-n2", False), ("edax-cassio-follow", False)],
)
def test_judging_stops_at_what_no_gui_sends_or_nobody_knows(name, tainted):
    reading = SUITE.reading(recorded(name))
    SUITE.read(reading)
    assert (reading.tainted_at is not None) == tainted


def changed(name, old, new):
    """A recording with a text replaced in all lines of the engine."""
    transcript = recorded(name)
    lines = [
        line._replace(text=line.text.replace(old, new)) if line.direction is Direction.FROM_ENGINE else line
        for line in transcript.lines
    ]
    assert lines != transcript.lines
    return replace(transcript, lines=lines)


CHANGES = {
    "no full stop": ("edax-cassio-n2", "ready.", "ready", "OEP-TR-04"),
    "two answers in one line": ("edax-cassio-n2", "node ", "ok.node ", "OEP-TR-06"),
    "statistics in another form": ("edax-cassio-n2", ", time", " time", "OEP-INF-03"),
    "a time in milliseconds": ("edax-cassio-n2", ", time 1.", ", time 1", "OEP-INF-04"),
    "no depth": ("edax-cassio-crlf", "depth 4, ", "", "OEP-SEA-04"),
    "another position": ("edax-cassio-crlf", "---------OX", "---------XX", "OEP-SEA-05"),
    "an illegal move": ("edax-cassio-crlf", "move E6", "move A1", "OEP-SEA-06"),
    "a line of another move": ("edax-cassio-crlf", "E6f4,", "F5f4,", "OEP-SEA-07"),
    "a line that cannot be played": ("edax-cassio-crlf", "E6f4,", "E6a1,", "OEP-SEA-08"),
    "another depth": ("edax-cassio-crlf", "depth 4,", "depth 5,", "OEP-SEA-09"),
    "bounds in the wrong order": ("edax-cassio-crlf", "B+1.00 <=", "B+2.00 <=", "OEP-SEA-11"),
    "an open window": ("edax-cassio-crlf", "B+1.00 <=", "B-9.00 <=", "OEP-SEA-12"),
    "a time longer than the search": ("edax-cassio-crlf", "time 0.000", "time 7.000", "OEP-SEA-13"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_found(what):
    name, old, new, requirement = CHANGES[what]
    findings = found(changed(name, old, new))
    assert {finding.requirement for finding in findings} - {"OEP-SEA-10"} == {requirement}
    assert all(finding.expected and finding.actual for finding in findings)


INIT = "> ENGINE-PROTOCOL init\n< ready.\n"
VERSION = "> ENGINE-PROTOCOL get-version\n< version: A 1.0\n< ready.\n"
START = "---------------------------OX------XO---------------------------X"
SEARCH = f"> ENGINE-PROTOCOL midgame-search {START} -64 64 3 100\n"
RESULT = f"< {START}, move D3, depth 3, @100%, B+1.00 <= v <= B+1.00, D3, node 3, time 0.000\n"


@pytest.mark.parametrize(
    ("requirement", "text"),
    [
        ("OEP-SEA-01", f"{SEARCH}< ready.\n{VERSION}"),
        ("OEP-SEA-03", f"{SEARCH}< ready.\n{RESULT}{VERSION}"),
        ("OEP-SEA-03", f"{SEARCH}{RESULT}< ready.\n< ready.\n{VERSION}"),
        ("OEP-VER-01", "> ENGINE-PROTOCOL get-version\n< ready.\n"),
        ("OEP-NEW-01", f"> ENGINE-PROTOCOL new-position\n{VERSION}"),
        ("OEP-NEW-01", f"> ENGINE-PROTOCOL new-position\n< ready.\n< ready.\n{VERSION}"),
        ("OEP-STP-01", f"> ENGINE-PROTOCOL stop\n{VERSION}"),
        ("OEP-EMP-01", "> \n< ok.\n< ready.\n"),
        ("OEP-INF-01", "> ENGINE-PROTOCOL get-search-infos\n< node 0, time 0.0\n< ready.\n"),
        ("OEP-HSH-01", f"> ENGINE-PROTOCOL empty-hash\n< ready.\n{VERSION}"),
        ("OEP-INI-02", f"< ready.\n{VERSION}"),
    ],
)
def test_what_is_owed_and_not_given_shows_in_a_recording(requirement, text):
    (transcript,) = recordings.read(INIT + text, "a log")
    assert {finding.requirement for finding in found(transcript)} == {requirement}


@pytest.mark.parametrize(
    "text",
    [
        f"{SEARCH}{RESULT}< ready.\n{VERSION}",
        f"{SEARCH}> ENGINE-PROTOCOL stop\n< ready.\n< ready.\n{VERSION}",
        f"{SEARCH}> \n< ready.\n{RESULT}< ready.\n{VERSION}",
        f"> ENGINE-PROTOCOL empty-hash\n> \n< ready.\n{VERSION}",
        "> ENGINE-PROTOCOL new-position\n> ENGINE-PROTOCOL get-version\n< ready.\n< version: A 1.0\n< ready.\n",
    ],
)
def test_what_may_be_so_is_no_finding(text):
    (transcript,) = recordings.read(INIT + text, "a log")
    assert found(transcript) == []


@pytest.mark.parametrize("closing", ["", "3 > <EOF>\n"])
def test_a_command_without_its_line_end_may_be_answered(closing):
    begin = "0 > ENGINE-PROTOCOL init\n1 < ready.\n"
    answer = f"2 > 'ENGINE-PROTOCOL get-version'\n{closing}4 < version: X 1\n4 < ready.\n"
    (transcript,) = recordings.read(begin + answer)
    assert not found(transcript)
    (transcript,) = recordings.read(f"{begin}4 < ready.\n")
    assert {finding.requirement for finding in found(transcript)} == {"OEP-INI-02"}
