"""`conform export`: a recorded dialogue as a program of one file, for tests and bug reports, or as an issue that contests it."""

import re
from typing import Any

import click

from conformance.front import usage
from conformance.front.cli import completion
from conformance.front.cli.last_run import LastRun, last_run, place
from conformance.front.cli.messages import say
from conformance.front.cli.options import PROTOCOL
from conformance.front.cli.recorded import of_protocol, read_one
from conformance.front.loading import EngineCommand, suites
from conformance.protocol.definition import distribution
from conformance.protocol.driver import Identity
from conformance.protocol.suite import Suite
from conformance.report.issue import Contested, issue
from conformance.run.selection import Selection
from conformance.system import programs
from conformance.wire import recordings
from conformance.wire.lines import visible
from conformance.wire.recordings import About, Recording

_PYTEST = '''"""Sends a recorded dialogue to an engine again and judges the answers. Needs conform-engines.

{about}
Run it with: python {name} ./myengine [ARGS...]
or with:     ENGINE="./myengine ARGS" pytest {name}

It says PASS and exits with 0, FAIL with 1; 3 where this run shows neither.
"""

import os
import sys

from conformance.front.loading import engine_command, load_suite
from conformance.run.replay import replay
from conformance.system import programs
from conformance.wire import recordings

RECORDING = r"""
{recording}"""


def send_again(words):
    """Send the recording to the engine; gives what is broken again, and why nothing can be said, where that is so."""
    recording = recordings.read_one(RECORDING)
    about = recording.about
    suite = load_suite(about.protocol)
    engine = engine_command(words, None, {{}}).launcher(about.protocol)()
    try:
        again = replay(suite, recording.transcript, engine, suite.limits.scaled(about.time_scale), about)
    finally:
        engine.close()
    broken = [finding for finding in again.findings if about.requirement in ("", finding.requirement)]
    return [f"{{one.requirement}}: expected {{one.expected}}, got {{one.actual}}" for one in broken], again.unclear


def test_{function}():
    import pytest

    if "ENGINE" not in os.environ:
        pytest.skip('needs an engine: ENGINE="./myengine" pytest {name}')
    broken, unclear = send_again(programs.split(os.environ["ENGINE"]))
    assert not broken, "\\n".join(broken)
    if unclear:
        pytest.skip(f"no verdict: {{unclear}}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python {name} ENGINE [ARGS...]")
    broken, unclear = send_again(sys.argv[1:])
    print("\\n".join(f"FAIL: {{one}}" for one in broken) or (f"NO VERDICT: {{unclear}}" if unclear else "PASS"))
    sys.exit(1 if broken else 3 if unclear else 0)
'''


#: What stands for the engine's command where nobody knows it.
_ENGINE = EngineCommand(("./myengine",))


@click.command("export")
@click.option("--as", "form", type=click.Choice(["pytest", "issue"]), default="pytest", show_default=True, help="Output format.")
@click.option("--protocol", type=PROTOCOL, help="The protocol, where the file does not say it.")
@click.argument("file", metavar="FILE|ID", shell_complete=completion.found)
def export_command(protocol: str | None, form: str, file: str) -> None:
    """Write a recorded dialogue to standard output, as a reproducer of one file or as an issue.

    The reproducer is a module for pytest, and a program: it takes the engine as its argument, judges as `conform replay` does,
    prints PASS or FAIL, and exits with 0 or 1. It needs conform-engines.

    The issue is Markdown, for a finding that you do not agree with: the dialogue, the clause and how it is read, the versions,
    how to run it again, and the question which reading would be right. Fill in the answers, and file it with conform.

    ID is a requirement that the last run from this folder has found broken. FILE is a recording that --keep wrote.
    """
    last = last_run()
    path = place(file, last)
    recording = of_protocol(read_one(path, protocol), path, protocol)
    if form == "pytest":
        say(as_pytest(recording), verbatim=True)
    else:
        say(issue(_contested(recording, path, last if path != file else None)), verbatim=True)


def _contested(recording: Recording, path: str, last: LastRun | None) -> Contested:
    """A finding that is contested; `last` is the run that has found it, where that is known. Raises UsageError for no finding."""
    about, transcript = recording.about, recording.transcript
    suite = next((one for one in suites(about.protocol) if about.requirement in one.catalogue), None)
    if suite is None:
        raise click.UsageError(f"{path} is not a recording of a finding: take what --keep wrote, or the id of a finding")
    command, virtual = (last.command, last.virtual) if last is not None else (_ENGINE, False)
    values = {"setup": dict(about.settings), "time_scale": about.time_scale, "virtual": virtual}
    replay = (about.requirement,) if last is not None else (path, *_ENGINE.words)
    return Contested(
        suite.requirement(about.requirement),
        about.check,
        about.expected,
        about.actual,
        transcript.lines,
        about.at,
        versions=_versions(suite, about.version, about.system, suite.driver.identify(transcript)),
        again=(
            usage.again(suite.protocol, Selection((about.requirement,)), command, values),
            programs.join(["conform", "replay", *replay]),
        ),
    )


def _versions(suite: Suite[Any], version: str, system: str, engine: Identity | None) -> tuple[tuple[str, str], ...]:
    by = f" by {engine.author}" if engine is not None and engine.author else ""
    catalogue = f"{suite.protocol} {suite.catalogue.edition}".rstrip()
    return (
        ("conform", version),
        ("catalogue", f"{catalogue}, of {distribution(suite.protocol)}"),
        ("engine", f"{engine.name}{by}" if engine is not None else "it did not say its name"),
        ("system", system),
    )


def as_pytest(recording: Recording) -> str:
    """A module that holds the recording, sends it to the engine and fails while the breach shows itself; it is a program, too."""
    about = "\n".join(_about(recording.about))
    return _PYTEST.format(
        about=f"{about}\n".replace("\\", "\\\\").replace('"""', "'''") if about else "",
        name="test_reproducer.py",
        recording=recordings.write(recording.transcript, recording.about),
        function=re.sub(r"\W", "_", recording.about.requirement or "recording").lower(),
    )


def _about(about: About) -> list[str]:
    named = [("requirement", about.requirement), ("expected", about.expected), ("actual", about.actual)]
    return [f"{key}: {visible(value)}" for key, value in named if value]
