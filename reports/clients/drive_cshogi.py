"""Four moves by the clock: by `cshogi.usi.Engine`."""

import sys
import time

import cshogi
from cshogi.usi import Engine

engine = Engine(sys.argv[1])
engine.isready()
engine.usinewgame()
board, moves, clock = cshogi.Board(), [], 20_000
for _ in range(4):
    engine.position(moves)
    begun = time.monotonic()
    move, _ponder = engine.go(btime=clock, wtime=20_000, binc=100, winc=100)
    clock += 100 - round((time.monotonic() - begun) * 1000)
    if move in ("resign", "win"):
        engine.gameover("win" if move == "resign" else "lose")
        break
    if move not in map(cshogi.move_to_usi, board.legal_moves):
        sys.exit(f"{move} is illegal")
    moves.append(move)
    board.push_usi(move)
    reply = min(cshogi.move_to_usi(one) for one in board.legal_moves)
    moves.append(reply)
    board.push_usi(reply)
engine.quit()
