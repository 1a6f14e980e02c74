"""What the state tables of UCI and USI have in common: complete, and right about who may say what when."""

import pytest

from conformance.suites.uci import states as uci
from conformance.suites.usi import states as usi
from tests.played import READY, play

TABLES = pytest.mark.parametrize("table", [uci, usi], ids=["uci", "usi"])
PROTOCOLS = pytest.mark.parametrize("protocol", ["uci", "usi"])
SEARCHES = pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder"])


@TABLES
def test_every_state_is_reached(table):
    reached, frontier = set(), [table.State.BOOT]
    while frontier:
        state = frontier.pop()
        if state not in reached:
            reached.add(state)
            frontier += [*table.GUI[state].values(), *table.ENGINE.get(state, {}).values()]
    assert reached == set(table.State)


@TABLES
def test_the_tables_speak_of_known_states_only(table):
    assert set(table.GUI) == set(table.State)
    assert set(table.ENGINE) <= set(table.State)


@pytest.mark.parametrize(("protocol", "table"), [("uci", uci), ("usi", usi)])
def test_quit_is_always_right_and_nothing_follows(protocol, table):
    dead = table.State.DEAD
    assert all(row["quit"] is dead for state, row in table.GUI.items() if state is not dead)
    assert play(protocol, *READY[protocol], "> quit") is dead
    assert play(protocol, "> quit", f"> {protocol}") is None


@PROTOCOLS
@SEARCHES
@pytest.mark.parametrize(
    "line", ["position startpos", "setoption name A value 1", "{}newgame", "go depth 1", "go infinite", "go ponder", "{}"]
)
def test_a_gui_does_not_disturb_a_search(protocol, go, line):
    assert play(protocol, *READY[protocol], f"> {go}", f"> {line.format(protocol)}") is None


@PROTOCOLS
@SEARCHES
@pytest.mark.parametrize("line", ["isready", "debug on", "debug off", "stop", "foobar", ""])
def test_what_a_gui_may_send_into_a_search_does_not_end_it(protocol, go, line):
    assert play(protocol, *READY[protocol], f"> {go}", f"> {line}") is play(protocol, *READY[protocol], f"> {go}")


@PROTOCOLS
@pytest.mark.parametrize("line", ["isready", "setoption name A value 1", "position startpos", "go depth 1", "{}newgame", "stop"])
def test_the_first_command_is_the_greeting(protocol, line):
    assert play(protocol, f"> {protocol}") is not None
    assert play(protocol, f"> {line.format(protocol)}") is None


@TABLES
@pytest.mark.parametrize(
    ("line", "verb"),
    [("  isready  ", "isready"), ("joho isready", "isready"), ("foobar", ""), ("", ""), (" \t", ""), ("xyzzy 1 2", ""), ("Isready", ""),
     ("stop\r", "stop"), ("setoption name stop value go", "setoption"), ("position   startpos\tmoves  a b ", "position")],
)  # fmt: skip
def test_the_verb_of_a_line(table, line, verb):
    assert table.verb_of(line) == verb
