"""Which misunderstanding explains an answer that is illegal in the position sent.

One fault should fail one requirement: an engine that drops the last move of a game answers with illegal moves, but what
it has to fix is how it reads the game. This file tells the hypotheses apart; it does not know requirement ids.

A legal move depends on whose turn it is and on nothing else that is said about the sides: to exchange the colours of all
disks and to take the wrong side to move are the same to the rules, and both are called the wrong side here.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

from conformance.games.othello.bent import Turning, turned
from conformance.games.othello.bitboard import BIT
from conformance.games.othello.game import Game, follow
from conformance.games.othello.move import PASS, MoveError, parse_move
from conformance.games.othello.position import START, Colour, Position
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
) -> tuple[Misreading | Turning, ...]:
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
    searched: list[tuple[Misreading, Position]] = [
        *_misread(game),
        *((Misreading.PREVIOUS_POSITION, position) for position in earlier),
        *((Misreading.OWN_ANSWER_PLAYED, position) for position in answered),
        (Misreading.BOARD_IGNORED, follow(START, game.moves)),
        *((Misreading.MIRRORED, symmetry.position(game.final)) for symmetry in LIKELY_MIRRORINGS),
    ]
    found = [name for name, position in searched if position.is_legal(move)]
    turnings = [one for one in Turning if any(_is_legal(position, move) for position in misplayed(game, one))]
    return (*dict.fromkeys(found), *turnings)


def misplayed(game: Game, turning: Turning) -> Iterator[Position]:
    """Give the positions after a game in which each move flips what a bent rule says, where that is another one.

    A move that flips nothing there is played all the same, or left out with those of the other side that then follow it.
    """
    ways = ((number, is_forced) for number in range(_WAYS) for is_forced in (True, False))
    found = dict.fromkeys(_misplay(game, turning, number, is_forced=is_forced) for number, is_forced in ways)
    yield from (position for position in found if position != game.final)


#: Of so many rows a bent rule leaves open which one is flipped.
_WAYS = 2


@lru_cache(maxsize=1 << 10)
def _misplay(game: Game, turning: Turning, number: int, *, is_forced: bool) -> Position:
    position, turn = game.start, game.start.turn
    for move in game.moves:
        mover, turn = turn, turn.other
        if position.turn is not mover and (is_forced or position.must_pass or position.is_over):
            position = position.other_side()
        if move == PASS or position.turn is not mover or not (is_forced or position.is_legal(move)):
            continue
        bit = BIT[move]
        taken = [*turned(position.own, position.foe, bit.bit_length() - 1, turning)]
        flipped = taken[min(number, len(taken) - 1)]
        own, foe = position.own | flipped | bit, position.foe & ~flipped
        position = Position(own, foe, Colour.WHITE) if mover is Colour.BLACK else Position(foe, own, Colour.BLACK)
    return position if position.turn is turn or not is_forced else position.other_side()


def _is_legal(position: Position, move: str) -> bool:
    """Whether a move is what an engine may answer there, who passes where it has no move."""
    return position.is_legal(move) or (move == PASS and position.is_over)


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
