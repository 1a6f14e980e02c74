"""The state table of Hub: complete, and right about the corners of the source."""

import ast
import re
from pathlib import Path

import pytest

from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.states import ENGINE, EOF, GUI, Session, State, event

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"
COMMANDS = {
    "hub", "set-param", "init", "pos", "level", "go think", "go ponder", "go analyze", "ponder-hit", "stop", "new-game",
    "ping", "quit", EOF,
}  # fmt: skip
ANSWERS = {"id", "param", "wait", "ready", "info", "done", "pong"}
BOOT = "> hub < id < param < wait > init < ready "
GO = "> pos > level > go_think "


def play(*dialogue):
    """Play words marked `>` (GUI) and `<` (engine); gives the session, or None from the first that is not allowed."""
    words = " ".join(dialogue).split()
    session = Session()
    for speaker, word in zip(words[::2], words[1::2], strict=True):
        name = EOF if word == "EOF" else word.replace("_", " ")
        session = session.sent(name) if speaker == ">" else session.heard(name)
        if session is None:
            return None
    return session


def test_the_tables_speak_of_all_states_and_of_known_words_only():
    assert set(GUI) == set(ENGINE) == set(State)
    assert {word for row in GUI.values() for word in row} == COMMANDS
    assert {word for row in ENGINE.values() for word in row} == ANSWERS


def test_every_state_is_reached():
    reached, frontier = set(), [State.STARTING]
    while frontier:
        state = frontier.pop()
        if state not in reached:
            reached.add(state)
            frontier += [*GUI[state].values(), *ENGINE[state].values()]
    assert reached == set(State)


def test_input_may_end_anywhere():
    assert all(row[EOF] is State.GONE for state, row in GUI.items() if state is not State.GONE)


@pytest.mark.parametrize(
    ("line", "name"),
    [("hub", "hub"), ("set-param name=a value=b", "set-param"), ("go analyze", "go analyze"), ("level depth=1", "level"),
     (f"pos pos=W{'e' * 49}b", "pos"), ("new-game", "new-game"), ("ponder-hit", "ponder-hit"), ("", ""), ("frob", ""),
     ("go", "go"), ("=", "")],
)  # fmt: skip
def test_commands_have_names(line, name):
    assert event(parse_gui(line)) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [("id", "id"), ("param name=a value=b", "param"), ("wait", "wait"), ("ready", "ready"), ("info depth=1", "info"),
     ("done", "done"), ('done move="', "done"), ("pong", "pong"), ("error", "error"), ("init eval", ""), ("", "")],
)  # fmt: skip
def test_answers_have_names(line, name):
    assert event(parse(line)) == name


# What is allowed


@pytest.mark.parametrize(
    ("dialogue", "state"),
    [
        (BOOT, State.IDLE),
        ("> hub < wait > set-param > set-param > ping < pong > init < ready", State.IDLE),
        ("> quit", State.GONE),
        ("> hub > EOF < id < wait", State.GONE),
        ("> hub < wait > init < info < done < pong < id < ready", State.IDLE),  # display text
        ("> hub < wait > init > ping < ready < pong", State.IDLE),
        ("> hub < wait > init > ping < pong < ready", State.IDLE),
        ("> hub < wait > init > ping < pong < ready < pong", State.IDLE),  # the first may have been display text
        (BOOT + GO, State.SEARCHING),
        (BOOT + GO + "< info < info < done", State.IDLE),
        (BOOT + "> pos > level > go_ponder > ponder-hit", State.SEARCHING),
        (BOOT + "> pos > level > go_ponder < done > ponder-hit", State.IDLE),
        (BOOT + "> pos > level > go_analyze > stop", State.STOPPING),
        (BOOT + GO + "> stop > stop < done > stop", State.IDLE),
        (BOOT + GO + "< done > stop", State.IDLE),
        (BOOT + GO + "> ping > ping < pong < info < pong < done", State.IDLE),
        (BOOT + "> new-game > new-game > pos > new-game > level > go_think < done > quit", State.GONE),
        (BOOT + GO + "> EOF < info < done", State.GONE),
        (BOOT + "< error", State.IDLE),
        (BOOT + "> pos > pos > level > level > go_think", State.SEARCHING),
    ],
)
def test_allowed(dialogue, state):
    session = play(dialogue)
    assert session is not None
    assert session.state is state


@pytest.mark.parametrize(
    "dialogue",
    [
        "> init",
        "> ping",
        "> pos",
        "> hub > init",
        "> hub < wait > pos",
        BOOT + "> hub",
        BOOT + "> init",
        BOOT + "> set-param",
        BOOT + "> go_think",
        BOOT + "> pos > go_think",
        BOOT + "> level > go_think",
        BOOT + GO + "< done > go_think",
        BOOT + GO + "> pos",
        BOOT + GO + "> new-game",
        BOOT + GO + "> quit",
        BOOT + GO + "> ponder-hit",
        BOOT + "> pos > level > go_ponder > ponder-hit > ponder-hit",
        BOOT + "> pos > level > go_ponder > go_think",
        BOOT + "> quit > ping",
    ],
)
def test_what_a_gui_may_not_send(dialogue):
    assert play(dialogue) is None


@pytest.mark.parametrize(
    "dialogue",
    [
        "< wait",
        "> hub < ready",
        "> hub < pong",
        "> hub < wait < wait",
        "> hub < wait < ready",
        BOOT + "< ready",
        BOOT + "< info",
        BOOT + "< done",
        BOOT + "< pong",
        BOOT + "> ping < pong < pong",
        "> hub < wait > init > ping < pong < ready < pong < pong",
        BOOT + "> stop < done",
        BOOT + GO + "< done < done",
        BOOT + GO + "< done < info",
        BOOT + GO + "< wait",
        BOOT + GO + "> stop > stop < done < done",
        BOOT + GO + "< done > EOF < done",
    ],
)
def test_what_an_engine_may_not_say(dialogue):
    assert play(dialogue) is None


def test_a_new_search_may_follow_stop_before_its_done():
    behind = BOOT + GO + "> stop > pos > level > go_ponder"
    session = play(behind)
    assert (session.state, session.owed) == (State.PONDERING, 2)
    session = play(behind, "< info < done")
    assert (session.state, session.owed, session.searching) == (State.PONDERING, 1, True)
    session = play(behind, "< done < info < done")
    assert (session.state, session.owed, session.searching) == (State.IDLE, 0, False)
    assert play(behind, "< done < done < done") is None


def test_stop_and_new_search_may_be_repeated():
    session = play(BOOT + GO + "> stop > pos > level > go_think > stop > pos > level > go_think")
    assert (session.state, session.owed) == (State.SEARCHING, 3)


# A real dialogue

LINE = re.compile(r"\s*(?P<at>[0-9.]+) (?P<who>[<>]) (?P<text>.*)")


@pytest.mark.parametrize(("name", "searches"), [("scan31-pipelined", 8), ("scan31-terminal", 1), ("scan31-ponderhit", 3)])
def test_scan_keeps_to_the_table(name, searches):
    session, started = Session(), 0
    for row in (TRANSCRIPTS / f"{name}.txt").read_text("utf-8").splitlines():
        if not (match := LINE.match(row)):
            continue
        if match["who"] == "<":
            session = session.heard(event(parse(match["text"])))
            assert session is not None, row
            continue
        for line in ast.literal_eval(match["text"]).splitlines():
            command = event(parse_gui(line))
            following = session.sent(command)
            if following is None:  # from here on the recorder tried what no GUI does
                break
            session, started = following, started + command.startswith("go")
        else:
            continue
        break
    assert started >= searches
