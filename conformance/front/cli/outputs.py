"""The reports that a user can ask for as files, and how all reports are fed."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from conformance.front.cli.messages import complain, say
from conformance.front.options import RunOptions
from conformance.front.pictures import picture
from conformance.report import Draft, Reporter, ReportError
from conformance.report.badge import badge
from conformance.report.files import FileReporter, index_of
from conformance.report.github import add_to_summary, annotations
from conformance.report.json_document import json_document
from conformance.report.jsonl import JsonlReporter
from conformance.report.junit import junit
from conformance.report.keep import KeepReporter
from conformance.report.markdown import markdown
from conformance.report.model import AtTheEnd, Run
from conformance.run.events import Event, ExitCode, RunFinished
from conformance.transport import interrupts

#: Option -> what it makes of a run.
_FILES: dict[str, Callable[[Run], bytes]] = {"junit": junit, "json": json_document, "markdown": markdown}


def file_reporters(options: RunOptions) -> list[Reporter]:
    """The files and pages that were asked for; raises ReportError for one that cannot be written."""
    renders = dict(_FILES)
    if options.badge:
        renders["badge"] = partial(badge, path=Path(options.badge))
    asked = [(path, render) for name, render in renders.items() if (path := getattr(options, name))]
    reporters: list[Reporter] = [FileReporter(Path(path), render) for path, render in asked]
    if options.html:
        from conformance.report.html import of_run  # noqa: PLC0415  a run without a page has no use for it

        reporters.append(FileReporter(index_of(Path(options.html)), partial(of_run.page, paint=picture)))
    return reporters


def job_reporters() -> list[Reporter]:
    """The reporters that a job of GitHub Actions gets in addition, where this is one."""
    reporters: list[Reporter] = []
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        reporters.append(AtTheEnd(partial(add_to_summary, Path(summary), complain)))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        reporters.append(AtTheEnd(_annotate))
    return reporters


def _annotate(run: Run) -> None:
    for line in annotations(run):
        say(f"{line}\n", verbatim=True)


def all_reporters(stack: ExitStack, options: RunOptions, screens: Sequence[Reporter], kept: Path | None = None) -> list[Reporter]:
    """The reports that were asked for, which `stack` closes; raises ReportError for one that cannot be written.

    The record of all events is written last, since it cannot be written once more.
    """
    reporters = [*file_reporters(options), *job_reporters(), *([KeepReporter(kept)] if kept else []), *screens]
    if options.jsonl:
        reporters.append(JsonlReporter(Path(options.jsonl)))
    for reporter in reporters:
        stack.callback(reporter.close)
    return reporters


def feed(events: Iterable[Event], reporters: list[Reporter], *, recorded: bool = False) -> int:
    """Report a run; return its exit code.

    A report that cannot be written takes no other with it, but then there is no good end either, and all others say so. An
    interruption reaches the run, and waits while reports are being made. A run that was `recorded` keeps its end.
    """
    exit_code = int(ExitCode.NO_VERDICT)
    lost: list[ReportError] = []
    run = iter(events)
    try:
        with interrupts.deferred():
            event = next(run, None)
            while event is not None:
                if isinstance(event, RunFinished):
                    exit_code = _report_the_end(event, reporters, lost, _as_it_is if recorded else _with_losses)
                    event = next(run, None)
                else:
                    event = _report_and_next(event, run, reporters, lost)
    finally:
        for error in lost:
            complain(str(error))
        if lost and exit_code == ExitCode.NO_VERDICT:
            complain("no verdict, as a report is missing")
    return exit_code


def _report_and_next(event: Event, run: Iterator[Event], reporters: list[Reporter], lost: list[ReportError]) -> Event | None:
    """Report an event, and give the next one; an interruption goes to the run, which ends as it always does."""
    try:
        lost += _report(event, reporters, reporters)
        with interrupts.let_through():
            return next(run, None)
    except KeyboardInterrupt as interruption:
        if not isinstance(run, Generator):
            raise
        ending: Event = run.throw(interruption)
        return ending


def _report_the_end(
    end: RunFinished,
    reporters: list[Reporter],
    lost: list[ReportError],
    changed: Callable[[RunFinished, Sequence[ReportError]], RunFinished],
) -> int:
    """Report the end, and give the exit code: what is lost changes it, and goes to those that can report again."""
    drafts = [reporter for reporter in reporters if isinstance(reporter, Draft)]
    lost += _report(changed(end, lost), drafts, reporters)
    for reporter in [one for one in reporters if one not in drafts]:
        lost += _report(changed(end, lost), [reporter], reporters)
    while drafts and (new := _report(changed(end, lost), [one for one in drafts if one in reporters], reporters)):
        lost += new
    for draft in drafts:
        if draft in reporters:
            try:
                draft.commit()
            except ReportError as error:
                reporters.remove(draft)
                lost.append(error)
    return _with_losses(end, lost).exit_code


def _as_it_is(end: RunFinished, _lost: Sequence[ReportError]) -> RunFinished:
    return end


def _with_losses(end: RunFinished, lost: Sequence[ReportError]) -> RunFinished:
    """The end of a run of which a report has been lost: it is no good one."""
    if end.exit_code != ExitCode.CONFORMING or not lost:
        return end
    return replace(end, exit_code=ExitCode.NO_VERDICT, message=str(lost[0]))


def _report(event: Event, to: Sequence[Reporter], reporters: list[Reporter]) -> list[ReportError]:
    """Give an event to some reports, and drop those that cannot be written from all of them."""
    lost = []
    for reporter in list(to):
        try:
            reporter.on(event)
        except ReportError as error:
            reporters.remove(reporter)
            lost.append(error)
    return lost
