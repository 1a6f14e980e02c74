"""The USI state table: complete, and right about who may say what when."""

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.suites.usi.grammar import parse
from conformance.suites.usi.states import ENGINE, GUI, VERBS, State, after_engine, after_gui, verb_of
from tests.played import READY as READIES
from tests.played import play as play_lines

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
play = partial(play_lines, "usi")
READY = READIES["usi"]
SEARCHING = {State.SEARCH, State.INFINITE, State.PONDER, State.MATE}


def test_the_tables_speak_of_known_words_only():
    assert {
        "usi", "isready", "setoption", "register", "debug", "usinewgame", "position", "gameover", "stop", "ponderhit", "go",
        "go infinite", "go ponder", "go mate", "quit",
    } == VERBS  # fmt: skip
    assert {word for row in ENGINE.values() for word in row} == {"usiok", "bestmove", "checkmate"}


def test_every_search_can_end():
    assert all(State.READY in ENGINE[state].values() and "stop" in GUI[state] for state in SEARCHING)


def test_a_whole_game():
    game = (
        "> usinewgame",
        "> position startpos",
        "> go btime 0 wtime 0 byoyomi 1000",
        "< info depth 1 pv 7g7f",
        "< bestmove 7g7f",
    )
    again = ("> gameover win", "> isready", "< readyok", *game, "> quit")
    assert play(*READY, "> setoption name USI_Ponder value true", *game, *again) is State.DEAD


@pytest.mark.parametrize(
    ("go", "state"),
    [("go", State.SEARCH), ("go depth 3", State.SEARCH), ("go infinite", State.INFINITE), ("go mate 1000", State.MATE),
     ("go mate infinite", State.MATE), ("go ponder btime 1000 wtime 1000", State.PONDER),
     ("go btime 1 wtime 1 ponder", State.PONDER), ("go searchmoves 7g7f infinite", State.INFINITE), ("\tgo \t depth  3 ", State.SEARCH)],
)  # fmt: skip
def test_the_kind_of_go_decides(go, state):
    assert play(*READY, f"> {go}") is state
    assert play(*READY, f"> {go}", "> stop", "< checkmate timeout" if "mate" in go else "< bestmove resign") is State.READY


def test_a_broken_bestmove_is_an_answer_too():
    assert play(*READY, "> go depth 1", "< bestmove (none)") is State.READY
    assert play(*READY, "> go infinite", "< bestmove") is State.READY


def test_go_mate_may_be_answered_in_the_wrong_words():
    assert play(*READY, "> go mate 1000", "< bestmove 7g7f") is State.READY


def test_text_of_an_engine_ends_nothing():
    assert play(*READY, "> go infinite", "< info string bestmove 7g7f", "< 0bestmove 7g7f", "<  ") is State.INFINITE


def test_pondering_becomes_a_search_or_ends():
    assert play(*READY, "> go ponder", "> ponderhit") is State.SEARCH
    assert play(*READY, "> go ponder", "> ponderhit btime 1000 wtime 1000", "< bestmove 7g7f") is State.READY
    assert play(*READY, "> go ponder", "> stop", "< bestmove 7g7f") is State.READY


@pytest.mark.parametrize(
    "line", ["position startpos", "setoption name A value 1", "usinewgame", "go depth 1", "go mate 9", "usi"]
)
def test_a_gui_does_not_disturb_a_search_for_mate(line):
    assert play(*READY, "> go mate infinite", f"> {line}") is None


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder"])
def test_a_gui_asks_for_no_mate_in_a_search(go):
    assert play(*READY, f"> {go}", "> go mate 9") is None


def test_only_isready_and_what_prepares_follows_the_greeting():
    for line in ("position startpos", "go depth 1", "usinewgame", "stop"):
        assert play("> usi", "< usiok", f"> {line}") is None


def test_stray_words_when_idle_are_ignored():
    assert play(*READY, "> stop", "> ponderhit", "> gameover draw", "> debug on") is State.READY


def test_a_game_written_without_waiting_is_followed():
    assert play("> usi", "> isready", "< usiok", "< readyok", "> position startpos", "> go depth 1") is State.SEARCH
    assert play(*READY[:2], "> isready", "> position startpos", "> go depth 1", "< readyok", "< bestmove 7g7f") is State.READY


@given(st.sampled_from(list(State)), st.text(max_size=20))
def test_any_line_gives_a_state_or_none(state, text):
    assert after_gui(state, text) in (None, *State)
    if not verb_of(text):
        assert after_gui(state, text) is state


# Recorded dialogues

_ROW = re.compile(r"\[ *[0-9.]+\] ([<>]) (.*)", re.DOTALL)


def follow(name):
    """Pairs of a line that the recorder sent and whether a GUI may send it, up to the first that it may not."""
    state, verdicts = State.BOOT, []
    for row in (TRANSCRIPTS / f"{name}.txt").read_text("utf-8", "surrogateescape").split("\n"):
        if not (found := _ROW.fullmatch(row)):
            continue
        if found[1] == "<":
            state = after_engine(state, parse(found[2]).verb)
            continue
        for line in re.sub(r" {3}\[term '.*'\]$", "", found[2]).split("<LF>"):
            following = after_gui(state, line)
            verdicts.append((line, following is not None))
            if following is None:
                return verdicts, state
            state = following
    return verdicts, state


@pytest.mark.parametrize("name", ["fairy-quit-eof-search", "yaneuraou-ponder-True", "yaneuraou-insearch-gameover"])
def test_a_proper_gui_s_dialogue_is_allowed_throughout(name):
    verdicts, state = follow(name)
    assert len(verdicts) > 3
    assert all(allowed for _, allowed in verdicts), verdicts[-1]
    assert state in State


@pytest.mark.parametrize("name", ["fairy-misc", "yaneuraou-misc"])
def test_the_first_improper_line_of_a_recorder_is_noticed(name):
    verdicts, _ = follow(name)
    assert not verdicts[-1][1]
    assert all(allowed for _, allowed in verdicts[:-1])
