"""Which misunderstanding explains an answer that is wrong for the position sent.

One fault should fail one requirement: an engine that drops the last move of the line plays illegal moves, but what it
has to fix is its `position` command. This file tells the hypotheses apart; it does not know requirement ids.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from conformance.games.chess import rules
from conformance.games.chess.game import Game
from conformance.games.chess.position import START

#: What an engine answers where it sees no legal move, however that is spelled.
NO_MOVE = "no move"


class Misreading(StrEnum):
    """The position that the engine seems to have searched instead of the one sent, in the order they are tried."""

    PREVIOUS_POSITION = "the position before"
    LAST_MOVE_DROPPED = "the last move dropped"
    MOVES_IGNORED = "the moves ignored"
    FEN_FIELD_IGNORED = "a field of the FEN ignored"


class Field(StrEnum):
    """A field of a FEN that an engine may overlook. `TURN`: it takes the wrong side to move; `ALL`: it searches startpos."""

    TURN = "turn"
    RIGHTS = "rights to castle"
    EN_PASSANT = "en passant"
    ALL = "whole FEN"


def explain(game: Game, earlier: Iterable[Game], answer: str) -> Misreading | None:
    """Find the first hypothesis under which `answer`, a move or `NO_MOVE`, would have been right for `game`.

    `earlier` holds the games that were sent before in the session. None if `answer` is right as things stand, or if nothing
    explains it.
    """
    chess960 = game.root.chess960
    if _fits(game.position.key, chess960, answer):
        return None
    if any(_fits(other.position.key, chess960, answer) for other in earlier):
        return Misreading.PREVIOUS_POSITION
    keys = [position.key for position in game.positions]
    if len(keys) > 1 and _fits(keys[-2], chess960, answer):
        return Misreading.LAST_MOVE_DROPPED
    if _fits(keys[0], chess960, answer):
        return Misreading.MOVES_IGNORED
    misread = any(_fits(key, chess960, answer) for found in misreadings(game).values() for key in found)
    return Misreading.FEN_FIELD_IGNORED if misread else None


def misreadings(game: Game) -> Mapping[Field, frozenset[str]]:
    """Give the keys of the positions an engine arrives at for each way to misread the FEN; none for `startpos`.

    Moves are played as far as they are legal there. Ways that make no difference are left out. The positions are not
    always ones that a game can reach.
    """
    if not game.from_fen:
        return {}
    found = {}
    for name, roots in _misread(game.root.key, game.root.chess960):
        if name is Field.TURN and game.moves:
            continue  # none of them is a move of that side
        ends = {rules.follow(key, game.root.chess960, game.moves)[-1] for key in roots if key != game.root.key}
        if ends := ends - {game.position.key}:
            found[name] = frozenset(ends)
    return found


def _misread(key: str, chess960: bool) -> Iterable[tuple[Field, tuple[str, ...]]]:
    board, turn, rights, square = key.split(" ")
    yield Field.TURN, (f"{board} {'b' if turn == 'w' else 'w'} {rights} -",)
    every = _all_rights(board)
    yield Field.RIGHTS, (f"{board} {turn} - {square}", *(() if chess960 else (f"{board} {turn} {every} {square}",)))
    yield Field.EN_PASSANT, (f"{board} {turn} {rights} -",)
    if not chess960:
        yield Field.ALL, (START.key,)


def _all_rights(board: str) -> str:
    """The rights of all kings and rooks that stand at home: what an engine assumes that does not read the field."""
    rows = ["".join("." * int(letter) if letter.isdigit() else letter for letter in row) for row in board.split("/")]
    found = ""
    for row, king, rook in ((rows[7], "K", "R"), (rows[0], "k", "r")):
        if row[4] == king:
            found += (king if row[7] == rook else "") + (("Q" if king == "K" else "q") if row[0] == rook else "")
    return found or "-"


def _fits(key: str, chess960: bool, answer: str) -> bool:
    legal = rules.legal_moves(key, chess960)
    return not legal if answer == NO_MOVE else answer in legal
