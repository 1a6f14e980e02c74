"""The head of a recording: written, read back, and told where it is broken; event streams are none."""

import json

import pytest

from conformance.wire.recordings import About, RecordingError, head, protocol_of, read, read_one, write
from conformance.wire.transcript import Direction, Line, Transcript

ABOUT = About(
    protocol="usi",
    requirement="USI-STOP-01",
    check="stop",
    expected="a",
    actual="b",
    known_broken=frozenset({"USI-HS-01", "USI-HS-02"}),
    settings={"Style": "Solid"},
    seed=7,
    time_scale=2.5,
)
LINES = [Line(0.5, Direction.TO_ENGINE, "usi")]
STREAM = '{"event": "run_started", "protocol": "usi"}\n{"event": "summary", "exit_code": 0}\n'


def test_what_a_recording_is_about_is_written_and_read_back():
    found = read_one(write(Transcript(LINES), ABOUT))
    assert (found.about, found.transcript.lines) == (ABOUT, LINES)


def test_a_recording_without_a_head_or_with_an_older_one_is_about_less():
    row = '{"at": 0.5, "dir": ">", "text": "usi"}\n'
    assert read_one(row).about == read_one("> usi\n").about == About()
    assert read_one('{"recording": {"protocol": "usi", "of_old": 1}}\n' + row).about == About(protocol="usi")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("known_broken", None),
        ("known_broken", "USI-HS-01"),
        ("known_broken", [1]),
        ("settings", ["Style"]),
        ("settings", {"Style": 1}),
        ("seed", 1.5),
        ("seed", True),
        ("time_scale", 0),
        ("time_scale", "2"),
        ("requirement", None),
        ("version", 1),
        ("at", -1),
        ("at", True),
        ("at", "3"),
    ],
)
def test_a_broken_head_is_told(name, value):
    row = json.dumps({"recording": {name: value}})
    with pytest.raises(RecordingError, match=f"^log, line 1: {name} is "):
        read_one(f'{row}\n{{"at": 0, "dir": ">", "text": "usi"}}\n', "log")


@pytest.mark.parametrize("head", ["null", "[]", "1"])
def test_a_head_that_is_no_object_is_told(head):
    with pytest.raises(RecordingError, match="is not an object"):
        read_one(f'{{"recording": {head}}}\n{{"at": 0, "dir": ">", "text": "usi"}}\n', "log")


def test_an_event_stream_is_no_recording_but_may_hold_no_dialogue():
    with pytest.raises(RecordingError, match="log is a stream of events and no recording: run with --keep"):
        read_one(STREAM, "log")
    assert read(STREAM, "log") == []


def test_a_broken_line_is_named():
    with pytest.raises(RecordingError, match="log, line 2"):
        read('{"at": 0, "dir": ">", "text": "usi"}\n{"at": 0, "dir": "?"}\n', "log")


@pytest.mark.parametrize(
    ("text", "protocol"),
    [
        (head(About(protocol="usi")), "usi"),
        ('\ufeff{"event": "run_started", "protocol": "hub"}\n', "hub"),
        ('{"protocol": 3}', ""),
        ('{"recording": null}', ""),
        ("{not json", ""),
        ("> uci\n< uciok\n", ""),
        ("", ""),
    ],
)
def test_a_record_of_ours_names_its_protocol(text, protocol):
    assert protocol_of(text) == protocol
