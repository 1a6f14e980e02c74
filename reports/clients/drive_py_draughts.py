"""Four moves by a time per move: by `HubEngine` of the package py-draughts."""

import sys

from draughts import StandardBoard
from draughts.engines import HubEngine

with HubEngine(sys.argv[1], time_limit=0.5) as engine:
    engine.new_game()
    board = StandardBoard()
    for _ in range(4):
        board.push(engine.get_best_move(board))
        board.push(min(board.legal_moves, key=str))
    if not engine.ping():
        sys.exit("no pong")
