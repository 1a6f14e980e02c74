"""Short lines of chess in which moves of all kinds are played: see `conformance.games.varied`."""

import random
from collections.abc import Iterator

import chess

from conformance.games import varied
from conformance.games.chess.notation import SQUARES, placement
from conformance.games.chess.position import Position, PositionError

#: Side, piece, whether it captures, what else is special, by what its king is in check, how many men shield it.
Kind = tuple[object, ...]

_MEN = "PpPpPpQqRrBbNn"
_FEWEST, _MOST = 5, 12
#: How often a king and a rook stand at home, with the right to castle.
_CASTLES = 0.2
_AT_HOME = (
    ({"e1": "K", "h1": "R"}, "K"),
    ({"e1": "K", "a1": "R"}, "Q"),
    ({"e8": "k", "h8": "r"}, "k"),
    ({"e8": "k", "a8": "r"}, "q"),
)


def drawn(seed: int) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """Positions and the moves that follow, until there is nothing new: the same for the same seed."""
    return varied.drawn(seed, _scattered, kinds, Position.play, lambda position: position.in_check)


def _scattered(dice: random.Random) -> Position | None:
    """A few men anywhere; None where they make no position."""
    home, rights = dice.choice(_AT_HOME) if dice.random() < _CASTLES else ({}, "-")
    men = dict(home)
    for letter in "Kk" + "".join(dice.choices(_MEN, k=dice.randint(_FEWEST, _MOST))):
        if letter not in "Kk" or letter not in men.values():
            men[
                dice.choice([square for square in SQUARES if square not in men and (letter not in "Pp" or square[1] not in "18")])
            ] = letter
    try:
        return Position.from_fen(f"{placement(men)} {dice.choice('wb')} {rights} - 0 1")
    except PositionError:
        return None


def kinds(position: Position) -> dict[str, Kind]:
    """The legal moves, each with its kind."""
    board = chess.Board(position.fen)
    checks = tuple(sorted(board.piece_type_at(square) or 0 for square in chess.scan_forward(board.checkers_mask())))
    shields = _shields(board)
    found: dict[str, Kind] = {}
    for move in board.legal_moves:
        castles = "long" if board.is_queenside_castling(move) else "short" if board.is_kingside_castling(move) else ""
        special = castles or move.promotion or ("en passant" if board.is_en_passant(move) else "")
        piece = board.piece_type_at(move.from_square)
        men = 0 if piece == chess.KING else shields.get(move.from_square, 0)
        found[move.uci()] = (board.turn, piece, board.is_capture(move), special, checks, men)
    return found


def _shields(board: chess.Board) -> dict[int, int]:
    """The squares between the king and a piece that would attack it from afar, with how many men stand there, one or two."""
    king, foes = board.king(board.turn) or 0, board.occupied_co[not board.turn]
    straight = (chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]) & (board.rooks | board.queens)
    diagonal = chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
    shields: dict[int, int] = {}
    for attacker in chess.scan_forward((straight | diagonal) & foes):
        between = chess.between(king, attacker) & board.occupied
        if (men := chess.popcount(between)) in (1, 2):
            shields.update(dict.fromkeys(chess.scan_forward(between), men))
    return shields
