"""A game by the clock in XBoard's match mode: a UCI engine, through polyglot, against this script, which resigns later."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import chess


def say(line: str) -> None:
    """Tell XBoard."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def oppose() -> None:
    """Be XBoard's other engine, by its own protocol: play some legal move each time, and resign instead of the fifth."""
    board, is_on = chess.Board(), True
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "protover":
            say('feature myname="Opponent" usermove=1 ping=1 colors=0 sigint=0 sigterm=0 reuse=0 done=1')
        elif verb == "new":
            board, is_on = chess.Board(), True
        elif verb == "ping":
            say(f"pong {words[0]}")
        elif verb in ("force", "result"):
            is_on = False
        elif verb == "go":
            is_on = True
        elif verb == "usermove":
            board.push_uci(words[0])
        elif verb == "quit":
            return
        if verb not in ("usermove", "go") or not is_on:
            continue
        if board.fullmove_number > 4:
            say("resign")
            continue
        move = min(board.legal_moves, key=chess.Move.uci)
        board.push(move)
        say(f"move {move.uci()}")


def play(engine: str) -> int:
    """Let XBoard play on a display of its own; 0 where the game has come to this script's resignation."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "game.pgn")
        words = ["xvfb-run", "-a", "/usr/games/xboard", "-noGUI", "-xexit", "-soundProgram", "true"]
        words += ["-fcp", engine, "-fUCI", "-fd", folder, "-scp", shlex.join([sys.executable, str(Path(__file__).resolve())])]
        words += ["-mg", "1", "-tc", "0:12", "-inc", "0.5", "-ponder", "-autoCallFlag", "true", "-sgf", str(game)]
        path = os.pathsep.join((os.environ["PATH"], "/usr/games"))  # polyglot is there
        status = subprocess.call([*words, "-saveSettingsOnExit", "false"], env={**os.environ, "HOME": folder, "PATH": path})
        saved = game.read_text() if game.exists() else ""
        sys.stdout.write(saved or "no game was saved\n")
        return status or int("Black resigns" not in saved)


if len(sys.argv) > 1:
    sys.exit(play(sys.argv[1]))
oppose()
