"""The process that records what passes between a GUI and an engine, says how it stands, and judges it at its end.

`watch` starts it and imports it there: the game does not wait for what only the judging needs.
"""

import contextlib
import os
import selectors
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from conformance.front import cache_paths, provenance
from conformance.front.cli.messages import safe
from conformance.front.cli.outputs import feed, file_reporters
from conformance.front.cli.recorded import of_dialogue, share
from conformance.front.cli.watched import Watched
from conformance.front.loading import load_suite
from conformance.judging.pending import rows, standing
from conformance.judging.recorded import judge_recorded
from conformance.protocol.states import Reading
from conformance.protocol.suite import Suite
from conformance.report import Reporter, ReportError, plain
from conformance.report.jsonl import JsonlReporter
from conformance.report.keep import KeepReporter
from conformance.watch import as_events
from conformance.watch.notes import Note, NoteKind, Unpacker
from conformance.watch.recorder import Tape
from conformance.wire import recordings
from conformance.wire.transcript import Line
from conformance.words import inputs
from conformance.words.model import OutputLimits

#: The folder in the user's cache where recorders that live have their doors.
WATCHING = "watching"
#: Records that are kept in the cache folder where no file is named.
_KEPT = 20
#: Seconds after which judging is given up, and seconds that whoever asks how it stands may take to hear the answer.
_PATIENCE = 300
_ANSWER = 30.0
_CHUNK = 1 << 16


