"""Short lines of shogi in which moves of all kinds are played: see `conformance.games.varied`."""

import random
from collections.abc import Iterator

from conformance.games import varied
from conformance.games.shogi.pieces import reaches, targets
from conformance.games.shogi.position import Position
from conformance.games.shogi.sfen import HAND_LETTERS, INDEX, SENTE, SQUARES, Diagram, PositionError, colour

#: Side, piece, whether it captures or promotes, how its king is in check, how many men shield it; less for a drop.
Kind = tuple[object, ...]

_MEN = ("P", "P", "L", "N", "S", "G", "B", "R", "+P", "+L", "+N", "+S", "+B", "+R")
_FEWEST, _MOST = 5, 12
_HELD = 3


def drawn(seed: int) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """Positions and the moves that follow, until there is nothing new: the same for the same seed."""
    return varied.drawn(seed, _scattered, kinds, Position.play, lambda position: position.in_check)


def _scattered(dice: random.Random) -> Position | None:
    """A few men anywhere, and some in hand; None where they make no position."""
    men = ["K", "k", *(dice.choice((str.upper, str.lower))(man) for man in dice.choices(_MEN, k=dice.randint(_FEWEST, _MOST)))]
    board = [""] * len(SQUARES)
    for square, man in zip(dice.sample(range(len(SQUARES)), len(men)), men, strict=True):
        board[square] = man
    letters = HAND_LETTERS + HAND_LETTERS.lower()
    held = dice.sample(letters, _HELD)
    hands = tuple((letter, 1) for letter in letters if letter in held)
    try:
        return Position.from_sfen(str(Diagram(tuple(board), dice.choice("bw"), hands, 1)))
    except PositionError:
        return None


def kinds(position: Position) -> dict[str, Kind]:
    """The legal moves, each with its kind."""
    diagram = position.diagram
    board, turn = diagram.board, diagram.turn
    king = board.index("K" if turn == SENTE else "k")
    foes = [square for square, man in enumerate(board) if man and colour(man) != turn]
    check = _check([targets(board[foe], foe)[king] for foe in foes if reaches(board, board[foe], foe, king)])
    shields = _shields(board, foes, king)
    found: dict[str, Kind] = {}
    for move in position.legal_moves():
        if "*" in move:
            found[move] = (turn, move[:2], check)
        else:
            origin = INDEX[move[:2]]
            men = 0 if origin == king else shields.get(origin, 0)
            found[move] = (turn, board[origin], board[INDEX[move[2:4]]] != "", move[4:], check, men)
    return found


def _check(ways: list[tuple[int, ...]]) -> str:
    """How a king is in check, by the squares that its attackers pass over: nothing stops a check from next to it, or two."""
    if len(ways) > 1:
        return "by two"
    return "" if not ways else "from afar" if ways[0] else "from near by"


def _shields(board: tuple[str, ...], foes: list[int], king: int) -> dict[int, int]:
    """The squares between the king and a piece that would attack it from afar, with how many men stand there, one or two."""
    shields: dict[int, int] = {}
    for foe in foes:
        men = [square for square in targets(board[foe], foe).get(king, ()) if board[square]]
        if len(men) in (1, 2):
            shields.update(dict.fromkeys(men, len(men)))
    return shields
