"""The record of what a client said to an engine of ours, written as it happens: it is whole although the engine is killed.

It is a recording as `conform judge` reads it. Process events say which scenario it was, and what became of the client.
"""

import time
from typing import IO

from conformance.clients.record_events import RecordHead
from conformance.clients.scenario import Scenario
from conformance.system.current import SYSTEM
from conformance.watch.notes import Note, NoteKind
from conformance.watch.recorder import Tape
from conformance.wire import recordings
from conformance.wire.ends import End
from conformance.wire.transcript import Direction, Line
from conformance.words.model import OutputLimits

#: What a record holds: a client is tried in minutes, and an engine that floods is not written down to its end.
LIMITS = OutputLimits(lines_in_all=60_000, bytes_in_all=8 << 20)
#: Kinds of note by the marks of `Direction`.
_KINDS = {
    Direction.TO_ENGINE.value: NoteKind.TO_ENGINE,
    Direction.FROM_ENGINE.value: NoteKind.FROM_ENGINE,
    Direction.STDERR.value: NoteKind.STDERR,
}


def ending(status: int) -> End:
    """How a process with this exit status, negative for a signal, ended."""
    return End.of_status(status, SYSTEM.signal_of(status))


def opening(scenario: Scenario) -> Line:
    """The process event in front of a record: the scenario, what it tries, and whether the engine is faulty."""
    return Line(0.0, Direction.PROCESS, RecordHead(scenario.name, scenario.is_faulty, scenario.tries).text)


class ScenarioRecorder:
    """Takes what `conformance.engines.process.run` notes, and writes each line to a file at once."""

    def __init__(self, file: IO[str], protocol: str, scenario: Scenario, pid: int) -> None:
        self._file = file
        self._tape = Tape(LIMITS)
        file.write(recordings.head(recordings.About(protocol=protocol)))
        self._tape.take(Note(time.monotonic(), NoteKind.STARTED, str(pid).encode()))
        self._write([opening(scenario)])

    def note(self, mark: str, data: bytes) -> None:
        """Take what passes: see `conformance.engines.process.Note`."""
        at = time.monotonic()
        if mark in _KINDS:
            self._write(self._tape.take(Note(at, _KINDS[mark], data)))
        elif data:
            self._write(self._tape.take(Note(at, NoteKind.ENDED, ending(int(data)).text.encode())))
        else:
            self._write(self._tape.take(Note(at, NoteKind.INPUT_CLOSED)))

    def _write(self, lines: list[Line]) -> None:
        if lines:
            self._file.writelines(map(recordings.row, lines))
            self._file.flush()
