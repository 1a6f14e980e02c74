"""A real process over pipes.

Real GUIs use pipes, so nothing here is a terminal: no line buffering by libc, no echo, no cut at 4,095 bytes. stdout
and stderr stay apart, every line is stamped on the monotonic clock when it is read, writes never block, and the whole
process group is killed at the end.
"""

import contextlib
import errno
import fcntl
import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from conformance.transport import Disturbance, LaunchError, Usage, processes
from conformance.wire.lines import LineSplitter
from conformance.wire.transcript import Direction, Line

_CHUNK = 1 << 14
_PIPE = 1 << 16
#: Longest sleep in one wait, in seconds. Waking up late from it shows how much the host holds us up.
_NAP = 0.1
_LATE = 0.02
#: Looks at whether the engine wants a core, `_LATE` seconds apart.
_LOOKS = 3


class PipeTransport:
    """An engine's process. Times are seconds since it was started. Raises LaunchError when it cannot be started."""

    virtual = False

    def __init__(self, command: Sequence[str], *, cwd: str | None = None, env: Mapping[str, str] | None = None) -> None:
        self._cookie = processes.new_cookie()
        self._process = _spawn(command, cwd, {**(env or {}), self._cookie.name: self._cookie.value})
        self._started = time.monotonic()
        try:
            self._attach()
        except OSError as error:
            processes.kill_all(self._process.pid, self._cookie, own_group=True)
            self._process.wait()
            processes.ended(self._process.pid)
            raise LaunchError(f"{command[0]} cannot be talked to: {error.strerror or error}") from error
        self._exit_told = False
        self._splitters = {self._stdout: LineSplitter(), self._stderr: LineSplitter()}
        self._directions = {self._stdout: Direction.FROM_ENGINE, self._stderr: Direction.STDERR}
        self._queue: deque[Line] = deque()
        self._outbox = b""
        self._closing_input = False
        self._stalled = 0.0
        self._delayed = 0.0
        self._served = 0.0
        self.closed = False

    def _attach(self) -> None:
        """Take hold of the process: its pipes, its end."""
        self.pid = self._process.pid
        self._stdin = _descriptor(self._process.stdin)
        self._stdout = _descriptor(self._process.stdout)
        self._stderr = _descriptor(self._process.stderr)
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        self._pidfd = processes.end_of(self.pid)
        self._poll = select.epoll()
        for fd in (self._stdout, self._stderr, self._pidfd):
            if fd >= 0:
                self._poll.register(fd, select.EPOLLIN)

    # -- Transport ----------------------------------------------------------------------------------------------------

    def now(self) -> float:
        """Seconds since the engine was started."""
        return time.monotonic() - self._started

    def write(self, data: bytes) -> None:
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
            self._poll.register(self._stdin, select.EPOLLOUT)

    def next_line(self, until: float) -> Line | None:
        """Return the next line or process event, or None at `until`; after `close`, only that it was killed."""
        queue = self._queue
        while not queue:
            if self.closed:
                return Line(self.now(), Direction.PROCESS, "killed")
            left = until - (time.monotonic() - self._started)
            if not self._pump(left if left > 0 else 0.0) and left <= 0:
                return None
        return queue.popleft()

    def take_returns(self) -> None:
        """Take a lone CR for the end of a line, also in what has been read already."""
        for fd, splitter in self._splitters.items():
            self._queue.extend(Line(self.now(), self._directions[fd], raw.text, raw.end) for raw in splitter.take_returns())

    def close_input(self) -> None:
        """Close stdin once everything written has gone out."""
        self._closing_input = True
        if not self._outbox:
            self._drop_input()

    def usage(self) -> Usage:
        """CPU time of the engine's processes so far."""
        return Usage(processes.cpu_seconds(self.pid, self._cookie), processes.memory_bytes(self.pid, self._cookie))

    def survivors(self) -> int:
        """Living processes that the engine has started."""
        return len(processes.descendants(self.pid, self._cookie) - {self.pid})

    def disturbance(self) -> Disturbance:
        """Time by which we woke up late, and time the engine was ready to run but did not get a core."""
        served, delayed = processes.scheduling(self.pid)
        self._delayed = max(self._delayed, delayed)
        self._served = max(self._served, served)
        return Disturbance(self._stalled, self._delayed, self._served)

    def is_at_rest(self) -> bool:
        """Whether no process of the engine wants a core, at several looks a moment apart."""
        for _ in range(_LOOKS):
            if processes.wants_a_core(self.pid, self._cookie):
                return False
            time.sleep(_LATE)
        return True

    def may_wait_for_others(self) -> bool:
        """Whether a process of the engine waits for a disk, or may have its work done by a process elsewhere."""
        return processes.may_wait_for_others(self.pid, self._cookie)

    def close(self) -> None:
        """Kill the process group and every descendant, reap the process, close the pipes."""
        if self.closed:
            return
        self.closed = True
        processes.kill_all(self.pid, self._cookie, own_group=self._process.poll() is None)
        self._process.wait()
        processes.ended(self.pid)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            _close_quietly(stream)
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
        self._stdin = -1
        self._poll.close()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _pump(self, seconds: float) -> bool:
        """Wait for the pipes at most so long (and at most a nap) and serve what is ready; True if anything was."""
        if self.closed:
            return False
        nap = min(seconds, _NAP)
        before = time.monotonic()
        ready = self._poll.poll(nap)
        if not ready:
            late = time.monotonic() - before - nap
            if late > _LATE:
                self._stalled += late
            if self._pidfd < 0 and not self._exit_told and self._process.poll() is not None:
                self._process_ended()
                return True
            return False
        ended = False
        for fd, _ in ready:
            if fd in self._splitters:
                self._receive(fd)
            elif fd == self._stdin:
                self._flush()
            else:
                ended = True
        if ended:
            self._process_ended()
        return True

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
            left = _capacity(fd)
            while left > 0 and fd in self._splitters and (taken := self._receive(fd)):
                left -= taken
        at = time.monotonic() - self._started
        for fd, splitter in self._splitters.items():
            self._queue.extend(Line(at, self._directions[fd], raw.text, raw.end) for raw in splitter.finish())
        status = self._process.returncode
        text = f"exit {status}" if status >= 0 else f"signal {_signal_name(-status)}"
        self._queue.append(Line(at, Direction.PROCESS, text))
        self._exit_told = True
        self._drop_input()

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
            _close_quietly(self._process.stdin)
            self._stdin = -1


