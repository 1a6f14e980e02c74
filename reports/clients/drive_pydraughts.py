"""Four moves by the clock, pondering on: by `HubEngine` of the package pydraughts, as a bot on a server uses it."""

import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit, PlayResult


def ponder(ahead: draughts.Board, clock: float, results: list[PlayResult]) -> None:
    """Let the engine think in the opponent's time, in a thread of its own: `play` waits for the answer."""
    results.append(engine.play(ahead, Limit(time=clock, inc=0.1), ponder=True))


engine = HubEngine(sys.argv[1])
engine.init()
board, clock = draughts.Board(), 20.0
pondering = expected = None
for _ in range(4):
    begun = time.monotonic()
    if pondering is not None and board.move_stack[-1].hub_move == expected:
        engine.ponderhit()
        pondering.join()
    else:
        if pondering is not None:
            engine.stop()
            pondering.join()
        results = [engine.play(board, Limit(time=clock, inc=0.1), ponder=False)]
    clock += 0.1 - (time.monotonic() - begun)
    result = results[-1]
    if result.move.hub_move not in [move.hub_move for move in board.legal_moves()]:
        sys.exit(f"{result.move.hub_move} is illegal")
    board.push(result.move)
    pondering = None
    if result.ponder is not None:
        expected, ahead = result.ponder.hub_move, board.copy()
        ahead.push(result.ponder)
        pondering = threading.Thread(target=ponder, args=(ahead, clock, results), daemon=True)
        pondering.start()
        time.sleep(0.2)
    board.push(min(board.legal_moves(), key=lambda move: move.hub_move))
if pondering is not None:
    engine.stop()
    pondering.join()
engine.quit()
