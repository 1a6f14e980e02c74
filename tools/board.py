"""The board of the documentation: the built-in references, and engines that Debian has, as `conform board` shows them.

What is kept in `docs/site/board` are the records of the runs, compressed: a tenth of the pages that are made of them, and pages
that are made when the site is built look as this version makes them. A record of an earlier day stays, as history.

python tools/board.py                    run all engines that are installed here: seconds for a reference, minutes for another
python tools/board.py stockfish usi      those with one of these words in their name
"""

import lzma
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from site_pages import ours  # noqa: E402

from conformance.front.cli import command  # noqa: E402

RECORDS = ROOT / "docs" / "site" / "board"
_ENDING = ".jsonl.xz"
#: The words of a run for each record.
ENGINES = {
    **{f"{protocol}-reference": ("--protocol", protocol, "--virtual", "builtin:reference") for protocol in ours()},
    "uci-stockfish": ("--protocol", "uci", "/usr/games/stockfish"),
    "uci-fairy-stockfish": ("--protocol", "uci", "/usr/games/fairy-stockfish"),
    "usi-fairy-stockfish": ("--protocol", "usi", "/usr/games/fairy-stockfish"),
    "usi-gpsusi": ("--protocol", "usi", "/usr/games/gpsusi"),
}


#: Those of every run.
_OPTIONS = ("--unconfigured", "--keep-going", "--quiet")


def record(name: str, words: Sequence[str]) -> None:
    """Run an engine and keep its record."""
    if words[-1].startswith("/") and shutil.which(words[-1]) is None:
        print(f"{name}: {words[-1]} is not installed here")
        return
    day = datetime.now(UTC).date().isoformat()
    with TemporaryDirectory() as folder:
        path = Path(folder, "run.jsonl")
        done = subprocess.run(
            [sys.executable, "-m", "conformance", "run", *_OPTIONS, "--jsonl", str(path), *words],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode > 1:
            raise RuntimeError(f"{name}: {done.stderr or done.stdout}")
        RECORDS.mkdir(exist_ok=True)
        (RECORDS / f"{name}-{day}{_ENDING}").write_bytes(lzma.compress(path.read_bytes()))
    print(f"{name}: {done.stdout.splitlines()[-1]}")


def write(site: Path) -> None:
    """Make the pages of all records, in a folder; raises RuntimeError if a record cannot be read."""
    with TemporaryDirectory() as folder:
        for packed in RECORDS.glob(f"*{_ENDING}"):
            Path(folder, packed.stem).write_bytes(lzma.decompress(packed.read_bytes()))
        if code := command(["board", folder, "--html", str(site)]):
            raise RuntimeError(f"conform board ended with {code}")


def main(wanted: Sequence[str]) -> None:
    """Make the records anew."""
    for name, words in ENGINES.items():
        if not wanted or any(word in name for word in wanted):
            record(name, words)


if __name__ == "__main__":
    main(sys.argv[1:])
