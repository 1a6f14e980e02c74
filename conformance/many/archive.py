"""Where the runs of a fleet are kept: `ENGINE/VERSION/TIME.jsonl`, or `ENGINE/TIME.jsonl` where an engine has one version only.

The time is that at which the fleet began, in UTC, so that names sort by age. No run is ever replaced.
"""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from conformance.report import ReportError
from conformance.report.files import WholeFile, make_folder
from conformance.report.model import Run
from conformance.report.reading import read
from conformance.run.events import ExitCode
from conformance.words.inputs import InputError

_ENDING = ".jsonl"
_TIME = "%Y-%m-%dT%H%M%SZ"
#: A file of ours in its folder: the time, and a number where one fleet has several.
_KEPT = re.compile(r"(.+)/\d{4}-\d\d-\d\dT\d{6}Z(?:\.\d+)?\.jsonl")
#: Files that are read in search of a run that came to a verdict.
_MOST_READ = 20


class Kept(NamedTuple):
    """A run that is kept, without its dialogues, and its file as it is named in the folder."""

    place: str
    run: Run


class Archive:
    """A folder of runs. Those of one fleet bear one time. Raises ReportError at once where it cannot be made or written."""

    def __init__(self, folder: Path, began: datetime) -> None:
        self._folder = folder
        make_folder(folder)
        if not os.access(folder, os.W_OK):
            raise ReportError(folder, "nothing can be written there")
        self._began = began.astimezone(UTC).strftime(_TIME)

    def last(self, engine: str, version: str) -> Kept | None:
        """The last run of an engine that came to a verdict; None where there is none that can be read."""
        for path, _ in zip(self._newest_first(engine, version), range(_MOST_READ), strict=False):
            try:
                recorded = read(path, evidence=False)
            except InputError:
                continue
            if recorded.is_complete and recorded.run.end.exit_code in (ExitCode.CONFORMING, ExitCode.NOT_CONFORMING):
                return Kept(path.relative_to(self._folder).as_posix(), recorded.run)
        return None

    def _newest_first(self, engine: str, version: str) -> Iterator[Path]:
        found = Path(self._folder, engine, version).glob(f"*{_ENDING}")
        yield from sorted((path for path in found if path.is_file()), key=_age, reverse=True)

    def keep(self, engine: str, version: str, record: bytes) -> str:
        """Keep the record of a run and give the name of its file in the folder; raises ReportError."""
        folder = Path(self._folder, engine, version)
        make_folder(folder)
        try:
            names = (f"{self._began}{f'.{number}' if number else ''}{_ENDING}" for number in count())
            path = next(folder / name for name in names if not (folder / name).exists())
        except OSError as error:
            raise ReportError.of(folder, error) from error
        WholeFile(path).write(record)
        return path.relative_to(self._folder).as_posix()


def _age(path: Path) -> tuple[str, int, str]:
    """A key that grows with the time in a name, and then with the number."""
    time, _, number = path.stem.partition(".")
    return time, len(number), number


def folder_of(place: str) -> str:
    """The folder in which a fleet keeps the runs of one engine and version, by the name of a file; empty for any other file."""
    found = _KEPT.fullmatch(place)
    return found[1] if found else ""
