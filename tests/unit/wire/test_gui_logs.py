"""Logs of GUIs and match programs: who said what, when, and to which process. The samples are as the programs write them."""

import math
from pathlib import Path

import pytest

from conformance.wire.gui_logs import NAMES
from conformance.wire.recordings import RecordingError, Spoken, read, read_log, read_one

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


def test_every_form_has_a_sample_and_nboard_has_one():
    assert {one.log_of for path in DATA.iterdir() for one in dialogues(path.name)[1]} == {*NAMES, ""}


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


def log(name):
    return read_log((DATA / name).read_bytes().decode("utf-8"), name)


def test_fastchess_with_the_number_of_the_output_behind_the_engines_name():
    by_name, _ = dialogues("fastchess-numbered.log")
    assert list(by_name) == ["140000000000001 alpha", "140000000000001 beta"]
    alpha = said(by_name["140000000000001 alpha"])
    assert alpha[:3] == [(0.0, ">", "uci"), (0.002, "!", "no book"), (0.003, "<", "id name alpha")]
    assert alpha[-2:] == [(0.054, "<", "bestmove e2e4"), (0.055, ">", "quit")]
    how, others = log("fastchess-numbered.log").notes
    assert how.startswith(
        "read as a log of fastchess: lines with `alpha 2 --->`, `beta 2 --->` were taken for the engine's, lines"
    )
    assert how.endswith("lines with `alpha <---`, `beta <---` for what it was sent")
    assert others.startswith("left out, of another form: line 1: `[INFO  ] [10:00:00.000000]")


def test_fastchess_with_engines_whose_names_end_in_a_number():
    by_name, _ = dialogues("fastchess-same-names.log")
    assert {name: [row[2] for row in said(one)] for name, one in by_name.items()} == {
        f"140000000000001 alpha {number}": ["uci", "uciok"] for number in (1, 2)
    }


def test_shredder_has_whole_seconds():
    by_name, _ = dialogues("shredder.txt")
    assert list(by_name) == ["Mine 1.2 (0)", "Other (1)"]
    assert said(by_name["Mine 1.2 (0)"])[-2:] == [(2.0, "<", "bestmove e2e4"), (2.0, ">", "quit")]
    assert by_name["Mine 1.2 (0)"].time_error == 1.0


def test_times_of_whole_seconds_are_off_by_as_much_in_any_form():
    (one,) = read("[10:00:00]  <  5> a <--- uci\n[10:00:01]  <  5> a 2 ---> uciok\n")
    assert (said(one), one.time_error) == ([(0.0, ">", "uci"), (1.0, "<", "uciok")], 1.0)


def test_shogihome_with_a_number_in_front_and_in_colours():
    by_name, _ = dialogues("shogihome-prefixed.log")
    assert said(by_name["sid=1"])[:2] == [(0.0, ">", "usi"), (0.046, "<", "id name kaname-shogi")]
    assert "colour codes were taken out of its lines" in log("shogihome-prefixed.log").notes


def test_lichess_bot_on_a_terminal_with_texts_that_go_on_below():
    by_name, _ = dialogues("lichess-bot.log")
    texts = [text for _, _, text in said(by_name["pid=64"])]
    assert texts[3] == "option name Style type combo default Solid var Solid var Normal var Risky"
    assert texts[8:] == [
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
        "go movetime 100",
        "bestmove f1e1",
    ]


@pytest.mark.parametrize(
    "front", ["2019-09-08 21:39:35,600 - engine - DEBUG - ", "\x1b[2;36m[11/03/26]\x1b[0m \x1b[34mDEBUG\x1b[0m "]
)
def test_colours_in_what_was_said_are_taken_out_where_the_log_is_coloured(front):
    (one,) = read(f"{front}<UciProtocol (pid=1)>: << \x1b[1muci\x1b[0m\n{front}<UciProtocol (pid=1)>: >> \x1b[32muciok\x1b[0m\n")
    assert [text for _, _, text in said(one)] == ["uci", "uciok"]
    (one,) = read("\x1b[31m> usi\x1b[0m\n\x1b[32m< usiok\x1b[0m\n")
    assert [text for _, _, text in said(one)] == ["usi", "usiok"]


