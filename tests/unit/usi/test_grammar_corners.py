"""Corners of the USI grammar and state table where blame is easily put on the wrong engine, or on none."""

import pytest

from conformance.api.messages import faults
from conformance.suites.universal.messages import OptionLine, Score
from conformance.suites.usi.grammar import parse
from conformance.suites.usi.states import State, after_engine, after_gui
from conformance.words.messages import Malformed, Unknown


def broken(line):
    return sorted({fault.requirement for fault in faults(parse(line))})


@pytest.mark.parametrize("value", ["default", "var", "max", "a var b", r"C:\Program  Files\min", "a  b"])
def test_the_value_of_a_string_goes_to_the_end_of_the_line(value):
    option = parse(f"option name BookFile type string default {value}")
    assert (option.default, faults(option)) == (value, ())


@pytest.mark.parametrize(
    "line",
    [
        "option name S type combo default default var default var none",
        "option name S type combo default max var min var max",
        "option name S type combo default normal var Normal var Risky",
        "option name B type check default true ",
        "option name type type check default true",
        "info depth 3 ",
        "bestmove 7g7f ",
        "info pv 7g7f tbhits 0",
        "info depth 3 pv 2g2f 8c8d (25.00%) score cp 0",
        "info score lowerbound cp 3",
        "info score cp upperbound 3",
    ],
)
def test_breaks_nothing(line):
    assert not isinstance(parse(line), Malformed)
    assert broken(line) == []


@pytest.mark.parametrize(
    ("line", "requirement"),
    [
        ("bestmove  7g7f", ""),
        (" bestmove resign", ""),
        ("bestmove 7g7f\tponder 3c3d", ""),
        ("option name F type string  default a", ""),
        ("option name R type button now", "USI-OPT-08"),
        ("option name B type check yes default true", "USI-OPT-01"),
        ("option name B type check default true min 0", "USI-OPT-01"),
        ("option name N type spin default 1 min 0 max 2 max 9", "USI-OPT-01"),
        ("option name F type string public.bin", "USI-OPT-01"),
        ("info score lowerbound cp 3 upperbound", "USI-INFO-02"),
        ("info refutation", "USI-INFO-01"),
        ("info currline 1", "USI-INFO-01"),
    ],
)
def test_breaks_exactly_one(line, requirement):
    assert broken(line) == [requirement]


@pytest.mark.parametrize("line", ["usiok\x0b", "readyok\u3000", "bestmove\u30007g7f", "\x1cusiok", "usiok\r"])
def test_only_blank_and_tab_part_words(line):
    assert parse(line) == Unknown(line)


def test_string_is_a_whole_word():
    info = parse("info stringy string foo")
    assert (info.string, info.unknown) == ("foo", (("stringy",),))


def test_a_bound_inside_the_score_is_its_bound():
    assert parse("info score lowerbound mate 3").score == Score("mate", "3", "lowerbound")


@pytest.mark.parametrize(
    "line", ["bestmove ", "info depth ", "info score ", "info currmove ", "option name A type ", "checkmate "]
)
def test_reasons_stay_short(line):
    assert len(parse(line + "x" * 100_000).reason) < 300


def test_an_option_without_default_is_no_extra():
    assert isinstance(parse("option name F type string"), OptionLine)
    assert broken("option name F type string") == ["USI-OPT-07"]


@pytest.mark.parametrize("state", [State.SEARCH, State.INFINITE, State.PONDER])
def test_gameover_in_a_search_need_not_be_answered(state):
    over = after_gui(state, "gameover lose")
    assert after_gui(over, "position startpos") is None
    assert after_gui(after_gui(over, "isready"), "usinewgame") is State.READY
    assert after_gui(after_engine(over, "bestmove"), "position startpos") is State.READY
