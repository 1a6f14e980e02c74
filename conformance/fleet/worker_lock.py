"""Turns of several processes on one machine: where two campaigns ran at a time, neither would measure alone."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import locket

#: Seconds between two looks at whether it is one's turn.
_LOOK = 0.5


@contextmanager
def turn(path: Path, is_cancelled: Callable[[], bool]) -> Iterator[bool]:
    """Wait until nobody else holds the file, and hold it meanwhile; it gives False where that was cancelled before.

    The system lets go of it for a process that dies.
    """
    lock = locket.lock_file(str(path), timeout=0)
    while not is_cancelled():
        try:
            lock.acquire()
        except locket.LockError:
            time.sleep(_LOOK)
            continue
        try:
            yield True
        finally:
            lock.release()
        return
    yield False
