"""The board of the documentation: the built-in references, and engines that Debian has, as `conform board` shows them.

`build/board` has the records of the runs. When the documentation is built, each reference that has no record there is run. A
record of an earlier day stays, as history.

python tools/board.py                    run all engines that are installed here: seconds for a reference, minutes for another
python tools/board.py stockfish usi      those with one of these words in their name
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from site_pages import ours  # noqa: E402

from conformance.front.cli import command  # noqa: E402

RECORDS = ROOT / "build" / "board"
#: The words of a run for each record: of engines that are always there, and of those that may be installed.
REFERENCES: Mapping[str, Sequence[str]] = {
    f"{protocol}-reference": ("--protocol", protocol, "--virtual", "builtin:reference") for protocol in ours()
}
INSTALLED: Mapping[str, Sequence[str]] = {
    "uci-stockfish": ("--protocol", "uci", "/usr/games/stockfish"),
    "uci-fairy-stockfish": ("--protocol", "uci", "/usr/games/fairy-stockfish"),
    "usi-fairy-stockfish": ("--protocol", "usi", "/usr/games/fairy-stockfish"),
    "usi-gpsusi": ("--protocol", "usi", "/usr/games/gpsusi"),
}
#: Those of every run.
_OPTIONS = ("--unconfigured", "--keep-going", "--quiet")


def record(name: str, words: Sequence[str]) -> None:
    """Run an engine and keep its record; raises RuntimeError if the run comes to no verdict."""
    if words[-1].startswith("/") and shutil.which(words[-1]) is None:
        print(f"{name}: {words[-1]} is not installed here")
        return
    RECORDS.mkdir(parents=True, exist_ok=True)
    path = RECORDS / f"{name}-{datetime.now(UTC).date().isoformat()}.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "conformance", "run", *_OPTIONS, "--jsonl", str(path), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode > 1:
        path.unlink(missing_ok=True)
        raise RuntimeError(f"{name}: {done.stderr or done.stdout}")
    print(f"{name}: {done.stdout.splitlines()[-1]}")


def write(site: Path) -> None:
    """Make the pages of all records in a folder, of all references at least; raises RuntimeError if a record cannot be read."""
    for name, words in REFERENCES.items():
        if not any(RECORDS.glob(f"{name}-*.jsonl")):
            record(name, words)
    if code := command(["board", str(RECORDS), "--html", str(site)]):
        raise RuntimeError(f"conform board ended with {code}")


def main(wanted: Sequence[str]) -> None:
    """Make the records anew."""
    for name, words in {**REFERENCES, **INSTALLED}.items():
        if not wanted or any(word in name for word in wanted):
            record(name, words)


if __name__ == "__main__":
    main(sys.argv[1:])
