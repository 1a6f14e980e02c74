"""Four moves by the clock, pondering on: uci2wb, which is a client of USI on one side, and here is told what XBoard tells it."""

import re
import subprocess
import sys
import tempfile

import cshogi

LETTERS = "abcdefghi"


def turned(square: str) -> str:
    """A square of USI as XBoard writes it, and the other way round: `7g` is `c3`."""
    if square[0] in LETTERS:
        return f"{9 - LETTERS.index(square[0])}{LETTERS[9 - int(square[1])]}"
    return f"{LETTERS[9 - int(square[0])]}{9 - LETTERS.index(square[1])}"


def usi(move: str) -> str:
    """A move of XBoard's as USI writes it."""
    if "@" in move:
        return f"{move[0]}*{turned(move[2:4])}"
    return f"{turned(move[:2])}{turned(move[2:4])}{'+' if move.endswith('+') else ''}"


def xboard(move: str) -> str:
    """A move of USI as XBoard writes it."""
    if "*" in move:
        return f"{move[0]}@{turned(move[2:4])}"
    return f"{turned(move[:2])}{turned(move[2:4])}{'+' if move.endswith('+') else ''}"


with tempfile.TemporaryDirectory() as folder:
    words = ["/usr/games/uci2wb", "-s", sys.argv[1], folder]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, errors="replace")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("xboard\nprotover 2\n")
    board, asked, moves, has_gone = cshogi.Board(), False, 0, False
    for line in process.stdout:
        if "done=1" in line and not asked:
            process.stdin.write("new\nvariant shogi\nlevel 0 1 0\npost\nhard\ntime 2000\notim 2000\ngo\n")
            asked = True
        elif found := re.match(r"move (\S+)", line):
            move = usi(found[1])
            if move not in map(cshogi.move_to_usi, board.legal_moves):
                sys.exit(f"{move} is illegal")
            board.push_usi(move)
            moves += 1
            if moves == 4:
                break
            reply = min(cshogi.move_to_usi(one) for one in board.legal_moves)
            board.push_usi(reply)
            process.stdin.write(f"time {2000 - 120 * moves}\notim 2000\nusermove {xboard(reply)}\n")
        elif line.startswith(("resign", "1-0", "0-1")):
            has_gone = True
            break
    try:
        process.stdin.write("quit\n")
    except OSError:
        sys.exit("uci2wb has ended")
    try:
        status = process.wait(5)
    except subprocess.TimeoutExpired:
        sys.exit("uci2wb does not leave")
    sys.exit(status or int(moves < 4 and not has_gone))
