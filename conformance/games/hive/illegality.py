"""Why a move is illegal, in words for a finding.

The verdict is the generator's. The words come from looking at what the position forbids, and where that says nothing from
the switches: a move that would be legal if one rule were bent breaks that rule.
"""

from conformance.games.hive.board import Board
from conformance.games.hive.generator import Move
from conformance.games.hive.hexes import NEIGHBOURS
from conformance.games.hive.pieces import NAMES, PILLBUG, QUEEN
from conformance.games.hive.position import PASS, Position
from conformance.games.hive.rules import ENDINGS, SWITCHES, Rules

_QUEEN_DUE = 4


def why_illegal(position: Position, move: Move) -> str | None:
    """Say in one clause why `move` is illegal, None if it is legal."""
    if move in position.legal_moves:
        return None
    if position.state.is_over:
        return f"the game is over: {position.state}"
    if move == PASS:
        return f"{position.turn} has moves and so may not pass"
    if position.legal_moves == {PASS}:
        return f"{position.turn} can only pass"
    place = position.where(move.piece)
    return _placement(position, move) if place is None else _move(position, move, place)


def _placement(position: Position, move: Move) -> str:
    piece = move.piece
    if piece[0] != position.turn.letter:
        return f"{piece} is in the opponent's hand"
    if move.to in position.stacks:
        return f"{piece} is placed on an occupied hex"
    if position.ply < 2 and piece[1] == QUEEN:
        return "the queen may not be a side's first piece"
    if position.ply // 2 + 1 >= _QUEEN_DUE and piece[1] != QUEEN and position.where(position.turn.letter + QUEEN) is None:
        return "the queen must be placed by the fourth turn"
    if earlier := _earlier(position, piece):
        return f"{earlier} has to be placed before {piece}"
    tops = [position.stacks[place][-1] for place in NEIGHBOURS[move.to] if place in position.stacks]
    foes = [top for top in tops if top[0] != piece[0]]
    if foes and position.ply > 1:
        return f"{piece} is placed next to the opponent's {foes[0]}"
    return f"{piece} is placed where it touches no piece of its own"


def _earlier(position: Position, piece: str) -> str:
    """Give the piece of the same kind that has to be placed first, "" if there is none."""
    numbers = "123"[: "0123".index(piece[2]) - 1] if len(piece) > 2 else ""
    return next((piece[:2] + number for number in numbers if position.where(piece[:2] + number) is None), "")


def _move(position: Position, move: Move, place: int) -> str:
    piece, stack = move.piece, position.stacks[place]
    if move.to == place:
        return f"{piece} stands there already"
    foreign = piece[0] != position.turn.letter
    if foreign and PILLBUG not in position.game_type.kinds:
        return f"{piece} is the opponent's"
    if position.where(position.turn.letter + QUEEN) is None:
        return f"{position.turn}'s queen is not on the board yet, so nothing moves"
    if stack[-1] != piece:
        return f"{piece} is covered by {stack[-1]}"
    if piece == position.moved:
        return f"{piece} was moved in the last turn"
    if len(stack) == 1 and Board(position.stacks).is_pinned(place):
        return f"{piece} holds the hive together and may not leave"
    if switch := _bent(position, move):
        return f"legal only if {SWITCHES[switch]}"
    if foreign:
        return f"{piece} is the opponent's, and no pillbug can throw it there"
    return f"a {NAMES[piece[1]]} does not go there"


def _bent(position: Position, move: Move) -> str | None:
    """Find the first rule which, if bent, makes the move legal."""
    names = (name for name in SWITCHES if name not in ENDINGS)
    return next((name for name in names if move in position.moves_under(Rules.bending(name))), None)
