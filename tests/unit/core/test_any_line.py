"""Whatever an engine, a GUI or a log says: every suite reads and judges it, raises nothing, and in a time that grows with its length.

The suites are those that are declared, so that one which is added is tried, too.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.front.loading import PROTOCOLS, load_suite
from conformance.judging.recorded import judge_recorded
from conformance.wire import recordings
from conformance.wire.transcript import Direction, Line, Transcript, line_to_json
from tests.growth import is_linear

#: What stands in the place of a word. Digits of other scripts are digits to Python, and a superscript is one that is no number.
HOSTILE = (
    "",
    "-",
    "+",
    "0",
    "-1",
    "007",
    "1e999",
    "-1e-999",
    "nan",
    "inf",
    "9" * 400,
    "9" * 5_000,
    f"-{'9' * 400}.{'9' * 400}",
    "٣",
    "²",
    "½",
    "\0",
    "\r",
    "\t",
    "\x1b[31m",
    "\udcff",
    "\udc80\udcff",
    "\u2028",
    "\x85",
    "ß" * 3,
    "İ",
    "🎲",
    '"',
    "'",
    "\\",
    "=",
    ";",
    ",",
    "/",
    "(",
    "[",
    "]",
    "(;",
    "%s",
    "{}",
    "*",
    "||",
)
WORDS = st.sampled_from(HOSTILE) | st.text(max_size=4) | st.integers(-(10**6), 10**6).map(str)
#: What is repeated to see how time grows. The last word of a line is its own.
REPEATED = (
    " ",
    "\t",
    "0",
    "9",
    ".",
    "-",
    "+",
    ",",
    ";",
    "/",
    "(",
    "[",
    '"',
    "=",
    "a",
    "A1",
    "ok.",
    " 1",
    "\\",
    "|",
    "\0",
    "\udcff",
    "x1 ",
)
LENGTH = 10_000


def suites():
    return pytest.mark.parametrize("suite", [load_suite(name) for name in PROTOCOLS], ids=PROTOCOLS)


def rows(suite):
    """Give the lines of the right dialogues in a catalogue, each with who says it."""
    found = (row for requirement in suite.catalogue for row in requirement.example.splitlines() if row[:2] in ("> ", "< "))
    return list(dict.fromkeys((Direction(row[0]), row[2:]) for row in found))


def broken(row):
    """Draw a line that is like one of the protocol, with some of it in another way."""
    direction, text = row
    pieces = re.split(r"(\W)", text)
    places = st.lists(st.tuples(st.integers(0, len(pieces) - 1), WORDS), max_size=2)
    return places.map(lambda changes: (direction, "".join({**dict(enumerate(pieces)), **dict(changes)}.values())))


def dialogues(suite):
    """Draw a dialogue: a right beginning, and then whatever is said."""
    known = rows(suite)
    said = st.sampled_from(known).flatmap(broken) | st.tuples(st.sampled_from(Direction), st.text(max_size=12))
    ends = st.sampled_from(("\n",) * 6 + ("\r\n", ""))
    lines = st.tuples(said, ends, st.booleans())
    return st.tuples(st.booleans(), st.lists(lines, min_size=1, max_size=12)).map(lambda drawn: transcript(suite, *drawn))


def transcript(suite, greeted, drawn):
    lines = [Line(0.001 * at, direction, text) for at, (direction, text) in enumerate(right(suite) if greeted else [])]
    start = len(lines)
    lines += [
        Line(0.001 * (start + at), direction, text.replace("\n", " "), end, joined=joined and direction is Direction.TO_ENGINE)
        for at, ((direction, text), end, joined) in enumerate(drawn)
    ]
    return Transcript(lines, synced=True)


def right(suite):
    """Give the beginning of a dialogue, as the first example that has both sides has it."""
    for requirement in suite.catalogue:
        found = [(Direction(row[0]), row[2:]) for row in requirement.example.splitlines() if row[:2] in ("> ", "< ")]
        if len({direction for direction, _ in found}) == 2:
            return found
    return []


@suites()
def test_any_dialogue_is_judged(suite):
    @settings(max_examples=30, derandomize=True, database=None)
    @given(dialogues(suite))
    def judged(transcript):
        judge_recorded(suite, transcript)

    judged()


@suites()
def test_a_line_costs_no_more_than_its_length(suite):
    by_words = {(direction, tuple(re.findall(r"[A-Za-z_]{2,}", text)[:1])): text for direction, text in reversed(rows(suite))}
    samples = [(direction, text) for (direction, _), text in by_words.items()]

    def judged(direction, text, piece):
        def work(size):
            judge_recorded(suite, Transcript([Line(0.0, direction, f"{text}{piece * (size // len(piece))}x")], synced=True))

        return work

    assert [
        (piece, text[:40])
        for piece in REPEATED
        for direction, text in samples
        if not is_linear(judged(direction, text, piece), LENGTH)
    ] == []


@settings(max_examples=40, derandomize=True, database=None)
@given(st.data())
def test_any_text_is_a_recording_or_is_refused(data):
    suite = load_suite(data.draw(st.sampled_from(PROTOCOLS)))
    found = data.draw(dialogues(suite))
    text = "".join(f"{line_to_json(line)}\n".replace("'", '"') for line in found) if data.draw(st.booleans()) else ""
    marks = "".join(f"{line.direction.value} {line.text}\n" for line in found)
    mixed = data.draw(st.lists(st.sampled_from([text, marks]) | st.text(max_size=20), max_size=4).map("".join))
    try:
        recordings.read(mixed, "name")
        recordings.read_one(mixed, "name")
    except recordings.RecordingError as error:
        assert "name" in str(error)
