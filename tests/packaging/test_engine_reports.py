"""What makes the reports on real engines, run with an engine that we wrote."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import engine_reports


@pytest.fixture
def engines(tmp_path, monkeypatch, cache):
    """Take these engines, by name and command, for those that have a report."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr(engine_reports, "REPORTS", tmp_path / "reports")
    monkeypatch.setattr(engine_reports, "FINDINGS", tmp_path / "findings.toml")

    def write(**commands):
        rows = (f'[usi.{name}]\ncommand = "{command}"\n' for name, command in commands.items())
        (tmp_path / "findings.toml").write_text("".join(rows))
        return tmp_path / "reports" / "usi"

    return write


def test_text_junit_and_dialogues_are_made_of_engines_that_are_there(engines, capsys):
    made = engines(sick="builtin:stop_ignored", missing="/no/such/engine --usi")
    (made / "sick" / "found" / "usi").mkdir(parents=True)
    (made / "sick" / "found" / "usi" / "USI-OLD-01.jsonl").touch()
    engine_reports.main(["--virtual", "--no-explore", "--select", "USI-STOP-01"])
    assert "usi, missing: /no/such/engine is not installed here" in capsys.readouterr().out
    assert [path.name for path in made.iterdir()] == ["sick"]
    text = (made / "sick" / "usi.txt").read_text()
    assert text.splitlines()[-1] == "not conforming: 1 MUST requirement broken: USI-STOP-01"
    assert [path.name for path in (made / "sick" / "found" / "usi").iterdir()] == ["USI-STOP-01.jsonl"]
    assert "USI-STOP-01" in (made / "sick" / "usi.xml").read_text()


def test_a_run_that_comes_to_no_verdict_is_an_error(engines):
    engines(sick="builtin:stop_ignored")
    with pytest.raises(RuntimeError, match=r"usi, sick: .*\n.*\n\n.*--no-such"):
        engine_reports.main(["--no-such"])
