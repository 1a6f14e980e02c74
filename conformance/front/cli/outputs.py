"""The reports that a user can ask for as files, and how all reports are fed."""

import os
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.front.cli.telling import complain
from conformance.front.pictures import picture
from conformance.report import Reporter, ReportError
from conformance.report.badge import FORMS, badge
from conformance.report.document import json_document
from conformance.report.files import FileReporter
from conformance.report.github import AnnotationReporter, SummaryReporter
from conformance.report.html import PageReporter
from conformance.report.junit import junit
from conformance.report.markdown import markdown
from conformance.report.model import Run
from conformance.run.events import Event, ExitCode, RunFinished

_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Option -> its help, and what it makes of a run.
_FILES: dict[str, tuple[str, Callable[[Run], bytes]]] = {
    "junit": ("Write a JUnit report.", junit),
    "json": ("Write the whole run as one JSON document, at its end.", json_document),
    "markdown": ("Write a report in Markdown, for a pull request.", markdown),
}


def _badge_path(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A path whose ending says which form of a badge is meant; raises BadParameter."""
    if value and Path(value).suffix.lower() not in FORMS:
        raise click.BadParameter(f"{value!r} ends in neither {' nor '.join(FORMS)}", ctx, param)
    return value


def report_files(command: _Command) -> _Command:
    """Give a command the options that write reports of a whole run."""
    text = "Write a page for a browser into DIR: index.html, which stands alone."
    command = click.option("--html", metavar="DIR", help=text)(command)
    text = "Write a badge: .json for the endpoint of shields.io, .svg for a picture."
    command = click.option("--badge", metavar="FILE", callback=_badge_path, help=text)(command)
    for name, (text, _) in reversed(_FILES.items()):
        command = click.option(f"--{name}", metavar="FILE", help=text)(command)
    return command


def file_reporters(options: Mapping[str, Any]) -> list[Reporter]:
    """The files and pages that were asked for; raises ReportError for one that cannot be written."""
    renders = {name: render for name, (_, render) in _FILES.items()}
    if options["badge"]:
        renders["badge"] = partial(badge, path=Path(options["badge"]))
    reporters: list[Reporter] = [FileReporter(Path(options[name]), render) for name, render in renders.items() if options[name]]
    return [*reporters, PageReporter(Path(options["html"]), picture)] if options["html"] else reporters


def job_reporters() -> list[Reporter]:
    """What a job of GitHub Actions is told besides, where this is one."""
    reporters: list[Reporter] = []
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        reporters.append(SummaryReporter(summary, complain))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        reporters.append(AnnotationReporter(_say))
    return reporters


def _say(line: str) -> None:
    """Write a line on standard output, whatever its encoding lacks; raises ReportError."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        click.echo(line.encode(encoding, "backslashreplace").decode(encoding))
    except OSError as error:
        raise ReportError.of("on standard output", error) from error


def feed(events: Iterable[Event], reporters: list[Reporter]) -> int:
    """Tell reports of a run; return its exit code.

    A report that cannot be written takes no other with it, but then there is no good end either.
    """
    exit_code = int(ExitCode.NO_VERDICT)
    lost: list[ReportError] = []
    try:
        run = iter(events)
        event = next(run, None)
        while event is not None:
            if isinstance(event, RunFinished):
                exit_code = event.exit_code
            try:
                lost += _told(event, reporters)
                event = next(run, None)
            except KeyboardInterrupt:
                # it came while a report was told of something: the run has to hear of it, and to end as it always does
                if not isinstance(run, Generator) or isinstance(event, RunFinished):
                    raise
                event = run.throw(KeyboardInterrupt())
    finally:
        for error in lost:
            complain(str(error))
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
