"""Engines that we did not write: the findings are those of `reports/findings.toml`, all of them and no others."""

import json

import pytest

from tests.engines.argued import argued
from tests.sampling import IS_EXHAUSTIVE

#: A host that is too busy to judge the time of an answer may leave these undecided. It may never find that they hold.
TIMED = {"USI-GO-05", "USI-QUIT-06"}
#: It takes five seconds of processor time to start, and a whole run eleven minutes: what can be judged with few processes.
GPSUSI_SELECTED = {"USI-GO-01"}
#: What most of its findings are about; its own searching is most of what a whole run costs.
FAIRY_SELECTED = ("USI-OPT", "USI-SET", "USI-MATE", "USI-GO")
if IS_EXHAUSTIVE:
    GPSUSI_SELECTED |= {"USI-GO-03", "USI-INF-01", "USI-POS-04", "USI-QUIT-06"}
    FAIRY_SELECTED = ("USI",)


def outcomes(conform, tmp_path, engine, *selected):
    words = [word for requirement in selected for word in ("--select", requirement)]
    result = conform("--protocol", "usi", "--jsonl", "out.jsonl", *words, engine, timeout=500)
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert rows[-1]["event"] == "summary", result.stdout
    assert result.returncode == int(any(one.startswith(selected) for one in argued("usi", engine.name, "MUST"))), result.stdout
    found = {}
    for row in rows:
        if row["event"] == "result" and row["selected"]:
            found.setdefault(row["requirement"], set()).add(row["outcome"])
    return found


def shows_exactly(found, expected):
    """Compare findings with what is argued; what is undecided for want of processor time counts as argued."""
    failed = {requirement for requirement, outcome in found.items() if "fail" in outcome}
    undecided = {requirement for requirement in TIMED & expected - failed if "inconclusive" in found[requirement]}
    assert failed == expected - undecided, {requirement: found.get(requirement) for requirement in failed ^ expected}


@pytest.mark.real_engine("fairy-stockfish")
def test_fairy_stockfish(conform, tmp_path, real_engine):
    expected = {one for one in argued("usi", "fairy-stockfish") if one.startswith(FAIRY_SELECTED)}
    shows_exactly(outcomes(conform, tmp_path, real_engine, *FAIRY_SELECTED), expected)


@pytest.mark.real_engine("gpsusi")
def test_gpsusi_neither_stops_nor_hangs_the_run(conform, tmp_path, real_engine):
    assert argued("usi", "gpsusi").keys() >= GPSUSI_SELECTED
    shows_exactly(outcomes(conform, tmp_path, real_engine, *sorted(GPSUSI_SELECTED)), GPSUSI_SELECTED)
