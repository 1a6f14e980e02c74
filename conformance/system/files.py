"""Descriptors of files, pipes and devices that a user names: to open one never waits for whoever is at its other end."""

import os
import sys

from conformance.system import KIND, SystemKind

_CAN_POLL = KIND in (SystemKind.LINUX, SystemKind.POSIX)
if _CAN_POLL:
    import select

#: Windows lacks the first, which pipes and devices need; the second is its own: without it, ends of lines would be changed.
_AS_IT_IS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def open_to_read(path: str | os.PathLike[str]) -> int:
    """A descriptor to read from; of a pipe that nobody has open for writing, the end is there at once.

    Raises OSError, and ValueError for a name that no file can have.
    """
    descriptor = os.open(path, os.O_RDONLY | _AS_IT_IS)
    if sys.platform != "win32" and _CAN_POLL:
        os.set_blocking(descriptor, True)
    return descriptor


def open_to_write(path: str | os.PathLike[str], *, append: bool = False) -> int:
    """A descriptor to write to from the beginning, or, to `append`, after what is there. A full pipe raises BlockingIOError.

    Raises OSError (`ENXIO` for a pipe that nobody reads), and ValueError for a name that no file can have.
    """
    place = os.O_APPEND if append else os.O_TRUNC
    return os.open(path, os.O_WRONLY | os.O_CREAT | place | _AS_IT_IS, 0o666)


def can_be_written(descriptor: int, seconds: float) -> bool:
    """Whether a descriptor takes more, within so many seconds. Where nothing says so, it does not."""
    if sys.platform == "win32" or not _CAN_POLL:
        return False
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return bool(poll.poll(seconds * 1000))
