"""A client as a process of its own: it is started with an engine of ours, waited for, and nothing that it started is left."""

import os
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import psutil

from conformance.clients.record import LIMITS, ending
from conformance.clients.scenario import PLAIN, Scenario
from conformance.clients.trial import ScenarioEnd
from conformance.system import programs
from conformance.system.current import SYSTEM
from conformance.system.programs import NotStartableError
from conformance.transport import LaunchError, processes
from conformance.wire import recordings
from conformance.wire.ends import End, EndKind
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Transcript

#: The word in a client's command, and the variable in its environment, that stand for the engine's command.
ENGINE, VARIABLE = "{engine}", "CONFORM_ENGINE"
#: Seconds for which an engine may stay when its client has ended, and between two looks.
_STAY = 2.0
_NAP = 0.05
#: Seconds between two looks whether a client is to be ended with all others.
_LOOK = 0.25
#: Bytes at the end of what a client printed in which its last words are looked for, and characters of them that are shown.
_TAIL = 4_096
_CHUNK = 1 << 16
#: Stands in place of what a client printed beyond what is kept.
_MORE = b"\n[conform: the client printed more, which was not kept]\n"
_SHOWN = 200
#: Seconds that a client may take for the plain scenario; for another one so many times what that took, and so many at least.
LONGEST, _AS_LONG, _SHORTEST = 60.0, 4, 20.0
#: Seconds by which the slowest of the difficult engines delays an answer.
_SLOWEST = 3.0
#: The end of the name of a file in which each engine that is started leaves a line.
_BEGUN = ".begun"


def limit_after(seconds: float, plain: Iterable[Transcript]) -> float:
    """How many seconds a client may take for a scenario, where the plain one took so many and was recorded so.

    A client waits for a difficult engine as often as it waited for the plain one.
    """
    waits = sum(_waits(one) for one in plain)
    return min(LONGEST, max(_SHORTEST, _AS_LONG * seconds + _SLOWEST * waits))


def _waits(transcript: Transcript) -> int:
    """How often an answer came to what the client had sent."""
    said = [one.direction for one in transcript if one.direction in (Direction.TO_ENGINE, Direction.FROM_ENGINE)]
    return sum(pair == (Direction.TO_ENGINE, Direction.FROM_ENGINE) for pair in pairwise(said))


class Runner:
    """Starts a client once for each scenario. Records, and what the client prints, are files in `folder`.

    `limit` is how many seconds a client may take for a scenario; without, as many as `limit_after` gives for the plain one.
    """

    def __init__(
        self, protocol: str, command: Sequence[str], folder: Path, *, limit: float | None = None, cwd: str | None = None
    ) -> None:
        self._protocol = protocol
        self._command = command
        self._folder = folder
        self._limit = limit
        self._usual = LONGEST
        self._cwd = cwd
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """End every client, and start no other one. Any thread may ask for it."""
        self._cancelled.set()

    def play(self, scenario: Scenario) -> ScenarioEnd:
        """Run the client with the engine of a scenario until it ends, or its time is up; raises LaunchError."""
        engine = _script(self._folder, self._protocol, scenario)
        words = [word.replace(ENGINE, str(engine)) for word in self._command]
        started = time.monotonic()
        with (self._folder / f"{scenario.name}.log").open("wb", buffering=0) as file:
            cookie = processes.new_cookie()
            process = _start(words, self._cwd, {VARIABLE: str(engine), cookie.name: cookie.value})
            printed = _Printed(process, file)
            printed.start()
            try:
                end = self._wait(process)
                left = 0 if end.kind is EndKind.KILLED else self._left(process.pid, cookie)
            finally:
                processes.kill_all(process.pid, cookie, own_group=process.poll() is None)
                process.wait()
                processes.ended(process.pid)
                printed.join(_STAY)
        seconds = time.monotonic() - started
        records = [_read(path) for path in self._records(scenario)]
        if scenario.name == PLAIN:
            self._usual = limit_after(seconds, records)
        return ScenarioEnd(end, left, seconds, records, _last_words(printed.tail), _begun(self._folder, scenario))

    def _wait(self, process: "subprocess.Popen[bytes]") -> End:
        until = time.monotonic() + (self._limit or self._usual)
        while not self._cancelled.is_set() and (left := until - time.monotonic()) > 0:
            with suppress(subprocess.TimeoutExpired):
                return ending(process.wait(min(left, _LOOK)))
        return End(EndKind.KILLED)

    def _left(self, pid: int, cookie: processes.Cookie) -> int:
        """How many processes of our engine are left a moment after the client's end."""
        until = time.monotonic() + _STAY
        while left := [one for one in processes.descendants(pid, cookie) - {pid} if self._is_engine(one)]:
            if time.monotonic() > until:
                break
            time.sleep(_NAP)
        return len(left)

    def _is_engine(self, pid: int) -> bool:
        with suppress(psutil.Error):
            return str(self._folder) in " ".join(psutil.Process(pid).cmdline())
        return False

    def _records(self, scenario: Scenario) -> list[Path]:
        """The records of a scenario's engines, in the order in which they were started."""
        found = [path for path in self._folder.glob(f"{scenario.name}*.jsonl") if _belongs(path.stem, scenario.name)]
        return sorted(found, key=lambda path: int(path.stem.rpartition("-")[2]) if path.stem != scenario.name else 1)


