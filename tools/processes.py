"""The kill matrix over real processes, with the transport of each system, and writes `build/reports/processes/`.

python tools/processes.py                          all faults of all protocols, as each system would run them; takes hours
python tools/processes.py --system portable --protocol usi
python tools/processes.py --system wine --every 60 --jobs 1        in a Python for Windows under Wine (`nox -s windows`)
python tools/processes.py --missing                only faults that have not been run, or differed
python tools/processes.py --every 10 --jobs 2      one fault in so many; so many runs at a time
python tools/processes.py --page                   no run, only the page again

A run selects of an engine the requirements that it breaks. It has to find the same as it finds on the virtual clock, where the
whole matrix is part of the tests.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # what follows can be imported only then

from conformance.dialogue.context import Terms  # noqa: E402
from conformance.engines.builtin import Builtin  # noqa: E402
from conformance.front.loading import PROTOCOLS, EngineCommand, engines, load_suite  # noqa: E402
from conformance.run.campaign import Campaign  # noqa: E402
from conformance.run.plan import RunPlan  # noqa: E402
from conformance.run.selection import Selection  # noqa: E402
from conformance.testing.runs import failing, results, run_suite  # noqa: E402
from tools import wine  # noqa: E402

FOLDER = ROOT / "build" / "reports" / "processes"
RUNS = FOLDER / "runs.json"
#: By the value of `CONFORM_SYSTEM`: which system that is. Modules that it lacks cannot be imported then.
SYSTEMS = {"": "Linux", "posix": "macOS and other systems with POSIX", "portable": "Windows"}
#: In place of such a value: a Python for Windows under Wine (`tools/wine.py`), which is run if it is named, and not otherwise.
WINE = "wine"
_ELSEWHERE = ROOT / "tests" / "system" / "elsewhere"
_WORKER = "--worker"
#: Engines at a time, in one run.
_ENGINES = 8
_INTRODUCTION = """\
Written by `python tools/processes.py`. Every faulty engine runs as a process over real pipes, with the modules that a system
lacks made unimportable (`CONFORM_SYSTEM`), and with what it breaks selected. *The same* counts the engines in which the run finds
the requirements broken that it finds on the virtual clock, no more and no fewer; every other engine has a line below, with what
came of each requirement. Left out are faults that only an exploration or a check on request finds.

A run that differs is made once more when nothing else runs: *at once* counts those that needed none.

Real engines: `CONFORM_SYSTEM=portable PYTHONPATH=tests/system/elsewhere python -m conformance run --protocol uci ENGINE`, and the
same with `posix`, finds in `stockfish` and `fairy-stockfish` (UCI, and USI) what `reports/` argues of them, no more and no less.
"""

_READS = "The result of one read depends on how soon the engine's process starts and reads; so does which of the two it breaks."
#: Why an engine may break other requirements as a process than on the virtual clock.
_WHY = {
    "one_line_per_read": _READS,
    "first_line_of_a_read": _READS,
    "empty_lines_of_one_read_merged": _READS,
    "set_game_answered": "Its answer too many is heard before the next `go` or after it; it breaks what it comes after.",
}


def faults(protocol: str) -> list[str]:
    """The engines that a run of what they break has to blame."""
    return [name for name, engine in engines(protocol).items() if engine.trips and not (engine.explored or engine.on_request)]


def found(protocol: str, name: str, scale: float) -> dict[str, Any]:
    """The findings of a run with an engine on the virtual clock, and here, with the outcome of each requirement that differs."""
    engine: Builtin = engines(protocol)[name]
    selection = Selection(engine.trips)
    suite = load_suite(protocol)
    limits = suite.limits.scaled(scale)
    expected = failing(run_suite(protocol, engine, selection=selection, terms=Terms(limits)))
    launcher = EngineCommand((f"builtin:{name}",)).launcher(protocol)
    events = list(Campaign(RunPlan(suite, selection=selection, terms=Terms(limits), jobs=_ENGINES), launcher).run())
    blamed = failing(events)
    strange = {
        f"{result.requirement.id} {result.check}": f"{result.outcome.value}: {result.reason or result.actual}"
        for result in results(events)
        if result.requirement.id in blamed ^ expected
    }
    return {"differs": sorted(blamed ^ expected), "told": strange}


def work() -> int:
    """Run the faults that are asked for on standard input, a line each, and report each in a line."""
    for line in sys.stdin:
        protocol, name, scale = json.loads(line)
        print(json.dumps(found(protocol, name, scale)), flush=True)
    return 0


class Workers:
    """Processes that run faults as a system would: a suite is loaded once in each. One for each thread that asks."""

    def __init__(self, system: str, scale: float) -> None:
        self._scale = scale
        path = os.pathsep.join(map(str, (*([_ELSEWHERE] if system else []), ROOT)))
        self._words = [sys.executable, __file__, _WORKER]
        self._environment = {**os.environ, "CONFORM_SYSTEM": system, "PYTHONPATH": path}
        if system == WINE:
            self._words = wine.command(["python", wine.path_there(Path(__file__)), _WORKER])
            self._environment = wine.environment()
        self._mine = threading.local()
        self._all: list[subprocess.Popen[str]] = []

    def ask(self, protocol: str, name: str) -> dict[str, Any]:
        """Have a fault run."""
        if not hasattr(self._mine, "worker"):
            pipe = subprocess.PIPE
            self._mine.worker = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, text=True, env=self._environment)
            self._all.append(self._mine.worker)
        worker = self._mine.worker
        worker.stdin.write(json.dumps([protocol, name, self._scale]) + "\n")
        worker.stdin.flush()
        found: dict[str, Any] = json.loads(worker.stdout.readline())
        return found

    def end(self) -> None:
        """Let them leave."""
        for worker in self._all:
            worker.communicate()


def run_all(system: str, protocol: str, names: Sequence[str], jobs: int, scale: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run the faults, several at a time, and those that differ once more, one by one."""
    workers = Workers(system, scale)
    try:
        with ThreadPoolExecutor(jobs) as pool:
            again = []
            asked = {pool.submit(workers.ask, protocol, name): name for name in names}
            for done in as_completed(asked):
                name, found = asked[done], done.result()
                if found["differs"]:
                    again.append(name)
                else:
                    yield name, {**found, "at_once": True}
            for name in again:
                yield name, {**pool.submit(workers.ask, protocol, name).result(), "at_once": False}
    finally:
        workers.end()


