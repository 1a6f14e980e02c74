import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.wire.lines import LineSplitter, RawLine, visible


def test_lf_crlf_and_a_last_line_without_end():
    splitter = LineSplitter()
    assert splitter.feed(b"a\nb\r\nc") == [RawLine("a", "\n"), RawLine("b", "\r\n")]
    assert splitter.finish() == [RawLine("c", "")]


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=6))
def test_where_the_reads_are_cut_does_not_matter(data, cuts):
    whole = LineSplitter()
    expected = whole.feed(data) + whole.finish()
    pieces = LineSplitter()
    got, last = [], 0
    for cut in [*sorted(min(cut, len(data)) for cut in cuts), len(data)]:
        got += pieces.feed(data[last:cut])
        last = cut
    assert got + pieces.finish() == expected


@given(st.binary(max_size=200))
def test_no_byte_is_lost(data):
    splitter = LineSplitter()
    lines = splitter.feed(data) + splitter.finish()
    assert b"".join((line.text + line.end).encode("utf-8", "surrogateescape") for line in lines) == data


def test_an_endless_line_is_cut():
    splitter = LineSplitter(max_line=10)
    assert splitter.feed(b"x" * 25) == [RawLine("x" * 10, ""), RawLine("x" * 10, "")]
    assert splitter.finish() == [RawLine("x" * 5, "")]


@pytest.mark.parametrize(
    ("text", "shown"), [("a\tb", "a\\tb"), ("\x00", "\\x00"), ("\udcff", "\\xff"), ("ok", "ok"), ("a\rb\n", "a\\rb\\n")]
)
def test_visible(text, shown):
    assert visible(text) == shown


def test_of_a_line_that_is_too_long_both_ends_are_shown():
    shown = visible(f"position startpos moves {'7g7f ' * 100}8h2b+", 60)
    assert shown == "position startpos moves 7g7f 7g7f 7g7f 7 ... 7g7f 7g7f 7g7f 8h2b+ (529 characters)"


def test_a_lone_cr_ends_a_line_where_it_may():
    splitter = LineSplitter()
    assert splitter.feed(b"a\rb") == []
    assert splitter.take_returns() == [RawLine("a", "\r")]
    assert splitter.feed(b"\rc\n\rd\r") == [RawLine("b", "\r"), RawLine("c", "\n\r"), RawLine("d", "\r")]
    assert splitter.feed(b"\ne\r\n") == [RawLine("e", "\r\n")]


@given(st.lists(st.sampled_from([b"\r", b"\n", b"\r\n", b"a", b"bc"]), max_size=12), st.integers(0, 20))
def test_where_reads_are_cut_does_not_matter_where_a_cr_may_end_a_line(parts, cut):
    data = b"".join(parts)
    whole, pieces = LineSplitter(), LineSplitter()
    whole.take_returns()
    pieces.take_returns()
    expected = [line.text for line in whole.feed(data) + whole.finish() if line.text]
    got = pieces.feed(data[:cut]) + pieces.feed(data[cut:]) + pieces.finish()
    assert [line.text for line in got if line.text] == expected
