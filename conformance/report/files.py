"""A report of a whole run, written in one piece at its end: the file appears whole, or stays as it was."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from conformance.report import ReportError
from conformance.report.model import Collector, Run
from conformance.run.events import Event


class WholeFile:
    """A file that replaces the old one in a single step. What is no regular file (a pipe) is written directly."""

    def __init__(self, path: Path) -> None:
        self._named = path
        self._temporary: Path | None = None
        try:
            if path.is_dir():
                raise ReportError(path, "it is a directory")
            if path.is_file() or not path.exists():
                self._target = path.resolve()
                temporary = self._target.with_name(f".{self._target.name}.{os.getpid()}.tmp")
                temporary.touch()
                self._temporary = temporary
            else:
                self._target = path
        except OSError as error:
            raise ReportError.of(path, error) from error

    def write(self, data: bytes) -> None:
        """Write the whole report."""
        try:
            (self._temporary or self._target).write_bytes(data)
            if self._temporary:
                os.replace(self._temporary, self._target)  # noqa: PTH105  says that it replaces
                self._temporary = None
        except OSError as error:
            self.discard()
            raise ReportError.of(self._named, error) from error

    def discard(self) -> None:
        """Remove what was not finished."""
        if self._temporary:
            with suppress(OSError):
                self._temporary.unlink()
            self._temporary = None


class FileReporter:
    """Writes what `render` makes of the run; raises ReportError at once where the path cannot be written."""

    def __init__(self, path: str | os.PathLike[str], render: Callable[[Run], bytes]) -> None:
        self._output = WholeFile(Path(path))
        self._render = render
        self._collector = Collector()

    def on(self, event: Event) -> None:
        """Take one event; the last one writes the file."""
        if (run := self._collector.take(event)) is not None:
            self._output.write(self._render(run))

    def close(self) -> None:
        """Leave nothing behind of a report that was not finished."""
        self._output.discard()
