"""A relay where there are jobs: the engine's job is open in this process alone, and the system ends the engine when that ends."""

import os
import subprocess
from collections.abc import Sequence

import psutil

from conformance.system.current import SYSTEM
from conformance.watch.relay import LOOK, Relay
from conformance.wire.ends import End, EndKind

#: An exit status of 32 bits, of which Python can give those below half.
_HALF, _WHOLE = 1 << 31, 1 << 32


class WindowsRelay(Relay):
    """A relay on Windows."""

    def _start(self, command: Sequence[str], cwd: str | None) -> "subprocess.Popen[bytes]":
        """Start the engine in a job of its own."""
        self._above = psutil.Process().parents()
        with SYSTEM.starting() as take_hold:
            process = subprocess.Popen(
                SYSTEM.command(command, cwd, os.environ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                bufsize=0,
                **SYSTEM.start_options,
            )
            take_hold(process)
        return process

    def _wait(self) -> int:
        while True:
            try:
                return self._process.wait(LOOK)
            except subprocess.TimeoutExpired:
                self._notes.send()
                self._look_who_hears()

    def _is_unheard(self) -> bool:
        """Whether a process above us is gone: the GUI, or what has started us for it. Nothing says that a pipe has no reader."""
        return not all(process.is_running() for process in self._above)

    def _kill(self) -> None:
        SYSTEM.kill_family(self._process.pid)

    def _end(self, status: int) -> End:
        """As the system has it; an engine that was interrupted in its console is not to blame."""
        name = SYSTEM.signal_of(status)
        return End(EndKind.KILLED) if name == "CONTROL_C_EXIT" or self._alone_since is not None else End.of_status(status, name)

    def _status(self, status: int) -> int:
        return status - _WHOLE if status >= _HALF else status