def _is_the_same(found: Mapping[str, Any] | None) -> bool:
    return found is not None and not found["differs"]


def page(runs: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """The table of what has been run, and what differs."""
    rows = ["# The kill matrix over real processes", "", _INTRODUCTION]
    rows += ["| System | Protocol | Faults | Run | The same | At once |", "|---|---|---|---|---|---|"]
    strange = []
    for system, name in (*SYSTEMS.items(), (WINE, "Windows, under Wine")):
        for protocol in PROTOCOLS:
            known = runs.get(f"{system} {protocol}", {})
            same = [found for found in known.values() if _is_the_same(found)]
            at_once = sum(found["at_once"] for found in same)
            if known:
                rows.append(f"| {name} | {protocol} | {len(faults(protocol))} | {len(known)} | {len(same)} | {at_once} |")
            for engine, found in known.items():
                if not _is_the_same(found):
                    judged = [f"{check} {what}" for check, what in found["told"].items() if not what.startswith("blocked")]
                    said = _WHY.get(engine) or "; ".join(judged)
                    strange.append(f"- {name}, {protocol}, `{engine}`: {', '.join(found['differs'])}. {said}")
    rows += [
        "",
        *(
            ["## What differs", "", *strange]
            if strange
            else ["Nothing differs." if any(runs.values()) else "Nothing has been run."]
        ),
    ]
    return "\n".join(rows) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for and write all; 1 where a run differs."""
    if arguments[:1] == [_WORKER]:
        return work()
    parser = argparse.ArgumentParser(prog="python tools/processes.py")
    parser.add_argument("--protocol", nargs="+", choices=PROTOCOLS, default=PROTOCOLS)
    parser.add_argument(
        "--system", choices=(*SYSTEMS, WINE), action="append", help="as this system would; otherwise as each of them"
    )
    parser.add_argument("--every", type=int, default=1, help="one fault in so many")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time")
    parser.add_argument("--time-scale", type=float, default=1.0, help="multiply every wait")
    parser.add_argument("--missing", action="store_true", help="only what has not been run, or differed")
    parser.add_argument("--page", action="store_true", help="run nothing")
    words = parser.parse_args(arguments)
    runs: dict[str, dict[str, Any]] = json.loads(RUNS.read_text("utf-8")) if RUNS.exists() else {}
    bad = 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for system in () if words.page else words.system or SYSTEMS:
        for protocol in words.protocol:
            known = runs.setdefault(f"{system} {protocol}", {})
            names = [name for name in faults(protocol)[:: words.every] if not (words.missing and _is_the_same(known.get(name)))]
            for name, found in run_all(system, protocol, names, words.jobs, words.time_scale):
                known[name] = found
                bad += bool(found["differs"])
                print(f"{system or 'linux'} {protocol} {name}: {found['differs'] or 'the same'}", flush=True)
                RUNS.write_text(json.dumps(runs, indent=0) + "\n", "utf-8")
    (FOLDER / "README.md").write_text(page(runs), "utf-8")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
