"""Descriptors of files, pipes and devices that a user names: to open one never waits for whoever is at its other end."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conformance.system import KIND, SystemKind

_CAN_POLL = KIND in (SystemKind.LINUX, SystemKind.POSIX)
if _CAN_POLL:
    import fcntl
    import select
elif sys.platform == "win32":
    import msvcrt

#: Seconds that a lock is waited for, and between two tries.
_PATIENCE, _TRY_AGAIN = 10.0, 0.02

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


def is_of_another_user(path: str | os.PathLike[str]) -> bool:
    """Whether a file belongs to neither the user nor root, as far as the system has owners; raises OSError."""
    if sys.platform == "win32" or not _CAN_POLL:
        return False
    return os.stat(path).st_uid not in (0, os.geteuid())  # noqa: PTH116


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes that ask for the same lock from changing a file, which may be replaced meanwhile.

    The lock is on the folder of the file, and ends with the process; Windows locks no folders, and has a file for it beside.
    Raises TimeoutError if another process keeps it for ten seconds, and OSError.
    """
    is_folder = sys.platform != "win32" and _CAN_POLL
    lock = path.parent if is_folder else path.with_name(f".{path.name}.lock")
    descriptor = os.open(lock, os.O_RDONLY if is_folder else os.O_RDWR | os.O_CREAT, 0o666)
    try:
        until = time.monotonic() + _PATIENCE
        while not _is_locked(descriptor):
            if time.monotonic() > until:
                raise TimeoutError(f"another process has kept it locked for {_PATIENCE:g} s")
            time.sleep(_TRY_AGAIN)
        yield
    finally:
        os.close(descriptor)


def _is_locked(descriptor: int) -> bool:
    """Whether the lock of a descriptor is ours now; it ends when the descriptor is closed."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        elif _CAN_POLL:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter on Windows
        return False
    return True
