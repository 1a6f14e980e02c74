"""UCI engines that we did not write: the findings are those argued in `reports/findings.toml`, all of them and no others."""

import json

import pytest

from tests.engines.argued import argued
from tests.sampling import IS_EXHAUSTIVE, exhaustive

#: What most findings are about, and what keeps an engine busy least: its own searching is most of what a whole run costs.
SELECTED = ("UCI",) if IS_EXHAUSTIVE else ("UCI-OPT", "UCI-SET", "UCI-POS", "UCI-ROB")


def shows_what_is_argued(conform, tmp_path, engine, name):
    """All findings that are argued and no others; a host that is too busy to judge may leave one undecided."""
    result = conform("--protocol", "uci", "--select", ",".join(SELECTED), "--jsonl", "out.jsonl", engine, timeout=500)
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert rows[-1]["event"] == "summary", result.stdout
    verdicts = [row for row in rows if row["event"] == "result" and row["selected"]]
    failed = {row["requirement"]: row["level"] for row in verdicts if row["outcome"] == "fail"}
    undecided = {row["requirement"] for row in verdicts if row["outcome"] in {"inconclusive", "blocked"}}
    expected = {key: level for key, level in argued("uci", name).items() if key.startswith(SELECTED)}
    assert failed == {key: level for key, level in expected.items() if key in failed or key not in undecided}, result.stdout


@pytest.mark.real_engine("stockfish")
def test_stockfish(conform, tmp_path, real_engine):
    shows_what_is_argued(conform, tmp_path, real_engine, "stockfish")


# It runs as an engine for shogi, too; Stockfish is the one that every run has as an engine for chess.
@exhaustive
@pytest.mark.real_engine("fairy-stockfish")
def test_fairy_stockfish(conform, tmp_path, real_engine):
    shows_what_is_argued(conform, tmp_path, real_engine, "fairy-stockfish")


# Ethereal, GNU Chess and Sjaak II lose races: what is found in them is not the same every time.
@exhaustive
@pytest.mark.real_engine("glaurung")
def test_glaurung(conform, tmp_path, real_engine):
    shows_what_is_argued(conform, tmp_path, real_engine, "glaurung")


@exhaustive
@pytest.mark.real_engine("toga2")
def test_toga2(conform, tmp_path, real_engine):
    shows_what_is_argued(conform, tmp_path, real_engine, "toga2")
