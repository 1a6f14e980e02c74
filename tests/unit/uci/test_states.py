"""The UCI state table: complete, and right about who may say what when."""

from functools import partial

import pytest

from conformance.suites.uci.states import ENGINE, GUI, VERBS, State
from tests.played import READY as READIES
from tests.played import play as play_lines

play = partial(play_lines, "uci")
READY = READIES["uci"]
SEARCHING = {State.SEARCH, State.INFINITE, State.PONDER}


def test_the_tables_speak_of_known_words_only():
    assert {
        "uci", "isready", "setoption", "register", "debug", "ucinewgame", "position", "stop", "ponderhit", "go", "go infinite",
        "go ponder", "quit",
    } == VERBS  # fmt: skip
    assert {word for row in ENGINE.values() for word in row} == {"uciok", "bestmove"}


def test_every_search_can_end_and_answers_isready():
    assert all(State.READY in ENGINE[state].values() and {"stop", "isready", "debug"} <= set(GUI[state]) for state in SEARCHING)


def test_a_whole_game():
    game = (
        "> ucinewgame",
        "> isready",
        "< readyok",
        "> position startpos",
        "> go movetime 100",
        "< info depth 1 pv e2e4",
        "< bestmove e2e4",
    )
    assert play(*READY, "> setoption name Ponder value true", *game, *game, "> quit") is State.DEAD


@pytest.mark.parametrize(
    ("go", "state"),
    [("go", State.SEARCH), ("go depth 3", State.SEARCH), ("go mate 2", State.SEARCH), ("go infinite", State.INFINITE),
     ("go ponder wtime 1 btime 1", State.PONDER), ("go wtime 1 btime 1 ponder", State.PONDER),
     ("go searchmoves e2e4 infinite", State.INFINITE), ("\tgo \t depth  3 ", State.SEARCH)],
)  # fmt: skip
def test_the_kind_of_go_decides(go, state):
    assert play(*READY, f"> {go}") is state
    assert play(*READY, f"> {go}", "> stop", "< bestmove (none)") is State.READY


def test_pondering_becomes_a_search_or_ends():
    assert play(*READY, "> go ponder", "> ponderhit") is State.SEARCH
    assert play(*READY, "> go ponder", "> stop", "< bestmove e2e4") is State.READY


def test_a_broken_bestmove_is_an_answer_and_text_is_none():
    assert play(*READY, "> go depth 1", "< bestmove Nf3") is State.READY
    assert play(*READY, "> go infinite", "< info string bestmove e2e4", "< 0bestmove e2e4", "<  ") is State.INFINITE
