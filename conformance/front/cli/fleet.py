"""`conform fleet`: the campaigns of many engines, and one table of them."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click
from click.shell_completion import CompletionItem
from rich.console import Console

from conformance.fleet import local
from conformance.fleet.jobs import FleetEvent, Job, JobBegun, JobDone, JobProgress
from conformance.front.cli import completion, engines_file
from conformance.front.cli.messages import complain
from conformance.front.cli.outlines import show
from conformance.many import fleet_page
from conformance.many.archive import Archive
from conformance.many.fleet import Fleet, FleetRow, Origin, row_of, row_without
from conformance.many.fleet_live import FleetLive
from conformance.many.fleet_table import document, outline
from conformance.report import ReportError
from conformance.report.files import WholeFile, index_of
from conformance.report.outline import markdown
from conformance.report.reading import recorded
from conformance.run.events import ExitCode
from conformance.transport import interrupts
from conformance.words.inputs import InputError


def _completed(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Engines, versions and tags of the file that was typed, or of `engines.toml` here."""
    try:
        jobs = engines_file.read(Path(ctx.params.get("engines") or "engines.toml"), is_elsewhere=True)
    except InputError:
        return []
    words = (word for job in jobs for word in (job.engine, job.name, *job.tags))
    return [CompletionItem(word) for word in completion.beginning(words, incomplete)]


@click.command("fleet")
@click.option("--only", multiple=True, metavar="WORD", shell_complete=_completed,
              help="Check only these: an engine, a version of it (stockfish/16), or a tag.")  # fmt: skip
@click.option("--leave-out", multiple=True, metavar="WORD", shell_complete=_completed, help="Leave these out.")
@click.option(
    "--out", metavar="DIR", help="Keep the record of each campaign there, and show what has changed since the last one."
)
@click.option("--json", "form", metavar="FILE", help="Write the table as a JSON document.")
@click.option("--markdown", "page", metavar="FILE", help="Write the table in Markdown.")
@click.option("--html", metavar="DIR", help="Write the table for a browser into DIR: index.html, which stands alone.")
@click.option("--scheduler", metavar="ADDRESS",
              help="Run on the workers of this Dask scheduler, such as tcp://host:8786; needs the extra cluster.")  # fmt: skip
@click.argument("engines", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
def fleet_command(
    only: tuple[str, ...],
    leave_out: tuple[str, ...],
    out: str | None,
    form: str | None,
    page: str | None,
    html: str | None,
    scheduler: str | None,
    engines: str,
) -> None:
    """Check all engines that FILE names, each in every version, and show one table of them.

    FILE is TOML, with a table for each engine: its command, and options as `conform run` has them. `conform schema engines`
    prints its form. Each campaign has the machine, or one of the workers, to itself.

    --out keeps a record of each campaign in DIR/ENGINE/VERSION, where `conform report`, `diff` and `history` can read it. The
    next run is compared with it.

    Exits with 0 if all engines conform, 1 if one does not, 3 if there is no verdict on one, 4 for a fault of conform.
    """
    jobs = engines_file.chosen(engines_file.read(Path(engines), is_elsewhere=bool(scheduler)), only, leave_out)
    if not jobs:
        raise click.UsageError(f"--only and --leave-out leave no engine of {engines}")
    began = datetime.now(UTC)
    archive = Archive(Path(out), began) if out else None
    outputs: list[tuple[WholeFile, Callable[[Fleet], bytes]]] = [
        *([(WholeFile(Path(form)), document)] if form else []),
        *([(WholeFile(Path(page)), lambda fleet: markdown(outline(fleet)))] if page else []),
        *([(WholeFile(index_of(Path(html))), fleet_page.page)] if html else []),
    ]
    fleet, lost = _run(jobs, archive, began, _campaigns(jobs, scheduler))
    with interrupts.deferred():
        for output, render in outputs:
            try:
                output.write(render(fleet))
            except ReportError as error:
                lost.append(error)
        try:
            show(outline(fleet))
        except ReportError as error:
            lost.append(error)
        for one in lost:
            complain(str(one))
    sys.exit(fleet.exit_code or (ExitCode.NO_VERDICT if lost else ExitCode.CONFORMING))


def _campaigns(jobs: Sequence[Job], scheduler: str | None) -> Iterator[FleetEvent]:
    """All that is reported of the campaigns; raises UsageError where the cluster cannot be used."""
    if not scheduler:
        return local.run(jobs)
    try:
        from conformance.fleet import cluster  # noqa: PLC0415  Dask is an extra
    except ModuleNotFoundError as error:
        hint = "pip install 'conform-engines[cluster]' brings it"
        raise click.UsageError(f"--scheduler needs Dask, and there is no module {error.name}: {hint}") from error
    try:
        return cluster.run(jobs, scheduler, complain)
    except cluster.ClusterError as error:
        complain(str(error))
        sys.exit(ExitCode.NO_VERDICT)


def _run(
    jobs: Sequence[Job], archive: Archive | None, began: datetime, events: Iterator[FleetEvent]
) -> tuple[Fleet, list[ReportError]]:
    """Run all campaigns; an interruption leaves the rows of those that have ended."""
    rows: dict[str, FleetRow] = {}
    lost: list[ReportError] = []
    interrupted, started = 0, time.monotonic()
    live = FleetLive(
        Console(stderr=True, highlight=False), len(jobs), terminal=sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    )
    try:
        # An interruption comes where the campaigns wait: in the midst of Dask it might be lost.
        with closing(live), interrupts.deferred():  # the campaigns are closed below: they end with their iterator
            for one in events:
                match one:
                    case JobBegun():
                        live.begun(one.job.name, one.worker, again=one.again)
                    case JobProgress():
                        live.going(one.job.name, one.done, one.checks, one.broken)
                    case JobDone():
                        rows[one.job.name] = row = _row(one, archive, lost)
                        live.ended(row)
    except KeyboardInterrupt as interruption:
        interrupted = interrupts.exit_code(interruption)
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            with interrupts.deferred():
                close()
    missing = "the fleet was interrupted" if interrupted else "nobody ran it"
    found = tuple(rows.get(job.name) or row_without(_origin(job), missing) for job in jobs)
    return Fleet(found, began.isoformat(timespec="seconds"), time.monotonic() - started, interrupted), lost


def _origin(job: Job, worker: str = "", tries: int = 1) -> Origin:
    return Origin(job.engine, job.version, job.tags, worker, tries)


def _row(done: JobDone, archive: Archive | None, lost: list[ReportError]) -> FleetRow:
    """The row of a campaign that has ended; its record is kept where that was asked for."""
    job, origin = done.job, _origin(done.job, done.worker, done.tries)
    if not done.record:
        return row_without(origin, done.said or "its process said nothing", done.exit_code or ExitCode.NO_VERDICT)
    before = archive.last(job.engine, job.version) if archive is not None else None
    place = ""
    try:
        if archive is not None:
            place = archive.keep(job.engine, job.version, done.record)
    except ReportError as error:
        lost.append(error)
    try:
        run = recorded(done.record.decode("utf-8", "replace"), "its record", evidence=False).run
    except InputError as error:
        return row_without(origin, str(error))
    if run.end.exit_code == ExitCode.CONFORMING != done.exit_code:  # it recorded its end, and then something went wrong
        return row_without(origin, f"its process ended with {done.exit_code}: {done.said}")
    return row_of(origin, run, before, place=place, size=len(done.record))
