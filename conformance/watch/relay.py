"""Stands between a GUI and an engine as if it were the engine: what comes in on one side goes out on the other, byte for byte.

Nothing here knows lines, and nothing is held back. A thread for each stream reads what is there and writes it on; a pipe that is
full holds up its own stream and no other, as it would without us. What was passed on is told to a recorder in another process,
over a socket: a recorder that is slow or has died costs the record and not the game.

A note is put into a queue in memory before its bytes are written on (that is what keeps a question in front of its answer), and
told after. Putting it there calls nothing and waits for nothing.
"""

import contextlib
import ctypes
import gc
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence

from conformance.transport import LaunchError
from conformance.watch.notes import Kind, Note, pack
from conformance.wire.ends import End, EndKind

_CHUNK = 1 << 14
#: Notes that may wait for the recorder; one has at most a chunk.
_MOST_WAITING = 1_024
#: Seconds between two looks at whether anybody still hears us.
_LOOK = 1.0
#: Seconds after its end in which what an engine left in its pipes is passed on; a child that holds a pipe, and is silent for the
#: second figure, is not waited for.
_DRAIN = 10.0
_SILENT = 0.3
#: Seconds that an engine has to leave when nobody speaks to it or hears it, and then when it was told to by SIGTERM.
_ALONE = 5.0
_LAST_CHANCE = 2.0
#: Seconds between two threads' turns: the default would hold up a line for longer than we promise to.
_TURN = 1e-4

_PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR2, signal.SIGALRM, signal.SIGCONT)
#: A signal that the terminal gives to the whole group (`si_code` of Linux): the engine has got it, too.
_BY_TERMINAL = 0x80
_TAKEN = {*_PASSED_ON, signal.SIGTSTP, signal.SIGCHLD, signal.SIGUSR1}
_PR_SET_PDEATHSIG = 1
_STDERR = 2


