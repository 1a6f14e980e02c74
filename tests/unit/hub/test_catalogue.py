"""The Hub catalogue: every row there, well formed, at its level, with examples that are right.

Reads the file itself, so that it also holds where the project's loader is more lenient.
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from conformance.games.draughts import Position, Variant, parse_game
from conformance.messages import Blank, Malformed, Unknown
from conformance.suites.hub.commands import Go, Pos, SetParam
from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.messages import Done, Info, faults
from conformance.suites.hub.states import Session, State, event

CATALOGUE = Path(__file__).parents[3] / "suites" / "hub" / "requirements.toml"

# Topic and number of rows, in report order. Ids are never given to another row.
TOPICS = [
    ("TR", 11), ("SYN", 13), ("INI", 15), ("PAR", 6), ("POS", 13), ("LVL", 12), ("GO", 17), ("INF", 10), ("STP", 7),
    ("PON", 9), ("PNG", 6), ("NEW", 3), ("QUI", 4), ("EOF", 4), ("ERR", 2), ("VAR", 5),
]  # fmt: skip
ALL_IDS = [f"HUB-{topic}-{number:02}" for topic, count in TOPICS for number in range(1, count + 1)]

MUST = """
    TR-01 TR-02 TR-03 TR-04 TR-05 TR-06 TR-09 SYN-01 SYN-02 SYN-03 SYN-05 INI-01 INI-02 INI-04 INI-05 INI-06 INI-07 INI-08
    INI-10 PAR-01 PAR-03 PAR-04 PAR-05 POS-01 POS-02 POS-03 POS-04 POS-05 POS-06 POS-07 POS-08 POS-09 POS-10 LVL-04 LVL-05
    LVL-06 LVL-07 LVL-08 LVL-09 GO-01 GO-02 GO-03 GO-04 GO-05 GO-06 GO-07 GO-08 GO-09 GO-10 GO-11 GO-12 GO-13 GO-14 GO-15
    INF-01 INF-07 STP-01 STP-02 STP-03 STP-04 STP-05 STP-06 PON-01 PON-02 PON-03 PON-04 PON-05 PON-06 PNG-01 PNG-02 PNG-03
    PNG-04 NEW-01 QUI-01 ERR-01 VAR-01 VAR-02 VAR-03 VAR-04 VAR-05
"""
MAY = "SYN-06 SYN-13 INI-14 INI-15 POS-13 LVL-11 GO-17 INF-10 PON-07 NEW-02 EOF-04"

# Rows that the source does not ask for.
ROBUSTNESS = """
    TR-07 TR-08 TR-10 TR-11 SYN-11 SYN-12 INI-12 POS-11 POS-12 LVL-12 GO-16 PON-08 PON-09 QUI-03 QUI-04
    SYN-06 INI-15 LVL-11 GO-17 PNG-05 EOF-04
"""
UNTESTABLE = "SYN-13 INI-14 INI-15 POS-13 LVL-11 GO-17 PON-07 PON-09 EOF-04"

# Examples in which the GUI does on purpose what no GUI does.
ILLEGAL = set(
    "HUB-SYN-12 HUB-INI-15 HUB-POS-11 HUB-POS-12 HUB-GO-16 HUB-GO-17 HUB-QUI-03 HUB-PON-08 HUB-PON-09".split()  # noqa: SIM905
)


def ids(text):
    return {f"HUB-{name}" for name in text.split()}


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
    assert len(ALL_IDS) == len(set(ALL_IDS)) == 137


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
            assert not isinstance(parse(text), Blank | Malformed), text


def start(row):
    """Where an example begins: with the session, or somewhere in it."""
    first = next((event(parse_gui(text)) for speaker, text in lines(row) if speaker == ">"), "")
    if row["id"] == "HUB-INI-15":
        return State.IDLE
    return {"hub": State.STARTING, "set-param": State.WAITING, "init": State.WAITING}.get(first, State.IDLE)


@pytest.mark.parametrize("row", [row for row in rows() if row["id"] not in ILLEGAL], ids=lambda row: row["id"])
def test_an_example_is_a_dialogue_that_the_protocol_allows(row):
    session = Session(state=start(row))
    for speaker, text in lines(row):
        if speaker == ">":
            assert not isinstance(parse_gui(text), Malformed), text
            known = not isinstance(parse_gui(text), Unknown)
            session = session.sent(event(parse_gui(text))) if known else session
        elif speaker == "<":
            session = session.heard(event(parse(text)))
        assert session is not None, text


def test_moves_in_an_example_are_legal_where_they_stand(row):
    variant, position, roots = Variant.NORMAL, None, []
    for speaker, text in lines(row):
        message = parse_gui(text) if speaker == ">" else parse(text) if speaker == "<" else None
        if isinstance(message, SetParam) and message.name == "variant":
            variant = Variant(message.value)
        elif isinstance(message, Pos) and row["id"] != "HUB-POS-12":
            position = parse_game(Position.from_hub(message.pos, variant), message.moves).final
        elif isinstance(message, Go) and position is not None:
            assert not position.is_terminal
            roots.append(position)
        elif isinstance(message, Info) and message.pv:
            parse_game(roots[0], message.pv)
        elif isinstance(message, Done) and roots:
            game = parse_game(roots.pop(0), [message.move, *filter(None, [message.ponder])])
            assert message.ponder is None or len(game.moves) == 2
