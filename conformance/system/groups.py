"""Commands that are started with all their children as a group, and ended together."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

from conformance.system import KIND, SystemKind

_HAS_GROUPS = KIND in (SystemKind.LINUX, SystemKind.POSIX)
_LOOK = 0.05


def end(process: "subprocess.Popen[bytes]", patience: float) -> None:
    """Interrupt a group of processes, and kill what stays after so many seconds; `process` leads it (`start_new_session`).

    Where there are no groups, it and its living descendants are killed at once.
    """
    if sys.platform != "win32" and _HAS_GROUPS:
        _signal(process.pid, signal.SIGINT)
        until = time.monotonic() + patience
        while time.monotonic() < until and _lives(process.pid):
            time.sleep(_LOOK)
        _signal(process.pid, signal.SIGKILL)
    else:
        _kill_with_descendants(process)
    process.wait()


def _kill_with_descendants(process: "subprocess.Popen[bytes]") -> None:
    import psutil  # noqa: PLC0415  not needed where there are groups

    with suppress(psutil.Error):
        for member in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.Error):
                member.kill()
    process.kill()


if sys.platform != "win32":

    def _lives(group: int) -> bool:
        """Whether anybody of a group is left; those that have ended and are ours by now are reaped."""
        with suppress(ChildProcessError):
            while os.waitpid(-group, os.WNOHANG)[0]:
                pass
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):  # macOS gives the latter where all have ended and one is not reaped yet
            return False
        return True

    def _signal(group: int, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
