"""Records what a relay notes: bytes become lines with their times, within limits, as in any dialogue of ours."""

import itertools

from conformance.watch.notes import Note, NoteKind
from conformance.wire.lines import LineSplitter
from conformance.wire.transcript import INPUT_CLOSED, LEFT_OUT, Direction, Line, Transcript
from conformance.words.model import OutputLimits

#: The check that a watched dialogue is of: it comes from none.
NAME = "watched"
#: Bytes that stand in a record as they are, and how many characters more than one any other byte may take there.
_PLAIN = bytes(range(0x20, 0x7F)) + b"\n\r"
_ESCAPED = 5
_DIRECTIONS = {NoteKind.FROM_ENGINE: Direction.FROM_ENGINE, NoteKind.STDERR: Direction.STDERR}
_EVENTS = {NoteKind.INPUT_CLOSED: INPUT_CLOSED, NoteKind.OUTPUT_CLOSED: "eof"}


class Tape:
    """Grows a transcript from notes. After what goes beyond the limits, or was lost, only the engine's end is kept."""

    def __init__(self, limits: OutputLimits) -> None:
        self.transcript = Transcript(name=NAME, check=NAME)
        #: When the engine was started, on the monotonic clock, and its process.
        self.started: float | None = None
        self.pid = 0
        self._limits = limits
        self._size = 0
        self._is_full = False
        self._has_ended = False
        self._splitters = {kind: LineSplitter() for kind in _DIRECTIONS}

    def take(self, note: Note) -> list[Line]:
        """Take a note; give the lines that the transcript has got by it."""
        if note.kind is NoteKind.STARTED:
            self.started, self.pid = note.at, int(note.data)
        lines = self._lines(note)
        self.transcript.lines += lines
        return lines

    def finish(self) -> list[Line]:
        """The note of the end where nobody has reported it: the relay itself was ended."""
        if self.started is None or self._has_ended or self._is_full:
            return []
        lines = self._leave_out(self._at(None), "the end, which nobody has reported")
        self.transcript.lines += lines
        return lines

    def _at(self, note: Note | None) -> float:
        """When a note was made, in seconds since the engine was started: never before what was noted earlier."""
        last = self.transcript.lines[-1].at if self.transcript.lines else 0.0
        return last if note is None or self.started is None else max(last, round(note.at - self.started, 6))

    def _lines(self, note: Note) -> list[Line]:
        at = self._at(note)
        if note.kind is NoteKind.ENDED:
            self._has_ended = True
            end = Line(at, Direction.PROCESS, note.data.decode())
            return [end] if self._is_full else [*self._rest(at), end]
        if self._is_full:
            return []
        if note.kind is NoteKind.LOST:
            return self._leave_out(at, "what came faster than it could be recorded")
        if note.kind in _EVENTS:
            return [Line(at, Direction.PROCESS, _EVENTS[note.kind])]
        self._size += len(note.data) + _ESCAPED * len(note.data.translate(None, _PLAIN))
        if self._size > self._limits.bytes_in_all or len(self.transcript) > self._limits.lines_in_all:
            return self._leave_out(at, "what is more than a record holds")
        if note.kind is NoteKind.TO_ENGINE:
            return _written(at, note.data)
        if note.kind in _DIRECTIONS:
            heard = self._splitters[note.kind].feed(note.data)
            whole = list(itertools.takewhile(lambda raw: raw.end, heard))
            lines = [Line(at, _DIRECTIONS[note.kind], raw.text, raw.end) for raw in whole]
            return lines if len(whole) == len(heard) else [*lines, *self._leave_out(at, "a line that is too long")]
        return []

    def _leave_out(self, at: float, what: str) -> list[Line]:
        self._is_full = True
        return [Line(at, Direction.PROCESS, f"{LEFT_OUT}: {what}")]

    def _rest(self, at: float) -> list[Line]:
        """The lines that have not ended."""
        rest = [(kind, raw) for kind, splitter in self._splitters.items() for raw in splitter.finish()]
        return [Line(at, _DIRECTIONS[kind], raw.text, raw.end) for kind, raw in rest]


def _written(at: float, data: bytes) -> list[Line]:
    """The lines of one write to the engine; the last can be a piece of one."""
    splitter = LineSplitter(max_line=len(data))
    rows = [*splitter.feed(data), *splitter.finish()]
    return [Line(at, Direction.TO_ENGINE, raw.text, raw.end, joined=index > 0) for index, raw in enumerate(rows)]
