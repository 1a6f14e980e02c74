"""Perft numbers that others have published, and a second generator, written the plain way, at positions all over the game.

Origin: A. Bik, "Perft for Reversi" (2009). A pass is a ply; a game that ended before counts as one line. Depth 10, 24571284,
where the first finished games are counted, takes ten seconds and was checked by hand when the generator was written.
"""

import pytest

from conformance.games.othello import PASS, START, Position, Symmetry, perft, random_game
from conformance.games.othello.bitboard import BIT, SQUARES

NUMBERS = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


@pytest.mark.parametrize(("depth", "number"), list(enumerate(NUMBERS, 1)))
def test_perft(depth, number):
    assert perft(START, depth) == number


@pytest.mark.parametrize("symmetry", Symmetry)
def test_perft_of_the_turned_board(symmetry):
    turned = symmetry.position(START)
    assert [perft(turned, depth) for depth in range(1, 7)] == NUMBERS[:6]
    assert [perft(turned.twin(), depth) for depth in range(1, 7)] == NUMBERS[:6]


def test_a_pass_is_a_ply_and_a_finished_game_one_line():
    passing = Position.from_oep("-OXXXXXXOOOXXXXXOOOOXXXXOOOOOXXXOOOOOOXXOOOOOOOXOOOOOOOOOOOOOOOOO")
    assert [perft(passing, depth) for depth in (1, 2, 3, 9)] == [1, 1, 1, 1]
    assert perft(Position(0, 0), 5) == 1


def plain_moves(position):
    """Legal moves, and the board after each: rows of letters, one step at a time, nothing shared with the oracle."""
    text = position.oep
    cells = [list(text[row : row + 8]) for row in range(0, 64, 8)]
    own, foe = text[64], "O" if text[64] == "X" else "X"
    found = {}
    for row in range(8):
        for column in range(8):
            turned = [square for d in DIRECTIONS for square in plain_run(cells, row, column, d, own, foe)]
            if cells[row][column] == "-" and turned:
                after = [list(line) for line in cells]
                for r, c in [(row, column), *turned]:
                    after[r][c] = own
                found["ABCDEFGH"[column] + str(row + 1)] = "".join("".join(line) for line in after) + foe
    return found


DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def plain_run(cells, row, column, direction, own, foe):
    run = []
    while True:
        row, column = row + direction[0], column + direction[1]
        if not (0 <= row < 8 and 0 <= column < 8) or cells[row][column] not in (own, foe):
            return []
        if cells[row][column] == own:
            return run
        run.append((row, column))


@pytest.mark.parametrize("seed", range(12))
def test_the_plain_generator_agrees(seed):
    for position in random_game(seed, 70, seek_passes=seed % 3 == 0).positions[::3]:
        plain = plain_moves(position)
        if plain:
            assert list(position.legal_moves) == list(plain)
            assert {move: position.play(move).oep for move in plain} == plain
        else:
            assert position.must_pass is bool(plain_moves(position.other_side()))
            assert position.is_over is not position.must_pass


def test_squares_are_in_reading_order():
    assert SQUARES[:9] == ("A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "A2")
    assert BIT["H8"] == 1 << 63
    assert PASS not in BIT
