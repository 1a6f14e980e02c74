"""Lets every kind of hostile process loose on the harness and writes `build/reports/hostile/`: what each does to a run.

python tools/zoo.py                      all kinds, all protocols; takes hours. Each kind comes once before any comes twice
python tools/zoo.py usi uci              these protocols
python tools/zoo.py floods_lines cat     these kinds; the other cells stay as they were
python tools/zoo.py --missing            only cells that have not been measured
python tools/zoo.py --over 60            only cells that took more seconds than that, or show a fault
python tools/zoo.py --jobs 2             so many cells at a time
python tools/zoo.py --page               no cell, only the page again
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from conformance.fixtures.hostile.cells import become_subreaper, run_cell  # noqa: E402
from conformance.fixtures.hostile.player import DONE  # noqa: E402
from conformance.fixtures.hostile.zoo import load  # noqa: E402
from conformance.front.loading import load_suite  # noqa: E402

FOLDER = ROOT / "build" / "reports" / "hostile"
CELLS = FOLDER / "cells.json"
PAGE = FOLDER / "README.md"
_ONE_CELL = "--cell"
_MINUTE = 60
_INTRODUCTION = """\
Written by `python tools/zoo.py`. Each kind of hostile process (`fixtures/hostile/`) is checked in each protocol with default
options, over real pipes. A kind whose moment a protocol does not have (nothing stops a search of UHP) is left out there.

Each cell has to pass this: the run ends, with at most 300 MB of ours, no process left behind, its reports whole and agreeing,
and the last line says what happened. The exit code has to be 1 (not conforming) or 3 (no verdict). It is 143 or 129 where the
engine has sent SIGTERM or SIGHUP to us: whoever ends us by a signal is obeyed. It is 0 where all that an engine does wrong
breaks a SHOULD, and 1 then with `--strict`; *broken* counts the requirements that the run then says are broken. A run that
ends with 0 and says of none that it is broken is a fault here, but for engines that leave by a status or a signal of their own
when it is time to leave: no source forbids that, and the run remarks upon it.

Seconds are by the clock, of a shared machine with two cores and with up to eight cells at a time; *load* is how many
processes wanted a core on average in the last minute of the cell. Beyond 2 a run takes longer than it would alone. The processor
time is that of `conform` without its engines, and so is the memory. A run ends itself after half an hour (`--max-time`). A cell
that "does not end" was asked to by SIGTERM a minute later, and its reports are looked at like all others.

A run waits in vain for two minutes in all. An answer that comes late, but comes, was not waited for in
vain: an engine that takes three seconds for whatever it says (`is_slow_in_all`) is checked as any other one, and that takes long.

