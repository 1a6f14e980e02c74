"""What all reports share: how they are fed, how they fail, and how evidence is written as plain text.

Reports consume the events of a run and know nothing of sessions, campaigns or transports.
"""

import re
from collections.abc import Sequence
from os import PathLike
from typing import Protocol

from conformance.run.events import Event
from conformance.wire.lines import visible
from conformance.wire.transcript import Line

#: Lines of a dialogue that are shown around the offending one.
EXCERPT_LINES = 12
#: Those of them that come after it: what led to a breach says more than what followed.
EXCERPT_AFTER = 3

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
    """One report. Both methods raise ReportError when the report cannot be written."""

    def on(self, event: Event) -> None:
        """Take the next event of the run."""

    def close(self) -> None:
        """Let go of files and the terminal, also after a run that broke off; may be called twice."""


def plain(text: str, limit: int = 500) -> str:
    """Text that is safe to show on one line: line breaks become blanks, everything else that is unseen is escaped."""
    return visible(re.sub(r"[ \t]*\r?\n[ \t]*", " ", text.strip("\n")), limit)


def excerpt(lines: Sequence[Line], at: int | None) -> list[str]:
    """The timed dialogue around line `at` (its end where there is none), one text a line, times in seconds.

    What was left out is shown as "...", the offending line carries an arrow. An `at` beyond the last line stands for
    something that never came: then the end is shown and nothing is marked.
    """
    marked = at if at is not None and 0 <= at < len(lines) else None
    stop = len(lines) if marked is None else min(len(lines), max(marked + 1 + EXCERPT_AFTER, EXCERPT_LINES))
    start = max(0, stop - EXCERPT_LINES)
    shown = [
        f"{MARK if index == marked else NO_MARK}{_timed(lines[index], whole=index == marked)}" for index in range(start, stop)
    ]
    return [*([f"{NO_MARK}..."] if start else []), *shown, *([f"{NO_MARK}..."] if stop < len(lines) else [])]


def _timed(line: Line, *, whole: bool) -> str:
    said = f" {visible(line.text, 500 if whole else 160)}" if line.text else ""
    # A line that was not ended looks like any other, and may be all that is wrong.
    return f"{line.at:8.3f} {line.direction.value}{said}{'' if line.end else ' [no line end]'}"
