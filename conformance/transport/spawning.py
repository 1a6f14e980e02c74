"""An engine's process, started and watched: what all transports over pipes have in common."""

import contextlib
import errno
import os
import shutil
import subprocess
import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from conformance.system.current import SYSTEM
from conformance.system.programs import NotStartableError
from conformance.transport import Disturbance, LaunchError, Usage, processes
from conformance.transport.spawn import Spawn

#: Longest sleep in one wait, in seconds. Waking up late from it shows how much the host delays us.
NAP = 0.1
LATE = 0.02
_NOT_EXECUTABLE = "{} cannot be executed: is it a program, and is its x bit set (chmod +x)?"
#: Bytes of a file that are looked at for the name of its interpreter.
_FIRST = 256


class Engine(Spawn):
    """A process with its pipes. Times are seconds since it was started. Raises LaunchError when it cannot be started."""

    virtual = False

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        encoding: str | None = "utf-8",
        codec_errors: str = "surrogateescape",
    ) -> None:
        super().__init__(encoding, codec_errors)
        self._cookie = processes.new_cookie()
        self._process = _spawn(command, cwd, {**(env or {}), self._cookie.name: self._cookie.value})
        self._started = time.monotonic()
        self.pid: int = self._process.pid
        self._stalled = 0.0
        self.closed = self.terminated = False
        try:
            self._scheduling = SYSTEM.scheduling(self.pid)
            self._attach()
        except OSError as error:
            processes.kill_all(self.pid, self._cookie, own_group=True)
            self._process.wait()
            processes.ended(self.pid)
            raise LaunchError(f"{command[0]} cannot be talked to: {error.strerror or error}") from error

    @abstractmethod
    def _attach(self) -> None:
        """Take hold of the pipes of the process, and of its end; raises OSError."""

    @abstractmethod
    def _detach(self) -> None:
        """Close the pipes."""

    def now(self) -> float:
        """Seconds since the engine was started."""
        return time.monotonic() - self._started

    def usage(self) -> Usage:
        """CPU time of the engine's processes so far."""
        return Usage(*processes.usage(self.pid, self._cookie))

    def survivors(self) -> int:
        """Living processes that the engine has started."""
        return len(processes.descendants(self.pid, self._cookie) - {self.pid})

    def disturbance(self) -> Disturbance:
        """Time by which we woke up late, and time the engine was ready to run but did not get a core."""
        served, delayed = self._scheduling()
        return Disturbance(self._stalled, delayed, served)

    def members(self) -> set[int]:
        """Ids of the engine's living processes."""
        return processes.descendants(self.pid, self._cookie)

    def is_at_rest(self) -> bool:
        """Whether no process of the engine wants a core, at several looks a moment apart."""
        return processes.is_at_rest(self.pid, self._cookie)

    def may_wait_for_others(self) -> bool:
        """Whether a process of the engine waits for a disk, or may have its work done by a process elsewhere."""
        return processes.may_wait_for_others(self.pid, self._cookie)

    def isalive(self) -> bool:
        """Whether the engine's process lives; if it has ended `exitstatus` and `signalstatus` say how."""
        if self._process.poll() is None:
            return True
        self._note_status(self._process.returncode)
        return False

    def wait(self) -> int:
        """Wait until the process has ended; gives its exit status, negative for a signal, as in `subprocess`."""
        status = self._process.wait()
        self._note_status(status)
        return status

    def _note_status(self, status: int) -> None:
        self.terminated = True
        self.exitstatus, self.signalstatus = (status, None) if status >= 0 else (None, -status)

    def kill(self, sig: int) -> None:
        """Send the process a signal."""
        self._process.send_signal(sig)

    def close(self) -> None:
        """Kill the engine and every descendant, reap the process, close the pipes."""
        if self.closed:
            return
        self.closed = True
        processes.kill_all(self.pid, self._cookie, own_group=self._process.poll() is None)
        self._process.wait()
        processes.ended(self.pid)
        self._detach()


def _spawn(command: Sequence[str], cwd: str | None, extra: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """Start the engine apart from us: in a session of its own, or a job.

    `PYTHONUNBUFFERED` is taken out of its environment: it would hide a missing flush.
    """
    env = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | dict(extra)
    try:
        with processes.being_started() as note, SYSTEM.starting() as take_hold:
            process = subprocess.Popen(
                SYSTEM.command(command, cwd, env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=env,
                bufsize=0,
                **SYSTEM.start_options,
            )
            note(process.pid)
            take_hold(process)
            return process
    except NotStartableError as error:
        raise LaunchError(str(error)) from error
    except OSError as error:
        raise LaunchError(why_not_started(command[0], cwd, error)) from error


def why_not_started(program: str, cwd: str | None, error: OSError) -> str:
    """Why a command was not started, and what to do about it."""
    if obstacle := why_not_startable(program, cwd):
        return obstacle
    if isinstance(error, FileNotFoundError):
        is_dos = _first_line(program, cwd).endswith(b"\r")
        return f"{program} {'has a first line that ends in CR LF: save it with LF' if is_dos else SYSTEM.not_started}"
    if error.errno == errno.ENOEXEC and not _first_line(program, cwd).startswith(b"#!"):
        return (
            f"{program} is not a program of this system, nor a script that names its interpreter, as in `#!/usr/bin/env python3`"
        )
    if isinstance(error, PermissionError):
        return _NOT_EXECUTABLE.format(program)
    if error.errno == errno.EAGAIN:
        return f"{program} cannot be started: {processes.NO_MORE}"
    return f"{program} cannot be started: {error.strerror or error}"


def _first_line(program: str, cwd: str | None) -> bytes:
    """The beginning of a file up to its first line feed; empty where it cannot be read."""
    with contextlib.suppress(OSError), (Path(cwd or ".") / program).open("rb") as file:
        return file.readline(_FIRST).removesuffix(b"\n")
    return b""


def why_not_startable(program: str, cwd: str | None) -> str:
    """Why a command cannot be started from a folder, as far as its path shows, and what to do about it; else nothing."""
    if cwd and not Path(cwd).is_dir():
        return f"there is no directory {cwd}"
    here, is_path = Path(cwd or "."), Path(program).name != program
    found = here / program
    if not is_path and shutil.which(program):
        return ""
    if found.is_dir():
        return f"{program} is a directory; give the path of the engine's program in it, such as {program.rstrip('/')}/myengine"
    if found.exists():
        if not is_path:
            return f"{program} is not a command; did you mean ./{program}?"
        return "" if os.access(found, os.X_OK) else _NOT_EXECUTABLE.format(program)
    first, *others = program.split()
    if others and (shutil.which(first) or (here / first).is_file()):
        return f"{program}: there is no such file; it is one word, so leave out the quotes around the engine and its arguments"
    if cwd and Path(program).exists():
        return f"{program}: there is no such file in {cwd}, where the engine is started; give its path from there, or all of it"
    return f"{program}: there is no such file; give the path of the engine's program, such as ./myengine"


def descriptor(stream: IO[bytes] | None) -> int:
    """The descriptor of a pipe."""
    assert stream is not None
    return stream.fileno()


def close_quietly(stream: IO[bytes] | None) -> None:
    """Close a pipe; what could not be written to it is lost."""
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()
