"""The excerpt of a dialogue, and text made safe to show."""

import pytest

from conformance.report import EXCERPT_AFTER, EXCERPT_LINES, excerpt, plain
from conformance.wire.transcript import Direction, Line


def dialogue(count):
    return [Line(index / 10, Direction.FROM_ENGINE, f"line {index}") for index in range(count)]


def test_a_short_dialogue_is_shown_whole():
    assert excerpt(dialogue(3), 1) == ["      0.000 < line 0", "->    0.100 < line 1", "      0.200 < line 2"]


def test_both_ends_are_elided():
    rows = excerpt(dialogue(40), 20)
    assert (rows[0], rows[-1]) == ("   ...", "   ...")
    assert len(rows) == EXCERPT_LINES + 2
    assert rows[-2 - EXCERPT_AFTER] == "->    2.000 < line 20"


@pytest.mark.parametrize("at", [None, 40, -1])
def test_without_an_offending_line_the_end_is_shown_unmarked(at):
    rows = excerpt(dialogue(40), at)
    assert rows[0] == "   ..."
    assert rows[-1] == "      3.900 < line 39"
    assert not any(row.startswith("->") for row in rows)


@pytest.mark.parametrize("count", [0, 1, EXCERPT_LINES, EXCERPT_LINES + 1, 30])
def test_the_offending_line_is_always_shown_and_is_the_only_one_marked(count):
    for at in range(count):
        rows = excerpt(dialogue(count), at)
        assert [row.split("< ")[1] for row in rows if row.startswith("->")] == [f"line {at}"]
        assert sum("<" in row for row in rows) == min(count, EXCERPT_LINES)


def test_blanks_and_a_missing_line_end_are_kept():
    lines = [
        Line(0, Direction.FROM_ENGINE, "a  b "),
        Line(1, Direction.FROM_ENGINE, "tail", end=""),
        Line(2, Direction.FROM_ENGINE, ""),
    ]
    assert excerpt(lines, None) == ["      0.000 < a  b ", "      1.000 < tail [no line end]", "      2.000 <"]


def test_the_offending_line_is_shown_longer_than_the_others():
    lines = [Line(0, Direction.FROM_ENGINE, "x" * 300), Line(0, Direction.FROM_ENGINE, "y" * 300)]
    first, second = excerpt(lines, 1)
    assert "x" * 161 not in first
    assert "y" * 300 in second


def test_line_ends_that_are_not_the_usual_ones_are_shown():
    lines = [Line(0, Direction.TO_ENGINE, "usi", end="\r\n"), Line(1, Direction.FROM_ENGINE, "usi\rok\t")]
    assert excerpt(lines, None) == ["      0.000 > usi\\r", "      1.000 < usi\\rok\\t"]


def test_the_last_requests_are_shown_however_much_was_said_since():
    asked = [Line(0, Direction.TO_ENGINE, f"request {n}") for n in range(5)]
    rows = excerpt([*asked, *dialogue(40)], 44)
    assert rows[:4] == ["   ...", "      0.000 > request 3", "      0.000 > request 4", "   ..."]
    assert rows[-1].endswith("< line 39")


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("one variation with MultiPV set back to 1", "setoption name MultiPV value 1"),
        ("took 100 ms before one with `movestogo 1`", "go wtime 100 movestogo 1"),
        ("no longer in force after `stop`", "stop"),
        ("mate -2 in 7k/R7/8/8/8/8/8/1R5K b - -", "position fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1"),
        ("`e2e4`: no piece there", None),  # a move of an earlier position
        ("set the value with a name", None),
        ("no `bestmove`", None),
        ("`stop` in MultiPV, `request`", "setoption name MultiPV value 1; stop"),  # the last is shown anyhow
    ],
)
def test_the_requests_that_a_finding_speaks_of_are_shown(told, shown):
    """The last of each kind, however long ago it was sent."""
    early = ["setoption name MultiPV value 3", "setoption name MultiPV value 1", "position startpos moves e2e4", "stop"]
    early += ["position fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1", "go wtime 100 movestogo 1"]
    asked = [Line(0, Direction.TO_ENGINE, text) for text in [*early, "request 1", "request 2"]]
    rows = excerpt([*asked, *dialogue(40)], 44, "", told)
    sent = [row.split("> ")[1] for row in rows if "> " in row and not row.startswith("->")]
    assert sent == [*(shown.split("; ") if shown else []), "request 1", "request 2"]


def test_a_request_keeps_its_end_however_long_it_is():
    (row,) = excerpt([Line(0, Direction.TO_ENGINE, f"position startpos moves {'7g7f ' * 300}8h2b+")], None)
    assert "> position startpos moves 7g7f" in row
    assert row.endswith("7g7f 8h2b+ (1529 characters)")


def test_plain_text_stands_on_one_line():
    assert plain("one\n   two\r\nthree\n") == "one two three"
    assert plain("a  b\x1b\udc80\t") == "a  b\\x1b\\x80\\t"
