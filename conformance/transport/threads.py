"""A real process over pipes that are served by threads, for a system on which one thread cannot wait for several pipes.

Two threads read, one writes, one waits for the end of the process. Data is stamped by the thread that read it. Lines
are made of it in the dialogue's own thread.
"""

import os
import threading
import time
from collections import deque
from typing import IO, NamedTuple

from conformance.system.current import SYSTEM
from conformance.transport.spawning import LATE, NAP, Engine, close_quietly, descriptor
from conformance.wire.ends import End
from conformance.wire.lines import LineSplitter
from conformance.wire.transcript import Direction, Line

_CHUNK = 1 << 14
#: Bytes that are read ahead of the dialogue; then the threads wait, and the pipe fills up, as it does where nobody reads.
_AHEAD = 1 << 16
#: Seconds that the pipes of a process which has ended may be quiet before nothing of it can still come, and that one listens to
#: them at most: others may hold them.
_QUIET = 0.5
_LISTENED = 2.0
#: Seconds in which threads end whose pipes have ended.
_ENDING = 0.5


class _Heard(NamedTuple):
    """An event that a thread has met: data of a pipe, which is empty at its end, or the end of the process."""

    at: float
    direction: Direction
    data: bytes


class _Inbox:
    """The events of threads that the dialogue has not taken yet."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[_Heard] = deque()
        self._size = 0
        self._is_closed = False

    def put(self, heard: _Heard) -> None:
        """Add one; waits while there is too much."""
        with self._changed:
            while self._size >= _AHEAD and not self._is_closed:
                self._changed.wait()
            self._waiting.append(heard)
            self._size += len(heard.data)
            self._changed.notify_all()

    def get(self, seconds: float) -> _Heard | None:
        """Take the oldest, or None after so many seconds."""
        with self._changed:
            if not self._waiting and seconds > 0:
                self._changed.wait(seconds)
            if not self._waiting:
                return None
            heard = self._waiting.popleft()
            self._size -= len(heard.data)
            self._changed.notify_all()
            return heard

    def close(self) -> None:
        """Let nobody wait any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


class _Outbox:
    """The data to be written, and whether the pipe is to be closed after it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._data = b""
        self._is_closed = False

    def put(self, data: bytes) -> None:
        """Add bytes, unless it is closed."""
        with self._changed:
            if not self._is_closed:
                self._data += data
                self._changed.notify_all()

    def close(self, *, drop: bool = False) -> None:
        """Take no more; `drop` throws away what is still to be written, too."""
        with self._changed:
            self._is_closed = True
            self._data = b"" if drop else self._data
            self._changed.notify_all()

    def get(self) -> bytes:
        """Wait for something to write; nothing once all is written and it is closed."""
        with self._changed:
            while not self._data and not self._is_closed:
                self._changed.wait()
            data, self._data = self._data[:_CHUNK], self._data[_CHUNK:]
            return data


class ThreadTransport(Engine):
    """An engine whose pipes have a thread each."""

    def _attach(self) -> None:
        self._inbox = _Inbox()
        self._outbox = _Outbox()
        self._splitters = {Direction.FROM_ENGINE: LineSplitter(), Direction.STDERR: LineSplitter()}
        self._threads = [
            threading.Thread(target=self._read, args=(self._process.stdout, Direction.FROM_ENGINE), daemon=True),
            threading.Thread(target=self._read, args=(self._process.stderr, Direction.STDERR), daemon=True),
            threading.Thread(target=self._write_all, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._wait, daemon=True),
        ]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:
            raise OSError(str(error)) from error

    # -- Transport ----------------------------------------------------------------------------------------------------

    def deliver(self, data: bytes) -> None:
        """Hand bytes to the thread that writes."""
        self._outbox.put(data)

    def unended_bytes(self) -> int:
        """How many bytes of a line the engine has said, on either output, that it has not ended."""
        return sum(len(splitter.pending) for splitter in self._splitters.values())

    def take_returns(self) -> None:
        """Take a lone CR for the end of a line, also in what has been taken from the threads already."""
        for direction, splitter in self._splitters.items():
            self._queue.extend(Line(self.now(), direction, raw.text, raw.end) for raw in splitter.take_returns())

    def close_input(self) -> None:
        """Close stdin once everything written has gone out."""
        self._outbox.close()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _unended_output(self) -> bytes:
        splitter = self._splitters.get(Direction.FROM_ENGINE)
        return splitter.pending if splitter is not None else b""

    def _serve(self, seconds: float) -> bool:
        """Take what the threads have read, or read within so many seconds; True if there was anything."""
        heard = self._listen(min(seconds, NAP))
        if heard is not None:
            self._take(heard)
        return heard is not None

    def _listen(self, nap: float) -> _Heard | None:
        """The events within a nap; notes by how much we woke up late."""
        before = time.monotonic()
        heard = self._inbox.get(nap)
        if heard is None:
            late = time.monotonic() - before - nap
            if late > LATE:
                self._stalled += late
            self.disturbance()
        return heard

    def _take(self, heard: _Heard) -> None:
        if heard.direction is Direction.PROCESS:
            self._process_ended(heard.at)
            return
        splitter = self._splitters.get(heard.direction)
        if splitter is None:
            return
        if heard.data:
            self._queue.extend(Line(heard.at, heard.direction, text, end) for text, end in splitter.feed(heard.data))
            return
        self._finish(heard.at, heard.direction)
        if heard.direction is Direction.FROM_ENGINE:
            self._queue.append(Line(heard.at, Direction.PROCESS, "eof"))

    def _finish(self, at: float, direction: Direction) -> None:
        """Take what a pipe holds after its last line."""
        left = self._splitters.pop(direction).finish()
        self._queue.extend(Line(at, direction, raw.text, raw.end) for raw in left)

    def _process_ended(self, at: float) -> None:
        """The process is gone: take what it left in the pipes, which is no more than they hold, then say how it ended."""
        self._outbox.close(drop=True)
        left, until = len(self._splitters) * SYSTEM.pipe_capacity(0) + _AHEAD, time.monotonic() + _LISTENED
        while self._splitters and left > 0 and time.monotonic() < until:
            if (heard := self._inbox.get(_QUIET)) is None:
                break
            left -= len(heard.data)
            at = max(at, heard.at)
            self._take(heard)
        for direction in list(self._splitters):
            self._finish(at, direction)
        status = self._process.returncode
        end = End.of_status(status, SYSTEM.signal_of(status))
        self._queue.append(Line(at, Direction.PROCESS, end.text))

    def _detach(self) -> None:
        self._inbox.close()
        self._outbox.close(drop=True)
        for thread in self._threads:
            thread.join(_ENDING)

    # -- in threads of their own ----------------------------------------------------------------------------------------

    def _read(self, stream: IO[bytes] | None, direction: Direction) -> None:
        """Read a pipe to its end, and close it. Nobody else may: its number would be another's while we wait."""
        fd = descriptor(stream)
        data = b"?"
        while data and not self.closed:
            try:
                data = os.read(fd, _CHUNK)
            except OSError:
                data = b""
            self._inbox.put(_Heard(self.now(), direction, data))
        close_quietly(stream)

    def _write_all(self, stream: IO[bytes] | None) -> None:
        """Write what there is to write, and close the pipe after it."""
        fd = descriptor(stream)
        while data := self._outbox.get():
            try:
                while data:
                    data = data[os.write(fd, data) :]
            except OSError:
                self._outbox.close(drop=True)
        close_quietly(stream)

    def _wait(self) -> None:
        self._process.wait()
        self._inbox.put(_Heard(self.now(), Direction.PROCESS, b""))
