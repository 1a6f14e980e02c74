"""A real process over pipes.

Real GUIs use pipes, so nothing here is a terminal: no line buffering by libc, no echo, no cut at 4,095 bytes. stdout
and stderr stay apart, every line is stamped on the monotonic clock when it is read, writes never block, and the whole
process group is killed at the end.
"""

import errno
import os
import time

from conformance.system.current import SYSTEM
from conformance.transport.spawning import LATE, NAP, Engine, close_quietly, descriptor
from conformance.wire.ends import End
from conformance.wire.lines import LineSplitter
from conformance.wire.transcript import Direction, Line

_CHUNK = 1 << 14
#: Seconds from one look to the next at whether an engine has ended, where nothing wakes us up then: usually, and once its output
#: has ended.
_LOOK = 0.05
_LOOK_SOON = 0.005


class PipeTransport(Engine):
    """An engine whose pipes one thread serves, on a system on which one can wait for several at once."""

    def _attach(self) -> None:
        """Take hold of the process: its pipes, its end."""
        self._stdin = descriptor(self._process.stdin)
        self._stdout = descriptor(self._process.stdout)
        self._stderr = descriptor(self._process.stderr)
        for fd in (self._stdin, self._stdout, self._stderr):
            SYSTEM.never_block(fd)
        self._pidfd = SYSTEM.end_of(self.pid)
        self._poll = SYSTEM.poller()
        for fd in (self._stdout, self._stderr, self._pidfd):
            if fd >= 0:
                self._poll.register(fd, SYSTEM.readable)
        self._looks_for_the_end = self._pidfd < 0
        self._next_look = 0.0
        self._nap = NAP if self._pidfd >= 0 else _LOOK
        self._splitters = {self._stdout: LineSplitter(), self._stderr: LineSplitter()}
        self._directions = {self._stdout: Direction.FROM_ENGINE, self._stderr: Direction.STDERR}
        self._outbox = b""
        self._closing_input = False

    # -- Transport ----------------------------------------------------------------------------------------------------

    def deliver(self, data: bytes) -> None:
        """Send without blocking; the rest goes out while we read."""
        if self._stdin < 0 or self._closing_input:
            return
        if self._outbox:
            self._outbox += data
            return
        try:
            sent = os.write(self._stdin, data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._drop_input()
            return
        if sent < len(data):
            self._outbox = data[sent:]
            self._poll.register(self._stdin, SYSTEM.writable)

    def unended_bytes(self) -> int:
        """How many bytes of a line the engine has said, on either output, that it has not ended."""
        return sum(len(splitter.pending) for splitter in self._splitters.values())

    def take_returns(self) -> None:
        """Take a lone CR for the end of a line, also in what has been read already."""
        for fd, splitter in self._splitters.items():
            self._queue.extend(Line(self.now(), self._directions[fd], raw.text, raw.end) for raw in splitter.take_returns())

    def close_input(self) -> None:
        """Close stdin once everything written has gone out."""
        self._closing_input = True
        if not self._outbox:
            self._drop_input()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _unended_output(self) -> bytes:
        splitter = self._splitters.get(self._stdout)
        return splitter.pending if splitter is not None else b""

    def _serve(self, seconds: float) -> bool:
        """Wait for the pipes at most so long (and at most a nap) and serve what is ready; True if anything was."""
        if self.closed:
            return False
        nap = min(seconds, self._nap)
        before = time.monotonic()
        ready = self._poll.poll(nap)
        ended = False
        for fd, _ in ready:
            if fd in self._splitters:
                self._receive(fd)
            elif fd == self._stdin:
                self._flush()
            else:
                ended = True
        if not ready:
            late = time.monotonic() - before - nap
            if late > LATE:
                self._stalled += late
        if self._looks_for_the_end and before + nap >= self._next_look:
            self._next_look = before + self._nap
            self._nap = min(2 * self._nap, _LOOK)
            ended = self._process.poll() is not None
        if ended:
            self._process_ended()
        return bool(ready) or ended

    def _receive(self, fd: int) -> int:
        """Read once; gives the number of bytes."""
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno not in (errno.EIO, errno.ECONNRESET):
                raise
            data = b""
        at = time.monotonic() - self._started
        direction = self._directions[fd]
        splitter = self._splitters[fd]
        if not data:
            self._queue.extend(Line(at, direction, raw.text, raw.end) for raw in splitter.finish())
            self._poll.unregister(fd)
            del self._splitters[fd]
            if fd == self._stdout:
                self._queue.append(Line(at, Direction.PROCESS, "eof"))
                if self._looks_for_the_end:
                    self._nap = _LOOK_SOON
            return 0
        for text, end in splitter.feed(data):
            self._queue.append(Line(at, direction, text, end))
        return len(data)

    def _process_ended(self) -> None:
        """The process is gone: take what it left in the pipes, then say how it ended."""
        self.disturbance()
        self._process.wait()
        if self._pidfd >= 0:
            self._poll.unregister(self._pidfd)
            os.close(self._pidfd)
            self._pidfd = -1
        for fd in list(self._splitters):
            # another process may hold the pipe and go on writing: what the engine left is no more than a pipe can hold
            left = SYSTEM.pipe_capacity(fd)
            while left > 0 and fd in self._splitters and (taken := self._receive(fd)):
                left -= taken
        at = time.monotonic() - self._started
        for fd, splitter in self._splitters.items():
            self._queue.extend(Line(at, self._directions[fd], raw.text, raw.end) for raw in splitter.finish())
        status = self._process.returncode
        end = End.of_status(status, SYSTEM.signal_of(status))
        self._queue.append(Line(at, Direction.PROCESS, end.text))
        self._looks_for_the_end, self._nap = False, NAP
        self._drop_input()

    def _detach(self) -> None:
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            close_quietly(stream)
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
        self._stdin = -1
        self._poll.close()

    def _flush(self) -> None:
        try:
            sent = os.write(self._stdin, self._outbox[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:
            self._drop_input()
            return
        self._outbox = self._outbox[sent:]
        if not self._outbox:
            self._poll.unregister(self._stdin)
            if self._closing_input:
                self._drop_input()

    def _drop_input(self) -> None:
        if self._stdin >= 0:
            if self._outbox:
                self._poll.unregister(self._stdin)
                self._outbox = b""
            close_quietly(self._process.stdin)
            self._stdin = -1
