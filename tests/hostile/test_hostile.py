"""Programs that attack the harness: the run ends in time with the right code, reports complete, nothing left behind."""

import json
import os
import sys
import time
import xml.etree.ElementTree as ET

import psutil
import pytest

from conformance.fixtures.hostile.__main__ import ATTACKS

SURVIVES_A_HANDSHAKE = {"escapes", "drips", "floods_stderr"}


def marked(cookie):
    """Processes that carry our mark in their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("HOSTILE_COOKIE") == cookie and process.pid != os.getpid():
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
    return found


@pytest.mark.parametrize("name", ATTACKS)
def test_it_cannot_harm_the_run(conform, tmp_path, name):
    started = time.monotonic()
    scale = "0.5" if name in SURVIVES_A_HANDSHAKE else "0.1"  # a handshake beside a flood takes what the host leaves it
    options = ("--select", "USI-HS-01", "--time-scale", scale, "--env", f"HOSTILE_COOKIE={tmp_path}")
    reports = ("--jsonl", "out.jsonl", "--junit", "out.xml")
    engine = ("--", sys.executable, "-m", "conformance.fixtures.hostile", name)
    result = conform("--protocol", "usi", *options, *reports, *engine)
    expected = {0} if name in SURVIVES_A_HANDSHAKE else {1, 3}
    assert result.returncode in expected, result.stdout + result.stderr
    assert result.returncode != 3 or "no verdict: the engine ends before it can be checked" in " ".join(result.stdout.split())
    assert "Traceback" not in result.stdout + result.stderr
    assert "\x1b" not in result.stdout
    assert time.monotonic() - started < 60
    events = [json.loads(row) for row in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert events[-1]["event"] == "summary"
    assert ET.parse(tmp_path / "out.xml").getroot() is not None
    assert not marked(str(tmp_path))
