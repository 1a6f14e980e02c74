"""A recorded dialogue as a program of one file: for a bug report, or for the author's own tests."""

import re
import shlex

from conformance.wire import recordings
from conformance.wire.lines import visible
from conformance.wire.recordings import About, Recording
from conformance.wire.transcript import Direction, as_bytes, groups

#: Pauses shorter than this (s) are left out.
_WORTH_WAITING = 0.02
#: Seconds to listen at least when all has been sent.
_TAIL = 3


def _about(about: About) -> list[str]:
    named = [("requirement", about.requirement), ("expected", about.expected), ("actual", about.actual)]
    return [f"{key}: {visible(value)}" for key, value in named if value]


def as_shell(recording: Recording) -> str:
    """A shell script: `sh FILE ./myengine` sends what was sent, with the pauses that matter; what comes is printed."""
    rows = ["#!/bin/sh", "# usage: sh FILE ENGINE [ARGS...]", *(f"# {row}" for row in _about(recording.about)), "", "{"]
    transcript = recording.transcript
    before = 0.0
    for group in groups(transcript.lines):
        line = group[0]
        is_sent = line.direction is Direction.TO_ENGINE
        if not is_sent and not line.is_input_closed:
            continue
        if (gap := line.at - before) >= _WORTH_WAITING:
            rows.append(f"    sleep {gap:.3f}")
        before = line.at
        if not is_sent:
            break  # the input is closed where the braces end
        rows.append(f"    printf {shlex.quote(_format(as_bytes(group)))}")
    else:
        rows.append(f"    sleep {max(_TAIL, transcript.duration - before):.3f}")
    return "\n".join([*rows, '} | "$@"', ""])


def _format(data: bytes) -> str:
    """Bytes as a format of `printf` that prints them; none of them can be taken for an option or a conversion."""
    shown = "".join(chr(b) if 32 <= b < 127 and b not in b"%\\" else f"\\{b:03o}" for b in data)
    return f"\\055{shown[1:]}" if shown.startswith("-") else shown


_PYTEST = '''"""Sends a recorded dialogue to an engine again and judges the answers.

{about}
Run it with: ENGINE=./myengine pytest {name}
"""

import os
import shlex

import pytest

from conformance.wire import recordings
from conformance.front.loading import engine_command, load_suite
from conformance.run.replay import replay

RECORDING = r"""
{recording}"""


def test_{function}():
    recording = recordings.read_one(RECORDING)
    about = recording.about
    suite = load_suite(about.protocol)
    limits = suite.limits.scaled(about.time_scale)
    engine = engine_command(shlex.split(os.environ["ENGINE"]), None, {{}}).launcher(about.protocol)()
    try:
        again = replay(suite, recording.transcript, engine, limits, about)
    finally:
        engine.close()
    broken = [finding for finding in again.findings if about.requirement in ("", finding.requirement)]
    assert not broken, broken
    if again.unclear:
        pytest.skip(f"no verdict: {{again.unclear}}")
'''


def as_pytest(recording: Recording) -> str:
    """A pytest module that holds the recording, sends it to `$ENGINE` and fails while the breach shows itself."""
    about = "\n".join(_about(recording.about))
    return _PYTEST.format(
        about=f"{about}\n".replace("\\", "\\\\").replace('"""', "'''") if about else "",
        name="test_reproducer.py",
        recording=recordings.write(recording.transcript, recording.about),
        function=re.sub(r"\W", "_", recording.about.requirement or "recording").lower(),
    )
