"""Shared by all reports: how they are fed, how they fail, and how evidence is written as plain text.

Reports consume the events of a run and know nothing of sessions, campaigns or transports.
"""

from collections.abc import Sequence
from os import PathLike
from typing import NamedTuple, Protocol, runtime_checkable

from conformance.run.events import Event
from conformance.wire.lines import plain, visible
from conformance.wire.transcript import Direction, Line

__all__ = ["plain"]  # besides what stands here

#: Lines of a dialogue that are shown around the offending one.
EXCERPT_LINES = 12
#: Those of them that come after it: what led to a breach says more than what followed.
EXCERPT_AFTER = 3
#: Requests before it that are shown even where much has been said since.
EXCERPT_REQUESTS = 2

#: Characters of a line that are shown: of the offending one, of a request, of any other.
LONGEST, LONGEST_SENT, LONGEST_HEARD = 500, 300, 160

MARK = "-> "
NO_MARK = "   "


class ReportError(Exception):
    """A report could not be written. `path` is the file, `reason` a phrase without it."""

    def __init__(self, path: str | PathLike[str], reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"cannot write the report {path}: {reason}")

    @classmethod
    def of(cls, path: str | PathLike[str], error: OSError) -> "ReportError":
        """The same in the operating system's words."""
        return cls(path, error.strerror or str(error))


class Reporter(Protocol):
    """One report.

    Both methods raise ReportError when the report cannot be written. A report that keeps nothing open inherits `close`.
    """

    def on(self, event: Event) -> None:
        """Take the next event of the run."""

    def close(self) -> None:
        """Let go of files and the terminal, also after a run that broke off; may be called twice."""
        return  # so that it is not abstract


@runtime_checkable
class Draft(Reporter, Protocol):
    """A report that is written at the end: it can be given another end until it is committed."""

    def commit(self) -> None:
        """Put what has been written in its place; raises ReportError."""


class ExcerptRow(NamedTuple):
    """One row of an excerpt. `is_whole` asks for all of it: the offending line, and requests, whose last word can be at stake."""

    text: str
    is_marked: bool = False
    is_whole: bool = False


def excerpt(lines: Sequence[Line], at: int | None) -> list[str]:
    """The timed dialogue around line `at`, one text a line: see `excerpt_rows`."""
    return [row.text for row in excerpt_rows(lines, at)]


def excerpt_rows(lines: Sequence[Line], at: int | None) -> list[ExcerptRow]:
    """The timed dialogue around line `at` (its end where there is none), times in seconds.

    Lines that were left out are shown as "...", the offending line carries an arrow. An `at` beyond the last line stands for
    something that never came: then the end is shown and nothing is marked. The last requests before it are always shown.
    """
    marked = at if at is not None and 0 <= at < len(lines) else None
    stop = len(lines) if marked is None else min(len(lines), max(marked + 1 + EXCERPT_AFTER, EXCERPT_LINES))
    start = max(0, stop - EXCERPT_LINES)
    offence = stop if marked is None else marked
    asked = [index for index in range(offence) if _is_sent(lines[index])][-EXCERPT_REQUESTS:]
    gap, rows, shown_to = ExcerptRow(f"{NO_MARK}..."), [], 0
    for index in [*(index for index in asked if index < start), *range(start, stop)]:
        if index > shown_to:
            rows.append(gap)
        line, is_marked = lines[index], index == marked
        rows.append(
            ExcerptRow(f"{MARK if is_marked else NO_MARK}{_timed(line, whole=is_marked)}", is_marked, is_marked or _is_sent(line))
        )
        shown_to = index + 1
    return [*rows, *([gap] if stop < len(lines) else [])]


def _timed(line: Line, *, whole: bool) -> str:
    limit = LONGEST if whole else LONGEST_SENT if _is_sent(line) else LONGEST_HEARD
    # A line end that is not the usual one looks like any other, and may be all that is wrong.
    end = {"": " [no line end]", "\r\n": "\\r"}.get(line.end, "")
    return f"{line.at:8.3f} {line.direction.value}{' ' if line.text else ''}{visible(line.text, limit)}{end}"


def _is_sent(line: Line) -> bool:
    return line.direction is Direction.TO_ENGINE
