"""The NBoard catalogue: every row there, well formed, at its level, with examples that are right.

Reads the file itself, so that it also holds where the project's loader is more lenient.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from conformance.games.othello import Position, parse_game
from conformance.messages import Blank, Malformed, Unknown
from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import Answer, Evaluation, Move, SetGame, faults
from conformance.suites.nboard.states import ANSWERS, EOF, Phase, State, after_command, after_engine, after_gui

CATALOGUE = Path(__file__).parents[3] / "suites" / "nboard" / "requirements.toml"

# Topic and number of rows, in report order. Ids are never given to another row.
TOPICS = [
    ("TR", 10), ("HS", 4), ("DEP", 4), ("CTM", 2), ("GAM", 11), ("MOV", 7), ("GO", 9), ("CLK", 5), ("HNT", 15), ("PNG", 11),
    ("LRN", 3), ("ANA", 4), ("NOD", 2), ("STA", 1), ("UNK", 6), ("END", 3), ("SES", 1),
]  # fmt: skip
ALL_IDS = [f"NB-{topic}-{number:02}" for topic, count in TOPICS for number in range(1, count + 1)]

MUST = """
    TR-01 TR-02 TR-03 TR-04 TR-05 TR-06 TR-10 HS-01 HS-04 DEP-03 CTM-01 GAM-01 GAM-02 GAM-03 GAM-04 GAM-05 GAM-06 GAM-08
    MOV-01 MOV-02 MOV-03 MOV-05 GO-01 GO-02 GO-03 GO-04 GO-05 GO-09 CLK-01 HNT-01 HNT-02 HNT-04 HNT-05 HNT-06 HNT-08
    HNT-09 HNT-10 HNT-12 HNT-15 PNG-01 PNG-02 PNG-03 PNG-04 PNG-06 PNG-07 PNG-08 PNG-09 ANA-01 ANA-04 NOD-01 SES-01
"""
MAY = "HS-03 CTM-02 MOV-07 STA-01"

# Rows that the source does not ask for.
ROBUSTNESS = """
    TR-07 TR-08 TR-09 HS-03 DEP-04 GAM-09 GAM-10 GAM-11 MOV-06 MOV-07 CLK-04 PNG-11 LRN-02 UNK-03 UNK-04 UNK-05 UNK-06
    END-01 END-02 END-03
"""
UNTESTABLE = MAY

# Examples in which the GUI does on purpose what no GUI does.
ILLEGAL = {"NB-GAM-09", "NB-GAM-11", "NB-MOV-06", "NB-PNG-11", "NB-UNK-05", "NB-UNK-06"}


def ids(text):
    return {f"NB-{name}" for name in text.split()}


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
    assert len(ALL_IDS) == len(set(ALL_IDS)) == 98


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
    """Where an example begins: with the session, or with an engine that is idle and has a game."""
    begins = any(text.startswith("nboard") for _, text in lines(row))
    return State() if begins else State(Phase.IDLE, has_depth=True, has_game=True)


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] not in ILLEGAL], ids=lambda row: row["id"])
def test_an_example_is_a_dialogue_that_the_protocol_allows(row):
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">":
            state = after_gui(state, text)
            assert state is not None, text
        elif speaker == "<":
            verb = parse(text).verb
            assert state.pongs or verb in ANSWERS[state.phase] or verb in {"status", "set myname"}, text
            state = after_engine(state, verb)
    assert not state.pongs
    assert state.phase is Phase.GONE or after_command(state, EOF).phase is Phase.GONE


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] in ILLEGAL], ids=lambda row: row["id"])
def test_an_example_of_illegal_input_is_one(row):
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">" and after_gui(state, text) is None:
            return
        state = after_gui(state, text) if speaker == ">" else state
    # Only the rules of the game tell.
    assert row["id"] == "NB-MOV-06"


def position_of(game):
    tags = re.findall(r"([A-Z]+)\[([^\]]*)\]", game)
    position = next(Position.from_ggf(text) for tag, text in tags if tag == "BO")
    moves = [(tag, text.split("/")[0].upper()) for tag, text in tags if tag in {"B", "W"}]
    for tag, move in moves:
        assert tag == ("B" if position.own == position.black else "W")
        position = position.play(move)
    return position


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] not in ILLEGAL], ids=lambda row: row["id"])
def test_moves_in_an_example_are_legal_where_they_stand(row):
    position = None
    for speaker, text in lines(row):
        message = parse_gui(text) if speaker == ">" else parse(text) if speaker == "<" else None
        if isinstance(message, SetGame):
            position = position_of(message.ggf)
        elif isinstance(message, Move):
            position = position.play(message.move)
        elif isinstance(message, Answer) and position:
            assert position.is_legal(message.move), (text, position.legal_moves)
        elif isinstance(message, Evaluation) and position:
            assert parse_game(position, message.pv, implied_passes=True)
