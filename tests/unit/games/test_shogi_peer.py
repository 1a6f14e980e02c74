"""The oracle against two others: python-shogi (slow, not ours), and our own look at the rules, which labels illegal moves.

All three agree on some hundred positions, many of them with few pieces and full hands, where drops, pins and forced
promotions matter more than in games from the start.
"""

import random
from itertools import product

import shogi

from conformance.games.shogi import START, Game, Illegality, Position, PositionError, random_game
from conformance.games.shogi.illegality import breach
from conformance.games.shogi.sfen import SQUARES, Diagram
from tests.each import each

PIECES = ("P", "L", "N", "S", "G", "B", "R", "+P", "+L", "+N", "+S", "+B", "+R")
DROPS = [f"{letter}*{square}" for letter in "PLNSGBR" for square in SQUARES]
STEPS = [a + b + mark for a, b, mark in product(SQUARES, SQUARES, ("", "+")) if a != b]


def scattered(seed):
    """Few pieces, kings near each other, pieces in both hands: what random games from the start seldom reach."""
    dice = random.Random(seed)
    while True:
        board = [""] * 81
        men = [dice.choice((piece, piece.lower())) for piece in dice.choices(PIECES, k=dice.randint(2, 9))]
        for square, piece in zip(dice.sample(range(81), len(men) + 2), ["K", "k", *men], strict=True):
            board[square] = piece
        hands = tuple((letter, 1) for letter in "GNLPgnlp" if dice.random() < 0.4)
        try:
            return Position.from_sfen(str(Diagram(tuple(board), dice.choice("bw"), hands, 1)))
        except PositionError:
            continue


def played(seed):
    """Take every seventh position of a random game."""
    return Game(START, random_game(seed, 160)).positions[::7]


SCATTERED = [scattered(seed) for seed in range(120)]
PLAYED = [position for seed in range(4) for position in played(seed)]


def theirs(position):
    board = shogi.Board(position.sfen)
    return {move.usi() for move in board.legal_moves}, board.is_check()


@each({str(position): position for position in (*SCATTERED, *PLAYED)})
def test_python_shogi_finds_the_same_moves(position):
    moves, check = theirs(position)
    assert position.legal_moves() == moves
    assert position.in_check is check


def test_the_sample_is_worth_something():
    assert sum(position.in_check for position in SCATTERED) > 20
    assert len(PLAYED) > 60


@each({str(position): position for position in (*SCATTERED[:16], *PLAYED[::8])})
def test_our_own_rules_find_the_same_moves(position):
    legal = position.legal_moves()
    diagram = position.diagram
    for move in (*DROPS, *STEPS):
        found = breach(diagram, move)
        if move in legal:
            assert found is None, move
        elif found is None:
            assert position.why_illegal(move) is Illegality.PAWN_DROP_MATE


def test_a_missing_king_changes_nothing_else():
    for position in SCATTERED:
        if position.in_check:
            continue
        own = "K" if position.turn == "b" else "k"
        square = next(square for square, piece in position.pieces().items() if piece == own)
        pinned = {move for move in position.legal_moves() if move[:2] != square}
        board = tuple("" if piece == own else piece for piece in position.diagram.board)
        try:
            bare = Position.from_sfen(str(Diagram(board, position.turn, position.diagram.hands, 1)))
        except PositionError:
            continue  # the king had shielded the other one
        assert pinned <= bare.legal_moves()
