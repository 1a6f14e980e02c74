"""One line for a finding: what is missing or wrong, in the way that the core has noted."""

import pytest

from conformance.judging.endings import EngineEnding
from conformance.report.findings import instead
from conformance.report.prose import how_it_ended
from conformance.run.events import Glimpsed
from conformance.words.model import Miss


@pytest.mark.parametrize(
    ("miss", "expected", "actual", "line"),
    [
        (Miss.SILENCE, "a bestmove within 2 s", "silence", "no bestmove within 2 s (silence)"),
        (Miss.SILENCE, "an answer to `go`", "2 other lines, the last `x`", "no answer to `go` (2 other lines, the last `x`)"),
        (Miss.SILENCE, "one `usiok`", "silence", "no `usiok` (silence)"),
        (Miss.SILENCE, "the end of the search", "silence", "no end of the search (silence)"),
        (Miss.SILENCE, "readyok within 30 s", "silence", "no readyok within 30 s (silence)"),
        (Miss.LATE, "readyok within 2 s", "it came after 2.5 s", "late: it came after 2.5 s (expected: readyok within 2 s)"),
        (Miss.TOO_MANY, "one bestmove", "`bestmove a2a3`", "too much: `bestmove a2a3` (expected: one bestmove)"),
        (Miss.WRONG, "a legal move", "e2e5", "e2e5 (expected: a legal move)"),
        (Miss.FLOODED, "readyok", "a flood of output", "a flood of output (expected: readyok)"),
        (None, "readyok", "silence", "silence (expected: readyok)"),
        (Miss.SILENCE, "", "silence", "silence"),
    ],
)
def test_one_line_says_what_is_missing_or_wrong(make, miss, expected, actual, line):
    found = make.failing(miss=miss, expected=expected, actual=actual)
    assert instead(found) == line
    assert instead(Glimpsed(found.requirement, "is_tidy", "greets", expected, actual, miss)) == line


def test_one_line_says_how_an_engine_ended(make):
    endings = [EngineEnding("crashed (SIGSEGV)", after) for after in ("isready", " ", None)]
    found = [make.failing(miss=Miss.ENDED, ending=ending) for ending in endings]
    assert [instead(one).partition(", ")[2] for one in found] == ["after `isready`", "after a blank line", ""]
    assert [how_it_ended(one).partition("(SIGSEGV) ")[2] for one in found] == [
        "after `isready`",
        "after a blank line",
        "before it was sent anything",
    ]
