"""The UCI state table: complete, and right about who may say what when."""

import pytest

from conformance.suites.uci.grammar import parse
from conformance.suites.uci.states import ENGINE, GUI, VERBS, State, after_engine, after_gui, verb_of

READY = ("> uci", "< uciok", "> isready", "< readyok")
SEARCHING = {State.SEARCH, State.INFINITE, State.PONDER}


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
        "uci", "isready", "setoption", "register", "debug", "ucinewgame", "position", "stop", "ponderhit", "go", "go infinite",
        "go ponder", "quit",
    } == VERBS  # fmt: skip
    assert {word for row in ENGINE.values() for word in row} == {"uciok", "bestmove"}


def test_every_state_is_reached():
    reached, frontier = set(), [State.BOOT]
    while frontier:
        state = frontier.pop()
        if state not in reached:
            reached.add(state)
            frontier += [*GUI[state].values(), *ENGINE.get(state, {}).values()]
    assert reached == set(State)


def test_every_search_can_end_and_answers_isready():
    assert all(State.READY in ENGINE[state].values() and {"stop", "isready", "debug"} <= set(GUI[state]) for state in SEARCHING)


def test_quit_is_always_right_and_nothing_follows():
    assert all(row["quit"] is State.DEAD for state, row in GUI.items() if state is not State.DEAD)
    assert play(*READY, "> quit") is State.DEAD
    assert play("> quit", "> uci") is None


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


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder"])
@pytest.mark.parametrize(
    "line", ["position startpos", "setoption name A value 1", "ucinewgame", "go depth 1", "go infinite", "go ponder", "uci"]
)
def test_a_gui_does_not_disturb_a_search(go, line):
    assert play(*READY, f"> {go}", f"> {line}") is None


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder"])
@pytest.mark.parametrize("line", ["isready", "debug on", "debug off", "stop", "foobar", ""])
def test_what_a_gui_may_send_into_a_search_does_not_end_it(go, line):
    assert play(*READY, f"> {go}", f"> {line}") is play(*READY, f"> {go}")


def test_pondering_becomes_a_search_or_ends():
    assert play(*READY, "> go ponder", "> ponderhit") is State.SEARCH
    assert play(*READY, "> go ponder", "> stop", "< bestmove e2e4") is State.READY


def test_a_broken_bestmove_is_an_answer_and_text_is_none():
    assert play(*READY, "> go depth 1", "< bestmove Nf3") is State.READY
    assert play(*READY, "> go infinite", "< info string bestmove e2e4", "< 0bestmove e2e4", "<  ") is State.INFINITE


def test_the_first_command_is_uci():
    for line in ("isready", "setoption name A value 1", "position startpos", "go depth 1", "ucinewgame", "stop"):
        assert play(f"> {line}") is None


@pytest.mark.parametrize(
    ("line", "verb"),
    [("uci", "uci"), ("  isready  ", "isready"), ("joho isready", "isready"), ("foobar", ""), ("", ""), ("UCI", ""), ("stop\r", "stop"),
     ("setoption name stop value go", "setoption")],
)  # fmt: skip
def test_the_verb_of_a_line(line, verb):
    assert verb_of(line) == verb
