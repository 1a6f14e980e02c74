"""The first needs of a process of ours: the three descriptors that every program has, and signals in order."""

import io
import os
import sys

from conformance.transport import interrupts


def prepare() -> None:
    """Open what was closed, defer interruptions until a command lets them come, and write what has no encoding as escapes."""
    _open_standard_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of files can be no text in our encoding
    interrupts.defer()
    interrupts.listen()
    try:
        os.getcwd()  # noqa: PTH109  before pathlib is asked, which others do while they are imported
    except OSError:
        sys.stderr.write("conform: the folder that we are in has been removed: go to one that exists\n")
        sys.exit(2)


def _open_standard_descriptors() -> None:
    """Read nothing from a descriptor that was closed, and write to nobody: else the next file would take its place."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            # It has taken the lowest number that is free, which is this one. On Windows none of the three is ever free.
            if null == descriptor:
                os.set_inheritable(descriptor, True)
            else:
                os.dup2(null, descriptor)
                os.close(null)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  for as long as we run
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def finish() -> None:
    """Write out what is still to be written; where nobody takes it, Python must not fail on it once more at its own end.

    Signals that come from now on change nothing: all has been done.
    """
    interrupts.ignore()
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