def _spawn(command: Sequence[str], cwd: str | None, extra: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start the engine in a session of its own.

    `PYTHONUNBUFFERED` is taken out of its environment: it would hide a missing flush.
    """
    env = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | dict(extra)
    try:
        with processes.being_started() as note:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=env,
                bufsize=0,
                start_new_session=True,
            )
            note(process.pid)
            return process
    except FileNotFoundError as error:
        raise LaunchError(_missing(command[0], cwd)) from error
    except PermissionError as error:
        hint = "is it a program, and is its x bit set (chmod +x)?"
        raise LaunchError(f"{command[0]} cannot be executed: {hint}") from error
    except OSError as error:
        raise LaunchError(f"{command[0]} cannot be started: {error.strerror or error}") from error


def _missing(program: str, cwd: str | None) -> str:
    if cwd and not Path(cwd).is_dir():
        return f"there is no directory {cwd}"
    found = Path(cwd or ".") / program
    if "/" not in program and found.exists():
        return f"{program} is no command; did you mean ./{program}?"
    if found.exists():
        return f"{program} is a script whose interpreter is not there: look at its first line"
    return f"{program}: there is no such file; give the path of the engine's program, such as ./myengine"


def _capacity(fd: int) -> int:
    """Bytes that a pipe can hold; as many as any usual one does where the system does not tell."""
    try:
        return fcntl.fcntl(fd, fcntl.F_GETPIPE_SZ)
    except (OSError, AttributeError):
        return _PIPE


def _descriptor(stream: IO[bytes] | None) -> int:
    assert stream is not None
    return stream.fileno()


def _close_quietly(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