class _Printed(threading.Thread):
    """The output of a client: the beginning goes to a file, as much as a record holds of an engine; the end is the `tail`."""

    def __init__(self, process: "subprocess.Popen[bytes]", file: BinaryIO) -> None:
        super().__init__(daemon=True)
        assert process.stdout is not None
        self._source = process.stdout
        self._file = file
        self.tail = b""

    def run(self) -> None:
        """Read until nobody can print any more."""
        left = LIMITS.bytes_in_all
        with self._source as source:
            while data := os.read(source.fileno(), _CHUNK):
                self.tail = (self.tail + data)[-_TAIL:]
                with suppress(OSError, ValueError):  # a full disk; a file that nobody waits for any more
                    self._file.write(data[:left])
                    if len(data) > left > 0:
                        self._file.write(_MORE)
                left = max(0, left - len(data))


def _belongs(stem: str, name: str) -> bool:
    """Whether a record is one of a scenario: its name, or that with a number."""
    return stem == name or (stem.rpartition("-")[0] == name and stem.rpartition("-")[2].isdecimal())


def _start(words: Sequence[str], cwd: str | None, extra: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """Start a client, in a session or job of its own; raises LaunchError."""
    env = {**os.environ, **extra}
    try:
        with processes.being_started() as note, SYSTEM.starting() as take_hold:
            process = subprocess.Popen(
                SYSTEM.command(words, cwd, env),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                cwd=cwd,
                env=env,
                **SYSTEM.start_options,
            )
            note(process.pid)
            take_hold(process)
            return process
    except (OSError, NotStartableError) as error:
        raise LaunchError(f"{words[0]} cannot be started: {getattr(error, 'strerror', '') or error}") from error


def _script(folder: Path, protocol: str, scenario: Scenario) -> Path:
    """A program that is the engine of a scenario: one path without arguments, as clients want it."""
    record, begun = folder / f"{scenario.name}.jsonl", folder / f"{scenario.name}{_BEGUN}"
    words = programs.python("-m", "conformance", "engine", "--protocol", protocol, "--record", str(record), scenario.name)
    if programs.IS_WINDOWS:
        script = folder / f"{scenario.name}.bat"
        script.write_text(f'@echo.>>"{begun}"\n@{programs.join(words)}\n', "utf-8")
    else:
        script = folder / f"{scenario.name}.sh"
        script.write_text(f"#!/bin/sh\necho >>{programs.join([str(begun)])}\nexec {programs.join(words)}\n", "utf-8")
        script.chmod(0o700)
    return script


def _begun(folder: Path, scenario: Scenario) -> int:
    """How many engines of a scenario the client has started: each has left a line, whatever became of it."""
    with suppress(FileNotFoundError):
        return (folder / f"{scenario.name}{_BEGUN}").read_bytes().count(b"\n")
    return 0


def _read(path: Path) -> Transcript:
    """A record; one whose engine was killed in the middle of a row has lost that row only."""
    text = path.read_text("ascii", "replace")
    whole = text[: text.rfind("\n") + 1]
    return recordings.read_one(whole, path.stem).transcript


def _last_words(tail: bytes) -> str:
    """The last line that a client printed."""
    rows = tail.decode("utf-8", "replace").split("\n")
    return next((visible(row.strip(), _SHOWN) for row in reversed(rows) if row.strip()), "")
