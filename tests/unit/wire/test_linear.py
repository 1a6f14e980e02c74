"""What others have written is read in a time that grows with its length, and no faster."""

import pytest

from conformance.front.baseline import read as read_baseline
from conformance.front.loading import load_suite
from conformance.report import plain
from conformance.run.selection import split
from conformance.wire import recordings
from conformance.words.inputs import InputError
from tests.growth import is_linear

LENGTH = 40_000
PIECES = (
    " ",
    "\t",
    "<",
    ">",
    "[",
    "]",
    "(",
    "1",
    "1.",
    "<1",
    "(1",
    "a",
    "'",
    '"',
    "\\",
    ",",
    "[,",
    "<Protocol (",
    "--> ",
    "\r",
    "\x1b[",
    "\x1b]",
    "a.py:1",
)
#: What a row begins with in each form that is known, as far as the form has repeats after it.
BEGINNINGS = (
    "",
    "[",
    "> '",
    "[Engine] [00:00:00.000000] <1> ",
    "[Engine] [00:00:00.000000] <1> engine ",
    "<",
    "<a",
    "1.00:00:00 a",
    "[2026-01-01T00:00:00.000] [info] usi - sid=1: ",
    "2026-01-01 00:00:00,000 ",
    "Tue Nov  3 10:00:00 2026: from ",
    "DEBUG <UciProtocol (pid=1)>: >> ",
    "\x1b[1m",
    "Worker-1: ENGINE: ",
    "10:00:00 (",
    "2026-01-01 00:00:00,000: ",
    "DEBUG    << ",
)


@pytest.mark.parametrize("piece", PIECES)
def test_a_row_of_a_log_costs_no_more_than_its_length(piece):
    def work(size):
        for beginning in BEGINNINGS:
            try:
                recordings.read(f"{beginning}{piece * size}x\n> usi\n< usiok\n")
            except recordings.RecordingError:
                continue

    assert is_linear(work, LENGTH)


@pytest.mark.parametrize("rows", ["<1:info\n", "<1:info\n>1:go\n"])
def test_rows_of_one_engine_cost_no_more_than_their_number(rows):
    assert is_linear(lambda size: recordings.read("<1:info\n" * size + rows * size), 4_000)


@pytest.mark.parametrize("piece", [*PIECES, "\n", " \n"])
def test_a_text_in_a_report_costs_no_more_than_its_length(piece):
    assert is_linear(lambda size: plain(f"x{piece * size}x"), LENGTH)


@pytest.mark.parametrize("piece", PIECES)
def test_words_of_a_selection_cost_no_more_than_their_length(piece):
    assert is_linear(lambda size: split([piece * size]), LENGTH)


def test_entries_of_a_baseline_cost_no_more_than_their_number(tmp_path):
    suite, path = load_suite("usi"), tmp_path / "base.toml"

    def work(size):
        path.write_text("[[waived]]\n" * size)
        with pytest.raises(InputError):
            read_baseline(path, suite)

    assert is_linear(work, 4_000)
