"""The UHP grammar: what is read, what is refused, and which requirement each fault breaks."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.suites.uhp.grammar import (
    group,
    parse,
    parse_gui,
    read_move,
    read_option,
    read_reply,
    read_turn,
    read_type,
    shape_of,
)
from conformance.suites.uhp.messages import (
    Bare,
    BestMove,
    Capabilities,
    Colour,
    Direction,
    Error,
    GameState,
    GameString,
    GameType,
    GetOption,
    Id,
    Move,
    Moves,
    NewGame,
    Ok,
    OptionLine,
    OptionType,
    Play,
    Response,
    Search,
    SetOption,
    Shape,
    Turn,
    Undo,
    faults,
)
from conformance.suites.uhp.states import event
from conformance.words.messages import Blank, Malformed, Unknown

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
GAME = r"Base;InProgress;White[2];wS1;bS1 wS1-"


def reply(verb, *lines, shape=None):
    return read_reply(verb, Response(lines), shape)


def broken(verb, *lines):
    return [fault.requirement for fault in reply(verb, *lines).faults]


def move(text):
    read = read_move(text)
    assert read is not None
    return read


# The strings that messages are made of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pass", Move()),
        ("wS1", Move("wS1")),
        ("bS1 wS1/", Move("bS1", "wS1", Direction.NORTH_EAST)),
        ("bS1 wS1-", Move("bS1", "wS1", Direction.EAST)),
        ("bS1 wS1\\", Move("bS1", "wS1", Direction.SOUTH_EAST)),
        ("bS1 /wS1", Move("bS1", "wS1", Direction.SOUTH_WEST)),
        ("bS1 -wS1", Move("bS1", "wS1", Direction.WEST)),
        ("bS1 \\wS1", Move("bS1", "wS1", Direction.NORTH_WEST)),
        ("wB1 wS1", Move("wB1", "wS1", Direction.ON_TOP)),
    ],
)
def test_moves_of_the_source(text, expected):
    assert read_move(text) == expected
    assert str(expected) == text


@pytest.mark.parametrize(
    "text",
    ["", "PASS", "Pass", "ws1", "WS1", "wS", "wS3", "wQ1", "wA4", "wG0", "xQ", "wS1 ", " wS1", "wS1  bS1-", "bS1 -wS1-",
     "bS1 wS1+", "bS1 wS1 -", "bS1\twS1-", "bS1 wS1-\n", "WS1[0,0,0]", "bS1 wS1--", "bS1 -", "pass wS1", "wS\u0661", "w\u0301Q"],
)  # fmt: skip
def test_what_is_no_move(text):
    assert read_move(text) is None


@pytest.mark.parametrize(("text", "plies"), [("White[1]", 0), ("Black[1]", 1), ("White[2]", 2), ("Black[40]", 79)])
def test_turns(text, plies):
    turn = read_turn(text)
    assert str(turn) == text
    assert turn.plies == plies


@pytest.mark.parametrize("text", ["White[0]", "White", "White[]", "White[01]", "white[1]", "White[1] ", "White[-1]", "White(1)"])
def test_what_is_no_turn(text):
    assert read_turn(text) is None


@pytest.mark.parametrize("type_", GameType)
def test_game_types(type_):
    assert read_type(type_.value) is type_
    assert [flag[0] for flag in type_.flags] == list(type_.value[5:])


def test_letters_of_a_type_are_a_combination():
    assert read_type("Base+PLM") is GameType.MLP
    assert [read_type(text) for text in ("Base+", "Base+MM", "Base+X", "base", "Base+M+L", "Bogus", "", "Base+MLPM")] == [
        None
    ] * 8


def test_a_move_may_refer_to_the_piece_that_moves():
    assert move("wQ /wQ").refers_to_itself
    assert not move("wQ /wA1").refers_to_itself
    assert not move("pass").refers_to_itself


# Lines by themselves


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ok", Ok()),
        ("", Blank()),
        (" \t", Blank()),
        ("id Mzinga.Engine v1.0", Id("Mzinga.Engine v1.0")),
        ("Mosquito;Ladybug;Pillbug", Capabilities(("Mosquito", "Ladybug", "Pillbug"))),
        ("Base+MLP;NotStarted;White[1]", GameString(GameType.MLP, GameState.NOT_STARTED, Turn(Colour.WHITE, 1))),
        (
            GAME,
            GameString(GameType.BASE, GameState.IN_PROGRESS, Turn(Colour.WHITE, 2), (move("wS1"), move("bS1 wS1-"))),
        ),
        ("wS1;wB1;wG1;wA1", Moves((move("wS1"), move("wB1"), move("wG1"), move("wA1")))),
        ("wS1", Moves((move("wS1"),))),
        ("pass", Moves((Move(),))),
        ("wS1;2;0.35", BestMove(move("wS1"), ("2", "0.35"))),
        ("MaxBranchingFactor;int;500;1;500", OptionLine("MaxBranchingFactor", OptionType.INT, "500", None, "1", "500")),
        ("Report;bool;False", OptionLine("Report", OptionType.BOOL, "False")),
        ("err Invalid command. Try 'help'.", Error("err", "Invalid command. Try 'help'.")),
        ("invalidmove Not now.", Error("invalidmove", "Not now.")),
        ("Hello, world", Unknown("Hello, world")),
        ("errata", Unknown("errata")),
        ("wS1,wB1;wS1", Unknown("wS1,wB1;wS1")),
        ("Based on a true story", Unknown("Based on a true story")),
        ("passing by", Unknown("passing by")),
        ("idle", Unknown("idle")),
        ("Id Demo", Unknown("Id Demo")),
    ],
)
def test_lines(line, message):
    assert parse(line) == message
    assert faults(parse(line)) == ()
    assert str(parse(line)) == line.strip()


@pytest.mark.parametrize(
    ("line", "verb", "requirement"),
    [
        ("ok ", "ok", "UHP-OK-02"),
        ("OK", "ok", "UHP-OK-02"),
        ("ok\r", "ok", "UHP-OK-02"),
        ("ok wS1", "ok", "UHP-OK-02"),
        ("Base;NotStarted;White[1] ok", "ok", "UHP-OK-02"),
        ("Base;NotStarted;White[1]ok", "ok", "UHP-OK-02"),
        ("wS1;wB1;ok", "ok", "UHP-OK-02"),
        ("Base", "game", "UHP-GS-01"),
        ("Base;NotStarted", "game", "UHP-GS-01"),
        ("Base+X;NotStarted;White[1]", "game", "UHP-GS-01"),
        ("Base;Notstarted;White[1]", "game", "UHP-GS-03"),
        ("Base;NotStarted;White[0]", "game", "UHP-GS-02"),
        ("Base;NotStarted;White1", "game", "UHP-GS-02"),
        ("Base;NotStarted;White[1]\x00", "game", "UHP-GS-02"),
        ("Base;InProgress;Black[1];WS1", "game", "UHP-GS-01"),
        ("Base;InProgress;Black[1];wS1  bS1-", "game", "UHP-GS-01"),
        ("wS1;wB9", "moves", "UHP-VM-02"),
        ("X;int;1", "option", "UHP-OPT-01"),
        ("X;int;1;2", "option", "UHP-OPT-01"),
        ("X;int;1;1;1;8;9", "option", "UHP-OPT-01"),
        ("X;bool;True;True;True", "option", "UHP-OPT-01"),
        ("X;enum;A", "option", "UHP-OPT-01"),
    ],
)
def test_malformed_lines(line, verb, requirement):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.verb, message.requirement) == (line, verb, requirement)
    assert str(message) == line


@pytest.mark.parametrize(
    ("line", "requirements"),
    [
        ("id", ["UHP-INFO-01"]),
        ("id ", ["UHP-INFO-01"]),
        ("id\tDemo", ["UHP-INFO-01"]),
        ("id  Demo", [""]),
        ("\ufeffid Demo", [""]),
        ("Mosquito;", ["UHP-INFO-03"]),
        ("Mosquito;;Pillbug", ["UHP-INFO-03"]),
        ("Mosquito; Pillbug", ["UHP-INFO-03"]),
        ("Mosquito;Mosquito", ["UHP-INFO-03"]),
        ("Mosquito;pillbug", ["UHP-INFO-03"]),
        ("Mosquito;Ladybug,Pillbug", ["UHP-INFO-03"]),
        ("Mosquito;LadybugPillbug", ["UHP-INFO-03"]),
        ("Mosquito;Ladybug Pillbug", ["UHP-INFO-03"]),
        ("Mosquito;Dragonfly", [""]),
        ("Mosquito;Multi-PV", [""]),
        ("Mosquito;Version=2;Pondering 2", ["", ""]),
        (GAME + ";", ["UHP-GS-01"]),
        ("Base;;NotStarted;White[1]", ["UHP-GS-01"]),
        ("Base; NotStarted; White[1]", ["UHP-GS-01"]),
        ("Base+PLM;NotStarted;White[1]", [""]),
        (GAME + ";wQ /wQ", ["UHP-GS-05"]),
        ("wS1;wB1;", ["UHP-VM-02"]),
        ("wS1; wB1", ["UHP-VM-02"]),
        ("wS1;;wB1", ["UHP-VM-02"]),
        ("err", ["UHP-ERR-03"]),
        ("err ", ["UHP-ERR-03"]),
        ("error: no game", ["UHP-ERR-01"]),
        ("Err no game", ["UHP-ERR-01"]),
        ("Invalid move wQ", ["UHP-ERR-01"]),
        ("invalidmove", ["UHP-PLAY-07"]),
        ("err: no game", [""]),
        ("X;bool;True;", ["UHP-OPT-01"]),
        (";bool;True", ["UHP-OPT-02"]),
        ("My option;bool;True", ["UHP-OPT-02"]),
        ("X;bool;true", ["UHP-OPT-03"]),
        ("X;bool;True;yes", ["UHP-OPT-03"]),
        ("X;int;1.5;1;8", ["UHP-OPT-03"]),
        ("X;int;9;1;8", ["UHP-OPT-03"]),
        ("X;int;1;9;1;8", ["UHP-OPT-03"]),
        ("X;int;4;8;1", ["UHP-OPT-03", "UHP-OPT-03"]),
        ("X;int;4;one;8", ["UHP-OPT-03"]),
        ("X;double;0,5;0.0;1.0", ["UHP-OPT-03"]),
        ("X;double;0.5;0.0;inf", ["UHP-OPT-03"]),
        ("X;enum;C;A;B", ["UHP-OPT-03"]),
        ("X;enum;C;A;A;B", ["UHP-OPT-03"]),
    ],
)
def test_faults_break_these_requirements(line, requirements):
    assert [fault.requirement for fault in faults(parse(line))] == requirements
    assert not isinstance(parse(line), Malformed)


# Options


def test_the_source_s_options_have_five_fields():
    lines = (
        "MaxBranchingFactor;int;500;1;500",
        "MaxHelperThreads;enum;Auto;Auto;None;1;2;3;4;5",
        "PonderDuringIdle;enum;SingleThreaded;Disabled;SingleThreaded;MultiThreaded",
        "TranspositionTableSizeMB;int;32;1;1024",
        "ReportIntermediateBestMoves;bool;False",
    )
    assert shape_of(lines) is Shape.FIVE
    read = reply("options", *lines)
    assert read.faults == ()
    assert {option.shape for option in read.messages} == {Shape.FIVE}
    assert read.messages[1].values == ("Auto", "None", "1", "2", "3", "4", "5")
    assert tuple(map(str, read.messages)) == lines


def test_newer_options_have_six():
    lines = (
        "Threads;int;2;1;1;8",
        "Contempt;double;0.5;0;-1;1.5",
        "Ponder;enum;Off;On;Off;On",
        "Verbose;bool;True;False",
    )
    assert shape_of(lines) is Shape.SIX
    read = reply("options", *lines)
    assert read.faults == ()
    assert [option.default for option in read.messages] == ["1", "0", "On", "False"]
    assert tuple(map(str, read.messages)) == lines


def test_an_enum_by_itself_tells_its_shape_by_its_values():
    assert read_option("X;enum;A;A;B").shape is Shape.FIVE
    assert read_option("X;enum;A;A;A;B").shape is Shape.SIX
    assert read_option("X;enum;A;A").values == ("A",)
    assert read_option("X;enum;B;A;B", Shape.SIX).default == "A"
    assert isinstance(read_option("X;enum;A;A", Shape.SIX), Malformed)
    assert shape_of(["X;enum;A;A;A"]) is None
    assert shape_of([]) is None
    assert shape_of(["X;bool;True", "Y;bool;True;True"]) is Shape.SIX


def test_all_options_have_one_shape():
    assert broken("options", "A;int;1;1;1;8", "B;bool;True;True", "C;int;5;1;9") == ["UHP-OPT-01"]
    assert reply("options get", "C;enum;B;A;B", shape=Shape.SIX).messages[0].default == "A"


def test_what_an_option_accepts():
    number, flag, choice = read_option("X;int;4;4;-2;8"), read_option("X;bool;True"), read_option("X;enum;A;A;B")
    assert [number.accepts(text) for text in ("-2", "8", "9", "-3", "x", "", "1.0")] == [True, True, *[False] * 5]
    assert [flag.accepts(text) for text in ("True", "False", "true", "")] == [True, True, False, False]
    assert [choice.accepts(text) for text in ("A", "B", "a")] == [True, True, False]
    real = read_option("X;double;.5;0;1")
    assert [real.accepts(text) for text in ("0", "1.0", "1e-3", "1.01", "nan", "0,5")] == [True, True, True, False, False, False]


def test_numbers_of_any_length_are_read_without_error():
    assert faults(read_option("X;int;" + "9" * 100_000 + ";1;8"))
    assert faults(read_option("X;double;1e999;1;8"))
    assert parse("Base;InProgress;White[" + "9" * 100_000 + "]").requirement == "UHP-GS-02"


# Responses


def test_responses_end_with_ok():
    lines = ["id A", "ok", "ok", "err no", "more", "ok", "wS1"]
    assert group(lines) == (
        Response(("id A",), 0),
        Response((), 2),
        Response(("err no", "more"), 3),
        Response(("wS1",), 6, ended=False),
    )
    assert group([]) == ()
    assert group(["wS1 ok", "ok "]) == (Response(("wS1 ok", "ok "), 0, ended=False),)


@pytest.mark.parametrize(
    ("verb", "lines"),
    [
        ("start", ["id Demo"]),
        ("info", ["id Demo v1.0", "Mosquito;Ladybug"]),
        ("newgame", ["Base;NotStarted;White[1]"]),
        ("play", [GAME]),
        ("play", ["invalidmove No.", "", "Base;NotStarted;White[1]", "anything"]),
        ("pass", [GAME + ";pass"]),
        ("undo", ["err Nothing to undo."]),
        ("validmoves", ["wS1;wB1"]),
        ("validmoves", [""]),
        ("validmoves", ["pass"]),
        ("bestmove", ["wS1"]),
        ("bestmove", ["wS1;1;0.5", "wG1 -bA1;2;0.7;wG1 -bA1;bQ wQ\\"]),
        ("options", []),
        ("options", ["A;bool;True", "B;bool;False"]),
        ("options get", ["A;bool;True"]),
        ("options set", ["A;bool;True"]),
        ("options set", ["err There is no option A."]),
        ("exit", []),
        ("", ["err Unknown command."]),
        ("", ["some help", "", "more help"]),
    ],
)
def test_what_a_conforming_engine_may_answer(verb, lines):
    read = reply(verb, *lines)
    assert read.verb == verb
    assert read.faults == ()
    assert len(read.messages) == len(lines)
    assert not any(isinstance(message, Malformed) for message in read.messages)


@pytest.mark.parametrize(
    ("verb", "lines", "requirements"),
    [
        ("start", ["Welcome!", "id Demo"], ["UHP-START-03"]),
        ("start", ["Demo v1.0"], ["UHP-INFO-01"]),
        ("info", ["Demo v1.0", "Mosquito"], ["UHP-INFO-01"]),
        ("info", ["Welcome!", "id Demo"], ["UHP-INFO-01"]),
        ("info", ["id"], ["UHP-INFO-01"]),
        ("info", ["id Demo", "Mosquito", "Ladybug"], ["UHP-INFO-01"]),
        ("info", ["id Demo", ""], ["UHP-INFO-03"]),
        ("info", ["id Demo", "mosquito,ladybug"], ["UHP-INFO-03"]),
        ("info", ["id Demo", "Mosquito ok"], ["UHP-OK-02"]),
        ("newgame", ["", "Base;NotStarted;White[1]"], ["UHP-OK-03"]),
        ("newgame", ["Base;NotStarted;White[1]"] * 2, ["UHP-OK-03"]),
        ("newgame", [""], ["UHP-OK-03"]),
        ("newgame", ["Welcome to a new game!"], ["UHP-GS-01"]),
        ("newgame", ["Error: unknown type"], ["UHP-ERR-01"]),
        ("newgame", ["Base;NotStarted;White[1] ok"], ["UHP-OK-02"]),
        ("play", ["Black to move", GAME], ["UHP-OK-03"]),
        ("play", [GAME + ";"], ["UHP-GS-01"]),
        ("undo", [" " + GAME], ["UHP-GS-01"]),
        ("validmoves", ["wS1", "wB1"], ["UHP-VM-02"]),
        ("validmoves", ["4 moves", "wS1;wB1"], ["UHP-OK-03"]),
        ("validmoves", ["wS1;wB1", ""], ["UHP-OK-03"]),
        ("validmoves", ["wS1,wB1"], ["UHP-VM-02"]),
        ("bestmove", ["thinking...", "wS1"], ["UHP-BEST-07"]),
        ("bestmove", ["wS1", GAME], ["UHP-BEST-01"]),
        ("bestmove", ["none"], ["UHP-BEST-01"]),
        ("bestmove", ["wS1", ""], ["UHP-BEST-01"]),
        ("bestmove", ["wS1 ok"], ["UHP-OK-02"]),
        ("options", [""], []),
        ("options", ["A;bool;True", ""], ["UHP-OPT-01"]),
        ("options", ["A;check;true"], ["UHP-OPT-01"]),
        ("options", ["A;bool;True", "A;bool;False"], ["UHP-OPT-02"]),
        ("options get", ["A;bool;True", "B;bool;True"], ["UHP-OPT-04"]),
        ("options set", ["A;bool;True", "B;bool;True"], ["UHP-OPT-05"]),
        ("options set", ["True"], ["UHP-OPT-01"]),
        ("", ["err"], ["UHP-ERR-03"]),
        # Whether there had to be an answer or an error is for those who know the command.
        ("play", [], [""]),
        ("bestmove", [], [""]),
        ("options get", [], [""]),
        ("info", [], [""]),
    ],
)
def test_answers_break_these_requirements(verb, lines, requirements):
    assert broken(verb, *lines) == requirements


def test_an_error_is_told_by_its_first_line():
    read = reply("play", "invalidmove No.", "wS1 is there.")
    assert read.error == Error("invalidmove", "No.")
    assert read.messages[1:] == (Unknown("wS1 is there."),)
    assert reply("play", GAME, "err").error is None
    assert reply("play").error is None


def test_a_blank_line_is_an_empty_list_of_moves():
    assert reply("validmoves", "").messages == (Moves(()),)


def test_messages_of_a_response_stand_for_its_lines():
    assert reply("info", "Hi", "id A", "Mosquito", "x").messages == (
        Unknown("Hi"), Id("A"), Capabilities(("Mosquito",)), Unknown("x"),
    )  # fmt: skip
    assert [type(each) for each in reply("validmoves", "", "wS1", "a b").messages] == [Blank, Moves, Unknown]


# Lines of a viewer


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("info", Bare("info")),
        ("newgame", NewGame()),
        ("newgame Base+MLP", NewGame(GameType.MLP)),
        ("newgame " + GAME, NewGame(parse(GAME))),
        ("newgame " + GAME + r";wQ -wS1;bQ bS1/", NewGame(parse(GAME + r";wQ -wS1;bQ bS1/"))),
        ("play wS1", Play(Move("wS1"))),
        (r"play bS1 \wS1", Play(Move("bS1", "wS1", Direction.NORTH_WEST))),
        ("play pass", Play(Move())),
        ("pass", Bare("pass")),
        ("validmoves", Bare("validmoves")),
        ("bestmove depth 0", Search(depth=0)),
        ("bestmove time 01:02:03", Search(time=3723)),
        ("undo", Undo()),
        ("undo 12", Undo(12)),
        ("options", Bare("options")),
        ("options get Threads", GetOption("Threads")),
        ("options set Threads 4", SetOption("Threads", "4")),
        ("options set Style very wild", SetOption("Style", "very wild")),
        ("exit", Bare("exit")),
        ("", Blank()),
        ("hi there", Unknown("hi there")),
        ("INFO", Unknown("INFO")),
    ],
)
def test_commands(line, message):
    assert parse_gui(line) == message
    assert faults(parse_gui(line)) == ()
    assert str(message) == line


@pytest.mark.parametrize(
    "line",
    ["info x", "newgame Foo", "newgame Base+PLM", "newgame Base x", "newgame Base;InProgress;White[2];wS1;", "newgame ;",
     "play", "play xx", "play wS1 -wS1-", "play wS1 wS1 wS1", "pass wS1", "bestmove", "bestmove depth", "bestmove depth -1",
     "bestmove depth x", "bestmove time 5", "bestmove time 00:60:00", "bestmove foo 1", "bestmove depth 1 x", "undo 0", "undo -1",
     "undo abc", "undo 1 2", "options get", "options set X", "options get X Y", "options foo", "bestmove depth " + "9" * 5000],
)  # fmt: skip
def test_what_no_viewer_writes(line):
    message = parse_gui(line)
    assert isinstance(message, Malformed)
    assert (message.verb, message.requirement) == (line.split()[0], "")
    assert message.reason


def test_blanks_between_words_are_no_part_of_a_command():
    for line in ("  play\t wS1 ", "play  wS1"):
        assert parse_gui(line) == Play(Move("wS1"))
        assert [fault.requirement for fault in faults(parse_gui(line))] == [""]


# Properties

LIKELY = st.lists(
    st.one_of(
        st.sampled_from(
            ["ok", "id", "id ", "err", "invalidmove", " ", "\t", ";", "Base", "Base+MLP", "InProgress", "White[2]", "wS1",
             "bB1 -wS1", "pass", "Mosquito", "X;int;1;1;8", "X;enum;A;A;B", "bool", "True", "newgame ", "play ", "bestmove ",
             "depth 1", "undo ", "options ", "get ", "set ", "\x00", "\r", "\ufeff", "\udcff", "-", "/", "\\"]
        ),
        st.text(max_size=3),
    ),
    max_size=12,
).map("".join)  # fmt: skip
VERBS = ["start", "info", "newgame", "play", "pass", "undo", "validmoves", "bestmove", "options", "options get",
         "options set", "exit", ""]  # fmt: skip


@given(st.one_of(st.text(), LIKELY))
@example("\ud800")
def test_parse_takes_any_text(text):
    for message in (parse(text), parse_gui(text)):
        hash(message)
        assert all(fault.reason for fault in faults(message))
        if isinstance(message, Malformed | Unknown):
            assert str(message) == text


@given(st.sampled_from(VERBS), st.lists(st.one_of(st.text(max_size=8), LIKELY).filter(lambda line: line != "ok"), max_size=4))
def test_replies_take_any_lines(verb, lines):
    read = reply(verb, *lines)
    hash(read)
    assert len(read.messages) == len(lines)
    assert all(fault.reason and (fault.requirement or "x").startswith(("UHP-", "x")) for fault in read.faults)


@given(st.lists(st.sampled_from(["ok", "id A", "", "ok "]), max_size=12))
def test_grouping_loses_no_line(lines):
    responses = group(lines)
    again = [line for each in responses for line in (*each.lines, *(["ok"] if each.ended else []))]
    assert again == lines
    assert all(lines[each.first : each.first + len(each.lines)] == list(each.lines) for each in responses)


PIECES = [f"{side}{piece}" for side in "wb" for piece in "Q M L P S1 S2 B1 B2 G1 G2 G3 A1 A2 A3".split()]  # noqa: SIM905
pieces = st.sampled_from(PIECES)
placed = st.builds(Move, pieces, pieces, st.sampled_from(Direction))
moves = st.one_of(st.just(Move()), st.builds(Move, pieces), placed)
turns = st.builds(Turn, st.sampled_from(Colour), st.integers(1, 999))
games = st.builds(
    GameString, st.sampled_from(GameType), st.sampled_from(GameState), turns, st.lists(moves, max_size=9).map(tuple)
)
words = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,8}", fullmatch=True)
texts = st.from_regex(r"[!-~](?:[ -~]{0,20}[!-~])?", fullmatch=True)
integers = st.integers(-9999, 9999).map(str)
OPTIONS = st.one_of(
    st.builds(OptionLine, words, st.just(OptionType.BOOL), words, st.none() | words),
    st.builds(OptionLine, words, st.just(OptionType.INT), integers, st.none() | integers, integers, integers),
    st.builds(OptionLine, words, st.just(OptionType.DOUBLE), integers, st.none() | integers, integers, integers),
)
MESSAGES = st.one_of(
    st.just(Ok()),
    st.builds(Id, texts.filter(str.strip)),
    st.builds(Capabilities, st.lists(st.sampled_from(["Mosquito", "Ladybug", "Pillbug"]), min_size=1).map(tuple)),
    games,
    st.builds(Moves, st.lists(moves, min_size=1).map(tuple)),
    st.builds(BestMove, moves, st.lists(integers.map(lambda text: text.removeprefix("-")), min_size=1).map(tuple)),
    st.builds(Error, st.sampled_from(["err", "invalidmove"]), texts),
    OPTIONS,
)
COMMANDS = st.one_of(
    st.sampled_from(["info", "pass", "validmoves", "options", "exit"]).map(Bare),
    st.builds(NewGame, st.none() | st.sampled_from(GameType) | games.filter(lambda game: not faults(parse(str(game))))),
    st.builds(Play, moves),
    st.builds(Search, depth=st.integers(0, 99)),
    st.builds(Search, time=st.integers(0, 359_999)),
    st.builds(Undo, st.none() | st.integers(1, 999)),
    st.builds(GetOption, words),
    st.builds(SetOption, words, texts),
)


@given(MESSAGES)
def test_writing_and_reading_is_the_identity(message):
    assert parse(str(message)) == message


@given(COMMANDS)
def test_writing_and_reading_a_command_is_the_identity(command):
    assert parse_gui(str(command)) == command
    assert faults(parse_gui(str(command))) == ()


@given(st.lists(OPTIONS.filter(lambda option: option.default is None), min_size=1, max_size=5))
def test_a_list_of_options_keeps_its_shape(options):
    enum = OptionLine("Enum", OptionType.ENUM, "A", None, values=("A", "B", "A"))
    assert reply("options", *map(str, options), str(enum)).messages == (*options, enum)


def test_long_lines_are_read_in_linear_time():
    assert parse("x" * 1_000_000) == Unknown("x" * 1_000_000)
    assert parse("wS1;" * 50_000).moves == (move("wS1"),) * 50_000
    assert isinstance(parse("Base;" * 200_000), Malformed)
    assert isinstance(parse(";" * 1_000_000), Unknown)
    assert isinstance(parse(" " * 1_000_000), Blank)
    assert isinstance(parse("err " + " " * 1_000_000), Error)
    assert isinstance(parse_gui("play " + "wS1 " * 200_000), Malformed)
    assert len(group(["ok"] * 100_000)) == 100_000


# What a real engine says

LINE = re.compile(r"\[ *[0-9.]+\] (?P<who>[<>]) (?P<text>.*)")
CHAT = sorted(TRANSCRIPTS.glob("mzingacpp-*.txt"))


def dialogue(path):
    """Give each command of a recording with the lines up to the `ok` that follows it; the first command is "start"."""
    commands, said = ["start"], []
    for row in path.read_text("utf-8").splitlines():
        match = LINE.fullmatch(row)
        if match is None or match["text"] == "<EOF>":
            continue
        if match["who"] == ">":
            commands += match["text"].split("<LF>")
        elif match["text"] == "ok":
            yield (commands.pop(0) if commands else ""), tuple(said)
            said = []
        else:
            said.append(match["text"])


@pytest.mark.parametrize("path", CHAT, ids=lambda path: path.stem)
def test_mzingacpp_speaks_the_protocol(path):
    for command, said in dialogue(path):
        verb = command if command == "start" else event(parse_gui(command))
        for message in [parse(line) for line in said]:
            assert not isinstance(message, Malformed | Unknown | Blank), said
        if path.stem != "mzingacpp-malformed":  # there are lines in it that the recorder has cut or noted otherwise
            kinds = {fault.requirement for fault in reply(verb, *said).faults}
            assert kinds <= {"", "UHP-GS-05"}, (command, said)


def test_what_was_found_in_the_recordings():
    kinds = [type(parse(line)) for path in CHAT for _, said in dialogue(path) for line in said]
    assert {kind: kinds.count(kind) > 10 for kind in set(kinds)} == dict.fromkeys(
        [Id, Capabilities, GameString, Moves, Error], True
    )


def test_the_transcripts_are_there():
    assert len(CHAT) >= 6
