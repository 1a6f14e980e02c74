import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.transcript import Direction, Line, dump, load

LINES = st.builds(
    Line,
    at=st.integers(0, 10**9).map(lambda n: n / 10**6),
    direction=st.sampled_from(Direction),
    text=st.text(st.characters(exclude_categories=())),
    end=st.sampled_from(["\n", "\r\n", ""]),
    joined=st.booleans(),
)


@given(st.lists(LINES, max_size=8))
def test_written_and_read_back(lines):
    assert load(dump(lines)).lines == lines


def test_a_broken_line_is_named():
    with pytest.raises(ValueError, match="line 2"):
        load('{"at": 0, "dir": ">", "text": "usi"}\n{"at": 0}\n')
