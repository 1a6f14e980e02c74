"""Four moves, by depth and by the clock: by the package stockfish."""

import sys

from stockfish import Stockfish

engine = Stockfish(sys.argv[1], depth=3)
moves: list[str] = []
for number in range(4):
    engine.make_moves_from_current_position(moves[-1:])
    move = engine.get_best_move(wtime=20_000, btime=20_000) if number % 2 else engine.get_best_move()
    moves.append(move)
engine.send_quit_command()
