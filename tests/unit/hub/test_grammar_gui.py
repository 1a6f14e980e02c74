"""The Hub grammar, GUI to engine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.suites.hub.commands import (
    Form,
    Go,
    Hub,
    Init,
    Level,
    Mode,
    NewGame,
    Ping,
    PonderHit,
    Pos,
    Quit,
    SetParam,
    Stop,
)
from conformance.suites.hub.grammar import parse_gui
from conformance.suites.hub.positions import load
from conformance.suites.hub.syntax import Arg
from conformance.words.messages import Blank, Malformed, Unknown, faults

START = load()["P-START"].text


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("hub", Hub()),
        ("set-param name=variant value=frisian", SetParam("variant", "frisian")),
        ('set-param value="a b" name="my param"', SetParam("my param", "a b")),
        ('set-param name=file value=""', SetParam("file", "")),
        ("init", Init()),
        (f"pos pos={START}", Pos(START)),
        (f'pos pos={START} moves=""', Pos(START)),
        (f'pos moves="32-28 17-22 28x17x22" pos={START}', Pos(START, ("32-28", "17-22", "28x17x22"))),
        (f"pos pos={START} moves=32-28", Pos(START, ("32-28",))),
        ("level depth=4", Level(depth=4)),
        ("level nodes=20000", Level(nodes=20000)),
        ("level move-time=.2", Level(move_time=0.2)),
        ("level move-time=1", Level(move_time=1.0)),
        ("level moves=9 time=291.587", Level(moves=9, time=291.587)),
        ("level time=5 inc=0.1", Level(time=5, inc=0.1)),
        ("level infinite", Level(infinite=True)),
        ('level infinite=""', Level(infinite=True)),
        ("go think", Go(Mode.THINK)),
        ('go ponder=""', Go(Mode.PONDER)),
        ("go analyze", Go(Mode.ANALYZE)),
        ("ponder-hit", PonderHit()),
        ("stop", Stop()),
        ("new-game", NewGame()),
        ("   ping   ", Ping()),
        ("ping\r", Ping()),
        ("quit", Quit()),
        ("ping x=1", Ping((Arg("x", "1"),))),
        ("go think zz=1", Go(Mode.THINK, (Arg("zz", "1"),))),
        ("", Blank()),
        ("  \r", Blank()),
        ("frobnicate a=1", Unknown("frobnicate a=1")),
        ("PING", Unknown("PING")),
    ],
)
def test_what_a_gui_says(line, command):
    assert parse_gui(line) == command


@pytest.mark.parametrize(
    ("line", "verb", "reason"),
    [
        ('pos pos="Wbb', "pos", "not closed"),
        ("=foo", "", "without a name"),
        ("pos", "pos", "without a position"),
        ("pos pos=", "pos", "without a position"),
        (f"pos pos={START[:-1]}", "pos", "without a position"),
        (f"pos pos={START} moves=32x", "pos", "'32x'"),
        ("level", "level", "without a limit"),
        ("level book=1", "level", "without a limit"),
        ("level depth=abc", "level", "no integer"),
        ("level depth=1.5", "level", "no integer"),
        ("level time=", "level", "no real number"),
        ("level time=0,5", "level", "no real number"),
        ("go", "go", "no mode"),
        ("go think ponder", "go", "several"),
        ("go fast", "go", "no mode"),
        ("set-param", "set-param", "without name"),
        ("set-param name=x", "set-param", "without name or value"),
        ("ping\x00", "ping", "control character"),
    ],
)
def test_what_no_gui_says(line, verb, reason):
    message = parse_gui(line)
    assert isinstance(message, Malformed)
    assert (message.text, message.verb, message.requirement) == (line, verb, "")
    assert reason in message.reason


@pytest.mark.parametrize(
    ("level", "form"),
    [
        (Level(depth=3), Form.DEPTH),
        (Level(nodes=3), Form.NODES),
        (Level(move_time=3), Form.MOVE_TIME),
        (Level(time=3), Form.CLOCK),
        (Level(time=3, moves=2), Form.CLOCK),
        (Level(time=3, inc=1), Form.CLOCK),
        (Level(time=3, inc=1, moves=2), Form.CLOCK),
        (Level(infinite=True), Form.INFINITE),
        (Level(depth=3, time=3), Form.MIXED),
        (Level(moves=3), Form.MIXED),
        (Level(inc=3), Form.MIXED),
        (Level(infinite=True, depth=3), Form.MIXED),
        (Level(depth=3, nodes=3), Form.MIXED),
        (Level(), Form.MIXED),
    ],
)
def test_forms_of_level(level, form):
    assert level.form is form


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (SetParam("book-file", ""), 'set-param name=book-file value=""'),
        (SetParam("x", "a=b"), 'set-param name=x value="a=b"'),
        (Pos(START, ("32-28",)), f"pos pos={START} moves=32-28"),
        (Pos(START, ("32-28", "17-22")), f'pos pos={START} moves="32-28 17-22"'),
        (Level(time=291.587, moves=9), "level moves=9 time=291.587"),
        (Level(move_time=1.0), "level move-time=1"),
        (Level(move_time=0.2), "level move-time=0.2"),
        (Level(infinite=True), "level infinite"),
        (Go(Mode.PONDER), "go ponder"),
        (NewGame(), "new-game"),
    ],
)
def test_commands_are_written_as_the_source_writes_them(command, line):
    assert str(command) == line


def test_a_slip_of_the_gui_is_seen():
    assert faults(parse_gui("level\tdepth=1"))
    assert faults(parse_gui("level  depth=1 ")) == ()


@given(st.text())
def test_parse_gui_takes_any_text(text):
    hash(parse_gui(text))


reals = st.none() | st.floats(0, 1e9) | st.integers(0, 1000).map(float)
counts = st.none() | st.integers(0, 2**63 - 1)
words = st.text(st.characters(exclude_characters='"\n'), max_size=9)
moves = st.sampled_from(["32-28", "28x17x22", "38x38x22x23x32x33"])
COMMANDS = st.one_of(
    st.sampled_from([Hub(), Init(), PonderHit(), Stop(), NewGame(), Ping(), Quit()]),
    st.builds(Go, st.sampled_from(Mode)),
    st.builds(SetParam, words.filter(bool), words),
    st.builds(Pos, st.from_regex(r"[WB][wbWBe]{50}", fullmatch=True), st.lists(moves, max_size=5).map(tuple)),
    st.builds(Level, counts, counts, reals, counts, reals, reals, st.booleans()).filter(lambda level: level != Level()),
)


@given(COMMANDS)
def test_writing_and_reading_is_the_identity(command):
    assert parse_gui(str(command)) == command
    assert faults(parse_gui(str(command))) == ()
