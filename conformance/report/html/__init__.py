"""The run, a comparison of two, a history of many, a fleet or a board, as pages that stand alone.

It is for a browser with or without scripts, for paper, for a phone. What an engine says is hostile. It is bounded and made
visible first (`plain`), and then the templates escape it: no text goes round them but our own style and script, charts and
pictures of boards, which stand in data URIs. A policy in the page lets no other script run, and lets nothing be loaded.
"""

from collections.abc import Callable
from pathlib import Path

from conformance.report.board import INDEX, Board
from conformance.report.comparing import Comparison
from conformance.report.files import WholeFile, make_folder
from conformance.report.fleet import Fleet
from conformance.report.history import EngineHistory
from conformance.report.history_text import Chronicle
from conformance.report.model import Collector, Run
from conformance.run.events import Event, Result
from conformance.words.pictures import Picture

#: What gives the picture of the board for a finding in a run of some protocol, None where there is none.
Painter = Callable[[str, Result], Picture | None]


def no_picture(_protocol: str, _result: Result) -> Picture | None:
    """Stand in where nobody knows the protocol."""
    return None


class PageFolder:
    """A folder that holds a page; raises ReportError at once where it cannot be made or the page cannot be written."""

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
        self._file = WholeFile(folder / INDEX)

    def write(self, data: bytes) -> None:
        """Write the whole page; raises ReportError."""
        self._file.write(data)

    def draft(self, data: bytes) -> None:
        """Write it beside its place; raises ReportError."""
        self._file.draft(data)

    def commit(self) -> None:
        """Put in its place what has been written; raises ReportError."""
        self._file.commit()

    def discard(self) -> None:
        """Leave nothing behind of a page that was not finished."""
        self._file.discard()


class PageReporter:
    """Writes the page of a run at its end."""

    def __init__(self, folder: Path, paint: Painter = no_picture) -> None:
        self._folder = PageFolder(folder)
        self._paint = paint
        self._collector = Collector()

    def on(self, event: Event) -> None:
        """Take one event; the last one writes the page, and another last one writes it anew."""
        if (run := self._collector.take(event)) is not None:
            self._folder.draft(page(run, self._paint))

    def commit(self) -> None:
        """Put the page in its place."""
        self._folder.commit()

    def close(self) -> None:
        """Leave nothing behind of a page that was not finished."""
        self._folder.discard()


def page(run: Run, paint: Painter = no_picture) -> bytes:
    """The page of a run, in UTF-8."""
    from conformance.report.html import of_run  # noqa: PLC0415  a run without a page has no use for templates

    return of_run.page(run, paint)


def comparison_page(comparison: Comparison, paint: Painter = no_picture) -> bytes:
    """The page of two runs compared, in UTF-8."""
    from conformance.report.html import of_comparison  # noqa: PLC0415  as above

    return of_comparison.page(comparison, paint)


def history_page(chronicle: Chronicle) -> bytes:
    """The page of many runs over time, in UTF-8."""
    from conformance.report.html import of_history  # noqa: PLC0415  as above

    return of_history.page(chronicle)


def fleet_page(fleet: Fleet) -> bytes:
    """The page of the campaigns of a fleet, in UTF-8."""
    from conformance.report.html import of_fleet  # noqa: PLC0415  as above

    return of_fleet.page(fleet)


def board_page(board: Board) -> bytes:
    """The first page of a board, in UTF-8."""
    from conformance.report.html import of_board  # noqa: PLC0415  as above

    return of_board.index_page(board)


def board_engine_page(engine: EngineHistory, run: Run, paint: Painter = no_picture) -> bytes:
    """The page of an engine on a board, in UTF-8; `run` is its last run."""
    from conformance.report.html import of_board  # noqa: PLC0415  as above

    return of_board.engine_page(engine, run, paint)
