"""Engines that we did not write: the findings are those argued in `reports/README.md`, and no others."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ARGUED = (ROOT / "reports" / "README.md").read_text()
FAIRY = Path("/usr/games/fairy-stockfish")
GPS = Path("/usr/games/gpsusi")


def argued(engine):
    section = re.search(rf"^## {engine}\n(.*?)(?=^## |\Z)", ARGUED, re.MULTILINE | re.DOTALL)
    return set(re.findall(r"^\| (USI-[A-Z]+-\d+)", section.group(1), re.MULTILINE))


def findings(conform, tmp_path, engine, *options):
    conform("--protocol", "usi", "--jsonl", "out.jsonl", *options, engine, timeout=500)
    rows = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert rows[-1]["event"] == "summary"
    return {row["requirement"] for row in rows if row["event"] == "result" and row["outcome"] == "fail"}


@pytest.mark.skipif(not FAIRY.exists(), reason="fairy-stockfish is not installed")
def test_fairy_stockfish(conform, tmp_path):
    assert findings(conform, tmp_path, FAIRY) <= argued("fairy-stockfish")


@pytest.mark.skipif(not GPS.exists(), reason="gpsshogi is not installed")
def test_gpsusi_neither_stops_nor_hangs_the_run(conform, tmp_path):
    selected = ("--select", "USI-HS", "--select", "USI-QUIT", "--select", "USI-GO-01")
    assert findings(conform, tmp_path, GPS, *selected) <= argued("gpsusi")
