"""Files that a user names: what can be read of them, in how much memory, and in which words they are refused."""

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import IO, Any, NamedTuple

from conformance.system import files
from conformance.wire.lines import visible

#: Bytes that are read at a time.
_CHUNK = 1 << 20
#: Bytes that are read of a record, whichever command reads it: what `conform watch` writes of a dialogue fits.
RECORD = 128 << 20
_DIRECTORY = "it is a directory"


class Place(NamedTuple):
    """Where something stands: the file by its name in messages, and the line, 0 for the file as a whole."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}" if self.line else self.path


class InputError(ValueError):
    """A file cannot be used. `reason` is a phrase without its name; the message has the `place`, too."""

    def __init__(self, place: Place, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(place, reason)

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"

    @property
    def within(self) -> str:
        """The message without the name of the file, for where that stands beside it."""
        return f"line {self.place.line}: {self.reason}" if self.place.line else self.reason


class NoSuchFileError(InputError):
    """There is no such file."""


class TomlError(InputError):
    """A file is no TOML. `reason` follows `it is`."""

    def __str__(self) -> str:
        return f"{self.place} is {self.reason}"


def shown(path: str | os.PathLike[str]) -> str:
    """The name of a file on one line, with what cannot be seen made visible."""
    return visible(os.fsdecode(path), 1_000)


def read_bytes(path: str | os.PathLike[str], most: int) -> bytearray:
    """All that is in a file, a pipe or a device, up to `most` bytes; raises InputError.

    A pipe into which nobody writes is refused: it would be waited for without an end.
    """
    try:
        descriptor = files.open_to_read(path)
    except FileNotFoundError:
        raise NoSuchFileError(Place(shown(path)), "there is no such file") from None
    except (OSError, ValueError) as error:  # the latter for a name with a NUL in it
        is_directory = isinstance(error, PermissionError) and Path(path).is_dir()  # Windows opens none
        raise InputError(Place(shown(path)), _DIRECTORY if is_directory else _why(error)) from error
    try:
        kind = os.fstat(descriptor)
        if stat.S_ISDIR(kind.st_mode):
            raise InputError(Place(shown(path)), _DIRECTORY)
        if stat.S_ISREG(kind.st_mode) and kind.st_size > most:
            raise _too_large(path, most)
        data = _all(descriptor, path, most)
        if not data and stat.S_ISFIFO(kind.st_mode):
            raise InputError(Place(shown(path)), "it is a pipe into which nobody writes")
    except OSError as error:
        raise InputError(Place(shown(path)), _why(error)) from error
    finally:
        os.close(descriptor)
    return data


def _all(descriptor: int, path: str | os.PathLike[str], most: int) -> bytearray:
    found = bytearray()
    while data := os.read(descriptor, _CHUNK):
        found += data
        if len(found) > most:
            raise _too_large(path, most)
    return found


def _too_large(path: str | os.PathLike[str], most: int) -> InputError:
    reason = f"it has more than {most >> 20} MB, which is more than is read: give the part of it that matters"
    return InputError(Place(shown(path)), reason)


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.errno == errno.ENXIO:
        return "it is neither a file nor a pipe"
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is not the name of a file"


def read_text(path: str | os.PathLike[str], most: int) -> str:
    """The same as a text in UTF-8; raises InputError, with the line where it is none."""
    data = read_bytes(path, most)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(Place(shown(path), line), "it is not a text in UTF-8") from error


def read_toml(path: str | os.PathLike[str], most: int) -> tuple[str, dict[str, Any]]:
    """A file in TOML as text, and what it stands for; raises InputError, with the line where it is none."""
    text = read_text(path, most)
    return text, toml(text, shown(path))


def toml(text: str, name: str) -> dict[str, Any]:
    """The value of a text in TOML; raises TomlError, which begins with `name`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(Place(name), f"not valid TOML: {error}") from error
    except RecursionError:
        raise TomlError(Place(name), "not valid TOML: it is nested too deeply") from None
    except ValueError:  # an integer of thousands of digits, a day that does not exist
        reason = f"not valid TOML: a number or a date in it cannot be read{_numbered(text)}"
        raise TomlError(Place(name), reason) from None


def _numbered(text: str) -> str:
    """The line at which a text stops to be TOML, as the end of a message, or nothing."""
    rows = text.split("\n")
    for number, row in enumerate(rows, 1):
        if len(row) < _CHUNK and any(len(word) > _LONG_NUMBER and word.isdecimal() for word in row.replace("_", "").split()):
            return f" (line {number})"
    return ""


#: Digits of a number from which on Python does not read it.
_LONG_NUMBER = 4_000


def existing_folder() -> Path | None:
    """The folder that we are in; None where it has been removed."""
    try:
        return Path.cwd()
    except OSError:
        return None


def new_file(wanted: Path) -> tuple[IO[str], Path]:
    """A new file for a record, with its folder; one that exists is kept, and the name gets a number.

    A GUI may start the same engine twice. Raises OSError.
    """
    wanted.parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = wanted if number == 1 else wanted.with_stem(f"{wanted.stem}-{number}")
        try:
            return open(path, "x", encoding="ascii", newline="\n"), path  # noqa: PTH123  the caller closes it
        except FileExistsError:
            number += 1
