"""The USI state table: complete, and right about who may say what when."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.suites.usi.grammar import parse
from conformance.suites.usi.states import ENGINE, GUI, VERBS, State, after_engine, after_gui, verb_of

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
READY = ("> usi", "< usiok", "> isready", "< readyok")
SEARCHING = {State.SEARCH, State.INFINITE, State.PONDER, State.MATE}


def play(*lines):
    """Play lines marked `>` (GUI) and `<` (engine); gives the last state, or None from a line that a GUI may not send."""
    state = State.BOOT
    for line in lines:
        if line.startswith(">"):
            following = after_gui(state, line[2:])
            if following is None:
                return None
            state = following
        else:
            state = after_engine(state, parse(line[2:]).verb)
    return state


def test_the_tables_speak_of_known_words_only():
    assert set(GUI) == set(State)
    assert set(ENGINE) <= set(State)
    assert {
        "usi", "isready", "setoption", "register", "debug", "usinewgame", "position", "gameover", "stop", "ponderhit", "go",
        "go infinite", "go ponder", "go mate", "quit",
    } == VERBS  # fmt: skip
    assert {word for row in ENGINE.values() for word in row} == {"usiok", "bestmove", "checkmate"}


def test_every_state_is_reached():
    reached, frontier = set(), [State.BOOT]
    while frontier:
        state = frontier.pop()
        if state not in reached:
            reached.add(state)
            frontier += [*GUI[state].values(), *ENGINE.get(state, {}).values()]
    assert reached == set(State)


def test_every_search_can_end():
    assert all(State.READY in ENGINE[state].values() and "stop" in GUI[state] for state in SEARCHING)


def test_quit_is_always_right_and_nothing_follows():
    assert all(row["quit"] is State.DEAD for state, row in GUI.items() if state is not State.DEAD)
    assert play(*READY, "> quit") is State.DEAD
    assert play("> quit", "> usi") is None


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


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder", "go mate infinite"])
@pytest.mark.parametrize(
    "line",
    ["position startpos", "setoption name A value 1", "usinewgame", "go depth 1", "go infinite", "go ponder", "go mate 9", "usi"],
)
def test_a_gui_does_not_disturb_a_search(go, line):
    assert play(*READY, f"> {go}", f"> {line}") is None


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder"])
@pytest.mark.parametrize("line", ["isready", "debug on", "debug off", "stop", "foobar", ""])
def test_what_a_gui_may_send_into_a_search_does_not_end_it(go, line):
    assert play(*READY, f"> {go}", f"> {line}") is play(*READY, f"> {go}")


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


def test_stray_words_when_idle_are_ignored():
    assert play(*READY, "> stop", "> ponderhit", "> gameover draw", "> debug on") is State.READY


def test_the_first_command_is_usi():
    for line in ("isready", "setoption name A value 1", "position startpos", "go depth 1", "usinewgame", "stop"):
        assert play(f"> {line}") is None
        if line not in ("isready", "setoption name A value 1"):
            assert play("> usi", "< usiok", f"> {line}") is None


def test_a_game_written_without_waiting_is_followed():
    assert play("> usi", "> isready", "< usiok", "< readyok", "> position startpos", "> go depth 1") is State.SEARCH
    assert play(*READY[:2], "> isready", "> position startpos", "> go depth 1", "< readyok", "< bestmove 7g7f") is State.READY


@pytest.mark.parametrize(
    ("line", "verb"),
    [("usi", "usi"), ("  isready  ", "isready"), ("position   startpos\tmoves  7g7f ", "position"), ("go mate 5", "go mate"),
     ("joho isready", "isready"), ("foobar", ""), ("", ""), (" \t", ""), ("xyzzy 1 2", ""), ("Isready", ""), ("stop\r", "stop"),
     ("setoption name stop value go", "setoption")],
)  # fmt: skip
def test_lines_have_verbs(line, verb):
    assert verb_of(line) == verb


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
