"""The notes that a relay takes of a dialogue, as they go to the process that records it. Sans-IO."""

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

#: In front of the data of each note: when (seconds on the monotonic clock), what, and how many bytes follow.
_HEAD = struct.Struct("=dBI")


class NoteKind(IntEnum):
    """The subject of a note.

    The first three have the bytes of one read, `ENDED` the end of the engine as a process event, `STARTED` its process. `LOST`
    stands where notes are missing, `ASKED` for somebody who wants to know what the engine owes.
    """

    TO_ENGINE = 0
    FROM_ENGINE = 1
    STDERR = 2
    INPUT_CLOSED = 3
    OUTPUT_CLOSED = 4
    ENDED = 5
    LOST = 6
    ASKED = 7
    STARTED = 8


class Note(NamedTuple):
    """One thing that happened, `at` seconds on the monotonic clock of the system."""

    at: float
    kind: NoteKind
    data: bytes = b""


def pack(note: Note) -> bytes:
    """A note as bytes."""
    return _HEAD.pack(note.at, note.kind, len(note.data)) + note.data


class Unpacker:
    """Takes the bytes of notes as they come, and gives the notes."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[Note]:
        """Take what a read returned; give the notes that it completed."""
        self._pending += data
        while len(self._pending) >= _HEAD.size:
            at, kind, size = _HEAD.unpack_from(self._pending)
            if len(self._pending) < _HEAD.size + size:
                return
            yield Note(at, NoteKind(kind), bytes(self._pending[_HEAD.size : _HEAD.size + size]))
            del self._pending[: _HEAD.size + size]
