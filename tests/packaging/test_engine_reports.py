"""What makes the reports on real engines anew, run with an engine that we wrote."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import engine_reports


def test_text_junit_and_dialogues_are_made_anew_for_engines_that_are_there(tmp_path, monkeypatch, capsys, cache):
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr(engine_reports, "REPORTS", tmp_path)
    for name, command in (("sick", "builtin:stop_ignored"), ("missing", "/no/such/engine --usi")):
        (tmp_path / name / "usi").mkdir(parents=True)
        (tmp_path / name / "usi.txt").write_text(f"conform 0.0.1: an earlier one\ncommand: {command}\n")
        (tmp_path / name / "usi" / "USI-OLD-01.jsonl").touch()
    (tmp_path / "sick" / "notes.txt").touch()
    engine_reports.main(["--virtual", "--no-explore", "--select", "USI-STOP-01"])
    assert "/no/such/engine is not installed" in capsys.readouterr().out
    assert (tmp_path / "missing" / "usi" / "USI-OLD-01.jsonl").exists()
    assert (tmp_path / "sick" / "usi.txt").read_text().splitlines()[
        -1
    ] == "not conforming: 1 MUST requirement broken: USI-STOP-01"
    assert [path.name for path in (tmp_path / "sick" / "usi").iterdir()] == ["USI-STOP-01.jsonl"]
    assert "USI-STOP-01" in (tmp_path / "sick" / "usi.xml").read_text()


def test_a_report_without_its_command_is_refused(tmp_path):
    (tmp_path / "usi.txt").write_text("conform 0.1.0\n")
    with pytest.raises(LookupError, match=r"usi\.txt does not give"):
        engine_reports.remake(tmp_path / "usi.txt", [])
