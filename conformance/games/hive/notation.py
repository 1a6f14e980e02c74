"""MoveStrings: how a move is written relative to other pieces, and which hex a text means.

A text has a meaning only in a position, and a move has as many texts as its goal has neighbours. So moves are compared as
(piece, hex), never as text. Whether a move is legal is not known here.
"""

import re
from typing import Final

from conformance.games.hive.generator import Move
from conformance.games.hive.hexes import NEIGHBOURS
from conformance.games.hive.pieces import HANDS, Colour
from conformance.games.hive.position import PASS, Position

# UHP, MoveString: the sign stands on the side of the piece where the goal is. In the order of hexes.DIRECTIONS.
_SIGNS: Final = ("{}-", "{}\\", "/{}", "-{}", "\\{}", "{}/")
_PIECE = r"[wb](?:[QMLP]|[SB][12]|[GA][123])"
_MOVE = re.compile(rf"({_PIECE})(?: ([-/\\]?)({_PIECE})([-/\\]?))?", re.ASCII)


class MoveTextError(ValueError):
    """The text is no MoveString, or names a piece that is not there; the message says which."""


def parse_move(position: Position, text: str) -> Move:
    """Find the move that a MoveString means in the position, legal or not.

    A reference may be a covered piece, and the moving piece itself, seen from where it stands now; a direction may lead to
    an occupied hex, though the source names the covered piece there. Raises MoveTextError for
    a text of another shape, a piece that does not take part in the game, a reference that is not on the board, and a bare
    piece anywhere but on the empty board.
    """
    if text == "pass":
        return PASS
    match = _MOVE.fullmatch(text)
    if match is None or (match[2] and match[4]):
        raise MoveTextError(f"{text!r} is not a MoveString")
    piece, before, reference, after = match.groups()
    if not takes_part(position, piece):
        raise MoveTextError(f"{piece} does not take part in {position.game_type}")
    if reference is None:
        return _first(position, piece)
    place = position.where(reference)
    if place is None:
        raise MoveTextError(f"{reference} is not on the board")
    if not before and not after:
        return Move(piece, place)
    # One character stands for two directions: the side of the piece that it is on decides.
    sign = (before and f"{before}{{}}") or f"{{}}{after}"
    return Move(piece, NEIGHBOURS[place][_SIGNS.index(sign)])


def _first(position: Position, piece: str) -> Move:
    if position.stacks:
        raise MoveTextError(f"{piece} names no place, and the board is not empty")
    return Move(piece, 0)


def takes_part(position: Position, piece: str) -> bool:
    """Whether a piece belongs to the game type of the position."""
    return any(piece in kind for colour in Colour for kind in HANDS[position.game_type, colour])


def format_move(position: Position, move: Move) -> str:
    """Write a move in the position as an engine would: the first of its spellings."""
    return spellings(position, move)[0]


def spellings(position: Position, move: Move) -> tuple[str, ...]:
    """Give every text of a move in the position: one for each neighbour of its goal, one alone for a climb.

    Pieces that the moving piece still covers come last: a viewer sees them only after the move. A text refers to the moving
    piece itself only where nothing else touches the goal, which no legal move does. Raises MoveTextError for a goal far from
    everything.
    """
    if move == PASS:
        return ("pass",)
    if not position.stacks:
        return (move.piece,)
    if under := _left_on(position, move.to, move.piece):
        return (f"{move.piece} {under}",)
    references = [(side, place, _left_on(position, place, move.piece)) for side, place in enumerate(NEIGHBOURS[move.to])]
    found = [
        (position.stacks[place][-1] == move.piece, _relative(move.piece, side, reference))
        for side, place, reference in references
        if reference
    ]
    if found:
        return tuple(text for _, text in sorted(found, key=lambda pair: pair[0]))
    start = position.where(move.piece)
    for side, place, _ in references:
        if place == start:
            return (_relative(move.piece, side, move.piece),)
    raise MoveTextError(f"nothing touches the goal of {move.piece}")


def _relative(piece: str, side: int, reference: str) -> str:
    """Write a goal whose neighbour on `side` is the reference: seen from there, it lies on the opposite side."""
    return f"{piece} {_SIGNS[(side + 3) % 6].format(reference)}"


def _left_on(position: Position, place: int, mover: str) -> str:
    """Give the top piece on `place` after the mover has left, "" if there is none."""
    return next((piece for piece in reversed(position.stacks.get(place, ())) if piece != mover), "")
