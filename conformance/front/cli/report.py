"""`conform report`: the reports of a run that has been, made of its JSONL."""

import sys
from contextlib import ExitStack
from typing import Any

import click
from rich.console import Console

from conformance.front.cli.options import run_options
from conformance.front.cli.outputs import feed, file_reporters
from conformance.front.options import REPORT_FILES, RunOptions
from conformance.report.console import ConsoleReporter
from conformance.report.reading import read
from conformance.run.events import ExitCode


@click.command("report")
@run_options(*REPORT_FILES, "verbose", "quiet")
@click.argument("recorded", metavar="RUN.JSONL", type=click.Path())
def report_command(recorded: str, **said: Any) -> None:
    """Report on a run that `--jsonl` recorded. Runs no engine.

    Exits with 0 if the reports are written, whatever the verdict of the run; with 3 if its record breaks off.
    """
    run, options = read(recorded), RunOptions(**said)
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    with ExitStack() as stack:
        reporters = [*file_reporters(options), ConsoleReporter(console, int(options.verbose) - int(options.quiet))]
        for reporter in reporters:
            stack.callback(reporter.close)
        asked = len(reporters)
        feed(run.events, reporters, recorded=True)
        lost = len(reporters) < asked
    sys.exit(ExitCode.CONFORMING if run.is_complete and not lost else ExitCode.NO_VERDICT)
