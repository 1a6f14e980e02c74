"""The reports that a user can ask for as files, and how all reports are fed."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.report import Reporter, ReportError
from conformance.report.document import json_document
from conformance.report.files import FileReporter
from conformance.report.junit import junit
from conformance.report.model import Run
from conformance.run.events import Event, ExitCode, RunFinished

_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Option -> its help, and what it makes of a run.
_FILES: dict[str, tuple[str, Callable[[Run], bytes]]] = {
    "junit": ("Write a JUnit report.", junit),
    "json": ("Write the whole run as one JSON document, at its end.", json_document),
}


def report_files(command: _Command) -> _Command:
    """Give a command the options that write reports of a whole run."""
    for name, (text, _) in reversed(_FILES.items()):
        command = click.option(f"--{name}", metavar="FILE", help=text)(command)
    return command


def file_reporters(options: Mapping[str, Any]) -> list[Reporter]:
    """The files that were asked for; raises ReportError for one that cannot be written."""
    return [FileReporter(Path(options[name]), render) for name, (_, render) in _FILES.items() if options[name]]


def feed(events: Iterable[Event], reporters: list[Reporter]) -> int:
    """Tell reports of a run; return its exit code.

    A report that cannot be written takes no other with it, but then there is no good end either.
    """
    exit_code = int(ExitCode.NO_VERDICT)
    lost: list[ReportError] = []
    try:
        for event in events:
            lost += _told(event, reporters)
            if isinstance(event, RunFinished):
                exit_code = event.exit_code
    finally:
        for error in lost:
            click.echo(f"conform: {error}", err=True)
    return exit_code or (ExitCode.NO_VERDICT if lost else ExitCode.CONFORMING)


def _told(event: Event, reporters: list[Reporter]) -> list[ReportError]:
    """Tell every report of an event, and drop those that cannot be written."""
    lost = []
    for reporter in list(reporters):
        try:
            reporter.on(event)
        except ReportError as error:
            reporters.remove(reporter)
            lost.append(error)
    return lost