class WatchRecorder:
    """Records one dialogue, answers whoever asks how it stands, and judges it at its end."""

    def __init__(self, watched: Watched, relay: socket.socket) -> None:
        self._watched = watched
        self._relay = relay
        self._started = as_events.now()
        self._reading: Reading[Any] | None = None
        self._file: IO[str] | None = None
        self._log: Path | None = None
        self._trouble = ""
        self._tape = Tape(OutputLimits())

    @cached_property
    def _suite(self) -> Suite[Any]:
        """The suite, not before it is wanted: while it is loaded, nothing is recorded."""
        return load_suite(self._watched.options.protocol)

    def run(self) -> None:
        """Record until the relay has ended, then judge and report."""
        door = _door(self._watched.pid)
        try:
            self._listen(door)
        finally:
            if door is not None:
                door.close()
                _door_file(self._watched.pid).unlink(missing_ok=True)
        if self._tape.started is None:
            return
        self._write(self._tape.finish())
        if self._file is not None:
            self._file.close()
        self._report()

    def _listen(self, door: socket.socket | None) -> None:
        unpacker = Unpacker()
        with selectors.DefaultSelector() as ready:
            ready.register(self._relay, selectors.EVENT_READ)
            if door is not None:
                ready.register(door, selectors.EVENT_READ)
            while True:
                for key, _ in ready.select():
                    if key.fileobj is door:
                        self._answer(door)
                    elif not self._hear(unpacker):
                        return

    def _hear(self, unpacker: Unpacker) -> bool:
        try:
            data = self._relay.recv(_CHUNK)
        except OSError:
            return False
        lines: list[Line] = []
        for note in unpacker.feed(data):
            lines += self._take(note)
        self._write(lines)
        return bool(data)

    def _take(self, note: Note) -> list[Line]:
        if note.kind is NoteKind.ASKED:
            with contextlib.suppress(OSError):
                self._relay.sendall(safe(self._standing()).encode(errors="backslashreplace"))
        lines = self._tape.take(note)
        if note.kind is NoteKind.STARTED:
            self._open()
        return lines

    # -- the record ---------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            self._file, self._log = _new_log(self._watched)
            self._file.write(recordings.head(recordings.About(protocol=self._watched.options.protocol)))
        except OSError as error:
            self._lose(error)

    def _write(self, lines: Sequence[Line]) -> None:
        if self._file is None or not lines:
            return
        try:
            self._file.writelines(map(recordings.row, lines))
            self._file.flush()
        except OSError as error:
            self._lose(error)

    def _lose(self, error: OSError) -> None:
        """Go on without the file; that is reported at once, since it is not what the user wants to hear at the end."""
        self._trouble = f"conform watch: nothing is recorded: {error.filename or 'the record'}: {error.strerror or error}\n"
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        self._file = self._log = None
        with contextlib.suppress(OSError):
            self._relay.sendall(self._trouble.encode(errors="backslashreplace"))

    # -- how it stands ------------------------------------------------------------------------------------------------

    def _answer(self, door: socket.socket) -> None:
        with contextlib.suppress(OSError):
            asker, _ = door.accept()
            with asker:
                asker.settimeout(_ANSWER)
                asker.sendall(safe(self._standing()).encode(errors="backslashreplace"))

    def _standing(self) -> str:
        """The answer that the engine owes, and for how long, as text."""
        watched, tape = self._watched, self._tape
        if tape.started is None:
            return f"{watched.options.protocol}, {' '.join(watched.command.words)}: it is being started\n"
        if self._reading is None:
            self._reading = self._suite.reading(tape.transcript, of_any_gui=True)
        now = time.monotonic() - tape.started
        return "".join(f"{row}\n" for row in _rows_of_standing(watched, tape, self._suite, self._reading, now))

    # -- the end ------------------------------------------------------------------------------------------------------

    def _report(self) -> None:
        """Judge, write the reports, and say what was broken where somebody wants to hear it."""
        suite = self._suite
        watched, transcript = self._watched, self._tape.transcript
        transcript.name = str(self._log or watched.command.words[0])
        with _limited():
            judged = judge_recorded(suite, transcript)
        words = watched.command.words
        about = as_events.Provenance(
            " ".join(words), words, provenance.host(), provenance.engine_files(watched.command), self._started
        )
        try:
            feed(as_events.events_of(suite, judged, about), self._reporters())
        except ReportError as error:
            self._trouble += f"conform watch: {error}\n"
        if watched.options.is_reported:
            identity = suite.driver.identify(transcript)
            name = plain(identity.name) if identity else words[0]
            head = f"conform watch: {suite.protocol}, {name}: {len(transcript)} lines in {transcript.duration:.1f} s"
            owed = as_events.owed_when_ended(suite, judged)
            rows = [
                head,
                *of_dialogue(suite, judged),
                *([owed] if owed else []),
                _who(judged.findings, judged.missteps),
                share(suite, [judged]),
            ]
            said = "".join(f"{row}\n" for row in rows)
            self._relay.sendall(safe(self._trouble + said).encode(errors="backslashreplace"))

    def _reporters(self) -> list[Reporter]:
        options = self._watched.options
        reporters: list[Reporter] = [JsonlReporter(self._log, append=True)] if self._log is not None else []
        if options.keep:
            reporters.append(KeepReporter(Path(options.keep)))
        return [*reporters, *file_reporters(options)]


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Raise TimeoutError where what is done meanwhile takes too long; where there are no signals, end this process."""
    if sys.platform == "win32":
        timer = threading.Timer(_PATIENCE, os._exit, (1,))
        timer.daemon = True
        timer.start()
        yield
        timer.cancel()
    else:
        signal.signal(signal.SIGALRM, _give_up)
        signal.alarm(_PATIENCE)
        yield
        signal.alarm(0)


def _give_up(_number: int, _frame: object) -> None:
    raise TimeoutError(f"judging took more than {_PATIENCE} s")


def _who(findings: Sequence[object], missteps: Sequence[object]) -> str:
    """Which side broke anything, in a sentence."""
    engine = "the engine broke what is reported above" if findings else "the engine broke nothing that was judged"
    gui = "the GUI sent what it may not" if missteps else "the GUI sent nothing that it may not"
    return f"{engine}; {gui}"


def _rows_of_standing(watched: Watched, tape: Tape, suite: Suite[Any], reading: Reading[Any], now: float) -> Iterator[str]:
    yield f"{watched.options.protocol}, {plain(' '.join(watched.command.words))}, process {tape.pid}, for {now:.1f} s"
    yield from rows(standing(suite.driver, reading), tape.transcript.lines, now)


# -- files ----------------------------------------------------------------------------------------------------------------


def _new_log(watched: Watched) -> tuple[IO[str], Path]:
    """A new file for a record: a file that exists is kept, since a GUI may start the same command twice."""
    if watched.options.log:
        wanted = Path(watched.options.log).expanduser().absolute()
    else:
        wanted = cache_paths.new_record("watched", watched.options.protocol, _KEPT)
    return inputs.new_file(wanted)


def _door_file(pid: int) -> Path:
    return cache_paths.folder(WATCHING) / f"{pid}.sock"


def _door(pid: int) -> socket.socket | None:
    """Where others may ask how a dialogue stands; None where there can be no such place."""
    if sys.platform == "win32":
        return None
    try:
        _door_file(pid).unlink(missing_ok=True)
        door = socket.socket(socket.AF_UNIX)
        with contextlib.chdir(cache_paths.folder(WATCHING)):  # an address may not be long
            door.bind(f"{pid}.sock")
        door.listen()
    except OSError:
        return None
    return door
