"""A recorded dialogue as a program of one file: for a bug report, or for the author's own tests."""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from conformance import recordings
from conformance.lines import visible
from conformance.transcript import Direction, Transcript, joined_input

#: Pauses shorter than this (s) are left out.
_WORTH_WAITING = 0.02
#: Seconds to listen when all has been sent.
_TAIL = 3


def _about(facts: Mapping[str, Any]) -> list[str]:
    named = [(key, facts.get(key)) for key in ("requirement", "expected", "actual")]
    return [f"{key}: {visible(str(value))}" for key, value in named if value]


def as_shell(recording: Transcript, facts: Mapping[str, Any]) -> str:
    """A shell script: `sh FILE ./myengine` sends what was sent, with the pauses that matter; what comes is printed."""
    rows = ["#!/bin/sh", "# usage: sh FILE ENGINE [ARGS...]", *(f"# {row}" for row in _about(facts)), "", "{"]
    before = 0.0
    for batch in joined_input(recording.lines):
        if (gap := batch[0].at - before) >= _WORTH_WAITING:
            rows.append(f"    sleep {gap:.3f}")
        before = batch[0].at
        text = "".join(line.text + line.end for line in batch)
        octal = "".join(chr(b) if 32 <= b < 127 and b not in (37, 92) else f"\\{b:03o}" for b in _bytes(text))
        rows.append(f"    printf {shlex.quote(octal)}")
    closed = any(line.direction is Direction.PROCESS and line.text == "stdin closed" for line in recording.lines)
    if not closed:
        rows.append(f"    sleep {_TAIL}")
    return "\n".join([*rows, '} | "$@"', ""])


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


_PYTEST = '''"""Sends a recorded dialogue to an engine again and judges the answers.

{about}
Run it with: ENGINE=./myengine pytest {name}
"""

import os
import shlex

from conformance import recordings
from conformance.loading import engine_command, load_suite
from conformance.replay import replay

RECORDING = r"""
{recording}"""


def test_{function}():
    suite = load_suite("{protocol}")
    engine = engine_command(shlex.split(os.environ["ENGINE"]), None, {{}}).launcher("{protocol}")()
    try:
        (recording,) = recordings.read(RECORDING)
        about = recordings.facts(RECORDING)
        known = frozenset(about.get("known_broken", ()))
        again = replay(suite, recording, engine, suite.limits, check="{check}", wanted="{requirement}", facts=known)
    finally:
        engine.close()
    broken = [finding for finding in again.findings if finding.requirement == "{requirement}" or not "{requirement}"]
    assert not broken, broken
'''


def as_pytest(recording: Transcript, facts: Mapping[str, Any]) -> str:
    """A pytest module that holds the recording, sends it to `$ENGINE` and fails while the breach shows itself."""
    requirement = str(facts.get("requirement", ""))
    about = "\n".join(_about(facts))
    return _PYTEST.format(
        about=f"{about}\n".replace("\\", "\\\\").replace('"""', "'''") if about else "",
        name="test_reproducer.py",
        recording=recordings.write(recording, **facts),
        function=(requirement or "recording").lower().replace("-", "_"),
        protocol=facts["protocol"],
        check=json.dumps(str(facts.get("check", "")))[1:-1],
        requirement=requirement,
    )
