"""Short lines in which moves of all kinds are played: those of the suites, and how they are drawn."""

import pytest

from conformance.games import chess, shogi
from conformance.games.chess import varied as of_chess
from conformance.games.shogi import varied as of_shogi
from conformance.suites.uci.positions import lines as lines_of_uci
from conformance.suites.usi.positions import lines as lines_of_usi

SEED = 1
PAWN, KING = 1, 6


def counted(game, kinds):
    """The kinds of the last move of a line and of every second one before it."""
    steps = list(zip(game.positions, game.moves, strict=False))
    return {kinds(position)[move] for position, move in steps[::-2]}


GAMES = {
    "uci": ([chess.parse_position(line) for line in lines_of_uci()], of_chess),
    "usi": ([shogi.parse_position(line) for line in lines_of_usi()], of_shogi),
}


@pytest.mark.parametrize(("games", "module"), GAMES.values(), ids=GAMES)
def test_each_line_adds_kinds_and_leaves_something_to_search(games, module):
    met = set()
    for game in games:
        new = counted(game, module.kinds) - met
        assert len(new) >= 2, game
        assert game.position.legal_moves(), game
        met |= new


@pytest.mark.parametrize(("games", "module"), GAMES.values(), ids=GAMES)
def test_they_are_drawn_by_the_same_seed(games, module):
    root, moves = next(module.drawn(SEED))
    assert (root, moves) == (games[0].root, games[0].moves)


def all_kinds(protocol):
    games, module = GAMES[protocol]
    return set().union(*(counted(game, module.kinds) for game in games))


@pytest.mark.parametrize("side", [True, False], ids=["white", "black"])
def test_a_pawn_of_either_side_promotes_by_a_step_to_each_piece(side):
    straight = {
        special for turn, piece, is_capture, special, *_ in all_kinds("uci") if (turn, piece, is_capture) == (side, PAWN, False)
    }
    assert {2, 3, 4, 5} <= straight


def test_checks_by_each_piece_of_chess_are_ended_by_taking_it():
    taken = {checks for _, piece, is_capture, _, checks, _ in all_kinds("uci") if is_capture and piece != KING}
    assert {(piece,) for piece in range(PAWN, KING)} <= taken


@pytest.mark.parametrize("side", "bw")
def test_each_piece_of_shogi_is_dropped_to_stop_a_check(side):
    drops = [kind for kind in all_kinds("usi") if len(kind) == 3]
    assert {piece for turn, piece, check in drops if (turn, check) == (side, "from afar")} == {f"{piece}*" for piece in "PLNSGBR"}
