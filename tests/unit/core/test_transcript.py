import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.wire.recordings import About, read_one, write
from conformance.wire.transcript import Direction, Line, Transcript, as_bytes, groups, line_from_json

LINES = st.builds(
    Line,
    at=st.integers(0, 10**9).map(lambda n: n / 10**6),
    direction=st.sampled_from(Direction),
    text=st.text() | st.binary().map(lambda data: data.decode("utf-8", "surrogateescape")),
    end=st.sampled_from(["\n", "\r\n", ""]),
    joined=st.booleans(),
)


@given(st.lists(LINES, min_size=1, max_size=8))
def test_written_and_read_back(lines):
    assert read_one(write(Transcript(lines), About())).transcript.lines == lines


@pytest.mark.parametrize("at", ["inf", "nan", -1.0])
def test_a_time_that_is_none_is_told(at):
    with pytest.raises(ValueError, match="not a time"):
        line_from_json({"at": at, "dir": ">", "text": "usi"})


def test_what_went_out_in_one_write_stays_together():
    sent, heard = Direction.TO_ENGINE, Direction.FROM_ENGINE
    lines = [
        Line(0.0, sent, "a"),
        Line(0.0, sent, "b", joined=True),
        Line(1.0, heard, "c"),
        Line(1.5, sent, "d", joined=True),
        Line(2.0, sent, "e\udcff", ""),
    ]
    assert [[line.text for line in group] for group in groups(lines)] == [["a", "b"], ["c"], ["d"], ["e\udcff"]]
    assert as_bytes(lines[3:]) == b"d\ne\xff"


@pytest.mark.parametrize("text", ["exit 1", "signal SIGKILL", "killed", "flood after 9 lines"])
def test_the_end_of_an_engine_is_told_by_the_process_alone(text):
    ending, said = Line(2.0, Direction.PROCESS, text), Line(1.0, Direction.FROM_ENGINE, text)
    assert Transcript([said, ending, Line(3.0, Direction.PROCESS, "stdin closed")]).ended() is ending
    assert Transcript([said]).ended() is None
