"""The documentation's board: records made by the command, and the site made of them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import board


@pytest.fixture
def records(tmp_path, monkeypatch, cache):
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr(board, "RECORDS", tmp_path / "build" / "records")
    few = ("--protocol", "usi", "--virtual", "--no-explore", "--select", "USI-STOP-01")
    monkeypatch.setattr(board, "REFERENCES", {"usi-sick": (*few, "builtin:stop_ignored")})
    monkeypatch.setattr(board, "INSTALLED", {"usi-missing": (*few, "/no/such/engine"), "usi-wrong": ("--no-such",)})
    return tmp_path / "build" / "records"


def test_the_site_is_made_of_references_that_are_run_where_they_have_no_record(records, tmp_path):
    board.write(tmp_path / "site")
    (kept,) = records.iterdir()
    assert kept.name.startswith("usi-sick-20")
    assert 'href="usi-conform-reference.html#USI-STOP-01"' in (tmp_path / "site" / "index.html").read_text()
    made = kept.read_bytes()
    board.write(tmp_path / "site")
    assert kept.read_bytes() == made


def test_engines_that_are_not_there_are_left_out_and_a_run_without_verdict_is_an_error(records, capsys):
    board.main(["missing"])
    assert "/no/such/engine is not installed" in capsys.readouterr().out
    with pytest.raises(RuntimeError, match="usi-wrong"):
        board.main(["wrong"])
    assert not list(records.iterdir())


def test_a_record_that_cannot_be_read_is_an_error(records, tmp_path):
    records.mkdir(parents=True)
    (records / "a.jsonl").write_text("{\n")
    with pytest.raises(RuntimeError, match="ended with 3"):
        board.write(tmp_path / "site")


def test_the_references_of_all_protocols_are_on_the_board():
    assert set(board.REFERENCES) == {f"{protocol}-reference" for protocol in board.ours()}
