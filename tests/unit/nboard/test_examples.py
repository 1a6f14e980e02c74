"""Examples of the NBoard catalogue are right: what is said there is well formed, allowed, and legal where it stands."""

import re

from conformance.front.loading import load_suite
from conformance.games.othello import Position, parse_game
from conformance.suites.nboard.grammar import parse, parse_gui
from conformance.suites.nboard.messages import Answer, Evaluation, Move, SetGame
from conformance.suites.nboard.states import ANSWERS, EOF, Phase, State, after_command, after_engine, after_gui
from conformance.words.messages import Blank, Malformed, Unknown, faults
from tests.each import each

ROWS = load_suite("nboard").catalogue.requirements

# Examples in which the GUI does on purpose what no GUI does.
ILLEGAL = {"NB-GAM-09", "NB-GAM-11", "NB-MOV-06", "NB-PNG-11", "NB-UNK-05", "NB-UNK-06"}


def lines(row):
    return [(line[0], line[2:]) for line in row.example.strip().splitlines()]


@each(ROWS)
def test_what_the_engine_says_in_an_example_is_without_fault(row):
    for speaker, text in lines(row):
        if speaker == "<":
            assert faults(parse(text)) == (), text
            assert not isinstance(parse(text), Blank | Unknown | Malformed), text


def start(row):
    """Where an example begins: with the session, or with an engine that is idle and has a game."""
    begins = any(text.startswith("nboard") for _, text in lines(row))
    return State() if begins else State(Phase.IDLE, has_depth=True, has_game=True)


@each({name: row for name, row in ROWS.items() if name not in ILLEGAL})
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


@each({name: row for name, row in ROWS.items() if name in ILLEGAL})
def test_an_example_of_illegal_input_is_one(row):
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">" and after_gui(state, text) is None:
            return
        state = after_gui(state, text) if speaker == ">" else state
    # Only the rules of the game tell.
    assert row.id == "NB-MOV-06"


def position_of(game):
    tags = re.findall(r"([A-Z]+)\[([^\]]*)\]", game)
    position = next(Position.from_ggf(text) for tag, text in tags if tag == "BO")
    moves = [(tag, text.split("/")[0].upper()) for tag, text in tags if tag in {"B", "W"}]
    for tag, move in moves:
        assert tag == ("B" if position.own == position.black else "W")
        position = position.play(move)
    return position


@each({name: row for name, row in ROWS.items() if name not in ILLEGAL})
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
