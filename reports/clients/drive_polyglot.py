"""Four moves by the clock: Debian's polyglot, which is a client of UCI on one side, and here is told what XBoard tells it."""

import re
import subprocess
import sys
import tempfile

import chess

with tempfile.TemporaryDirectory() as folder:
    words = ["/usr/games/polyglot", "-noini", "-ec", sys.argv[1], "-ed", folder, "-pg", "Log=false"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("xboard\nprotover 2\n")
    board, asked = chess.Board(), False
    for line in process.stdout:
        if "done=1" in line and not asked:
            process.stdin.write("new\nrandom\nlevel 0 1 0\npost\nhard\ntime 2000\notim 2000\ngo\n")
            asked = True
        elif found := re.match(r"move (\S+)", line):
            board.push_uci(found[1])
            if board.fullmove_number > 4:
                break
            reply = min(board.legal_moves, key=chess.Move.uci)
            board.push(reply)
            left = 2000 - 60 * board.fullmove_number
            process.stdin.write(f"time {left}\notim 2000\n{reply.uci()}\n")
    try:
        process.stdin.write("quit\n")
    except OSError:
        sys.exit("polyglot has ended")
    sys.exit(process.wait(5) or board.fullmove_number <= 4)
