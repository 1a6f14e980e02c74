"""Examples of the UCI catalogue are right: moves in them can be played where they stand."""

import pytest

from conformance.front.loading import load_suite
from conformance.games.chess import Game, parse_position
from conformance.suites.uci.grammar import parse
from conformance.suites.uci.legality import is_wrong
from conformance.suites.uci.messages import BestMove
from conformance.suites.universal.messages import Info
from conformance.words.messages import Malformed
from tests.each import each

ROWS = load_suite("uci").catalogue.requirements
#: Examples in which the GUI sends what cannot be set up, or leaves out the moves of a long game.
NO_POSITION = {"UCI-POS-08", "UCI-POS-07"}
CHESS960 = {"UCI-POS-09"}


@each({name: row for name, row in ROWS.items() if name not in NO_POSITION})
def test_example_moves_are_legal_where_they_stand(row):
    assert wrong_lines(row.example, chess960=row.id in CHESS960) == []


def wrong_lines(example, *, chess960=False):
    """The lines of an example that cannot be read, or whose moves cannot be played in the position set up before them."""
    game, wrong = None, []
    for line in example.strip().splitlines():
        text = line[1:].replace("\\t", " ").strip()
        if line.startswith("> position"):
            game = parse_position(text.removeprefix("position "), chess960=chess960)
        elif line.startswith("<") and (isinstance(parse(text), Malformed) or not plays(game, parse(text))):
            wrong.append(line)
    return wrong


def plays(game, message):
    """Whether what the engine says is possible where a position has been set up."""
    if game is None:
        return True
    if isinstance(message, BestMove):
        after = Game(game.position, (message.move,), from_fen=True).position if message.ponder else None
        return not is_wrong(game, message.move) and (after is None or after.is_legal(message.ponder))
    if isinstance(message, Info) and message.pv:
        return Game(game.position, message.pv, from_fen=True).position is not None
    return True


@pytest.mark.parametrize("answer", ["bestmove e2e5", "bestmove (none)", "bestmove Nf3", "bestmove e2e4 ponder e2e4"])
def test_a_wrong_example_is_found(answer):
    assert wrong_lines(f"> position startpos\n< {answer}") == [f"< {answer}"]
