"""The streams of a relay: what comes in on one side goes out on the other, byte for byte, and a recorder is sent it.

Nothing here knows lines or waits for one. A thread for each stream reads what is there and writes it on; a pipe that
is full delays its own stream and no other, as it would without us. The same bytes go to a recorder in another
process, over a socket: a recorder that is slow or has died costs the record and not the game.

A note is put into a queue in memory before its bytes are written on (that is what keeps a question in front of its answer), and
sent after. Putting it there calls nothing and waits for nothing.
"""

import contextlib
import os
import select
import socket
import threading
import time
from collections import deque

from conformance.watch.notes import Note, NoteKind, pack

_CHUNK = 1 << 14
#: Notes that may wait for the recorder; one has at most a chunk.
_MOST_WAITING = 1_024
#: Seconds that a recorder has at the end to take what waits, and between two looks.
_LAST_CHANCE = 2.0
_SILENT = 0.3
_STDERR = 2


class Notes:
    """Notes on their way to the recorder. Nothing here waits for it or fails; what finds no room is lost, and reported as lost.

    The thread that has put a note also sends it: another thread would delay the streams whenever the host delays it.
    """

    def __init__(self, recorder: socket.socket | None) -> None:
        if recorder is not None:
            recorder.setblocking(False)
        self._recorder = recorder
        self._waiting: deque[Note] = deque()
        self._rest = b""
        self._is_full = False
        self._sending = threading.Lock()

    def put(self, kind: NoteKind, data: bytes = b"") -> None:
        """Take a note."""
        if self._recorder is None or (self._is_full and kind is not NoteKind.ENDED):
            return
        try:
            if len(self._waiting) >= _MOST_WAITING and kind is not NoteKind.ENDED:
                self._is_full = True
                kind, data = NoteKind.LOST, b""
            self._waiting.append(Note(time.monotonic(), kind, data))
        except Exception:  # noqa: BLE001  whatever it is, it ends the watching and not the game
            self._recorder = None

    def send(self) -> None:
        """Send what waits, as far as the recorder takes it at once."""
        try:
            while self._recorder is not None and (self._waiting or self._rest) and self._sending.acquire(blocking=False):
                try:
                    is_taken = self._send(self._recorder)
                finally:
                    self._sending.release()
                if not is_taken:
                    return
        except Exception:  # noqa: BLE001  as above
            self._recorder = None

    def _send(self, recorder: socket.socket) -> bool:
        while self._waiting or self._rest:
            data = self._rest or pack(self._waiting.popleft())
            try:
                self._rest = data[recorder.send(data) :]
            except BlockingIOError:
                self._rest = data
                return False
        return True

    def finish(self) -> None:
        """Send what waits, as far as the recorder takes it within a moment, and that nothing follows."""
        until = time.monotonic() + _LAST_CHANCE
        self.send()
        while self._recorder is not None and (self._waiting or self._rest) and time.monotonic() < until:
            select.select([], [self._recorder], [], _SILENT)
            self.send()
        with contextlib.suppress(OSError):
            if self._recorder is not None:
                self._recorder.shutdown(socket.SHUT_WR)


class Hearer(threading.Thread):
    """Writes what the recorder has to say on standard error: what somebody asked for, and at the end what was broken."""

    def __init__(self, recorder: socket.socket) -> None:
        super().__init__(daemon=True)
        self._recorder = recorder

    def run(self) -> None:
        """Write until the recorder has ended."""
        with contextlib.suppress(OSError):
            while select.select([self._recorder], [], []) and (said := self._recorder.recv(_CHUNK)) and _write(_STDERR, said):
                pass


class Pump(threading.Thread):
    """Passes one stream on until it ends, or nobody takes it any more."""

    def __init__(self, source: int, sink: int, kind: NoteKind, notes: Notes) -> None:
        super().__init__(daemon=True)
        self._source, self._sink, self._kind, self._notes = source, sink, kind, notes
        self.is_writing = False
        self.passed_at = 0.0
        #: Whether the other side has gone: what is read has nowhere to go.
        self.is_refused = False

    def run(self) -> None:
        """Read and write until the end of either side."""
        kind, notes = self._kind, self._notes
        while data := _read(self._source):
            notes.put(kind, data)
            self.is_writing = True
            self.is_refused = not _write(self._sink, data)
            self.is_writing = False
            self.passed_at = time.monotonic()
            notes.send()
            if self.is_refused:
                break
        if kind is not NoteKind.STDERR:
            notes.put(NoteKind.INPUT_CLOSED if kind is NoteKind.TO_ENGINE else NoteKind.OUTPUT_CLOSED)
            notes.send()
            let_go(self._sink)
        let_go(self._source)


def _read(fd: int) -> bytes:
    while True:
        try:
            return os.read(fd, _CHUNK)
        except BlockingIOError:
            select.select([fd], [], [])
        except OSError:
            return b""


def _write(fd: int, data: bytes) -> bool:
    """Write all of it; False where nobody takes it."""
    while data:
        try:
            data = data[os.write(fd, data) :]
        except BlockingIOError:
            select.select([], [fd], [])
        except OSError:
            return False
    return True


def let_go(fd: int) -> None:
    """Close a pipe. Our own standard streams become /dev/null, so that nothing else is opened in their place."""
    with contextlib.suppress(OSError):
        if fd > _STDERR:
            os.close(fd)
        else:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, fd)
            os.close(null)
