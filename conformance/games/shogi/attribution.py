"""Which misunderstanding explains an answer that is wrong for the position sent.

One fault should fail one requirement: an engine that drops the last move of the line plays illegal moves, but what it
has to fix is its `position` command. This file tells the hypotheses apart; it does not know requirement ids.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from conformance.games.shogi import rules
from conformance.games.shogi.game import Game
from conformance.games.shogi.position import START
from conformance.games.shogi.sfen import Diagram, opponent, swapped_hands

RESIGN = "resign"


class Misreading(StrEnum):
    """The position that the engine seems to have searched instead of the one sent, in the order they are tried."""

    PREVIOUS_POSITION = "the position before"
    LAST_MOVE_DROPPED = "the last move dropped"
    MOVES_IGNORED = "the moves ignored"
    NOT_PROMOTED = "a promotion in the moves ignored"
    SFEN_FIELD_IGNORED = "a field of the SFEN ignored"


class Field(StrEnum):
    """A field of an SFEN that an engine may overlook. `TURN`: it takes the wrong side to move; `ALL`: it searches startpos."""

    HANDS = "hands"
    HAND_COLOURS = "hand colours"
    PROMOTION = "promotion marks"
    TURN = "turn"
    ALL = "whole sfen"


def explain(game: Game, earlier: Iterable[Game], answer: str) -> Misreading | None:
    """Find the first hypothesis under which `answer`, a move or `resign`, would have been right for `game`.

    `earlier` holds the games that were sent before in the session. `resign` is right where no legal move is left.
    None if `answer` is right as things stand, or if nothing explains it.
    """
    if _fits(game.position.key, answer):
        return None
    if any(_fits(other.position.key, answer) for other in earlier):
        return Misreading.PREVIOUS_POSITION
    keys = [position.key for position in game.positions]
    if len(keys) > 1 and _fits(keys[-2], answer):
        return Misreading.LAST_MOVE_DROPPED
    if _fits(keys[0], answer):
        return Misreading.MOVES_IGNORED
    if any(_fits(key, answer) for key in _not_promoted(game)):
        return Misreading.NOT_PROMOTED
    return Misreading.SFEN_FIELD_IGNORED if overlooked_field(game, answer) else None


def _not_promoted(game: Game) -> Iterable[str]:
    """Give the key of the position an engine arrives at for each promotion that it does not play, where the line allows it."""
    for place, move in enumerate(game.moves):
        if move.endswith("+"):
            moves = (*game.moves[:place], move.rstrip("+"), *game.moves[place + 1 :])
            keys = rules.follow(game.root.key, moves)
            if len(keys) > len(moves):
                yield keys[-1]


def overlooked_field(game: Game, answer: str) -> Field | None:
    """Find the first field of the SFEN that must be misread for `answer` to be right; None if there is none."""
    return next((name for name, key in misreadings(game).items() if _fits(key, answer)), None)


def misreadings(game: Game) -> Mapping[Field, str]:
    """Give the key of the position an engine arrives at for each way to misread the SFEN; none for `startpos`.

    Moves are played as far as they are legal there. Ways that make no difference are left out. The positions are not
    always ones that a game can reach.
    """
    if not game.from_sfen:
        return {}
    roots = {name: diagram.key for name, diagram in _misread(game.root.diagram)}
    roots[Field.ALL] = START.key
    if game.moves:
        del roots[Field.TURN]  # none of them is a move of that side
    ends = {name: rules.follow(key, game.moves)[-1] for name, key in roots.items() if key != game.root.key}
    return {name: key for name, key in ends.items() if key != game.position.key}


def _misread(diagram: Diagram) -> Iterable[tuple[Field, Diagram]]:
    yield Field.HANDS, replace(diagram, hands=())
    yield Field.HAND_COLOURS, replace(diagram, hands=swapped_hands(diagram))
    yield Field.PROMOTION, replace(diagram, board=tuple(piece.lstrip("+") for piece in diagram.board))
    yield Field.TURN, replace(diagram, turn=opponent(diagram.turn))


def _fits(key: str, answer: str) -> bool:
    legal = rules.legal_moves(key)
    return not legal if answer == RESIGN else answer in legal
