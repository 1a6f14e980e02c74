"""The OEP catalogue: every row there, well formed, at its level, with examples that are right.

Reads the file itself, so that it also holds where the project's loader is more lenient.
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from conformance.games.othello import Position, parse_game, solve
from conformance.messages import Blank, Malformed, Unknown
from conformance.suites.oep.grammar import parse, parse_gui
from conformance.suites.oep.messages import (
    EmptyLine,
    EndgameSearch,
    MidgameSearch,
    Result,
    Version,
    faults,
)
from conformance.suites.oep.states import Phase, State, after_command, after_engine, after_gui

CATALOGUE = Path(__file__).parents[3] / "suites" / "oep" / "requirements.toml"

# Topic and number of rows, in report order. Ids are never given to another row.
TOPICS = [
    ("TR", 10), ("INI", 6), ("VER", 3), ("SEA", 20), ("END", 7), ("INF", 5), ("EMP", 5), ("STP", 7), ("NEW", 2), ("HSH", 3),
    ("QUI", 4), ("EOF", 2), ("ROB", 9), ("SES", 1),
]  # fmt: skip
ALL_IDS = [f"OEP-{topic}-{number:02}" for topic, count in TOPICS for number in range(1, count + 1)]

MUST = """
    TR-01 TR-02 TR-03 TR-04 TR-05 TR-06 INI-01 INI-02 VER-01 SEA-01 SEA-02 SEA-03 SEA-05 SEA-06 SEA-11 SEA-12 SEA-14 SEA-15
    SEA-16 SEA-17 END-01 END-02 INF-01 INF-02 INF-03 INF-05 EMP-01 EMP-02 EMP-03 EMP-04 STP-01 STP-02 STP-03 STP-04 STP-05
    STP-06 NEW-01 NEW-02 HSH-01 HSH-03 QUI-01 QUI-02 SES-01
"""
MAY = "SEA-20 END-05 HSH-02"

# Rows that the source does not ask for.
ROBUSTNESS = """
    TR-07 TR-08 TR-09 INI-05 INI-06 SEA-19 SEA-20 EMP-05 QUI-04 EOF-01 EOF-02
    ROB-01 ROB-02 ROB-03 ROB-04 ROB-05 ROB-06 ROB-07 ROB-08 ROB-09
"""
UNTESTABLE = "SEA-20 END-05"

# Examples in which the GUI does on purpose what no GUI does.
ILLEGAL = {
    "OEP-INI-05", "OEP-INI-06", "OEP-SEA-20", "OEP-ROB-03", "OEP-ROB-04", "OEP-ROB-05", "OEP-ROB-06", "OEP-ROB-07", "OEP-ROB-08",
    "OEP-ROB-09",
}  # fmt: skip


def ids(text):
    return {f"OEP-{name}" for name in text.split()}


@cache
def document():
    return tomllib.loads(CATALOGUE.read_text("utf-8"))


def rows():
    return document()["requirement"]


@pytest.fixture(params=rows(), ids=lambda row: row["id"])
def row(request):
    return request.param


def test_every_row_is_there_once_and_in_order():
    assert [row["id"] for row in rows()] == ALL_IDS
    assert len(ALL_IDS) == len(set(ALL_IDS)) == 84


def test_levels_do_not_change_unnoticed():
    levels = {row["id"]: row["level"] for row in rows()}
    expected = dict.fromkeys(ALL_IDS, "SHOULD") | dict.fromkeys(ids(MUST), "MUST") | dict.fromkeys(ids(MAY), "MAY")
    assert levels == expected


def test_robustness_rows_are_those_whose_source_is_silent():
    assert {row["id"] for row in rows() if row["class"] == "robustness"} == ids(ROBUSTNESS)


def test_untestable_rows_are_few():
    assert {row["id"] for row in rows() if "untestable" in row} == ids(UNTESTABLE)


# Examples


def lines(row):
    return [(line[0], line[2:]) for line in row["example"].strip().splitlines()]


def test_what_the_engine_says_in_an_example_is_without_fault(row):
    for speaker, text in lines(row):
        if speaker == "<":
            assert faults(parse(text)) == (), text
            assert not isinstance(parse(text), Blank | Unknown | Malformed), text


def start(row):
    """Where an example begins: with the session, or with an engine that is idle."""
    begins = any(text == "ENGINE-PROTOCOL init" for _, text in lines(row))
    return State() if begins else State(Phase.IDLE)


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] not in ILLEGAL], ids=lambda row: row["id"])
def test_an_example_is_a_dialogue_that_the_protocol_allows(row):
    """All that is owed comes; the ledger counts a `ready.` too many as spare or as the answer to a question."""
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">":
            state = after_gui(state, text)
            assert state is not None, text
        elif speaker == "<":
            verb = parse(text).verb
            assert verb != "ready" or state.owed or state.spare or state.polls, text
            state = after_engine(state, verb)
    assert state.phase is Phase.GONE or (state.owed, state.polls) == (0, 0) or row["id"] == "OEP-EOF-02"


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] in ILLEGAL], ids=lambda row: row["id"])
def test_an_example_of_illegal_input_is_one(row):
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">" and (isinstance(parse_gui(text), Malformed | Unknown) or after_gui(state, text) is None):
            return
        state = after_gui(state, text) if speaker == ">" else after_engine(state, parse(text).verb)
    raise AssertionError


def test_results_in_an_example_are_right(row):
    """The position is that of a request, moves are legal, and exact endgame values are exact."""
    asked = None
    for speaker, text in lines(row):
        message = parse_gui(text) if speaker == ">" else parse(text) if speaker == "<" else None
        if isinstance(message, EndgameSearch | MidgameSearch):
            asked = message
        if not isinstance(message, Result) or row["id"] == "OEP-SEA-20":
            continue
        assert message.position == asked.position
        position = Position.from_oep(message.position)
        assert parse_game(position, message.pv, implied_passes=True).moves[0] == message.move
        assert message.has_own_letter
        assert message.precision == asked.precision
        if isinstance(asked, EndgameSearch):
            assert message.lower.score <= solve(position) <= message.upper.score
            assert message.depth == position.empties
        assert message.lower == message.upper or message.upper.score <= asked.alpha or message.lower.score >= asked.beta


def test_examples_use_the_empty_line_and_a_version():
    messages = [parse_gui(text) for row in rows() for speaker, text in lines(row) if speaker == ">"]
    answers = [parse(text) for row in rows() for speaker, text in lines(row) if speaker == "<"]
    assert EmptyLine() in messages
    assert Version("Demo 1.0") in answers
    assert after_command(State(), "init") == State(Phase.IDLE, owed=1)
