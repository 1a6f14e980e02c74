"""GTP engines that we did not write: the findings are those argued in `reports/findings.toml`, all of them and no others."""

import json

import pytest

from tests.engines.argued import FINDINGS, argued


@pytest.mark.real_engine("gnugo")
def test_gnugo(conform, tmp_path, real_engine):
    program, *arguments = FINDINGS["gtp"]["gnugo"]["command"].split()
    assert program == str(real_engine)
    words = ("--protocol", "gtp", "--strict", "--no-explore", "--jsonl", "out.jsonl", "--", program, *arguments)
    result = conform(*words, timeout=500)
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert rows[-1]["event"] == "summary", result.stdout
    verdicts = [row for row in rows if row["event"] == "result" and row["selected"]]
    failed = {row["requirement"]: row["level"] for row in verdicts if row["outcome"] == "fail"}
    undecided = {row["requirement"] for row in verdicts if row["outcome"] in {"inconclusive", "blocked"}}
    expected = argued("gtp", "gnugo")
    assert failed == {key: level for key, level in expected.items() if key in failed or key not in undecided}, result.stdout
    assert len(expected.keys() & failed.keys()) > len(expected) // 2


@pytest.mark.real_engine("gnugo")
def test_gnugo_is_recognised(conform, real_engine):
    result = conform("--select", "GTP-AD-01", "--", real_engine, "--mode", "gtp", timeout=60)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Go Text Protocol" in result.stdout
