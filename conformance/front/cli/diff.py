"""`conform diff`: two recorded runs compared."""

import sys
from pathlib import Path

import click

from conformance.front.cli.outlines import show
from conformance.front.pictures import picture
from conformance.many import comparison_page
from conformance.many.comparison import Comparison
from conformance.many.comparison_text import outline
from conformance.report.files import WholeFile, index_of
from conformance.report.outline import markdown
from conformance.report.reading import read
from conformance.run.events import ExitCode


@click.command("diff")
@click.option("--markdown", "page", metavar="FILE", help="Write the comparison in Markdown, for a pull request.")
@click.option("--html", metavar="DIR", help="Write the comparison for a browser into DIR: index.html, which stands alone.")
@click.argument("old", metavar="OLD.JSONL", type=click.Path())
@click.argument("new", metavar="NEW.JSONL", type=click.Path())
def diff_command(page: str | None, html: str | None, old: str, new: str) -> None:
    """Compare two runs that `--jsonl` recorded: new findings, fixed ones, and what is no longer judged. Runs no engine.

    Exits with 1 if there is a new finding that no baseline waives, else with 3 if one of the runs has no verdict.
    """
    before, after = read(old).run, read(new).run
    if before.plan.protocol != after.plan.protocol:
        raise click.UsageError(f"{old} is a run of {before.plan.protocol}, {new} one of {after.plan.protocol}")
    comparison = Comparison(before, after)
    if page:
        WholeFile(Path(page)).write(markdown(outline(comparison)))
    if html:
        WholeFile(index_of(Path(html))).write(comparison_page.page(comparison, picture))
    show(outline(comparison))
    if comparison.has_new:
        sys.exit(ExitCode.NOT_CONFORMING)
    sys.exit(ExitCode.NO_VERDICT if comparison.without_verdict else ExitCode.CONFORMING)
