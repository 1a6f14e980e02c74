"""Runs `conform` on engines with the faults of beginners, and on the reference engine: how soon it shows what; prints a Markdown table.

    python tests/benchmarks/beginners.py
    python tests/benchmarks/beginners.py usi hub --only stop_ignored prompts
    python tests/benchmarks/beginners.py --whole

A ratio is the time of a run, divided by that of the same run of the reference engine, which is run first.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from conformance.fixtures.beginners.table import ALL, BEGINNERS  # noqa: E402

REFERENCE = "reference"
#: A line by which a run that goes on reports a finding.
FOUND = re.compile(r"found: (\S+)")
#: Seconds after which a run is ended by force, if it does not end when it is told.
GRACE = 10


@dataclass
class Run:
    """A run, in seconds; `code` is its exit code, negative for the signal that has ended it."""

    seconds: float = 0.0
    first: float | None = None
    code: int = 0
    found: list[str] = field(default_factory=list)


def run(protocol: str, name: str, options: list[str], timeout: float) -> Run:
    """Run `conform` once, and take the time of what it reports."""
    module = "conformance.fixtures.beginners"
    engine = ["builtin:reference"] if name == REFERENCE else [sys.executable, "-m", module, protocol, name]
    command = [sys.executable, "-m", "conformance", "--protocol", protocol, *options, *engine]
    done, started = Run(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": folder}
        kept = {"cwd": folder, "env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, text=True, **kept) as process:
            timers = [Timer(timeout, process.terminate), Timer(timeout + GRACE, process.kill)]
            for timer in timers:
                timer.start()
            for line in process.stderr:
                if match := FOUND.match(line):
                    done.found.append(match[1])
                    done.first = done.first or time.monotonic() - started
            done.code = process.wait()
            for timer in timers:
                timer.cancel()
    done.seconds = time.monotonic() - started
    return done


def shown(run: Run, reference: Run, timeout: float) -> str:
    """How long a run took, and how many times the reference's time that is."""
    cut = "> " if run.seconds >= timeout else ""
    return f"{cut}{run.seconds:.1f} ({cut}{run.seconds / reference.seconds:.1f}x)"


def main() -> None:
    """Run all, and print a row as soon as it is known."""
    parser = argparse.ArgumentParser(description="how soon a run shows the faults of beginners")
    parser.add_argument("protocols", nargs="*", metavar="PROTOCOL", help=f"some of: {', '.join(ALL)}; default: uci")
    parser.add_argument("--only", nargs="+", choices=BEGINNERS, default=list(BEGINNERS), metavar="NAME", help="some beginners")
    parser.add_argument("--whole", action="store_true", help="whole runs, too")
    parser.add_argument("--timeout", type=float, default=600, help="seconds after which a run is ended")
    asked = parser.parse_args()
    if unknown := set(asked.protocols) - set(ALL):
        parser.error(f"no protocol of beginners: {', '.join(sorted(unknown))}")
    modes = {"quick": ["--quick"], **({"whole": []} if asked.whole else {})}
    print("| engine | first finding, s |", *(f"{mode} run, s | exit code | found |" for mode in modes))
    print("|---|---|" + "---|---|---|" * len(modes))
    for protocol in asked.protocols or ["uci"]:
        references = {}
        for name in (REFERENCE, *(name for name in asked.only if protocol in BEGINNERS[name].habits)):
            runs = {mode: run(protocol, name, options, asked.timeout) for mode, options in modes.items()}
            references = references or runs
            first = runs["quick"].first
            row = [f"{protocol} {name}", "" if first is None else f"{first:.1f}"]
            for mode, each in runs.items():
                row += [shown(each, references[mode], asked.timeout), str(each.code), " ".join(each.found)]
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
