"""The NBoard grammar: what is read, what is refused, and which requirement each fault breaks."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import (
    Analysis,
    Answer,
    Book,
    Hint,
    Learned,
    Move,
    MyName,
    NBoard,
    NodeStats,
    Ping,
    Pong,
    Search,
    SetContempt,
    SetDepth,
    SetGame,
    Status,
    Word,
    is_role,
)
from conformance.wire.recordings import read
from conformance.wire.transcript import Direction
from conformance.words.messages import Blank, Irregularity, Malformed, Unknown, faults

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
CELLS = "---------------------------O*------*O---------------------------"
GAME = f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {CELLS} *]B[F5]W[F6/1.25/3.5]B[d3//2];)"


def broken(line):
    return sorted({fault.requirement for fault in faults(parse(line))} - {""})


# The examples of the source


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set myname Edax6", MyName("Edax6")),
        ("pong 1", Pong(1)),
        ("status Edax is thinking", Status("Edax is thinking")),
        ("nodestats 35805 0.00", NodeStats(35805, 0.0)),
        ("=== d6 -1.00 0.0", Answer("D6", (-1.0,), 0.0)),
        ("=== F5", Answer("F5")),
        ("learned", Learned()),
        ("analysis 0 +2", Analysis(0, 2.0)),
        ("search F5d6C3 1.5 0 100%W", Search(("F5", "D6", "C3"), (1.5,), 0, "100%W")),
        ("search F5-D6-C3 1.5 0 12", Search(("F5", "D6", "C3"), (1.5,), 0, "12")),
    ],
)
def test_the_source_s_examples(line, message):
    assert parse(line) == message
    assert faults(parse(line)) == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("=== F5/1.25/0.5", Answer("F5", (1.25,), 0.5)),
        ("=== F5/1.25", Answer("F5", (1.25,))),
        ("=== F5//0.5", Answer("F5", None, 0.5)),
        ("=== F5/", Answer("F5")),
        ("=== f5 1", Answer("F5", (1.0,))),
        ("=== PA", Answer("PA")),
        ("=== pa -12.00 0.0", Answer("PA", (-12.0,), 0.0)),
        ("=== PA//0.00", Answer("PA", None, 0.0)),
        ("=== PA/nan/0", Answer("PA", (), 0.0)),
        ("=== B5/0.3109999999/.09", Answer("B5", (0.3109999999,), 0.09)),
        ("===\tF5", Answer("F5")),
        ("=== F5/1,-1/0", Answer("F5", (1.0, -1.0), 0.0)),
        ("search D6       1 0 2", Search(("D6",), (1.0,), 0, "2")),
        ("search\tD6\t+1.5\t0\t100%\tsolved at last", Search(("D6",), (1.5,), 0, "100%", "solved at last")),
        ("search F5D6PAC3 0 0 4", Search(("F5", "D6", "PA", "C3"), (0.0,), 0, "4")),
        ("search PA nan 0 0", Search(("PA",), (), 0, "0")),
        ("book F5 +0.50,-0.50 1250 20 from the book", Book(("F5",), (0.5, -0.5), 1250, "20", "from the book")),
        ("book F5 0 0 0", Book(("F5",), (0.0,), 0, "0")),
        ("search A1 5. 0 12@73%", Search(("A1",), (5.0,), 0, "12@73%")),
        ("pong 2147483647", Pong(2147483647)),
        ("pong -1", Pong(-1)),
        ("pong 7  ", Pong(7)),
        ("analysis 61 -0.5", Analysis(61, -0.5)),
        ("nodestats 9223372036854775807 12", NodeStats(2**63 - 1, 12.0)),
        ("status", Status()),
        ("status  a  b ", Status("a  b")),
        ("set myname x", MyName("x")),
    ],
)
def test_what_a_conforming_engine_may_say(line, message):
    assert parse(line) == message
    assert faults(parse(line)) == ()


@pytest.mark.parametrize(
    "line",
    ["=== --", "=== PASS/1/2", "=== F5/1e-5/0", "=== F5//", "search F5 1E2 0 3", "pong 012", " pong 1", "set myname A B",
     "search F5---C3 0 0 4", "analysis 01 2e0"],
)  # fmt: skip
def test_what_is_only_worth_a_note(line):
    assert {fault.requirement for fault in faults(parse(line))} <= {""}
    assert all(fault.topic for fault in faults(parse(line)))
    assert not isinstance(parse(line), Malformed)


def test_notes_say_what_is_odd():
    assert faults(parse("=== --")) == (Irregularity("", "a pass is spelled --, not PA", "spelling of a pass"),)
    assert parse("search F5---C3 0 0 4").pv == ("F5", "PA", "C3")


@pytest.mark.parametrize("line", ["", "  ", "\t "])
def test_blank_lines(line):
    assert parse(line) == parse_gui(line) == Blank()


@pytest.mark.parametrize(
    "line",
    ["Hello, world", "learn", "Pong", "pongs 1", "searching", "book: none", "set", "set depth 3", "setmyname A", "====",
     "=====================", "====F5====", "===> F5", "===--===", "===-----", "status: fine", "17@73% ?+01 0:02.629 d3 E3", "\x00pong 1", "F5"],
)  # fmt: skip
def test_unknown_lines_are_none_of_our_business(line):
    assert parse(line) == Unknown(line)
    assert faults(parse(line)) == ()
    assert not is_role(parse(line))


# Lines that cannot be used


@pytest.mark.parametrize(
    ("line", "verb", "requirement", "reason"),
    [
        ("===", "===", "NB-GO-03", "without a move"),
        ("=== ", "===", "NB-GO-03", "without a move"),
        ("=== /1/2", "===", "NB-GO-03", "without a move"),
        ("===F5", "===", "NB-GO-03", "no blank"),
        ("===f5/0/1", "===", "NB-GO-03", "no blank"),
        ("===:F5", "===", "NB-GO-03", "no blank"),
        ("=== move F5", "===", "NB-GO-03", "'move' after === is not a move"),
        ("=== F55", "===", "NB-GO-03", "not a move"),
        ("=== I9/0/0", "===", "NB-GO-03", "not a move"),
        ("=== P", "===", "NB-GO-03", "not a move"),
        ("=== Engine 1.0 ===", "===", "NB-GO-03", "not a move"),
        ("=== F5\r", "===", "NB-GO-03", "not a move"),
        ("search", "search", "NB-HNT-02", "without a move"),
        ("search          0 0 6", "search", "NB-HNT-02", "begins with '0'"),
        ("book    +0 0 0 b5", "book", "NB-HNT-16", "begins with '+0'"),
        ("search F5 D6 C3 1.5 0 4", "search", "NB-HNT-02", "blanks"),
        ("search F5 1.5 0", "search", "NB-HNT-02", "needs"),
        ("book F5 1.5 many 20", "book", "NB-HNT-16", "number of games"),
        ("search F5 1,25,0 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 1.25, 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 55% 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 nan 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 inf 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 1e999 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 - 0 4", "search", "NB-HNT-04", "eval"),
        ("search F5 1.5 0 d12", "search", "NB-HNT-05", "depth"),
        ("search F5 1.5 0 %100", "search", "NB-HNT-05", "depth"),
        ("search F5 1.5 4711 12", "search", "NB-HNT-06", "third field"),
        ("search F5 1.5 12 text", "search", "NB-HNT-06", "third field"),
        ("search F5 1.5 0.0 12", "search", "NB-HNT-06", "third field"),
        ("pong", "pong", "NB-PNG-02", "without a number"),
        ("pong x", "pong", "NB-PNG-02", "not by one integer"),
        ("pong 5 6", "pong", "NB-PNG-02", "not by one integer"),
        ("pong 1.0", "pong", "NB-PNG-02", "not by one integer"),
        ("pong 3\r", "pong", "NB-PNG-02", "not by one integer"),
        ("pong 1search F5", "pong", "NB-PNG-02", "not by one integer"),
        ("analysis", "analysis", "NB-ANA-01", "needs"),
        ("analysis 3: +2", "analysis", "NB-ANA-01", "number of moves"),
        ("analysis -1 +2", "analysis", "NB-ANA-01", "number of moves"),
        ("analysis 3 two", "analysis", "NB-ANA-01", "eval"),
        ("analysis 3 +2 F5", "analysis", "NB-ANA-01", "nothing else"),
        ("nodestats 12k 0.1", "nodestats", "NB-NOD-01", "nodes"),
        ("nodestats 1e6 0.1", "nodestats", "NB-NOD-01", "nodes"),
        ("nodestats -1 0.1", "nodestats", "NB-NOD-01", "nodes"),
        ("nodestats 9223372036854775808 0.1", "nodestats", "NB-NOD-01", "nodes"),
        ("nodestats 12", "nodestats", "NB-NOD-01", "needs"),
        ("nodestats 12 0.1s", "nodestats", "NB-NOD-01", "time"),
        ("nodestats 12 -0.1", "nodestats", "NB-NOD-01", "time"),
        ("set myname", "set myname", "NB-HS-04", "without a name"),
    ],
)
def test_malformed_lines(line, verb, requirement, reason):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.verb, message.requirement) == (line, verb, requirement)
    assert reason in message.reason
    assert is_role(message) is (verb != "set myname")


# Lines that can be used and are wrong


@pytest.mark.parametrize(
    ("line", "requirements", "move"),
    [
        ("=== F5/1/2/3", ["NB-GO-03"], "F5"),
        ("=== F5 1 2 3", ["NB-GO-03"], "F5"),
        ("=== F5/1 2", ["NB-GO-03"], "F5"),
        ("=== F5 / 1 / 2", ["NB-GO-03"], "F5"),
        ("=== F5/good/2", ["NB-GO-03"], "F5"),
        ("=== F5/1,5,0/2", ["NB-GO-03"], "F5"),
        ("=== F5/1/2s", ["NB-GO-03"], "F5"),
        ("=== F5/nan/2", ["NB-GO-03"], "F5"),
        ("=== F5/1/-2", ["NB-GO-07"], "F5"),
        ("search F5D6xx 1.5 0 4", ["NB-HNT-03"], "F5"),
        ("search F5,D6 1.5 0 4", ["NB-HNT-03"], "F5"),
        ("search F5D6\x00 1.5 0 4", ["NB-HNT-03"], "F5"),
    ],
)
def test_faults_of_messages_that_can_be_used(line, requirements, move):
    assert broken(line) == requirements
    assert parse(line).move == move


def test_learned_stands_alone():
    assert parse("learned 3 games") == Learned()
    assert broken("learned 3 games") == ["NB-TR-04"]


def test_depths():
    assert parse("search A1 0 0 100%").is_exact
    assert not parse("search A1 0 0 100%").is_decided
    assert parse("search A1 0 0 100%W").is_decided
    assert parse("search A1 0 0 17@73%").plies == 17


# The GUI


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nboard 2", NBoard(2)),
        ("set depth 4", SetDepth(4)),
        ("set contempt -100", SetContempt(-100)),
        (f"set game {GAME}", SetGame(GAME)),
        ("move F5", Move("F5")),
        ("move F5/1.2", Move("F5", (1.2,))),
        ("move F5//2.5", Move("F5", None, 2.5)),
        ("move f5/1.2/2.5", Move("F5", (1.2,), 2.5)),
        ("move PA", Move("PA")),
        ("hint 4", Hint(4)),
        ("ping 0", Ping(0)),
        ("go", Word("go")),
        ("  go  ", Word("go")),
        ("set   depth   2", SetDepth(2)),
        ("quit", Word("quit")),
        ("foo bar", Unknown("foo bar")),
        ("set foo bar", Unknown("set foo bar")),
        ("gopher", Unknown("gopher")),
        ("F5", Unknown("F5")),
    ],
)
def test_what_a_gui_sends(line, message):
    assert parse_gui(line) == message


@pytest.mark.parametrize(
    "line",
    ["nboard", "nboard two", "set depth", "set depth 0", "set depth 4 5", "set contempt 101", "move", "move Z9", "move F5F6",
     "move F5/x", "move PASS", "hint", "hint 0", "hint -1", "hint x", "ping", "ping x", "ping -1", "ping 4 5",
     "ping 2147483648", "go now", "learn it", "set game", "set game garbage", f"set game {GAME[:-2]}",
     f"set game (;BO[8 {CELLS[1:]} *];)", f"set game (;BO[8 {CELLS}];)", "set game (;GM[Othello];)",
     f"set game (;BO[8 {CELLS} *]B[Z9];)", f"set game (;BO[6 {CELLS} *];)"],
)  # fmt: skip
def test_what_no_gui_sends(line):
    message = parse_gui(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.requirement) == (line, "")
    assert line.startswith(message.verb)


# Any text

WORDS = st.sampled_from(
    ["===", "search", "book", "pong", "learned", "analysis", "nodestats", "status", "set", "myname", "game", "depth", "move",
     "hint", "ping", "go", "F5", "PA", "--", "F5d6", "1.5", "-2", "0", "100%", "nan", "1e5", "/", ",", "\t", "\x00", "\r",
     "\udcff", ";", "(;", ";)", "BO[8"]
)  # fmt: skip
LINES = st.text() | st.lists(WORDS | st.text(max_size=3), max_size=8).map(" ".join) | st.lists(WORDS, max_size=8).map("".join)


@given(LINES)
@example("\udcff\x00")
def test_any_text_is_read(line):
    for message in (parse(line), parse_gui(line)):
        assert hash(message) == hash(message)
        assert isinstance(message.verb, str)
    assert all(fault.reason for fault in faults(parse(line)))


def long_lines():
    """Lines of a megabyte: each is made when it is read, since together they would stay in memory for the whole run."""
    yield "===" * 400_000
    yield "search " + "F5" * 500_000
    yield "pong " + "1" * 1_000_000
    yield "search F5 " + "9" * 1_000_000 + " 0 4"
    yield "search F5 0 0 " + "9" * 1_000_000
    yield "set game (;" + "B[F5]" * 200_000
    yield "set game (;" + "B" * 1_000_000
    yield " \t" * 500_000 + "x"


def test_a_megabyte_is_read():
    for line in long_lines():
        assert isinstance(parse(line), Malformed | Unknown | Search), line[:40]
        assert isinstance(parse_gui(line), Malformed | Unknown), line[:40]


REALS = st.floats(allow_nan=False, allow_infinity=False)
EVALS = st.lists(REALS, min_size=1, max_size=2).map(tuple)
SQUARES = st.builds("{}{}".format, st.sampled_from("ABCDEFGH"), st.integers(1, 8))
MOVES = SQUARES | st.just("PA")
TIMES = st.none() | st.floats(0, allow_infinity=False)
FREE = st.text(st.characters(exclude_characters="\n \t", exclude_categories=()), max_size=20)
DEPTHS = st.builds("{}{}".format, st.integers(0, 10**6), st.sampled_from(["", "%", "%W", "@73%", "ply"]))
ANSWERS = st.builds(Answer, MOVES, st.none() | EVALS, TIMES) | st.builds(Answer, st.just("PA"), st.just(()), TIMES)
PVS = st.lists(MOVES, min_size=1, max_size=60).map(tuple)
FROM_ENGINE = st.one_of(
    ANSWERS,
    st.builds(Search, PVS, EVALS, st.just(0), DEPTHS, FREE),
    st.builds(Book, PVS, EVALS, st.integers(0, 2**31), DEPTHS, FREE),
    st.builds(Pong, st.integers(-(2**31), 2**31 - 1)),
    st.just(Learned()),
    st.builds(Analysis, st.integers(0, 120), REALS),
    st.builds(NodeStats, st.integers(0, 2**63 - 1), st.floats(0, allow_infinity=False)),
    st.builds(Status, FREE),
    st.builds(MyName, FREE.filter(bool)),
)
CENTS = st.integers(-10_000, 10_000).map(lambda number: number / 100)
FROM_GUI = st.one_of(
    st.builds(NBoard, st.integers(1, 9)),
    st.builds(SetDepth, st.integers(1, 100)),
    st.builds(SetContempt, st.integers(-100, 100)),
    st.builds(Hint, st.integers(1, 60)),
    st.builds(Ping, st.integers(0, 2**31 - 1)),
    st.builds(Word, st.sampled_from(["go", "learn", "analyze", "quit"])),
    st.just(SetGame(GAME)),
    st.builds(Move, MOVES, st.none() | st.tuples(CENTS) | st.tuples(CENTS, CENTS), st.none() | CENTS),
)


@given(FROM_ENGINE)
def test_writing_and_reading_is_the_identity(message):
    assert parse(str(message)) == message
    assert {fault.requirement for fault in faults(parse(str(message)))} <= {""}


@given(FROM_GUI)
def test_writing_and_reading_is_the_identity_for_the_gui_too(message):
    assert parse_gui(str(message)) == message


@given(LINES)
def test_what_cannot_be_used_is_kept_as_it_is(line):
    for message in (parse(line), parse_gui(line)):
        if isinstance(message, Malformed | Unknown):
            assert str(message) == line


# Real dialogues


def said(name):
    rows = (TRANSCRIPTS / f"{name}.txt").read_text("utf-8", "surrogateescape").splitlines()
    return [line.text for line in read("\n".join(map(str.strip, rows)))[0] if line.direction is Direction.FROM_ENGINE]


@pytest.mark.parametrize("name", ["handshake", "hints", "pingsearch-go", "realpass", "unknown"])
def test_edax_is_understood(name):
    lines = said(f"edax-nboard-{name}")
    assert len(lines) > 4
    for line in lines:
        assert not isinstance(parse(line), Unknown)
        assert faults(parse(line)) == () or line == "search          0 0 6"


def test_edax_names_no_move_when_asked_for_a_negative_number_of_them():
    assert "NB-HNT-02" in {requirement for line in said("edax-nboard-hints") for requirement in broken(line)}


def test_edax_passes_in_lower_case():
    assert Answer("PA", (-12.0,), 0.0) in map(parse, said("edax-nboard-realpass"))


# Near misses


@pytest.mark.parametrize(
    ("line", "verb", "requirement"),
    [
        ("Pong 3", "pong", "NB-PNG-02"),
        ("pong3", "pong", "NB-PNG-02"),
        ("3 pong", "pong", "NB-PNG-02"),
        ("Learned", "learned", "NB-TR-04"),
        ("ANALYSIS 3 +0.50", "analysis", "NB-ANA-01"),
        ("3 analysis +0.50", "analysis", "NB-ANA-01"),
        ("nodestats100 0.10", "nodestats", "NB-NOD-01"),
        ("Search D3C5 +1.00 0 3", "search", "NB-HNT-02"),
        ("searchD3C5 +1.00 0 3", "search", "NB-HNT-02"),
        ("== D3", "===", "NB-GO-03"),
    ],
)
def test_what_is_a_message_but_for_its_verb_is_malformed(line, verb, requirement):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.verb, message.requirement) == (verb, requirement)


@pytest.mark.parametrize(
    "line",
    ["Search finished", "Searching D3", "Learned 5 games", "Book not found", "Analysis of the game", "ponging",
     "3 nodes", "=====", "== begin ==", "the pong 3", "Node stats follow"],
)  # fmt: skip
def test_what_merely_begins_like_a_message_is_free_text(line):
    assert isinstance(parse(line), Unknown)
