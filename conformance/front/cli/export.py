"""`conform export`: a recorded dialogue as a program of one file, for a bug report, or for the author's own tests."""

import re

import click

from conformance.front.cli import completion
from conformance.front.cli.last_run import last_run, place
from conformance.front.cli.messages import say
from conformance.front.cli.options import PROTOCOL
from conformance.front.cli.recorded import of_protocol, read_one
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


@click.command("export")
@click.option(
    "--as", type=click.Choice(["pytest"]), default="pytest", show_default=True, expose_value=False, help="What to write."
)
@click.option("--protocol", type=PROTOCOL, help="The protocol, where the file does not say it.")
@click.argument("file", metavar="FILE|ID", shell_complete=completion.found)
def export_command(protocol: str | None, file: str) -> None:
    """Write a recorded dialogue as a reproducer of one file to standard output.

    The reproducer is a module for pytest, and a program: it takes the engine as its argument, judges as `conform replay` does,
    prints PASS or FAIL, and exits with 0 or 1. It needs conform-engines.

    ID is a requirement that the last run from this folder has found broken.
    """
    file = place(file, last_run())
    say(as_pytest(of_protocol(read_one(file, protocol), file, protocol)), verbatim=True)


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
