"""The JSONL report: whole, 7-bit, written as it happens, readable when it cannot be written."""

import json
from pathlib import Path

import pytest

from conformance.judging.endings import EngineEnding
from conformance.protocol.driver import Identity
from conformance.report import ReportError
from conformance.report.jsonl import JsonlReporter
from conformance.run.events import CheckStarted, EngineNamed
from conformance.wire.transcript import WaitSpan, line_from_json
from conformance.words.model import Miss, Outcome

NOW = "2026-02-03T04:05:06.789+00:00"


def rows(path):
    return [json.loads(row) for row in path.read_bytes().decode("ascii").splitlines()]


def test_each_event_is_one_line_and_the_summary_comes_last(tmp_path, make):
    path = tmp_path / "run.jsonl"
    reporter = JsonlReporter(path, lambda: NOW)
    for event in (
        make.started(),
        CheckStarted("greets", "It greets."),
        EngineNamed(Identity("Demo", "A. Author")),
        make.failing(),
        make.finished(make.failing(), out_of_time=True),
    ):
        reporter.on(event)
    reporter.close()
    found = rows(path)
    assert [row["event"] for row in found] == ["run_started", "check_started", "engine", "result", "summary"]
    assert found[0]["sections"]["handshake"] == "Handshake and identity"
    assert found[0]["schema"] == 1
    assert found[0]["host"]["name"] == "builder"
    assert found[0]["files"] == [{"path": "/tmp/engine", "size": 5, "sha256": "0" * 64}]
    assert found[2] == {"time": NOW, "event": "engine", "name": "Demo", "author": "A. Author"}
    assert found[4]["exit_code"] == 1
    assert found[4]["counts"]["fail"] == 1
    assert found[4]["out_of_time"] is True


def test_a_result_tells_everything(tmp_path, make):
    path = tmp_path / "run.jsonl"
    reporter = JsonlReporter(path, lambda: NOW)
    known = frozenset({"USI-RDY-02", "USI-RDY-01"})
    reported = {"seconds": 0.5, "reason": "why", "diagnosis": "silent on a pipe", "replay": "conform replay kept ./engine"}
    reported |= {"ending": EngineEnding("ended", "go", ("why",), "position"), "wait": WaitSpan(0.02, 2.0), "miss": Miss.LATE}
    reporter.on(make.failing(failed=2, measured=3, explored=True, known_broken=known, **reported))
    row = rows(path)[0]
    lines = row.pop("transcript")
    assert tuple(line_from_json(line) for line in lines) == make.dialogue
    assert row == {
        "time": NOW,
        "event": "result",
        "requirement": "USI-HS-01",
        "section": "handshake",
        "level": "MUST",
        "class": "conformance",
        "source": "clause 5",
        "statement": "The statement of `USI-HS-01`.",
        "cause": "The output is not flushed.",
        "fix": "Flush after each line.",
        "cause_of": ["silence", "late", "wrong"],
        "consequences": [],
        "check": "greets",
        "title": "Title of greets.",
        "outcome": "fail",
        "selected": True,
        "gates": True,
        "expected": "one `usiok`",
        "actual": "two",
        "miss": "late",
        "reason": "why",
        "blocked_by": None,
        "known_broken": ["USI-RDY-01", "USI-RDY-02"],
        "failed": 2,
        "measured": 3,
        "explored": True,
        "used": False,
        "seconds": 0.5,
        "diagnosis": "silent on a pipe",
        "waiver": None,
        "rerun": "conform --protocol usi --select USI-HS-01 ./engine",
        "replay": "conform replay kept ./engine",
        "at": 3,
        "ending": {"how": "ended", "after": "go", "said": ["why"], "behind": "position"},
        "wait": {"since": 0.02, "limit": 2.0},
    }
    reporter.close()


def test_what_is_absent_is_null(tmp_path, make):
    path = tmp_path / "run.jsonl"
    reporter = JsonlReporter(path, lambda: NOW)
    reporter.on(make.result(outcome=Outcome.BLOCKED, blocked_by="USI-HS-01"))
    reporter.on(make.result())
    blocked, passed = rows(path)
    reporter.close()
    assert blocked["blocked_by"] == "USI-HS-01"
    assert passed["blocked_by"] is passed["at"] is passed["transcript"] is None


def test_every_event_is_on_the_disk_before_the_next(tmp_path, make):
    path = tmp_path / "run.jsonl"
    reporter = JsonlReporter(path, lambda: NOW)
    for count in range(1, 4):
        reporter.on(make.result())
        assert len(rows(path)) == count
    reporter.close()
    reporter.close()


def test_a_path_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(ReportError) as caught:
        JsonlReporter(tmp_path)
    assert str(caught.value) == f"cannot write the report {tmp_path}: Is a directory"
    assert (caught.value.path, caught.value.reason) == (tmp_path, "Is a directory")


def test_a_folder_that_is_not_there_is_made(tmp_path):
    JsonlReporter(tmp_path / "new" / "one" / "run.jsonl").close()
    assert (tmp_path / "new" / "one" / "run.jsonl").exists()
    with pytest.raises(ReportError, match=r"run\.jsonl: it is a file, and not a folder"):
        JsonlReporter(tmp_path / "new" / "one" / "run.jsonl" / "run.jsonl")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_once(make):
    reporter = JsonlReporter("/dev/full")
    with pytest.raises(ReportError, match="cannot write the report /dev/full: No space left on device"):
        reporter.on(make.started())
    reporter.close()
