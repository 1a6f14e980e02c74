"""The rules of shogi from the library rsshogi, as cached functions over position keys.

A key is an SFEN without its move counter, as `Diagram.key` writes it. Nothing here checks a key: the callers do, and
the hypotheses about a misreading engine ask about boards that no game can reach. Perpetual check and repetition are
adjudicated by the GUI in USI: they never make a move illegal here.
"""

from collections.abc import Sequence
from functools import lru_cache
from sys import intern

from rsshogi.core import Board, Move

from conformance.games.shogi.sfen import is_move


@lru_cache(maxsize=1 << 11)
def legal_moves(key: str) -> frozenset[str]:
    """All legal moves in USI notation; where a king could be taken, that move is among them."""
    return frozenset([intern(move.to_usi()) for move in Board(key).legal_moves()])


@lru_cache(maxsize=1 << 12)
def in_check(key: str) -> bool:
    """Whether the king of the side to move is attacked."""
    return Board(key).is_in_check()


@lru_cache(maxsize=1 << 12)
def after(key: str, move: str) -> str:
    """Give the key after a legal move."""
    board = Board(key)
    board.apply_usi(move)
    return _key(board)


def follow(key: str, moves: Sequence[str]) -> tuple[str, ...]:
    """Play `moves` up to the first that cannot be played: the keys of all positions passed, `key` first.

    A move that is illegal, no move at all, or takes a king ends the line.
    """
    board = Board(key)
    keys = [key]
    for text in moves:
        if not is_move(text) or not _apply(board, Move.from_usi(text)):
            break
        keys.append(_key(board))
    return tuple(keys)


def _apply(board: Board, move: Move) -> bool:
    if move not in board.legal_moves():
        return False
    try:
        board.apply_move(move)
    except ValueError:
        # On a board that no game can reach, the library lists the capture of a king but does not make it.
        return False
    return True


def perft(key: str, depth: int) -> int:
    """Count the lines of exactly `depth` legal moves (at least 1); lines that end sooner count nothing."""
    return _perft(Board(key), depth)


def _perft(board: Board, depth: int) -> int:
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push_move(move)
        total += _perft(board, depth - 1)
        board.pop()
    return total


def _key(board: Board) -> str:
    return board.to_sfen().rpartition(" ")[0]