def test_colours_that_the_engine_itself_has_written_stay():
    (one,) = read("<UciProtocol (pid=1)>: << uci\n<UciProtocol (pid=1)>: >> \x1b[32muciok\x1b[0m\n")
    assert said(one)[1][2] == "\x1b[32muciok\x1b[0m"
    (one,) = read("> usi\n< \x1b[32musiok\x1b[0m\n")
    assert said(one)[1][2] == "\x1b[32musiok\x1b[0m"


def test_in_a_plain_log_the_lines_say_which_mark_is_the_engines():
    def marks(**words):
        return read_log((DATA / "nboard.txt").read_text("utf-8"), "log", **words)

    def is_engines(text):
        return text.startswith(("pong", "==="))

    found = marks(spoken=Spoken(is_engines=is_engines))
    assert [line.text for line in found.dialogues[0].sent()][:2] == ["nboard 2", "set depth 1"]
    how = "read as a plain log: lines with `>` were taken for the engine's, lines with `<` for what it was sent"
    assert found.notes == [how]
    assert marks(engine_mark="<", spoken=Spoken(is_engines=is_engines)).dialogues[0].sent()[0].text == "set myname Mine"
    assert marks().dialogues[0].sent()[0].text == "set myname Mine"


def test_what_is_left_out_is_told():
    found = read_log("Arena\n-->1:uci\n<--1:uciok\n-->2:uci\n\n*1*Start\n", "log")
    assert found.notes[1:] == [
        "left out, since one side only speaks there: `2`",
        "2 lines of another form were left out, the first is line 1: `Arena`",
    ]


def test_a_log_that_cannot_be_read_is_refused_with_the_line_named():
    with pytest.raises(
        RecordingError, match=r"^log, line 2: `Engine says: uciok` is not a line of a dialogue; rows look like `> usi`"
    ):
        read("\nEngine says: uciok\n", "log")


def test_of_several_dialogues_one_is_read_and_the_others_are_told():
    notes = read_one((DATA / "shredder.txt").read_text("utf-8"), "log").notes
    assert notes[-1] == "it holds 2 dialogues, and all but the first, log: Mine 1.2 (0), were left out"


def test_lishogi_bot_in_lines_and_in_columns():
    (one,) = dialogues("lishogi-bot.log")[1]
    assert said(one)[:2] == [(0.0, ">", "usi"), (0.031, "<", "id name Mine")]
    assert said(one)[-2:] == [(0.883, ">", "go btime 60000 wtime 60000 byoyomi 1000"), (1.883, "<", "bestmove 3c3d")]
    (one,) = dialogues("lishogi-bot-columns.log")[1]
    assert [text for _, _, text in said(one)] == [
        "usi",
        "id name Mine",
        "option name Style type combo default Solid var Solid var Risky",
        "usiok",
        "isready",
        "readyok",
    ]


def test_fishnet_with_two_engines_at_a_time():
    by_name, _ = dialogues("fishnet.log")
    assert [text for _, _, text in said(by_name["4712"])] == ["uci", "uciok"]
    texts = [text for _, _, text in said(by_name["4711"])]
    assert texts == [
        "uci",
        "Mine 3 by Me",
        "id name Mine 3",
        "",
        "uciok",
        "isready",
        "readyok",
        "position startpos moves ",
        "go movetime 50",
        "bestmove e2e4",
    ]


def test_pychess_says_log_of_what_it_sends():
    (one,) = dialogues("pychess.log")[1]
    assert said(one) == [
        (0.0, ">", "uci"),
        (0.0, "<", "id name Mine"),
        (0.0, "!", "no book"),
        (1.0, "<", "info string illegal value in the file of settings"),
        (1.0, "<", "uciok"),
        (1.0, ">", "isready"),
        (1.0, "<", "readyok"),
    ]


def test_the_hint_names_the_programs_of_the_protocol():
    def hint(**more):
        with pytest.raises(RecordingError) as refused:
            read_log("Engine says: hello", "log", spoken=Spoken(**more))
        return str(refused.value)

    assert "`> isready`" in hint(name="usi", example="isready")
    assert "ShogiHome, Shogidokoro, Lishogi-Bot" in hint(name="usi", example="isready")
    assert "cutechess" not in hint(name="usi", example="isready")
    assert hint(name="gtp", example="name").endswith("`> name`, with `<` before what the engine says, or are our JSONL")
