"""Which misunderstanding explains an answer that is illegal in the position sent.

One fault should fail one requirement: an engine that drops the last move of a game answers with illegal moves, but what
it has to fix is how it reads the game. This file tells the hypotheses apart; it does not know requirement ids.

A legal move depends on whose turn it is and on nothing else that is said about the sides: to exchange the colours of all
disks and to take the wrong side to move are the same to the rules, and both are called the wrong side here.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from conformance.games.othello.game import Game, follow
from conformance.games.othello.move import PASS, MoveError, parse_move
from conformance.games.othello.position import START, Position
from conformance.games.othello.symmetry import Symmetry

LIKELY_MIRRORINGS = (Symmetry.MIRROR_RANKS, Symmetry.MIRROR_FILES, Symmetry.TRANSPOSE)
"""The squares for a program that counts ranks or files from the other end, or takes one for the other.

The other four ask for two such mistakes, and with them nearly every square next to a disk would be explained.
"""


class Misreading(StrEnum):
    """The position that the engine seems to have searched instead of the one sent, in the order they are tried."""

    PASS_SKIPPED = "a forced pass was left out of the answer"  # noqa: S105  a hypothesis
    PASS_IGNORED = "a pass of the game was not played"  # noqa: S105  another one
    LAST_MOVE_DROPPED = "the last move was dropped"
    MOVES_IGNORED = "the moves were ignored"
    WRONG_SIDE = "the wrong side was taken to be to move"
    PREVIOUS_POSITION = "an earlier position of the session was searched"
    OWN_ANSWER_PLAYED = "the engine had played an answer of its own on its board"
    BOARD_IGNORED = "the initial position was taken for the board sent"
    MIRRORED = "the board was mirrored: ranks or files from the other end, or one taken for the other"


def explanations(
    game: Game, earlier: Iterable[Position], answer: str, *, answered: Iterable[Position] = ()
) -> tuple[Misreading, ...]:
    """List the hypotheses, in their order, under which `answer`, a move in any spelling, would have been legal.

    `earlier` holds the positions that were searched before in the session, `answered` those after the engine's own
    answers there. The list is empty for an answer that is legal in the final position of `game`, and for one that is no move.
    The more answers one hypothesis explains, the better: a single move is legal in many a position.
    """
    try:
        move = parse_move(answer)
    except MoveError:
        return ()
    if game.final.is_legal(move):
        return ()
    searched = [
        *_misread(game),
        *((Misreading.PREVIOUS_POSITION, position) for position in earlier),
        *((Misreading.OWN_ANSWER_PLAYED, position) for position in answered),
        (Misreading.BOARD_IGNORED, follow(START, game.moves)),
        *((Misreading.MIRRORED, symmetry.position(game.final)) for symmetry in LIKELY_MIRRORINGS),
    ]
    return tuple(dict.fromkeys(name for name, position in searched if position.is_legal(move)))


def _misread(game: Game) -> Iterator[tuple[Misreading, Position]]:
    """Give the positions of an engine that misreads the game or the side to move; those that apply here."""
    if game.final.must_pass:
        yield Misreading.PASS_SKIPPED, game.final.other_side()
    if PASS in game.moves:
        yield Misreading.PASS_IGNORED, follow(game.start, [move for move in game.moves if move != PASS])
    if game.moves:
        yield Misreading.LAST_MOVE_DROPPED, game.positions[-2]
        yield Misreading.MOVES_IGNORED, game.start
    if not game.final.must_pass:
        yield Misreading.WRONG_SIDE, game.final.other_side()
