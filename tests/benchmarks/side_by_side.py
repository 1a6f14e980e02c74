"""Puts `conform` beside the UCI checker that PyPI has, on the same engine and on our own faulty ones; prints a Markdown table.

    python -m venv peer && peer/bin/pip install uci-test-suite
    python tests/benchmarks/side_by_side.py peer/bin/uci-test-suite /usr/games/stockfish

It takes some minutes. Of our faulty engines each checker is given the same sample (`--every 1`: all of them, which takes an hour).
`conform` meets them on the virtual clock, as in the kill matrix, the peer as processes.
"""

import argparse
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from conformance.front.loading import engine_command, engines
from conformance.testing import failing, run_suite

ROOT = Path(__file__).parents[2]
PROTOCOL = "uci"
#: What an author looks at after each change of the greeting or the options.
PART = "UCI-HS,UCI-ID,UCI-OPT"
#: Seconds after which a checker is taken to hang on a faulty engine. That counts as found.
_PATIENCE = 60


@dataclass(frozen=True)
class Run:
    """One run of one checker: how long it took, and what it says. Times in seconds."""

    checks: int
    failed: int
    wall: float
    cpu: float


def _timed(words: Sequence[str], folder: Path) -> tuple[float, float, str]:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=environment, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - started, cpu, said


def by_peer(peer: str, engine: str, folder: Path) -> Run:
    """Run the peer."""
    wall, cpu, said = _timed([peer, engine], folder)
    return Run(
        len(re.findall(r"^(?:PASS|FAIL|SKIP)", said, re.MULTILINE)), len(re.findall(r"^FAIL", said, re.MULTILINE)), wall, cpu
    )


def by_conform(engine: str, folder: Path, *options: str) -> Run:
    """Run `conform`."""
    log = folder / "run.jsonl"
    words = [sys.executable, "-m", "conformance", "--protocol", PROTOCOL, "--jsonl", str(log), *options, engine]
    wall, cpu, _ = _timed(words, folder)
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    verdicts = [event for event in events if event["event"] == "result"]
    return Run(len(verdicts), len({event["requirement"] for event in verdicts if event["outcome"] == "fail"}), wall, cpu)


def found_by_peer(peer: str, name: str, folder: Path) -> bool:
    """Whether the peer fails, or hangs on, a faulty engine of ours."""
    place = engine_command((f"builtin:{name}",), None, {}).process_words(PROTOCOL)
    script = folder / name
    # The peer asks for ten plies, which an engine in Python does not search in a minute.
    commands = f"export PYTHONPATH={shlex.quote(str(ROOT))}\nsed -u 's/^go depth .*/go depth 2/;/^quit/q' | {shlex.join(place)}"
    script.write_text(f"#!/bin/sh\n{commands}\n", "utf-8")
    script.chmod(0o755)
    try:
        done = subprocess.run([peer, str(script)], capture_output=True, text=True, timeout=_PATIENCE, cwd=folder, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0 or bool(re.search(r"^FAIL", done.stdout, re.MULTILINE))


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer")
    parser.add_argument("engine")
    parser.add_argument("--every", type=int, default=8, metavar="N", help="take every Nth of our faulty engines (8)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        peer, ours = by_peer(given.peer, given.engine, folder), by_conform(given.engine, folder)
        part = by_conform(given.engine, folder, "--select", PART)
        known = [engine for engine in engines(PROTOCOL).values() if engine.trips and not (engine.on_request or engine.explored)]
        faults = known[:: given.every]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            theirs = sum(pool.map(lambda fault: found_by_peer(given.peer, fault.name, folder), faults))
            is_spared = not found_by_peer(given.peer, "reference", folder)
        found = sum(bool(failing(run_suite(PROTOCOL, fault))) for fault in faults)
    print("| | conform | peer |\n|---|---|---|")
    print(f"| checks on {Path(given.engine).name} | {ours.checks} | {peer.checks} |")
    print(f"| wall time | {ours.wall:.0f} s | {peer.wall:.0f} s |")
    print(f"| a part: `--select {PART}` | {part.checks} checks in {part.wall:.1f} s | |")
    print(f"| processor time, the engine's included | {ours.cpu:.0f} s | {peer.cpu:.0f} s |")
    print(f"| requirements or checks that fail | {ours.failed} | {peer.failed} |")
    print(f"| found of {len(faults)} faulty engines of ours, every {given.every}th of {len(known)} | {found} | {theirs} |")
    print(f"| our reference engine | conforms | {'passes' if is_spared else 'fails'} |")


if __name__ == "__main__":
    main()
