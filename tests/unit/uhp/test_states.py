"""The state table of UHP: complete, and right about what a viewer may send when."""

import re
from pathlib import Path

import pytest

from conformance.suites.uhp.grammar import parse, parse_gui
from conformance.suites.uhp.states import TABLE, State, after_engine, after_gui, event

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
COMMANDS = {
    "info", "options", "options get", "options set", "newgame", "play", "pass", "undo", "validmoves", "bestmove", "exit",
    "end of input",
}  # fmt: skip
ANSWERS = {"game", "game over", "error", "ok"}
LINES = {
    "info": "info", "options": "options", "options get": "options get X", "options set": "options set X 1", "newgame": "newgame",
    "play": "play wS1", "pass": "pass", "undo": "undo", "validmoves": "validmoves", "bestmove": "bestmove depth 1",
    "exit": "exit", "end of input": None,
}  # fmt: skip
WAITING = [state for state in State if state is not State.GONE and not state.is_idle]
BASE = "Base;NotStarted;White[1]"
WON = "Base;WhiteWins;Black[8]"


def play(*dialogue, state=State.STARTING):
    """Play lines that begin with `> ` or `< `; gives the state, or None from the first line that is not allowed."""
    for line in dialogue:
        speaker, text = line[0], line[2:]
        state = after_gui(state, text) if speaker == ">" else after_engine(state, event(parse(text)))
        if state is None:
            return None
    return state


BOOT = ("< id Demo", "< Mosquito", "< ok")
NEW = (*BOOT, "> newgame", "< " + BASE, "< ok")
END = (*NEW, "> play wS1", "< " + WON, "< ok")


def test_the_table_speaks_of_all_states_and_of_known_words_only():
    assert set(TABLE) == set(State)
    words = {word for row in TABLE.values() for word in row}
    assert words == {f"> {word}" for word in COMMANDS} | {f"< {word}" for word in ANSWERS}


def test_every_state_is_reached_and_every_state_but_the_last_is_left():
    reached, frontier = set(), [State.STARTING]
    while frontier:
        state = frontier.pop()
        if state not in reached:
            reached.add(state)
            frontier += TABLE[state].values()
    assert reached == set(State)
    assert [state for state in State if not TABLE[state]] == [State.GONE]


def test_input_may_end_anywhere():
    assert all(after_gui(state, None) is State.GONE for state in State if state is not State.GONE)
    assert after_gui(State.GONE, None) is None


def test_one_command_at_a_time():
    for state in WAITING:
        assert [word for word in COMMANDS if after_gui(state, LINES[word])] == ["end of input"]


def test_every_answer_ends_with_ok_in_an_idle_state():
    for state in WAITING:
        assert after_engine(state, "ok").is_idle
    assert all("< ok" not in TABLE[state] for state in State if state.is_idle)


def test_what_may_be_sent_where():
    always = {"info", "options", "options get", "options set", "newgame", "exit", "end of input"}
    allowed = {state: {word for word in COMMANDS if after_gui(state, LINES[word])} for state in State if state.is_idle}
    assert allowed == {
        State.NO_GAME: always,
        State.GAME: COMMANDS,
        State.OVER: always | {"undo"},
    }


