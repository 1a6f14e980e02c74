"""Puts two states of `conform` beside each other: how long whole runs take; prints a Markdown table.

    git worktree add ../before v0.1.0
    python tests/benchmarks/runs.py ../before
    python tests/benchmarks/runs.py ../before --only hub stockfish --rounds 5
    python tests/benchmarks/runs.py ../before --also "uci node engine.js"

The two states take turns, because machines are shared: compare the columns of one table, not those of two.
"""

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: What is run, in words behind `conform --protocol`.
RUNS = {
    "uci": "uci builtin:reference",
    "usi": "usi builtin:reference",
    "hub": "hub builtin:reference",
    "nboard": "nboard builtin:reference",
    "oep": "oep builtin:reference",
    "uhp": "uhp builtin:reference",
    "gtp": "gtp builtin:reference",
    "stockfish": "uci /usr/games/stockfish",
    "fairy-stockfish": "usi /usr/games/fairy-stockfish",
    "gpsusi": "usi /usr/games/gpsusi",
    "quick stockfish": "uci --quick /usr/games/stockfish",
    "quick usi": "usi --quick builtin:reference",
    "three seconds to start": "uci sh -c 'sleep 3; exec /usr/games/stockfish'",
    "mute": "uci sh -c 'exec cat >/dev/null'",
}


@dataclass
class Times:
    """The runs of one engine by one state of `conform`, in seconds: by the clock, and of processors, engines included."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


def timed(tree: Path, words: str, times: Times) -> None:
    """Run `conform` of a tree once."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "conformance", "--protocol", *shlex.split(words)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": folder}
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    times.wall.append(time.monotonic() - started)
    times.cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def shown(seconds: list[float]) -> str:
    """The least and the most."""
    least, most = f"{min(seconds):.1f}", f"{max(seconds):.1f}"
    return least if least == most else f"{least} to {most}"


def main() -> None:
    """Run all, and print a row as soon as it is known."""
    parser = argparse.ArgumentParser(description="how long whole runs take, before and now")
    parser.add_argument("before", type=Path, help="a checkout of the state before")
    parser.add_argument("--only", nargs="+", choices=RUNS, metavar="NAME", help=f"some of: {', '.join(RUNS)}")
    parser.add_argument(
        "--also", action="append", default=[], metavar="WORDS", help="a protocol, options, and an engine's command"
    )
    parser.add_argument("--rounds", type=int, default=3, help="runs of each")
    asked = parser.parse_args()
    runs = {name: RUNS[name] for name in asked.only or ([] if asked.also else RUNS)} | {words: words for words in asked.also}
    print("| run | before, s | now, s | processor before, s | processor now, s |\n|---|---|---|---|---|")
    for name, words in runs.items():
        before, now = Times(), Times()
        for _ in range(asked.rounds):
            timed(asked.before.resolve(), words, before)
            timed(ROOT, words, now)
        print(f"| {name} | {shown(before.wall)} | {shown(now.wall)} | {shown(before.cpu)} | {shown(now.cpu)} |", flush=True)


if __name__ == "__main__":
    main()
