"""Lets every kind of hostile process loose on the harness and writes `reports/hostile/`: what each does to a run.

python tools/zoo.py                      all kinds, all protocols; takes hours
python tools/zoo.py usi uci              these protocols
python tools/zoo.py floods_lines cat     these kinds; the other cells stay as they were
python tools/zoo.py --missing            only cells that have not been measured
python tools/zoo.py --jobs 2             so many cells at a time
python tools/zoo.py --page               no cell, only the page again
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.fixtures.hostile.cells import MOST_SECONDS, become_subreaper, run_cell  # noqa: E402
from conformance.fixtures.hostile.player import DONE  # noqa: E402
from conformance.fixtures.hostile.zoo import load  # noqa: E402

FOLDER = ROOT / "reports" / "hostile"
CELLS = FOLDER / "cells.json"
PAGE = FOLDER / "README.md"
_ONE_CELL = "--cell"
_INTRODUCTION = """\
Written by `python tools/zoo.py`. Each kind of hostile process (`fixtures/hostile/`) was checked with default options.
What is asked of every cell: at most 60 s and 300 MB of ours, no process left behind, all reports whole and in agreement, exit
code 1 or 3, and a last line that says what happened.

The limit of time is for an idle machine. These figures are of a shared one with two cores, on which ten to twenty
processes wanted a core most of the time: a run takes two to five times as long there. Time alone is no fault here; seconds of
processor time tell more. Memory is that of `conform` itself. A run that "does not end" was ended by who watched it, after two to
four minutes, with twenty others wanting a core: what it left behind, and lacks, comes of that. Other cells are not measured.

Known to be open: an engine that is deaf to searches, or floods in them, is waited for once in each of several independent checks;
an engine that sends SIGTERM to its parent interrupts the run (exit code 143, reports whole).
"""


def measure(kind: str, protocol: str) -> dict[str, Any]:
    """One cell, in a process of its own that takes in whatever a run leaves behind."""
    words = [sys.executable, __file__, _ONE_CELL, kind, protocol]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise RuntimeError(f"{kind}, {protocol}: {done.stderr}") from None
    return found


def one_cell(kind: str, protocol: str, options: Sequence[str] = ()) -> None:
    """Measure a cell here, with further options of a run, and print it."""
    become_subreaper()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder, "engine")
        place.mkdir()
        cell = run_cell(kind, protocol, load()[kind].command(protocol, place), Path(folder), options)
    print(json.dumps(asdict(cell)))


def main(words: Sequence[str]) -> int:
    """Measure the cells that are asked for, write all; 1 where one of them shows a fault."""
    if words[:1] == [_ONE_CELL]:
        one_cell(words[1], words[2], words[3:])
        return 0
    jobs = int(words[words.index("--jobs") + 1]) if "--jobs" in words else 1
    kinds = [kind for kind in load() if kind in words] or list(load())
    protocols = [protocol for protocol in DONE if protocol in words] or list(DONE)
    known = {(cell["kind"], cell["protocol"]): cell for cell in (json.loads(CELLS.read_text("utf-8")) if CELLS.exists() else ())}
    wanted = [(kind, protocol) for protocol in protocols for kind in kinds]
    wanted = [key for key in wanted if "--page" not in words and ("--missing" not in words or key not in known)]
    write(known)
    bad = 0
    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(measure, *key) for key in wanted]):
            cell = done.result()
            known[cell["kind"], cell["protocol"]] = cell
            wrong = [*cell["faults"], *([f"takes {cell['seconds']} s"] if cell["seconds"] > MOST_SECONDS else [])]
            bad += bool(wrong)
            figures = (
                f"{cell['seconds']:6.1f} s {cell['memory'] >> 20:4} MB {cell['written'] >> 10:6} kB  exit {cell['exit_code']}"
            )
            print(f"{cell['protocol']:6} {cell['kind']:34} {figures}  {'; '.join(wrong) or cell['verdict'][:60]}", flush=True)
            write(known)
    return 1 if bad else 0


def write(known: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Write the cells as they are, and the pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    cells = [known[kind, protocol] for protocol in DONE for kind in load() if (kind, protocol) in known]
    CELLS.write_text("[\n" + ",\n".join(json.dumps(cell) for cell in cells) + "\n]\n", "utf-8")
    PAGE.write_text(page(cells), "utf-8")


def page(cells: Sequence[dict[str, Any]]) -> str:
    """The table of all cells, those that are not as they should be first."""
    wrong = [cell for cell in cells if cell["faults"]]
    late = [cell for cell in cells if not cell["faults"] and cell["seconds"] > MOST_SECONDS]
    kinds = load()
    rows = ["# Hostile processes let loose on the harness", "", _INTRODUCTION]
    measured = len({cell["kind"] for cell in cells})
    counted = f"{len(cells)} cells of {len(kinds) * len(DONE)} have been measured, of {measured} kinds out of {len(kinds)}"
    slow = f"{len(late)} more took over {MOST_SECONDS:.0f} s on a busy machine"
    rows += [f"{counted}. {len(wrong)} show a fault, {slow}.", ""]
    if wrong:
        rows += ["## Cells with a fault", "", "| Kind | Protocol | Fault |", "|---|---|---|"]
        rows += [f"| {cell['kind']} | {cell['protocol']} | {'; '.join(cell['faults'])} |" for cell in wrong] + [""]
    rows += ["## All cells", "", "| Kind | What it does | Protocol | s | s CPU | MB | kB of reports | left | exit | Verdict |"]
    rows += ["|---|---|---|---|---|---|---|---|---|---|"]
    for cell in sorted(cells, key=lambda cell: list(kinds).index(cell["kind"])):
        figures = [f"{cell['seconds']:.0f}", f"{cell['cpu_seconds']:.1f}", f"{cell['memory'] >> 20}", f"{cell['written'] >> 10}"]
        said = cell["verdict"].replace("|", "\\|").encode("ascii", "backslashreplace").decode()
        what = [cell["kind"], kinds[cell["kind"]].sentence, cell["protocol"], *figures, str(cell["left"]), str(cell["exit_code"])]
        rows.append(f"| {' | '.join(what)} | {said[:100]} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