class _Notes:
    """Notes on their way to the recorder. Nothing here waits for it or fails; what finds no room is lost, and told as lost.

    Whoever has put a note tells it, too: another thread would hold up the streams whenever the host holds it up.
    """

    def __init__(self, recorder: socket.socket | None) -> None:
        self._recorder = recorder
        self._waiting: deque[Note] = deque()
        self._rest = b""
        self._is_full = False
        self._telling = threading.Lock()

    def put(self, kind: Kind, data: bytes = b"") -> None:
        """Take a note."""
        if self._recorder is None or (self._is_full and kind is not Kind.ENDED):
            return
        try:
            if len(self._waiting) >= _MOST_WAITING and kind is not Kind.ENDED:
                self._is_full = True
                kind, data = Kind.LOST, b""
            self._waiting.append(Note(time.monotonic(), kind, data))
        except Exception:  # noqa: BLE001  whatever it is, it ends the watching and not the game
            self._recorder = None

    def tell(self) -> None:
        """Tell what waits, as far as the recorder takes it at once."""
        try:
            while self._recorder is not None and (self._waiting or self._rest) and self._telling.acquire(blocking=False):
                try:
                    is_taken = self._send(self._recorder)
                finally:
                    self._telling.release()
                if not is_taken:
                    return
        except Exception:  # noqa: BLE001  as above
            self._recorder = None

    def _send(self, recorder: socket.socket) -> bool:
        while self._waiting or self._rest:
            data = self._rest or pack(self._waiting.popleft())
            try:
                self._rest = data[recorder.send(data, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                self._rest = data
                return False
        return True

    def finish(self) -> None:
        """Tell what waits, as far as the recorder takes it within a moment, and that nothing follows."""
        until = time.monotonic() + _LAST_CHANCE
        self.tell()
        while self._recorder is not None and (self._waiting or self._rest) and time.monotonic() < until:
            select.select([], [self._recorder], [], _SILENT)
            self.tell()
        with contextlib.suppress(OSError):
            if self._recorder is not None:
                self._recorder.shutdown(socket.SHUT_WR)


class _Hearer(threading.Thread):
    """Writes what the recorder has to say on standard error: what somebody asked for, and at the end what was broken."""

    def __init__(self, recorder: socket.socket) -> None:
        super().__init__(daemon=True)
        self._recorder = recorder

    def run(self) -> None:
        """Write until the recorder has ended."""
        with contextlib.suppress(OSError):
            while (said := self._recorder.recv(_CHUNK)) and _write(_STDERR, said):
                pass


class _Pump(threading.Thread):
    """Passes one stream on until it ends, or nobody takes it any more."""

    def __init__(self, source: int, sink: int, kind: Kind, notes: _Notes) -> None:
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
            notes.tell()
            if self.is_refused:
                break
        if kind is not Kind.STDERR:
            notes.put(Kind.INPUT_CLOSED if kind is Kind.TO_ENGINE else Kind.OUTPUT_CLOSED)
            notes.tell()
            _let_go(self._sink)
        _let_go(self._source)


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


def _let_go(fd: int) -> None:
    """Close a pipe. Our own standard streams become /dev/null, so that nothing else is opened in their place."""
    with contextlib.suppress(OSError):
        if fd > _STDERR:
            os.close(fd)
        else:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, fd)
            os.close(null)


class Relay:
    """An engine's process and the streams between it and whoever has started us.

    `recorder` is told of all that passes; with `is_told` its last words are waited for. Raises LaunchError where the engine
    cannot be started.
    """

    def __init__(
        self, command: Sequence[str], recorder: socket.socket | None, *, cwd: str | None = None, is_told: bool = False
    ) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, _TAKEN)
        self._prctl = ctypes.CDLL(None).prctl
        self._recorder = recorder
        self._is_told = is_told
        self._process = self._start(command, cwd)
        self._passed: set[int] = set()
        self._alone_since: float | None = None

    def _start(self, command: Sequence[str], cwd: str | None) -> "subprocess.Popen[bytes]":
        try:
            # One environment, one group of processes and one death with us: as if the GUI had started the engine itself.
            return subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                bufsize=0,
                close_fds=False,
                preexec_fn=self._in_the_child,  # noqa: PLW1509  there is no other thread yet
            )
        except OSError as error:
            raise LaunchError(f"{command[0]}: {error.strerror or error}") from error

    def _in_the_child(self) -> None:
        self._prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TAKEN)

    def run(self) -> int:
        """Pass everything on until the engine has ended; give its exit status, 128 and the number for a signal."""
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
        self._notes = _Notes(self._recorder)
        self._notes.put(Kind.STARTED, str(process.pid).encode())
        self._notes.tell()
        self._in = _Pump(0, into, Kind.TO_ENGINE, self._notes)
        self._out = [_Pump(out, 1, Kind.FROM_ENGINE, self._notes), _Pump(err, 2, Kind.STDERR, self._notes)]
        for pump in (*self._out, self._in):
            pump.start()
        hearer = _Hearer(self._recorder) if self._recorder is not None else None
        if hearer is not None:
            hearer.start()
        status = self._wait()
        self._drain()
        self._notes.put(Kind.ENDED, self._end(status).text.encode())
        _let_go(1)
        self._notes.finish()
        while self._is_told and hearer is not None and hearer.is_alive():
            if (received := signal.sigtimedwait(_TAKEN, 0)) is not None and received.si_signo in _PASSED_ON:
                break
            hearer.join(_SILENT)
        return status if status >= 0 else 128 - status

    def _wait(self) -> int:
        """Wait for the engine's end and pass signals on; its status, negative for a signal."""
        while True:
            received = signal.sigtimedwait(_TAKEN, _LOOK)
            if received is None:
                self._notes.tell()
                self._look_who_hears()
            elif received.si_signo == signal.SIGUSR1:
                self._notes.put(Kind.ASKED)
                self._notes.tell()
            elif received.si_signo != signal.SIGCHLD:
                self._pass_on(received)
            if (status := self._reap()) is not None:
                return status

    def _pass_on(self, received: signal.struct_siginfo) -> None:
        if received.si_code != _BY_TERMINAL:
            self._kill(received.si_signo)
        self._passed.add(received.si_signo)
        if received.si_signo == signal.SIGTSTP:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _kill(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process.pid, number)

    def _reap(self) -> int | None:
        """Take note of every child that has ended; the engine's status, once it is one of them."""
        found = None
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._process.pid:
                    found = self._process.returncode = os.waitstatus_to_exitcode(ended[1])
        return found

    def _look_who_hears(self) -> None:
        """End an engine that nobody can speak to or hear any more, if it does not leave by itself."""
        if self._in.is_alive() or not self._is_unheard():
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since > _ALONE + _LAST_CHANCE:
            _kill_tree(self._process.pid)
        elif now - self._alone_since > _ALONE:
            self._passed.add(signal.SIGTERM)
            self._kill(signal.SIGTERM)

    def _is_unheard(self) -> bool:
        if self._out[0].is_refused:
            return True
        poll = select.poll()
        poll.register(1, 0)
        return any(event & select.POLLERR for _, event in poll.poll(0))

    def _drain(self) -> None:
        """Pass on what the engine has left in its pipes, before we end as it did."""
        ended = time.monotonic()
        while (left := [pump for pump in self._out if pump.is_alive()]) and time.monotonic() < ended + _DRAIN:
            last = max(ended, *(pump.passed_at for pump in left))
            if not any(pump.is_writing for pump in left) and time.monotonic() > last + _SILENT:
                return
            left[0].join(_SILENT / 10)

    def _end(self, status: int) -> End:
        """How the engine ended; one that a GUI has ended by a signal is not to blame."""
        if status >= 0 and not self._passed - {signal.SIGCONT, signal.SIGTSTP}:
            return End.of_status(status)
        ended_by_others = {signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE}
        if status >= 0 or -status in ended_by_others | self._passed:
            return End(EndKind.KILLED)
        try:
            return End.of_status(status, signal.Signals(-status).name)
        except ValueError:
            return End.of_status(status, str(-status))


def _kill_tree(pid: int) -> None:
    import psutil  # noqa: PLC0415  a process for each game needs it hardly ever

    with contextlib.suppress(psutil.Error):
        engine = psutil.Process(pid)
        for process in [*engine.children(recursive=True), engine]:
            with contextlib.suppress(psutil.Error):
                process.kill()
