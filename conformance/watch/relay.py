"""Stands between a GUI and an engine as if it were the engine; `streams` has what passes between them.

Each system has its own way to end the engine with us and us with the GUI: `posix_relay`, where there are signals,
and `windows_relay`, where there are jobs.
"""

import gc
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence

from conformance.system.programs import NotStartableError
from conformance.transport import LaunchError
from conformance.watch.notes import NoteKind
from conformance.watch.streams import Hearer, Notes, Pump, let_go
from conformance.wire.ends import End

#: Seconds between two looks at whether anybody still hears us.
LOOK = 1.0
#: Seconds after its end in which what an engine left in its pipes is passed on; a child that holds a pipe, and is silent for the
#: second figure, is not waited for.
_DRAIN = 10.0
SILENT = 0.3
#: Seconds that an engine has to leave when nobody speaks to it or hears it, and then until it is ended.
_ALONE = 5.0
_LAST_CHANCE = 2.0
#: Seconds between two threads' turns: the default would delay a line for longer than we promise to.
_TURN = 1e-4


class Relay:
    """An engine's process and the streams between it and whoever has started us.

    `recorder` is sent all that passes; with `is_reported` its last words are waited for. Raises LaunchError where the engine
    cannot be started.
    """

    def __init__(
        self, command: Sequence[str], recorder: socket.socket | None, *, cwd: str | None = None, is_reported: bool = False
    ) -> None:
        self._recorder = recorder
        self._is_reported = is_reported
        self._alone_since: float | None = None
        try:
            self._process = self._start(command, cwd)
        except NotStartableError as error:
            raise LaunchError(str(error)) from error
        except OSError as error:
            from conformance.transport.spawning import why_not_started  # noqa: PLC0415  a relay that goes on has no use for it

            raise LaunchError(why_not_started(command[0], cwd, error)) from error

    def run(self) -> int:
        """Pass everything on until the engine has ended; give its exit status, as `_status` has it for this system."""
        gc.disable()
        sys.setswitchinterval(_TURN)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        # From here on the descriptors are the pumps'.
        into, out, err = (os.dup(stream.fileno()) for stream in (process.stdin, process.stdout, process.stderr))
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        self._notes = Notes(self._recorder)
        self._notes.put(NoteKind.STARTED, str(process.pid).encode())
        self._notes.send()
        self._in = Pump(0, into, NoteKind.TO_ENGINE, self._notes)
        self._out = [Pump(out, 1, NoteKind.FROM_ENGINE, self._notes), Pump(err, 2, NoteKind.STDERR, self._notes)]
        for pump in (*self._out, self._in):
            pump.start()
        hearer = Hearer(self._recorder) if self._recorder is not None else None
        if hearer is not None:
            hearer.start()
        status = self._wait()
        self._drain()
        self._notes.put(NoteKind.ENDED, self._end(status).text.encode())
        let_go(1)
        self._notes.finish()
        while self._is_reported and hearer is not None and hearer.is_alive() and not self._is_asked_to_end():
            hearer.join(SILENT)
        return self._status(status)

    def _look_who_hears(self) -> None:
        """End an engine that nobody hears any more, if it does not leave by itself.

        If the GUI has refused a line, the engine would have got the error that we got. While the GUI can speak and has refused
        nothing, it may be about to take what there is.
        """
        if not (self._out[0].is_refused or (self._is_unheard() and not self._in.is_alive())):
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since > _ALONE + _LAST_CHANCE:
            self._kill()
        elif now - self._alone_since > _ALONE:
            self._ask_to_end()

    def _drain(self) -> None:
        """Pass on what the engine has left in its pipes, before we end as it did."""
        ended = time.monotonic()
        while (left := [pump for pump in self._out if pump.is_alive()]) and time.monotonic() < ended + _DRAIN:
            last = max(ended, *(pump.passed_at for pump in left))
            if not any(pump.is_writing for pump in left) and time.monotonic() > last + SILENT:
                return
            left[0].join(SILENT / 10)

    # -- what a system has --------------------------------------------------------------------------------------------

    def _start(self, command: Sequence[str], cwd: str | None) -> "subprocess.Popen[bytes]":
        """Start the engine, which has to end when we do; raises OSError and NotStartableError."""
        raise NotImplementedError

    def _wait(self) -> int:
        """Wait for the engine's end, with a look who hears it at times; its status as the system has it."""
        raise NotImplementedError

    def _is_asked_to_end(self) -> bool:
        """Whether somebody wants our end while we wait for the recorder's last words."""
        return False

    def _is_unheard(self) -> bool:
        """Whether the GUI has gone, as far as the system says."""
        raise NotImplementedError

    def _ask_to_end(self) -> None:
        """Ask the engine to end, where there is a way."""

    def _kill(self) -> None:
        """End the engine and all that it has started."""
        raise NotImplementedError

    def _end(self, status: int) -> End:
        """How the engine ended; one that a GUI has ended is not to blame."""
        raise NotImplementedError

    def _status(self, status: int) -> int:
        """The exit status with which we end for that of the engine."""
        return status
