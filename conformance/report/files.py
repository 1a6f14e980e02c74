"""A report that is written in one piece: the file appears whole, or stays as it was."""

import os
from contextlib import suppress
from pathlib import Path

from conformance.report import ReportError


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
