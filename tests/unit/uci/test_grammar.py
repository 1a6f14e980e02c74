"""The UCI grammar: total, and strict where chess libraries forgive."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.api.messages import faults
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.messages import BestMove, UciOk
from conformance.suites.universal.messages import (
    CopyProtection,
    IdAuthor,
    IdName,
    Info,
    OptionLine,
    OptionType,
    ReadyOk,
    Registration,
    Score,
)
from conformance.words.messages import Blank, Malformed, Unknown


def ids(line):
    """The requirements that a line breaks."""
    return [fault.requirement for fault in faults(parse(line))]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("uciok", UciOk()),
        ("  readyok ", ReadyOk()),
        ("id name  Demo  1 ", IdName("Demo 1")),
        ("id author A. Author", IdAuthor("A. Author")),
        ("bestmove e2e4", BestMove("e2e4")),
        ("bestmove e7e8q ponder a7b6", BestMove("e7e8q", "a7b6")),
        ("bestmove (none)", BestMove("(none)")),
        ("bestmove 0000", BestMove("0000")),
        ("copyprotection checking", CopyProtection("checking")),
        ("registration error", Registration("error")),
        ("option name Clear Hash type button", OptionLine("Clear Hash", OptionType.BUTTON)),
        ("option name Ponder type check default false", OptionLine("Ponder", OptionType.CHECK, "false")),
        ("", Blank()),
        (" \t ", Blank()),
        ("Stockfish 15", Unknown("Stockfish 15")),
    ],
)
def test_what_conforms_is_read(line, message):
    assert parse(line) == message
    assert ids(line) == []


@pytest.mark.parametrize(
    ("line", "verb", "broken"),
    [
        ("BESTMOVE e2e4", "", "UCI-BM-01"),
        ("Bestmove e2e4 ponder e7e5", "", "UCI-BM-01"),
        ("bestmoove e2e4", "", "UCI-BM-01"),
        ("bestmoev e2e4", "", "UCI-BM-01"),
        ("bestmovee2e4", "", "UCI-BM-01"),
        ("e2e4 bestmove ponder e7e5", "", "UCI-BM-01"),
        ("ponder e7e5", "", "UCI-BM-01"),
        ("readyOK", "readyok", "UCI-RDY-01"),
        ("ReadyOk", "readyok", "UCI-RDY-01"),
        ("uciOK", "uciok", "UCI-HS-01"),
        ("ID NAME Demo", "id", "UCI-ID-01"),
        ("Id author A. Author", "id", "UCI-ID-02"),
        ("optionname Hash type spin default 16 min 1 max 64", "option", "UCI-OPT-01"),
        ("Option name Ponder type check default false", "option", "UCI-OPT-01"),
        ("name Ponder type check default false", "option", "UCI-OPT-01"),
        ("infodepth 3 score cp 1", "info", "UCI-INFO-01"),
        ("Info depth 3", "info", "UCI-INFO-01"),
        ("depth 3 score cp 1 pv e2e4", "info", "UCI-INFO-01"),
        ("info depth 3 score cp 12 pvv e2e4", "info", "UCI-INFO-01"),
        ("info dept 3", "info", "UCI-INFO-01"),
        ("info ndoes 3", "info", "UCI-INFO-01"),
        ("Registration ok", "registration", "UCI-REG-01"),
    ],
)
def test_what_nearly_is_a_message_is_a_malformed_one(line, verb, broken):
    message = parse(line)
    assert isinstance(message, Malformed)
    assert (message.verb, message.requirement) == (verb, broken)


@pytest.mark.parametrize(
    "line",
    [
        "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
        "Unknown command: isready",
        "No such option: mULTIpv",
        "Information about this engine",
        "Option 3 is not there",
        "Info: the hash table has 16 MB",
        "identity unknown",
        "idle",
        "Ready.",
        "ready",
        "uci",
        "Nodes searched  : 1234",
        "depth of the book is 12",
        "time is up",
        "The info is lost",
        "Best move found: e2e4",
        "Bestmove is e2e4",
        "name of the book: x",
    ],
)
def test_free_text_stays_free(line):
    assert parse(line) == Unknown(line)


@pytest.mark.parametrize(
    "line", ["ebf 2.1", "depth 3 wdl 300 500 200", "depth 3 knps 12", "nodes 3 qnodes 1", "tps 3", "refutations 2"]
)
def test_an_engine_may_have_keys_of_its_own(line):
    assert isinstance(parse(f"info {line}"), Info)
    assert ids(f"info {line}") == []


@pytest.mark.parametrize(
    "move",
    ["", "Nf3", "e2-e4", "e2xe4", "e7e8Q", "e7e8=q", "e7e8k", "O-O", "0-0", "e2e9", "resign", "e2e4 e7e5",
     "e2e4 ponder", "e2e4 ponder Nf6", "e2e4 ponder e7e5 score"],
)  # fmt: skip
def test_no_move_is_repaired(move):
    message = parse(f"bestmove {move}")
    assert isinstance(message, Malformed)
    assert message.verb == "bestmove"
    assert ids(f"bestmove {move}") == ["UCI-BM-01"]


@pytest.mark.parametrize("word", ["NULL", "(null)", "none", "None", "a1a1", "e2e2", "(0000)"])
def test_what_means_no_move_is_read_as_that_and_told(word):
    message = parse(f"bestmove {word}")
    assert isinstance(message, BestMove)
    assert not message.is_move
    assert ids(f"bestmove {word}") == ["UCI-BM-07"]


def test_a_word_for_no_ponder_move_is_told_and_breaks_nothing():
    assert ids("bestmove e2e4 ponder (none)") == [""]
    assert parse("bestmove e2e4 ponder (none)") == BestMove("e2e4", None, parse("bestmove e2e4 ponder (none)").irregularities)


@pytest.mark.parametrize(
    ("declaration", "broken"),
    [
        ("Hash type spin default 16 min 1 max 1024", []),
        ("Hash type spin default 0 min 1 max 1024", ["UCI-OPT-02"]),
        ("Hash type spin default 16 min 1", ["UCI-OPT-02"]),
        ("Hash type spin default 16 min 1 max many", ["UCI-OPT-02"]),
        ("Ponder type check default yes", ["UCI-OPT-03"]),
        ("Style type combo default A var A var B C", []),
        ("Style type combo default a var A", []),
        ("Style type combo default C var A", ["UCI-OPT-04"]),
        ("Style type combo default C", ["UCI-OPT-04"]),
        ("Book type string default", ["UCI-OPT-05"]),
        ("Book type string", ["UCI-OPT-05"]),
        ("Book type string default <empty>", []),
        ("Book type string default C:\\my  books", []),
        ("Pawn value type spin default 1 min 0 max 2", ["UCI-OPT-06"]),
        ("Filename type string default x", []),
        ("Clear type button default 1", ["UCI-OPT-01"]),
        ("Log type filename default x", ["UCI-OPT-01"]),
        ("Log type", ["UCI-OPT-01"]),
        ("Log", ["UCI-OPT-01"]),
        ("Ponder type check default false min 0", ["UCI-OPT-01"]),
        ("Hash type spin default 1 default 2 min 0 max 3", ["UCI-OPT-01"]),
        ("type type combo default var var var var max", []),
    ],
)
def test_an_option_breaks_what_it_breaks(declaration, broken):
    assert ids(f"option name {declaration}") == broken


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("depth 12 seldepth 20 time 5 nodes 100 nps 20000 hashfull 3 tbhits 0 score cp 20 pv e2e4 e7e5", []),
        ("score cp -5 lowerbound nodes 7", []),
        ("score upperbound cp 5", []),
        ("score mate -3 pv e2e4", []),
        ("score mate +", ["UCI-INFO-02"]),
        ("score mate #3", ["UCI-INFO-02"]),
        ("score cp 0.5", ["UCI-INFO-02"]),
        ("score 20", ["UCI-INFO-02"]),
        ("score lowerbound cp 5 upperbound", ["UCI-INFO-02"]),
        ("score cp 20 wdl 300 500 200 pv e2e4", []),
        ("depth twelve", ["UCI-INFO-01"]),
        ("nps 100.5", ["UCI-INFO-01"]),
        ("nodes", ["UCI-INFO-01"]),
        ("pv Nf3 e7e5", ["UCI-INFO-01"]),
        ("pv e2e4 e7e8Q", ["UCI-INFO-01"]),
        ("pv", []),
        ("pv pv e2e4", ["UCI-INFO-01"]),
        ("pv e2e4 pv", ["UCI-INFO-01"]),
        ("refutation", ["UCI-INFO-01"]),
        ("currmove", ["UCI-INFO-01"]),
        ("currmove e2e4 currmovenumber 1", []),
        ("currline 1 e2e4 e7e5", []),
        ("string bestmove e2e4", []),
        ("", ["UCI-INFO-01"]),
    ],
)
def test_an_info_line_breaks_what_it_breaks(line, broken):
    assert ids(f"info {line}") == broken


def test_an_info_line_is_read_whole():
    info = parse("info depth 5 multipv 2 score mate -3 lowerbound evals 1 2 pv e2e4 0000 string  the rest pv e2e4")
    assert isinstance(info, Info)
    assert (info.depth, info.multipv, info.score) == (5, 2, Score("mate", "-3", "lowerbound"))
    assert (info.pv, info.unknown, info.string) == (("e2e4", "0000"), (("evals", "1", "2"),), " the rest pv e2e4")
    assert info.is_search_data
    assert not parse("info string depth 3").is_search_data
    assert not parse("info hashfull 3 evals 1").is_search_data


@given(st.text(max_size=60) | st.sampled_from(("info", "option", "bestmove", "id", "registration")).flatmap(
    lambda verb: st.lists(st.sampled_from(("name", "type", "spin", "default", "1", "score", "cp", "pv", "e2e4", "ponder", "string", "x")))
    .map(lambda words: " ".join((verb, *words)))
))  # fmt: skip
def test_it_never_raises_and_what_it_reads_it_writes(line):
    message = parse(line)
    if isinstance(message, Info | OptionLine | BestMove) and not message.irregularities:
        again = parse(str(message))
        assert type(again) is type(message)
        assert str(again) == str(message)
