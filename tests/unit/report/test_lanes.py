"""The picture of a dialogue: a true scale with folded pauses, rows that do not overlap, the deadline, and the offending line."""

from itertools import pairwise

import pytest

from conformance.report.html.lanes import AFTER, BEFORE, FOLD, REQUESTS, ROW, lanes
from conformance.wire.transcript import Direction, Line, WaitSpan

GUI, ENGINE, ERRORS, PROCESS = Direction


def talk(*rows):
    """Lines of (milliseconds, who, text)."""
    return [Line(ms / 1000, direction, text) for ms, direction, text in rows]


def even(count, step=10):
    return talk(*((index * step, ENGINE if index % 3 else GUI, f"line {index}") for index in range(count)))


def test_each_kind_of_line_has_its_own_look():
    lines = talk((0, GUI, "go"), (1, ENGINE, "info"), (2, ERRORS, "oops"), (3, PROCESS, "exit 1"))
    assert [(row.kind, row.text, row.time) for row in lanes(lines, None).rows] == [
        ("gui", "go", "0.000"),
        ("engine", "info", "0.001"),
        ("stderr", "oops", "0.002"),
        ("process", "exit 1", "0.003"),
    ]


def test_the_scale_is_true_where_nothing_is_folded():
    rows = lanes(talk((0, GUI, "a"), (10, ENGINE, "b"), (30, GUI, "c"), (40, ENGINE, "d")), None).rows
    steps = [after.moment - before.moment for before, after in pairwise(rows)]
    assert steps[1] == pytest.approx(2 * steps[0])
    assert steps[2] == pytest.approx(steps[0])


def test_a_long_pause_is_folded_and_says_how_long_it_is():
    picture = lanes(talk((0, GUI, "a"), (10, ENGINE, "b"), (2010, GUI, "c"), (2020, ENGINE, "d"), (2400, ENGINE, "e")), None)
    assert [fold.label for fold in picture.folds] == ["2.00 s", "380 ms"]
    assert all(fold.bottom - fold.top == FOLD for fold in picture.folds)
    steps = [after.moment - before.moment for before, after in pairwise(picture.rows)]
    assert steps[1] == steps[3] == FOLD
    assert steps[0] == pytest.approx(steps[2])


@pytest.mark.parametrize("lines", [even(28), even(28, step=0), even(2), even(1), talk((0, GUI, "a"), (90_000, ENGINE, "b"))])
def test_rows_do_not_overlap_and_are_never_before_their_moment(lines):
    picture = lanes(lines, len(lines) - 1)
    assert all(after.y - before.y >= ROW for before, after in pairwise(picture.rows))
    assert all(row.y >= row.moment for row in picture.rows)
    assert picture.height >= picture.rows[-1].y


def test_one_line_is_marked_and_of_a_long_dialogue_its_surroundings_are_shown():
    lines = even(400)
    picture = lanes(lines, 300)
    assert [row.text for row in picture.rows if row.is_marked] == ["line 300"]
    assert len(picture.rows) == REQUESTS + BEFORE + 1 + AFTER
    assert picture.left_out == 400 - len(picture.rows)
    assert sum(int(gap.label.split()[0]) for gap in picture.gaps) == picture.left_out
    assert [row.kind for row in picture.rows[:REQUESTS]] == ["gui"] * REQUESTS


def test_what_did_not_come_has_a_row_at_the_deadline():
    lines = talk((0, GUI, "go infinite"), (500, GUI, "stop"))
    picture = lanes(lines, 1, WaitSpan(0.5, 2.0), is_absent=True)
    assert [(row.kind, row.time, row.is_marked) for row in picture.rows][-1] == ("absent", "2.500", True)
    assert [row.is_marked for row in picture.rows[:-1]] == [False, False]
    assert picture.allowed is not None
    assert (picture.allowed.top, picture.allowed.bottom) == (picture.rows[1].moment, picture.rows[2].moment)
    assert (picture.allowed.label, picture.overdue) == ("limit 2 s", None)


def test_what_came_late_lies_behind_the_deadline():
    lines = talk((0, GUI, "stop"), (2600, ENGINE, "bestmove 7g7f"))
    picture = lanes(lines, 1, WaitSpan(0.0, 2.0))
    assert picture.allowed is not None
    assert picture.overdue is not None
    assert picture.rows[0].moment == picture.allowed.top < picture.allowed.bottom == picture.overdue.top
    assert picture.overdue.bottom == picture.rows[1].moment
    assert picture.rows[1].is_marked


def test_a_deadline_that_is_not_in_the_picture_is_not_drawn():
    assert lanes(even(400), 399, WaitSpan(0.1, 0.2)).allowed is None


@pytest.mark.parametrize("at", [None, -1, 7, 10_000])
def test_any_place_gives_a_picture(at):
    assert len(lanes(even(5), at).rows) == 5


def test_of_a_long_line_its_beginning_and_its_end_are_shown():
    text = "position startpos moves " + "7g7f 3c3d " * 100 + "P*9a"
    (row,) = lanes(talk((0, GUI, text)), 0).rows
    assert row.text.startswith("position startpos")
    assert row.text.endswith("P*9a (1028 characters)"[-13:])
    assert len(row.text) <= 39
    assert len(row.whole) < 600


def test_line_ends_that_are_not_usual_are_shown():
    lines = [Line(0.0, ENGINE, "a", "\r\n"), Line(0.1, ENGINE, "b", ""), Line(0.2, ENGINE, "")]
    assert [row.text for row in lanes(lines, 0).rows] == ["a\\r", "b [no line end]", "(an empty line)"]
