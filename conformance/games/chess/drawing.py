"""A chess position as a picture, by the library that knows the rules: besides `rules` the only module that imports it."""

import chess
import chess.svg

from conformance.games.chess.notation import is_move
from conformance.games.chess.position import Position


def draw(position: Position, last: str = "", answer: str = "") -> str:
    """SVG of a position; `last` is the move that led to it, `answer` one that is drawn as an arrow, where they are moves."""
    board = chess.Board(position.fen, chess960=position.chess960)
    pointed = chess.Move.from_uci(answer) if is_move(answer) else None
    arrows = [chess.svg.Arrow(pointed.from_square, pointed.to_square, color="red")] if pointed else []
    return str(chess.svg.board(board, lastmove=chess.Move.from_uci(last) if is_move(last) else None, arrows=arrows, size=320))
