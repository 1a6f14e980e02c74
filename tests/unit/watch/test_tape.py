"""What a relay notes becomes a transcript: byte by byte, within limits, and with the engine's end."""

import pytest

from conformance.watch.notes import Note, NoteKind, Unpacker, pack
from conformance.watch.recorder import Tape
from conformance.wire import recordings
from conformance.wire.transcript import Direction, Line, as_bytes
from conformance.words import inputs
from conformance.words.model import OutputLimits


def tape_of(*notes, limits=None):
    tape = Tape(limits or OutputLimits())
    tape.take(Note(100.0, NoteKind.STARTED, b"7"))
    for number, (kind, data) in enumerate(notes, 1):
        tape.take(Note(100.0 + number, kind, data))
    return tape


def test_a_note_is_read_as_it_was_written_wherever_it_is_cut():
    notes = [Note(1.5, NoteKind.TO_ENGINE, b"usi\n"), Note(2.0, NoteKind.OUTPUT_CLOSED), Note(2.5, NoteKind.STDERR, b"\x00\xff")]
    data = b"".join(map(pack, notes))
    for step in (1, 3, len(data)):
        unpacker = Unpacker()
        found = [note for at in range(0, len(data), step) for note in unpacker.feed(data[at : at + step])]
        assert found == notes


def test_what_the_gui_writes_in_pieces_is_recorded_in_pieces():
    tape = tape_of((NoteKind.TO_ENGINE, b"usi\nisre"), (NoteKind.TO_ENGINE, b"ady\r\n"))
    assert tape.transcript.lines == [
        Line(1.0, Direction.TO_ENGINE, "usi"),
        Line(1.0, Direction.TO_ENGINE, "isre", "", joined=True),
        Line(2.0, Direction.TO_ENGINE, "ady", "\r\n"),
    ]
    assert as_bytes(tape.transcript.lines) == b"usi\nisready\r\n"


def test_a_line_of_the_engine_has_the_time_of_its_end_and_the_rest_that_of_the_exit():
    tape = tape_of(
        (NoteKind.FROM_ENGINE, b"us"),
        (NoteKind.FROM_ENGINE, b"iok\nrest\xff"),
        (NoteKind.STDERR, b"oh\n"),
        (NoteKind.ENDED, b"exit 3"),
    )
    assert tape.transcript.lines == [
        Line(2.0, Direction.FROM_ENGINE, "usiok"),
        Line(3.0, Direction.STDERR, "oh"),
        Line(4.0, Direction.FROM_ENGINE, "rest\udcff", ""),
        Line(4.0, Direction.PROCESS, "exit 3"),
    ]
    assert tape.finish() == []
    assert tape.pid == 7


def test_time_never_goes_back_and_behind_an_end_that_nobody_told_nothing_is_judged():
    tape = tape_of((NoteKind.TO_ENGINE, b"usi\n"))
    tape.take(Note(100.5, NoteKind.FROM_ENGINE, b"usiok\n"))
    assert [line.at for line in tape.transcript.lines] == [1.0, 1.0]
    assert tape.finish() == [Line(1.0, Direction.PROCESS, "left out: the end, which nobody has reported")]
    assert tape.transcript.lines[-1].is_gap


@pytest.mark.parametrize(
    ("limits", "kept"), [(OutputLimits(lines_in_all=2), 3), (OutputLimits(bytes_in_all=19), 3), (OutputLimits(), 9)]
)
def test_a_long_dialogue_is_recorded_up_to_a_limit_and_its_end(limits, kept):
    tape = tape_of(*[(NoteKind.FROM_ENGINE, b"12345\n")] * 9, (NoteKind.ENDED, b"exit 0"), limits=limits)
    said = [line.text for line in tape.transcript.lines]
    assert said[:kept] == ["12345"] * kept
    gap = [] if kept == 9 else ["left out: what is more than a record holds"]
    assert said[kept:] == [*gap, "exit 0"]


def test_behind_lost_notes_nothing_is_recorded():
    tape = tape_of(
        (NoteKind.FROM_ENGINE, b"a\n"), (NoteKind.LOST, b""), (NoteKind.FROM_ENGINE, b"b\n"), (NoteKind.ENDED, b"signal SIGSEGV")
    )
    assert [line.text for line in tape.transcript.lines][::2] == ["a", "signal SIGSEGV"]
    assert tape.transcript.lines[1].is_gap


def test_of_a_line_without_an_end_no_piece_is_taken_for_a_line():
    tape = Tape(OutputLimits())
    tape.take(Note(0.0, NoteKind.STARTED, b"7"))
    for at in range(3):
        tape.take(Note(at, NoteKind.FROM_ENGINE, b"readyok\n" + b"x" * 200_000 if at == 0 else b"x" * 200_000))
    assert [line.text for line in tape.transcript] == ["readyok", "left out: a line that is too long"]
    assert tape.transcript.lines[-1].is_gap


@pytest.mark.parametrize("row", [b"x" * 999 + b"\n", b"\xff" * 999 + b"\n", b"\x01\n"])
def test_whatever_is_said_the_record_can_be_read_again(row):
    """A record has six characters for a byte that is no text, and is read up to twice the size of what it may hold."""
    limits = OutputLimits(bytes_in_all=1 << 20, lines_in_all=4_000)
    tape = tape_of(*[(NoteKind.FROM_ENGINE, row)] * 5_000, limits=limits)
    assert tape.transcript.lines[-1].is_gap
    written = sum(len(recordings.row(line)) for line in tape.transcript)
    assert written <= limits.bytes_in_all * inputs.RECORD // OutputLimits().bytes_in_all
