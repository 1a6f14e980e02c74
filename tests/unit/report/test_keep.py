"""The recordings that a run keeps: one for each broken requirement, with all that a replay needs."""

from dataclasses import replace

import pytest

from conformance.report import ReportError
from conformance.report.keep import KeepReporter, kept_at
from conformance.run.events import Host
from conformance.wire.recordings import About, read_one
from conformance.wire.transcript import Direction, Line
from conformance.words.model import Outcome


def test_the_first_finding_of_a_requirement_is_kept_with_what_decided_how_it_went(tmp_path, make):
    reporter = KeepReporter(tmp_path)
    reporter.on(replace(make.started(), settings=(("Style", "Solid"),), time_scale=2.0, host=Host(system="Linux-6")))
    reporter.on(make.failing(known_broken=frozenset({"USI-RDY-01"})))
    reporter.on(make.failing(transcript=(Line(0.0, Direction.TO_ENGINE, "second"),)))
    reporter.on(make.failing("USI-HS-02", transcript=()))
    reporter.on(make.result("USI-HS-03", outcome=Outcome.PASS, transcript=make.dialogue))
    reporter.close()
    assert [path.name for path in tmp_path.rglob("*.jsonl")] == ["USI-HS-01.jsonl"]
    kept = read_one(kept_at(tmp_path, "usi", "USI-HS-01").read_text("utf-8"))
    assert tuple(kept.transcript.lines) == make.dialogue
    assert kept.about == About(
        protocol="usi",
        requirement="USI-HS-01",
        check="greets",
        expected="one `usiok`",
        actual="two",
        known_broken=frozenset({"USI-RDY-01"}),
        settings={"Style": "Solid"},
        seed=7,
        time_scale=2.0,
        at=3,
        version="0.1.0",
        system="Linux-6",
    )


def test_a_folder_that_cannot_be_made_is_named(tmp_path, make):
    (tmp_path / "usi").write_text("in the way")
    reporter = KeepReporter(tmp_path)
    reporter.on(make.started())
    with pytest.raises(ReportError, match=r"cannot write the report .*USI-HS-01\.jsonl"):
        reporter.on(make.failing())