An engine that says nothing has its whole limit, which is {search:.0f} s for a search of UHP (`spins_at_go`) and {start:.0f} s for
the start of an OEP engine (`eats_the_processors`), more if it has to share the processor. For one that is deaf in every second
start (`works_every_other_time`) it is chance which dialogues are silent, and with it how long a run takes.
"""


def _introduction() -> str:
    """The text in front of the table, with the limits of the suites."""
    search, start = load_suite("uhp").limits.search_ms, load_suite("oep").limits.handshake_ms
    return _INTRODUCTION.format(search=search / 1000, start=start / 1000)


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
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup` has it ignored, also by what we start: a cell sends it to conform
    become_subreaper()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        cell = run_cell(load()[kind], protocol, Path(folder), options)
    print(json.dumps(asdict(cell)))


def main(words: Sequence[str]) -> int:
    """Measure the cells that are asked for, write all; 1 where one of them shows a fault."""
    if words[:1] == [_ONE_CELL]:
        one_cell(words[1], words[2], words[3:])
        return 0
    parser = argparse.ArgumentParser(prog="python tools/zoo.py")
    parser.add_argument("names", nargs="*", metavar="NAME", help="kinds and protocols; all if none")
    parser.add_argument("--missing", action="store_true", help="only cells that have not been measured")
    parser.add_argument("--over", type=float, metavar="SECONDS", help="only cells that took longer, or show a fault")
    parser.add_argument("--jobs", type=int, default=1, help="cells at a time")
    parser.add_argument("--page", action="store_true", help="measure nothing")
    asked = parser.parse_args(words)
    if unknown := set(asked.names) - {*load(), *DONE}:
        parser.error(f"no kind and no protocol: {', '.join(sorted(unknown))}")
    kinds = [kind for kind in load() if kind in asked.names] or list(load())
    protocols = [protocol for protocol in DONE if protocol in asked.names] or list(DONE)
    known = {(cell["kind"], cell["protocol"]): cell for cell in (json.loads(CELLS.read_text("utf-8")) if CELLS.exists() else ())}
    wanted = [] if asked.page else list(in_turn(kinds, protocols))
    if asked.missing:
        wanted = [key for key in wanted if key not in known]
    if asked.over is not None:
        wanted = [key for key in wanted if key in known and (known[key]["faults"] or known[key]["seconds"] > asked.over)]
    write(known)
    bad = 0
    with ThreadPoolExecutor(asked.jobs) as pool:
        for done in as_completed([pool.submit(measure, *key) for key in wanted]):
            cell = done.result()
            known[cell["kind"], cell["protocol"]] = cell
            bad += bool(cell["faults"])
            figures = (
                f"{cell['seconds']:6.1f} s {cell['memory'] >> 20:4} MB {cell['written'] >> 10:6} kB  exit {cell['exit_code']}"
            )
            said = "; ".join(cell["faults"]) or cell["verdict"][:60]
            print(f"{cell['protocol']:6} {cell['kind']:34} {figures}  {said}", flush=True)
            write(known)
    return 1 if bad else 0


def in_turn(kinds: Sequence[str], protocols: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All cells, so that every kind and every protocol is among the first."""
    zoo = load()
    for turn in range(len(protocols)):
        for place, kind in enumerate(kinds):
            protocol = protocols[(place + turn) % len(protocols)]
            if zoo[kind].is_in(protocol):
                yield kind, protocol


def write(known: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Write the cells as they are, and the pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    cells = [known[kind, protocol] for protocol in DONE for kind in load() if (kind, protocol) in known]
    CELLS.write_text("[\n" + ",\n".join(json.dumps(cell) for cell in cells) + "\n]\n", "utf-8")
    PAGE.write_text(page(cells), "utf-8")


def page(cells: Sequence[dict[str, Any]]) -> str:
    """The table of all cells, those that are not as they should be first."""
    wrong = [cell for cell in cells if cell["faults"]]
    late = sum(cell["seconds"] > _MINUTE for cell in cells)
    longest = max((cell["seconds"] for cell in cells), default=0)
    kinds = load()
    rows = ["# Hostile processes let loose on the harness", "", _introduction()]
    measured = len({cell["kind"] for cell in cells})
    whole = sum(kind.is_in(protocol) for kind in kinds.values() for protocol in DONE)
    counted = f"{len(cells)} cells of {whole} have been measured, of {measured} kinds out of {len(kinds)}"
    rows += [f"{counted}. {len(wrong)} show a fault, {late} took over a minute, the longest {longest:.0f} s.", ""]
    if wrong:
        rows += ["## Cells with a fault", "", "| Kind | Protocol | Fault |", "|---|---|---|"]
        rows += [f"| {cell['kind']} | {cell['protocol']} | {'; '.join(cell['faults'])} |" for cell in wrong] + [""]
    columns = ["Kind", "What it does", "Protocol", "s", "load", "s CPU", "MB", "kB of reports", "left", "broken", "exit"]
    rows += ["## All cells", "", f"| {' | '.join(columns)} | Verdict |", f"{'|---' * len(columns)}|---|"]
    for cell in sorted(cells, key=lambda cell: list(kinds).index(cell["kind"])):
        figures = [f"{cell['seconds']:.0f}", f"{cell['load']:.0f}", f"{cell['cpu_seconds']:.1f}"]
        figures += [f"{cell['memory'] >> 20}", f"{cell['written'] >> 10}"]
        said = cell["verdict"].replace("|", "\\|").encode("ascii", "backslashreplace").decode()
        what = [cell["kind"], kinds[cell["kind"]].sentence, cell["protocol"], *figures, str(cell["left"])]
        what += [str(cell.get("findings", "")), str(cell["exit_code"])]
        rows.append(f"| {' | '.join(what)} | {said[:100]} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