@pytest.mark.parametrize(
    ("dialogue", "state"),
    [
        ((), State.STARTING),
        (("< Welcome", "< id Demo"), State.STARTING),
        (BOOT, State.NO_GAME),
        ((*BOOT, "> info"), State.ASKED_NO_GAME),
        ((*BOOT, "> info", "< id Demo", "< ok"), State.NO_GAME),
        ((*BOOT, "> newgame Base+M", "< err No mosquito.", "< ok"), State.NO_GAME),
        ((*BOOT, "> newgame", "< ok"), State.NO_GAME),
        (NEW, State.GAME),
        ((*NEW, "> validmoves", "< wS1;wB1", "< ok"), State.GAME),
        ((*NEW, "> bestmove time 00:00:01", "< wS1", "< wS1;1;0.5"), State.ASKED_GAME),
        ((*NEW, "> play wS1"), State.CHANGING_GAME),
        ((*NEW, "> play wS1", "< " + WON), State.ASKED_OVER),
        ((*NEW, "> play wS1", "< Base;InProgress;Black[1];wS1;", "< ok"), State.GAME),
        ((*NEW, "> play wQ", "< invalidmove No.", "< " + WON, "< ok"), State.GAME),
        ((*NEW, "> pass", "< " + WON + " ok"), State.CHANGING_GAME),
        (END, State.OVER),
        ((*END, "> undo", "< Base;InProgress;White[8];wS1", "< ok"), State.GAME),
        ((*END, "> undo 99", "< err No.", "< ok"), State.OVER),
        ((*END, "> newgame", "< " + BASE, "< ok"), State.GAME),
        ((*END, "> options", "< ok"), State.OVER),
        ((*NEW, f"> newgame {WON};wS1", "< " + WON, "< ok"), State.OVER),
        ((*NEW, "> exit", "< ok"), State.GONE),
    ],
)
def test_allowed(dialogue, state):
    assert play(*dialogue) is state


@pytest.mark.parametrize(
    "dialogue",
    [
        ("> info",),
        (*BOOT, "> play wS1"),
        (*BOOT, "> validmoves"),
        (*BOOT, "> info", "> info"),
        (*NEW, "> validmoves", "< wS1", "> play wS1"),
        (*NEW, "> hi"),
        (*NEW, "> "),
        (*NEW, "> play"),
        (*NEW, "> bestmove"),
        (*NEW, "> undo 0"),
        (*NEW, "> NEWGAME"),
        (*END, "> play wS1"),
        (*END, "> pass"),
        (*END, "> validmoves"),
        (*END, "> bestmove depth 1"),
        (*NEW, "> exit", "> info"),
    ],
)
def test_what_a_viewer_may_not_send(dialogue):
    assert play(*dialogue) is None


def test_what_an_engine_says_unasked_changes_nothing():
    for state in State:
        if state.is_idle or state is State.GONE:
            assert all(after_engine(state, word) is state for word in (*ANSWERS, "", "moves", "id"))


@pytest.mark.parametrize(
    ("line", "name"),
    [*((line, word) for word, line in LINES.items() if line), ("", ""), ("frob", ""), ("play xx", "play"),
     ("options get", "options get"), ("options  set X", "options set"), ("options foo", "options"), ("bestmove", "bestmove")],
)  # fmt: skip
def test_commands_have_names(line, name):
    assert event(parse_gui(line)) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [("ok", "ok"), ("ok ", ""), ("id A", "id"), ("Mosquito", "capabilities"), (BASE, "game"), (WON, "game over"),
     ("Base;Draw;Black[8];pass", "game over"), ("Base;x", "game"), ("wS1;wB1", "moves"), ("wS1;1", "bestmove"),
     ("X;bool;True", "option"), ("X;int;1", "option"), ("err no", "error"), ("invalidmove no", "error"), ("hello", ""), ("", "")],
)  # fmt: skip
def test_answers_have_names(line, name):
    assert event(parse(line)) == name


# A real dialogue

LINE = re.compile(r"\[ *[0-9.]+\] (?P<who>[<>]) (?P<text>.*)")


@pytest.mark.parametrize(
    ("name", "commands"), [("basic", 40), ("bestmove", 10), ("gameover", 20), ("newgame-gamestring", 14), ("options", 3)]
)
def test_mzingacpp_keeps_to_the_table(name, commands):
    state, allowed = State.STARTING, 0
    for row in (TRANSCRIPTS / f"mzingacpp-{name}.txt").read_text("utf-8").splitlines():
        match = LINE.fullmatch(row)
        if match is None or match["text"] == "<EOF>":
            continue
        if match["who"] == ">":  # the recorder tried much that no viewer sends, and twice did not wait
            following = after_gui(state, match["text"])
            state, allowed = following or state, allowed + bool(following)
            continue
        said = event(parse(match["text"]))
        assert said or state.is_idle, row
        state = after_engine(state, said)
    assert state.is_idle
    assert allowed >= commands
