"""Examples of the Hub catalogue are right: what is said there is well formed, allowed, and legal where it stands."""

from conformance.front.loading import load_suite
from conformance.games.draughts import Position, Variant, parse_game
from conformance.suites.hub.commands import Go, Pos, SetParam
from conformance.suites.hub.grammar import parse, parse_gui
from conformance.suites.hub.messages import Done, Info
from conformance.suites.hub.states import Session, State, event
from conformance.words.messages import Blank, Malformed, Unknown, faults
from tests.each import each

ROWS = load_suite("hub").catalogue.requirements

# Examples in which the GUI does on purpose what no GUI does.
ILLEGAL = set(
    "HUB-SYN-12 HUB-INI-15 HUB-POS-11 HUB-POS-12 HUB-GO-16 HUB-GO-17 HUB-QUI-03 HUB-QUI-05 HUB-PON-08 HUB-PON-09 HUB-TR-15".split()  # noqa: SIM905
)


def lines(row):
    return [(line[0], line[2:]) for line in row.example.strip().splitlines()]


@each(ROWS)
def test_what_the_engine_says_in_an_example_is_without_fault(row):
    for speaker, text in lines(row):
        if speaker == "<":
            assert faults(parse(text)) == (), text
            assert not isinstance(parse(text), Blank | Malformed), text


def start(row):
    """Where an example begins: with the session, or somewhere in it."""
    first = next((name for speaker, text in lines(row) if speaker == ">" and (name := event(parse_gui(text)))), "")
    if row.id == "HUB-INI-15":
        return State.IDLE
    return {"hub": State.STARTING, "set-param": State.WAITING, "init": State.WAITING}.get(first, State.IDLE)


@each({name: row for name, row in ROWS.items() if name not in ILLEGAL})
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


@each(ROWS)
def test_moves_in_an_example_are_legal_where_they_stand(row):
    variant, position, roots = Variant.NORMAL, None, []
    for speaker, text in lines(row):
        message = parse_gui(text) if speaker == ">" else parse(text) if speaker == "<" else None
        if isinstance(message, SetParam) and message.name == "variant":
            variant = Variant(message.value)
        elif isinstance(message, Pos) and row.id != "HUB-POS-12":
            position = parse_game(Position.from_hub(message.pos, variant), message.moves).final
        elif isinstance(message, Go) and position is not None:
            assert not position.is_terminal
            roots.append(position)
        elif isinstance(message, Info) and message.pv:
            parse_game(roots[0], message.pv)
        elif isinstance(message, Done) and roots:
            game = parse_game(roots.pop(0), [message.move, *filter(None, [message.ponder])])
            assert message.ponder is None or len(game.moves) == 2
