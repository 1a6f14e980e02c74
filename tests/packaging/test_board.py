"""The documentation's board: records made by the command, the site made of them, and those that are kept."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import board


@pytest.fixture
def records(tmp_path, monkeypatch, cache):
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr(board, "RECORDS", tmp_path / "records")
    few = ("--protocol", "usi", "--virtual", "--no-explore", "--select", "USI-STOP-01")
    chosen = {"usi-sick": (*few, "builtin:stop_ignored"), "usi-missing": (*few, "/no/such/engine"), "usi-wrong": ("--no-such",)}
    monkeypatch.setattr(board, "ENGINES", chosen)
    return tmp_path / "records"


def test_records_are_kept_of_engines_that_are_there_and_a_site_is_made_of_them(records, tmp_path, capsys):
    board.main(["sick", "missing"])
    assert "/no/such/engine is not installed" in capsys.readouterr().out
    (kept,) = records.iterdir()
    assert kept.name.startswith("usi-sick-20")
    board.write(tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text()
    assert 'href="usi-conform-reference.html#USI-STOP-01"' in page
    with pytest.raises(RuntimeError, match="usi-wrong"):
        board.main(["wrong"])


def test_a_record_that_cannot_be_read_is_an_error(records, tmp_path):
    records.mkdir()
    (records / "a.jsonl.xz").write_bytes(board.lzma.compress(b"{\n"))
    with pytest.raises(RuntimeError, match="ended with 2"):
        board.write(tmp_path / "site")


def test_the_records_that_are_kept_make_a_site(tmp_path):
    board.write(tmp_path / "site")
    index = (tmp_path / "site" / "index.html").read_text()
    for name in board.ENGINES:
        assert list(board.RECORDS.glob(f"{name}-*.jsonl.xz")), name
    assert "could not be read" not in index
