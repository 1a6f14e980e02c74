"""Examples of the OEP catalogue are right: what is said there is well formed, allowed, and legal where it stands."""

from conformance.front.loading import load_suite
from conformance.games.othello import Position, parse_game, solve
from conformance.suites.oep.grammar import parse, parse_gui
from conformance.suites.oep.messages import EmptyLine, EndgameSearch, MidgameSearch, Result, Version
from conformance.suites.oep.states import Phase, State, after_command, after_engine, after_gui
from conformance.words.messages import Blank, Malformed, Unknown, faults
from tests.each import each

ROWS = load_suite("oep").catalogue.requirements

# Examples in which the GUI does on purpose what no GUI does.
ILLEGAL = {
    "OEP-INI-05", "OEP-INI-06", "OEP-SEA-20", "OEP-ROB-03", "OEP-ROB-04", "OEP-ROB-05", "OEP-ROB-06", "OEP-ROB-07", "OEP-ROB-08",
    "OEP-ROB-09",
}  # fmt: skip


def lines(row):
    return [(line[0], line[2:]) for line in row.example.strip().splitlines()]


@each(ROWS)
def test_what_the_engine_says_in_an_example_is_without_fault(row):
    for speaker, text in lines(row):
        if speaker == "<":
            assert faults(parse(text)) == (), text
            assert not isinstance(parse(text), Blank | Unknown | Malformed), text


def start(row):
    """Where an example begins: with the session, or with an engine that is idle."""
    begins = any(text == "ENGINE-PROTOCOL init" for _, text in lines(row))
    return State() if begins else State(Phase.IDLE)


@each({name: row for name, row in ROWS.items() if name not in ILLEGAL})
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
    assert state.phase is Phase.GONE or (state.owed, state.polls) == (0, 0) or row.id == "OEP-EOF-02"


@each({name: row for name, row in ROWS.items() if name in ILLEGAL})
def test_an_example_of_illegal_input_is_one(row):
    state = start(row)
    for speaker, text in lines(row):
        if speaker == ">" and (isinstance(parse_gui(text), Malformed | Unknown) or after_gui(state, text) is None):
            return
        state = after_gui(state, text) if speaker == ">" else after_engine(state, parse(text).verb)
    raise AssertionError


@each(ROWS)
def test_results_in_an_example_are_right(row):
    """The position is that of a request, moves are legal, and exact endgame values are exact."""
    asked = None
    for speaker, text in lines(row):
        message = parse_gui(text) if speaker == ">" else parse(text) if speaker == "<" else None
        if isinstance(message, EndgameSearch | MidgameSearch):
            asked = message
        if not isinstance(message, Result) or row.id == "OEP-SEA-20":
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
    messages = [parse_gui(text) for row in ROWS.values() for speaker, text in lines(row) if speaker == ">"]
    answers = [parse(text) for row in ROWS.values() for speaker, text in lines(row) if speaker == "<"]
    assert EmptyLine() in messages
    assert Version("Demo 1.0") in answers
    assert after_command(State(), "init") == State(Phase.IDLE, owed=1)
