"""The part of the system that the process of an engine written by us needs.

It imports as little as possible: hundreds are started.
"""

import os
import sys

from conformance.system import KIND, SystemKind

_CHUNK = 1 << 16
_IS_POSIX = KIND in (SystemKind.LINUX, SystemKind.POSIX)
if _IS_POSIX:
    import select
else:
    import queue
    import subprocess
    import threading

#: How Windows reports a crash (ntstatus.h), by the signal that reports it elsewhere.
_CRASHES = {6: 0xC0000409, 11: 0xC0000005}
_KILLED = 0xC000013A


class Input:
    """Standard input, for which one waits a limited time."""

    def __init__(self) -> None:
        self._read_ahead: queue.Queue[bytes] | None = None

    def within(self, seconds: float) -> bytes | None:
        """Input that comes within so many seconds, or None; empty once the input has ended."""
        if _IS_POSIX:
            return os.read(0, _CHUNK) if select.select([0], [], [], seconds)[0] else None
        if self._read_ahead is None:
            self._read_ahead = queue.Queue(1)
            threading.Thread(target=_read_all, args=(self._read_ahead,), daemon=True).start()
        try:
            return self._read_ahead.get(timeout=seconds) if seconds > 0 else self._read_ahead.get_nowait()
        except queue.Empty:
            return None


def _read_all(ahead: "queue.Queue[bytes]") -> None:
    """Hand over what comes, as long as it is taken."""
    data = b"?"
    while data:
        try:
            data = os.read(0, _CHUNK)
        except OSError:
            data = b""
        ahead.put(data)


def start_child() -> None:
    """Start a process that does nothing for ten minutes, and leave it alone."""
    if sys.platform != "win32" and _IS_POSIX:
        os.posix_spawn("/bin/sleep", ["/bin/sleep", "600"], os.environ)
    else:
        _CHILDREN.append(subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(600)"]))


_CHILDREN: "list[subprocess.Popen[bytes]]" = []


def die(number: int) -> None:
    """End this process as a signal of that number would; where there are none, as a crash does."""
    if KIND is SystemKind.WINDOWS:
        os._exit(_CRASHES.get(number, _KILLED) - (1 << 32))
    os.kill(os.getpid(), number)
