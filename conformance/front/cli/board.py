"""`conform board`: the runs of a folder as a static site, with a table of all engines and a page for each."""

import sys
from pathlib import Path

import click

from conformance.front.cli.history import chronicle_of
from conformance.front.cli.messages import complain, say
from conformance.front.pictures import picture
from conformance.many import board_page
from conformance.many.board import EngineBoard, Entry, engines_of, entry_of, page_names
from conformance.many.history_text import Chronicle
from conformance.report.files import INDEX, WholeFile, index_of
from conformance.report.reading import read
from conformance.run.events import ExitCode
from conformance.words.inputs import InputError


@click.command("board")
@click.option("--html", default="board", show_default=True, metavar="DIR", help="Write the site into DIR.")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
def board_command(html: str, folder: str) -> None:
    """Make a static site of many runs: DIR has their --jsonl files, also in folders below it. Runs no engine.

    index.html has a table for each protocol: engines by sections of the catalogue. Each engine has a page with the report of its
    last run and its history; a cell with a broken requirement leads to the dialogue that shows it. Engines are told
    apart as in `conform history`; in records of `conform fleet` each version has a row. The pages load nothing: they can be
    opened as files, or put on any web server.

    Exits with 0 if all records are in it, whatever they say; with 3 if one cannot be read; with 2 if there is no run in DIR.
    """
    chronicle = chronicle_of(Path(folder))
    board = _write(Path(folder), chronicle, Path(html))
    for place, why in board.unread.items():
        complain(f"{place}: {why}")
    say(f"{board.verdict}: {Path(html, INDEX)}")
    sys.exit(ExitCode.NO_VERDICT if board.unread else ExitCode.CONFORMING)


def _write(folder: Path, chronicle: Chronicle, site: Path) -> EngineBoard:
    """Write the pages of all engines, and then the first one, so that it links to none that is missing; raises ReportError."""
    engines = engines_of(chronicle.engines)
    unread, entries = dict(chronicle.unread), list[Entry]()
    index = WholeFile(index_of(site))
    for engine, name in zip(engines, page_names(engines), strict=True):
        path = folder / engine.last.place
        try:
            run = read(path).run
        except InputError as error:  # it could be read a moment ago
            unread[engine.last.place] = error.within
            continue
        WholeFile(site / name).write(board_page.engine_page(engine, run, picture))
        entries.append(entry_of(engine, run, name))
    board = EngineBoard(tuple(entries), unread, chronicle.recordings)
    index.write(board_page.index_page(board))
    return board
