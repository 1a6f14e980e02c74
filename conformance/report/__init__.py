"""Shared by all reports: how they are fed, how they fail, and how evidence is written as plain text.

Reports consume the events of a run and know nothing of sessions, campaigns or transports.
"""

import re
from collections.abc import Iterator, Sequence
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

#: Earlier requests that are shown because the finding speaks of them.
EXCERPT_NAMED = 3
#: What a finding speaks of by its own name: what is quoted, and a name or a position (`MultiPV`, `USI_Hash`, a FEN's board).
_QUOTED = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[\w-]*(?:[a-z][A-Z]|[A-Z]{2}|\w_)[\w-]*|[\w+]+(?:/[\w+]+){2,}")
_HAS_NUMBER = re.compile(r"\S*\d\S*")

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


def excerpt(lines: Sequence[Line], at: int | None, *told: str) -> list[str]:
    """The timed dialogue around line `at`, one text a line: see `excerpt_rows`."""
    return [row.text for row in excerpt_rows(lines, at, *told)]


def excerpt_rows(lines: Sequence[Line], at: int | None, *told: str) -> list[ExcerptRow]:
    """The timed dialogue around line `at` (its end where there is none), times in seconds.

    Lines that were left out are shown as "...", the offending line carries an arrow. An `at` beyond the last line stands for
    something that never came: then the end is shown and nothing is marked. The last requests before it are always shown, and
    earlier ones of which the finding speaks (`told`).
    """
    marked = at if at is not None and 0 <= at < len(lines) else None
    stop = len(lines) if marked is None else min(len(lines), max(marked + 1 + EXCERPT_AFTER, EXCERPT_LINES))
    start = max(0, stop - EXCERPT_LINES)
    offence = stop if marked is None else marked
    sent = [index for index in range(offence) if _is_sent(lines[index])]
    shown = {*sent[-EXCERPT_REQUESTS:], *range(start, stop)}
    shown.update(_named(lines, sent, shown, told))
    gap, rows, shown_to = ExcerptRow(f"{NO_MARK}..."), [], 0
    for index in sorted(shown):
        if index > shown_to:
            rows.append(gap)
        line, is_marked = lines[index], index == marked
        rows.append(
            ExcerptRow(f"{MARK if is_marked else NO_MARK}{_timed(line, whole=is_marked)}", is_marked, is_marked or _is_sent(line))
        )
        shown_to = index + 1
    return [*rows, *([gap] if stop < len(lines) else [])]


def _named(lines: Sequence[Line], sent: Sequence[int], shown: set[int], told: Sequence[str]) -> Iterator[int]:
    """The last request of each thing that a finding speaks of, where what is shown has none; the latest few."""
    told = [text[:LONGEST] for text in told]  # as much as is shown
    quoted = [phrase for text in told for phrase in _QUOTED.findall(text)]
    names = [name for text in told for name in _NAME.findall(_QUOTED.sub(" ", text))]
    places = set()
    # a move stands in many lines and means something else in each
    for thing in (thing for thing in (*quoted, *names) if "/" in thing or not _HAS_NUMBER.fullmatch(thing)):
        holds = re.compile(rf"(?<!\S){re.escape(thing)}(?!\S)")
        found = [index for index in sent if holds.search(lines[index].text)]
        if found and shown.isdisjoint(found):
            places.add(found[-1])
    yield from sorted(places)[-EXCERPT_NAMED:]


def _timed(line: Line, *, whole: bool) -> str:
    limit = LONGEST if whole else LONGEST_SENT if _is_sent(line) else LONGEST_HEARD
    # A line end that is not the usual one looks like any other, and may be all that is wrong.
    end = {"": " [no line end]", "\r\n": "\\r"}.get(line.end, "")
    return f"{line.at:8.3f} {line.direction.value}{' ' if line.text else ''}{visible(line.text, limit)}{end}"


def _is_sent(line: Line) -> bool:
    return line.direction is Direction.TO_ENGINE
