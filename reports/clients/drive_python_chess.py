"""Four moves by the clock, pondering on, and a short analysis: by `chess.engine` of the library python-chess."""

import sys
import time

import chess
import chess.engine

with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
    board, clock = chess.Board(), 20.0
    for _ in range(4):
        begun = time.monotonic()
        limit = chess.engine.Limit(white_clock=clock, black_clock=20, white_inc=0.1, black_inc=0.1)
        move = engine.play(board, limit, ponder=True).move
        clock += 0.1 - (time.monotonic() - begun)
        board.push(move)
        board.push(min(board.legal_moves, key=chess.Move.uci))
    engine.analyse(board, chess.engine.Limit(time=0.3))
