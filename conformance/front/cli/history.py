"""`conform history`: many recorded runs, as what became of each engine over time."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from conformance.front.cli.messages import complain
from conformance.front.cli.outlines import show
from conformance.many import history_page
from conformance.many.history import History
from conformance.many.history_document import document
from conformance.many.history_text import Chronicle, outline
from conformance.report.files import WholeFile, index_of
from conformance.report.outline import markdown
from conformance.report.reading import read
from conformance.wire.recordings import is_recording
from conformance.words import inputs
from conformance.words.inputs import InputError

#: Bytes of a file by which a recording of one dialogue is known.
_HEAD = 65536


@click.command("history")
@click.option("--json", "form", metavar="FILE", help="Write the history as one JSON document.")
@click.option("--markdown", "page", metavar="FILE", help="Write the history in Markdown.")
@click.option("--html", metavar="DIR", help="Write the history for a browser into DIR: index.html, which stands alone.")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
def history_command(form: str | None, page: str | None, html: str | None, folder: str) -> None:
    """Show how each engine changed over many runs: DIR has their --jsonl files, also in folders below it. Runs no engine.

    It reports which requirements are flaky (differ between runs of the same version), which are broken and since when, which were
    fixed. A version is the --label of its runs, or else the engine's name and files.

    Exits with 0 if there is a history, whatever it says; with 2 if there is no run in DIR.
    """
    chronicle = chronicle_of(Path(folder))
    if form:
        WholeFile(Path(form)).write(document(chronicle))
    if page:
        WholeFile(Path(page)).write(markdown(outline(chronicle)))
    if html:
        WholeFile(index_of(Path(html))).write(history_page.page(chronicle))
    show(outline(chronicle))


def chronicle_of(folder: Path) -> Chronicle:
    """Read all runs of a folder, one by one; raises UsageError if there is none."""
    history, unread, recordings = History(), dict[str, str](), 0
    for path in _files(folder):
        place = path.relative_to(folder).as_posix()
        if not path.is_file():  # from a pipe nothing may ever come
            unread[place] = "it is not a file"
            continue
        try:
            history.take(place, read(path, evidence=False))
        except InputError as error:
            if _is_recording(path):
                recordings += 1
            else:
                unread[place] = error.within
    if not history.runs:
        for place, why in unread.items():
            complain(f"{place}: {why}")
        raise click.UsageError(f"{inputs.shown(folder)} has no run that --jsonl recorded")
    return Chronicle(tuple(history.engines()), unread, recordings)


def _files(folder: Path) -> Iterator[Path]:
    """The JSONL files of a folder and those below it, in the order of their names; links to folders are not followed."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(names) if name.endswith(".jsonl"))


def _is_recording(path: Path) -> bool:
    """Whether a file holds one dialogue, as `--keep` writes it."""
    try:
        with path.open("rb") as file:
            return is_recording(file.readline(_HEAD).decode("utf-8", "replace"))
    except OSError:
        return False
