"""Logs of GUIs and match programs: who said what, when, and to which process. The samples are as the programs write them."""

import math
from pathlib import Path

import pytest

from conformance.wire.gui_logs import FORMS
from conformance.wire.recordings import RecordingError, read, read_one

DATA = Path(__file__).parents[2] / "data" / "gui_logs"


def dialogues(name):
    found = read((DATA / name).read_bytes().decode("utf-8"), name)
    return {one.name.partition(": ")[2]: one for one in found}, found


def said(transcript):
    return [(line.at, line.direction.value, line.text) for line in transcript]


def test_shogihome_with_the_end_of_each_process():
    by_name, _ = dialogues("shogihome.log")
    assert list(by_name) == ["sid=1", "sid=2"]
    assert said(by_name["sid=2"])[:3] == [
        (0.0, ">", "usi"),
        (0.046, "<", "id name kaname-shogi"),
        (0.046, "<", "id author kaname-shogi project"),
    ]
    assert said(by_name["sid=2"])[-2:] == [(0.075, ">", "quit"), (0.079, "#", "exit 0")]
    assert said(by_name["sid=1"])[-1][1:] == ("#", "signal SIGSEGV")
    assert {one.time_error for one in by_name.values()} == {0.0}


def test_an_engine_that_the_gui_has_ended_has_not_crashed():
    text = (DATA / "shogihome.log").read_text("utf-8").replace("SIGSEGV", "SIGTERM")
    assert read(text)[0].lines[-1].text == "killed"


def test_arena_with_two_engines_one_of_which_is_started_again():
    _, found = dialogues("arena.debug")
    assert [(one.name, len(one)) for one in found] == [("arena.debug: 1", 10), ("arena.debug: 2", 3), ("arena.debug: 1", 2)]
    assert said(found[0])[-2:] == [(1.21, "<", "bestmove e2e4"), (1.211, ">", "quit")]
    assert said(found[2]) == [(0.0, ">", "uci"), (0.01, "<", "uciok")]
    assert all(0 < one.time_error < 0.1 for one in found)


def test_arena_with_milliseconds_and_the_line_ends_of_windows():
    assert said(dialogues("arena-milliseconds.debug")[1][0]) == [(0.0, ">", "uci"), (0.016, "<", "uciok")]


def test_shogidokoro_has_no_times():
    (one,) = dialogues("shogidokoro.txt")[1]
    assert said(one)[:2] == [(0.0, ">", "usi"), (0.0, "<", "id name Kifuwarabe 2018")]
    assert one.time_error == math.inf


@pytest.mark.parametrize(("name", "last", "error"), [("cutechess.log", 0.019, 0.0), ("cutechess-window.log", 0.0, math.inf)])
def test_cutechess_on_a_terminal_and_in_its_window(name, last, error):
    by_name, _ = dialogues(name)
    assert list(by_name) == ["Mine(0)", "Other 2.0(1)"]
    assert said(by_name["Mine(0)"])[-1] == (last, "<", "readyok")
    assert by_name["Mine(0)"].time_error == error


def test_fastchess_with_two_games_of_one_engine_over_midnight():
    by_name, _ = dialogues("fastchess.log")
    assert said(by_name["140198998402624 mine"]) == [(0.0, ">", "uci"), (0.7, "!", "no book"), (1.0, "<", "uciok")]
    assert said(by_name["140198998400000 mine"]) == [(0.0, ">", "uci"), (1.0, "<", "uciok")]


def test_banksia_has_its_marks_the_other_way_round_and_whole_seconds():
    by_name, _ = dialogues("banksia.txt")
    assert list(by_name) == ["Mine 2", "Other"]
    assert said(by_name["Mine 2"])[-1] == (1.0, ">", "quit")
    assert by_name["Mine 2"].time_error == 1.0


def test_python_chess_whatever_its_logging_puts_in_front():
    by_name, _ = dialogues("python-chess.log")
    assert said(by_name["pid=6380"]) == [(0.0, ">", "uci"), (0.001, "<", "uciok")]
    assert by_name["pid=1012"].time_error == math.inf


def test_every_form_has_a_sample():
    assert {one.log_of for path in DATA.iterdir() for one in dialogues(path.name)[1]} == {form.name for form in FORMS}


def test_what_one_side_only_has_said_is_no_dialogue():
    assert read(">1:usi\n>1:quit\n", "log") == []
    with pytest.raises(RecordingError, match="log: no dialogue in it in which both sides speak"):
        read_one(">1:usi\n", "log")


@pytest.mark.parametrize(
    "text", ["> usi\n< usiok\n", "0.5 > usi\n0.6 < usiok\n", "[  0.5] > usi\n[ 0.6] < usiok\n", "# a> b\n> usi\n< id name x> y\n"]
)
def test_a_plain_log_is_taken_for_no_log_of_a_gui(text):
    (one,) = read(text, "log")
    assert (one.log_of, one.lines[0].text, len(one)) == ("", "usi", 2)


def test_a_plain_log_without_times_says_so():
    assert read("> usi\n< usiok\n")[0].time_error == math.inf
    assert read("0 > usi\n1 < usiok\n")[0].time_error == 0.0
