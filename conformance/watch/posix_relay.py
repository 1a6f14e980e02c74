"""A relay where there are signals: it passes on those that it gets, and the engine ends with it by what only Linux has."""

import contextlib
import ctypes
import os
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from conformance.watch.notes import NoteKind
from conformance.watch.relay import LOOK, Relay
from conformance.wire.ends import End, EndKind

assert sys.platform == "linux", "others lack its signals"

_PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR2, signal.SIGALRM, signal.SIGCONT)
#: A signal that the terminal gives to the whole group (`si_code` of Linux): the engine has got it, too.
_BY_TERMINAL = 0x80
_TAKEN = {*_PASSED_ON, signal.SIGTSTP, signal.SIGCHLD, signal.SIGUSR1}
_PR_SET_PDEATHSIG = 1
#: Of a `signalfd`: that no child gets it (`SFD_CLOEXEC`), the bytes of a `sigset_t` and of one signal, and how that begins:
#: its number, an error number, and its `si_code`.
_CLOEXEC, _SET_SIZE, _SIGNAL_SIZE = 0o2000000, 128, 128
_SIGNAL_HEAD = struct.Struct("=Iii")


class _Signal(NamedTuple):
    """A signal that has come, and how (`si_code`)."""

    number: int
    code: int


class _Signals:
    """The signals of `_TAKEN`, which are blocked, in the order in which they come.

    It reads a `signalfd`. `signal.sigtimedwait` of Python 3.11 cannot be used: if SIGSTOP and SIGCONT interrupt it, and its time
    is over then, it returns whatever lies in memory as a signal.
    """

    def __init__(self, libc: ctypes.CDLL) -> None:
        """Raises OSError."""
        mask = sum(1 << number - 1 for number in _TAKEN).to_bytes(_SET_SIZE, sys.byteorder)
        self._fd = libc.signalfd(-1, mask, _CLOEXEC)
        if self._fd < 0:
            raise OSError(ctypes.get_errno(), "signalfd")
        self._poll = select.poll()
        self._poll.register(self._fd, select.POLLIN)

    def next(self, seconds: float) -> _Signal | None:
        """The next signal, None if none comes within so many seconds."""
        if not self._poll.poll(seconds * 1000):
            return None
        number, _, code = _SIGNAL_HEAD.unpack_from(os.read(self._fd, _SIGNAL_SIZE))
        return _Signal(number, code)


class PosixRelay(Relay):
    """A relay on Linux."""

    def __init__(
        self, command: Sequence[str], recorder: socket.socket | None, *, cwd: str | None = None, is_reported: bool = False
    ) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, _TAKEN)
        libc = ctypes.CDLL(None, use_errno=True)
        self._prctl = libc.prctl
        self._signals = _Signals(libc)
        self._passed: set[int] = set()
        super().__init__(command, recorder, cwd=cwd, is_reported=is_reported)

    def _start(self, command: Sequence[str], cwd: str | None) -> "subprocess.Popen[bytes]":
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

    def _in_the_child(self) -> None:
        self._prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TAKEN)

    def _wait(self) -> int:
        """Wait for the engine's end and pass signals on; its status, negative for a signal."""
        while True:
            received = self._signals.next(LOOK)
            if received is None:
                self._notes.send()
                self._look_who_hears()
            elif received.number == signal.SIGUSR1:
                self._notes.put(NoteKind.ASKED)
                self._notes.send()
            elif received.number != signal.SIGCHLD:
                self._pass_on(received)
            if (status := self._reap()) is not None:
                return status

    def _pass_on(self, received: _Signal) -> None:
        if received.code != _BY_TERMINAL:
            self._signal(received.number)
        self._passed.add(received.number)
        if received.number == signal.SIGTSTP:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _signal(self, number: int) -> None:
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

    def _is_asked_to_end(self) -> bool:
        return (received := self._signals.next(0)) is not None and received.number in _PASSED_ON

    def _is_unheard(self) -> bool:
        poll = select.poll()
        poll.register(1, 0)
        return any(event & select.POLLERR for _, event in poll.poll(0))

    def _ask_to_end(self) -> None:
        self._passed.add(signal.SIGTERM)
        self._signal(signal.SIGTERM)

    def _kill(self) -> None:
        import psutil  # noqa: PLC0415  a process for each game needs it hardly ever

        with contextlib.suppress(psutil.Error):
            engine = psutil.Process(self._process.pid)
            for process in [*engine.children(recursive=True), engine]:
                with contextlib.suppress(psutil.Error):
                    process.kill()

    def _end(self, status: int) -> End:
        if status >= 0 and not self._passed - {signal.SIGCONT, signal.SIGTSTP}:
            return End.of_status(status)
        ended_by_others = {signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE}
        if status >= 0 or -status in ended_by_others | self._passed:
            return End(EndKind.KILLED)
        try:
            return End.of_status(status, signal.Signals(-status).name)
        except ValueError:
            return End.of_status(status, str(-status))

    def _status(self, status: int) -> int:
        """128 and the number for a signal."""
        return status if status >= 0 else 128 - status
