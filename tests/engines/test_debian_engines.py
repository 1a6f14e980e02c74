"""Engines that we did not write: the findings are those argued in `reports/README.md`, all of them and no others."""

import json
import re
from pathlib import Path

import pytest

from tests.sampling import IS_EXHAUSTIVE

REPORTS = Path(__file__).parents[2] / "reports"
#: What each engine breaks, by level. A finding that is missing fails as much as one that nobody has argued.
ARGUED = {
    "fairy-stockfish": {
        "MUST": {"USI-MATE-01", "USI-GO-05", "USI-OPT-02"},
        "SHOULD": {"USI-OPT-07", "USI-OPT-10", "USI-ROB-03", "USI-SET-03"},
        "MAY": {"USI-ROB-12"},
    },
    "gpsusi": {
        "MUST": {"USI-GO-07", "USI-INF-01", "USI-BM-03", "USI-POS-06", "USI-QUIT-02", "USI-OPT-04"},
        "SHOULD": {
            *("USI-GO-01", "USI-GO-03", "USI-GO-04", "USI-GO-10", "USI-GO-11", "USI-GO-13", "USI-QUIT-06"),
            *("USI-POS-04", "USI-POS-08", "USI-OPT-10", "USI-ROB-03", "USI-ROB-04", "USI-ROB-05", "USI-EOF-01"),
        },
    },
}
#: A host that is too busy to judge the time of an answer may leave these undecided. It may never find that they hold.
TIMED = {"USI-GO-05", "USI-QUIT-06"}
#: It takes five seconds of processor time to start, and a whole run eleven minutes: what can be judged with few processes.
GPSUSI_SELECTED = {"USI-GO-01"}
#: What most of its findings are about; its own searching is most of what a whole run costs.
FAIRY_SELECTED = ("USI-OPT", "USI-SET", "USI-MATE", "USI-GO")
if IS_EXHAUSTIVE:
    GPSUSI_SELECTED |= {"USI-GO-03", "USI-INF-01", "USI-POS-04", "USI-QUIT-06"}
    FAIRY_SELECTED = ("USI",)


def argued(engine, *levels):
    return {requirement for level in levels or ARGUED[engine] for requirement in ARGUED[engine][level]}


@pytest.mark.parametrize("engine", ARGUED)
def test_what_is_expected_is_what_the_report_argues_and_shows(engine):
    text = (REPORTS / "README.md").read_text("utf-8")
    section = re.search(rf"^## {engine}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    table = re.findall(r"^\| (USI-[A-Z]+-\d+) (MUST|SHOULD|MAY)\b", section[1], re.MULTILINE)
    assert sorted(table) == sorted((requirement, level) for level in ARGUED[engine] for requirement in argued(engine, level))
    assert {path.stem for path in (REPORTS / engine / "usi").glob("*.jsonl")} == argued(engine)


def outcomes(conform, tmp_path, engine, *selected):
    words = [word for requirement in selected for word in ("--select", requirement)]
    result = conform("--protocol", "usi", "--jsonl", "out.jsonl", *words, engine, timeout=500)
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert rows[-1]["event"] == "summary", result.stdout
    assert result.returncode == int(any(one.startswith(selected) for one in argued(engine.name, "MUST"))), result.stdout
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
    expected = {one for one in argued("fairy-stockfish") if one.startswith(FAIRY_SELECTED)}
    shows_exactly(outcomes(conform, tmp_path, real_engine, *FAIRY_SELECTED), expected)


@pytest.mark.real_engine("gpsusi")
def test_gpsusi_neither_stops_nor_hangs_the_run(conform, tmp_path, real_engine):
    assert argued("gpsusi") >= GPSUSI_SELECTED
    shows_exactly(outcomes(conform, tmp_path, real_engine, *sorted(GPSUSI_SELECTED)), GPSUSI_SELECTED)
