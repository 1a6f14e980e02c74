"""A report of a whole run, written in one piece at its end: the file appears whole, or stays as it was."""

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from conformance.report import ReportError
from conformance.report.model import AtTheEnd, Run
from conformance.system import files

#: The page that a browser shows of a folder.
INDEX = "index.html"
#: Seconds that a reader of a pipe is given to take more.
_PATIENCE = 10.0


class Output:
    """A file, a pipe or a device that is written from its beginning, and does not wait for ever. Raises ReportError.

    With `append` it is written after what it has.
    """

    def __init__(self, path: str | os.PathLike[str], *, append: bool = False) -> None:
        self._path = path
        try:
            make_folder(Path(path).parent)
            self._descriptor = files.open_to_write(path, append=append)
        except OSError as error:
            if error.errno == errno.ENXIO:
                raise ReportError(path, "it is a pipe, and nobody reads from it") from error
            raise ReportError.of(path, error) from error
        except ValueError as error:  # a NUL in it
            raise ReportError(path, "it is not the name of a file") from error

    def write(self, data: bytes) -> None:
        """Write all of it."""
        left = memoryview(data)
        try:
            while left:
                try:
                    left = left[os.write(self._descriptor, left) :]
                except BlockingIOError:
                    if not files.can_be_written(self._descriptor, _PATIENCE):
                        raise TimeoutError(errno.ETIMEDOUT, "nobody takes what is written") from None
        except OSError as error:
            self.close()
            raise ReportError.of(self._path, error) from error

    def close(self) -> None:
        """Close it; may be called twice."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            with suppress(OSError):
                os.close(descriptor)


class WholeFile:
    """A file that replaces the old one in a single step. A file that is not a regular one (a pipe) is written directly.

    Raises ReportError at once where it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._named = path
        self._temporary: Path | None = None
        self._output: Output | None = None
        self._data = b""
        try:
            if path.is_dir():
                raise ReportError(path, "it is a directory")
            make_folder(path.parent)
            self._target = _end_of_links(path)
            if self._target.exists() and not stat.S_ISREG(self._target.stat().st_mode):
                self._output = Output(path)
                return
            temporary = self._target.with_name(f".{self._target.name}.{os.getpid()}.tmp")
            temporary.touch()  # shows whether it can be written, and is not left behind by who comes to nothing
            temporary.unlink()
            self._temporary = temporary
        except OSError as error:
            raise ReportError.of(path, error) from error
        except ValueError as error:  # a NUL in it
            raise ReportError(path, "it is not the name of a file") from error

    def write(self, data: bytes) -> None:
        """Write the whole report."""
        self.draft(data)
        self.commit()

    def draft(self, data: bytes) -> None:
        """Write the whole report beside its place, from where `commit` puts it there."""
        self._data = data
        try:
            if self._temporary:
                self._temporary.write_bytes(data)
        except OSError as error:
            self.discard()
            raise ReportError.of(self._named, error) from error

    def commit(self) -> None:
        """Put in its place what has been written."""
        if self._output:
            self._output.write(self._data)
            self._output.close()
        try:
            if self._temporary:
                os.replace(self._temporary, self._target)  # noqa: PTH105  says that it replaces
                self._temporary = None
        except OSError as error:
            self.discard()
            raise ReportError.of(self._named, error) from error

    def discard(self) -> None:
        """Remove what was not finished."""
        if self._output:
            self._output.close()
        if self._temporary:
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)
            self._temporary = None


def make_folder(folder: Path) -> None:
    """Make a folder, with those around it, where it does not exist; raises ReportError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ReportError(folder, "it is a file, and not a folder") from error
    except OSError as error:
        raise ReportError.of(folder, error) from error


def index_of(folder: Path) -> Path:
    """The page of a folder, which is made where it does not exist; raises ReportError."""
    make_folder(folder)
    return folder / INDEX


def _end_of_links(path: Path) -> Path:
    """Where a path leads to, as it is named where it is no link: a folder that was removed has no full name."""
    return path.resolve() if path.is_symlink() else path


class FileReporter(AtTheEnd):
    """Writes what `render` makes of the run; raises ReportError at once where the path cannot be written."""

    def __init__(self, path: str | os.PathLike[str], render: Callable[[Run], bytes]) -> None:
        self._output = output = WholeFile(Path(path))
        super().__init__(lambda run: output.draft(render(run)))

    def commit(self) -> None:
        """Put the file in its place."""
        self._output.commit()

    def close(self) -> None:
        """Leave nothing behind of a report that was not finished."""
        self._output.discard()
