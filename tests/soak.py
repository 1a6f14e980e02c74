"""The same verdict, run after run: reference engines and real ones, beside processes that keep the cores busy.

python -m tests.soak                                     all that `build/reports/soak/` tells of; takes a day
python -m tests.soak --runs 5 --protocol usi uci         so many runs of each, of these protocols
python -m tests.soak --busy 8 --protocol uci --engine /usr/games/stockfish
python -m tests.soak --more --runs 100 --protocol hub    as many as are missing to 100
python -m tests.soak --page                              no run, only the page again
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "reports" / "soak"
PROTOCOLS = ("uci", "usi", "hub", "nboard", "oep", "uhp", "gtp")
REFERENCE = "builtin:reference"
REAL = ("uci", "/usr/games/stockfish")
_OPEN = "inconclusive"
#: The engine gave no occasion to judge: it need not do in each run what a requirement is about.
_UNSEEN = "not_applicable"
_INTRODUCTION = """\
Written by `python -m tests.soak`: whole runs over real pipes, again and again, on a machine with two cores that others use, too.
*Busy* is how many processes that want a core all the time stood beside them, *load* how many wanted one on average in the last
minute of a run, of which ours are some.

No verdict may differ from run to run, but into *inconclusive*: the host was too busy to judge. What is so is *tried again* at the
end of the run; what is still undecided then is *left open*. *At times* counts what the engine gave an occasion to judge in some
runs only: a search that ends early need not say what a later one says. *Differ* counts the verdicts (a requirement by a check)
that differed otherwise, and *false* the findings in an engine that conforms.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run. `verdicts` gives the outcome by requirement and check. Times in seconds; `cpu_seconds` with the engines."""

    exit_code: int
    seconds: float
    cpu_seconds: float
    load: float
    tried_again: int
    verdicts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Series:
    """Runs of one engine beside so many busy processes."""

    protocol: str
    engine: str
    busy: int
    runs: Sequence[Run]

    def outcomes(self) -> dict[str, Counter[str]]:
        """By verdict: each outcome, in how many runs."""
        seen: dict[str, Counter[str]] = {}
        for run in self.runs:
            for name, outcome in run.verdicts.items():
                seen.setdefault(name, Counter())[outcome] += 1
        return seen

    def differing(self) -> dict[str, dict[str, int]]:
        """The verdicts that differ otherwise than into *inconclusive*, where there was an occasion to judge."""
        return {name: dict(found) for name, found in self.outcomes().items() if len(found.keys() - {_OPEN, _UNSEEN}) > 1}

    def seen_at_times(self) -> list[str]:
        """What the engine gave an occasion to judge in some runs, and in others not."""
        return [name for name, found in self.outcomes().items() if _UNSEEN in found and len(found) > 1]

    def false(self) -> set[str]:
        """What was found in an engine that conforms."""
        if self.engine != REFERENCE:
            return set()
        return {name for run in self.runs for name, outcome in run.verdicts.items() if outcome == "fail"}

    def left_open(self) -> int:
        """Verdicts that were still undecided at the end of a run, in all runs; not those that are open in every one."""
        always = set.intersection(*({name for name, outcome in run.verdicts.items() if outcome == _OPEN} for run in self.runs))
        return sum(outcome == _OPEN and name not in always for run in self.runs for name, outcome in run.verdicts.items())


@contextmanager
def busy(number: int) -> Iterator[None]:
    """So many processes that want a core all the time."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def one_run(protocol: str, engine: str, options: Sequence[str] = ()) -> Run:
    """Let `conform` check an engine."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "run.jsonl")
        words = [sys.executable, "-m", "conformance", "--protocol", protocol, *options, "--jsonl", str(record), engine]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": folder}
        before, started = os.times(), time.monotonic()
        done = subprocess.run(words, check=False, stdin=subprocess.DEVNULL, capture_output=True, env=environment)
        after, seconds = os.times(), time.monotonic() - started
        events = [json.loads(row) for row in record.read_text("ascii").splitlines()]
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return reported(events, done.returncode, seconds, cpu)


def reported(events: Sequence[Mapping[str, Any]], exit_code: int, seconds: float, cpu: float) -> Run:
    """What came of a run, from its record."""
    begun = Counter(event["check"] for event in events if event["event"] == "check_started" and not event["again"])
    verdicts = {f"{event['requirement']} {event['check']}": event["outcome"] for event in events if event["event"] == "result"}
    again = sum(number > 1 for number in begun.values())
    return Run(exit_code, round(seconds, 1), round(cpu, 1), round(os.getloadavg()[0], 1), again, verdicts)


def soak(
    protocol: str, engine: str, number: int, beside: int, options: Sequence[str] = (), earlier: Sequence[Run] = ()
) -> Iterator[Series]:
    """Run so many times beside so many busy processes, after the `earlier` runs; gives what there is after each."""
    runs = list(earlier)
    while len(runs) < number:
        with busy(beside):
            runs.append(one_run(protocol, engine, options))
        run = runs[-1]
        print(f"{protocol} {engine} busy {beside}: exit {run.exit_code}, {run.seconds} s, load {run.load}", flush=True)
        yield Series(protocol, engine, beside, tuple(runs))


def to_json(series: Series) -> dict[str, Any]:
    """A series as a JSON object: the verdicts of its first run, and of each run those that are other ones, null for none."""
    first = series.runs[0].verdicts
    runs = []
    for run in series.runs:
        names = sorted(first.keys() | run.verdicts.keys())
        others = {name: run.verdicts.get(name) for name in names if run.verdicts.get(name) != first.get(name)}
        runs.append(asdict(run) | {"verdicts": others})
    return asdict(series) | {"verdicts": dict(first), "runs": runs}


def from_json(entry: Mapping[str, Any]) -> Series:
    """What `to_json` wrote."""
    runs = []
    for summary_of in entry["runs"]:
        verdicts = {name: outcome for name, outcome in {**entry["verdicts"], **summary_of["verdicts"]}.items() if outcome}
        runs.append(Run(**{**summary_of, "verdicts": verdicts}))
    return Series(entry["protocol"], entry["engine"], entry["busy"], tuple(runs))


def page(all_series: Sequence[Series]) -> str:
    """The table of all series."""
    columns = ["Protocol", "Engine", "Busy", "Runs", "Exit codes", "Verdicts", "Tried again", "Left open", "At times"]
    columns += ["Differ", "False", "s", "s CPU", "load"]
    rows = ["# The same verdict, run after run", "", _INTRODUCTION, f"| {' | '.join(columns)} |", f"{'|---' * len(columns)}|"]
    for series in all_series:
        runs = series.runs
        codes = ", ".join(str(code) for code in sorted({run.exit_code for run in runs}))
        cells = [series.protocol, f"`{series.engine}`", series.busy, len(runs), codes, len(runs[-1].verdicts)]
        cells += [sum(run.tried_again for run in runs), series.left_open(), len(series.seen_at_times())]
        cells += [len(series.differing()), len(series.false())]
        cells += [_span([getattr(run, name) for run in runs]) for name in ("seconds", "cpu_seconds", "load")]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    for series in all_series:
        for name, outcomes in series.differing().items():
            said = ", ".join(f"{outcome} in {number}" for outcome, number in outcomes.items())
            rows.append(f"\n{series.protocol}, `{series.engine}` beside {series.busy}: {name}: {said}.")
    return "\n".join(rows) + "\n"


def _span(figures: Sequence[float]) -> str:
    low, high = min(figures), max(figures)
    return f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}"


def _known() -> dict[tuple[str, str, int], Series]:
    """The series that have been measured, by protocol, engine and busy processes."""
    entries = json.loads((FOLDER / "runs.json").read_text("utf-8")) if (FOLDER / "runs.json").exists() else ()
    return {(one.protocol, one.engine, one.busy): one for one in map(from_json, entries)}


def _write(*measured: Series) -> None:
    """Write what is known, and these instead of what was known of the same; another soak may have written since."""
    found = _known() | {(one.protocol, one.engine, one.busy): one for one in measured}
    known = [found[name] for name in sorted(found, key=lambda name: (PROTOCOLS.index(name[0]), *name[1:]))]
    FOLDER.mkdir(parents=True, exist_ok=True)
    new = FOLDER / f"runs.{os.getpid()}"
    new.write_text("[\n" + ",\n".join(json.dumps(to_json(one)) for one in known) + "\n]\n", "utf-8")
    new.replace(FOLDER / "runs.json")
    (FOLDER / "README.md").write_text(page(known), "utf-8")


def _asked(words: argparse.Namespace) -> Iterator[tuple[str, str, int, int]]:
    """Protocol, engine, runs and busy processes of each series that is asked for."""
    cores = os.cpu_count() or 1
    if words.engine or words.protocol or words.busy is not None:
        for protocol in words.protocol or PROTOCOLS:
            yield protocol, words.engine or REFERENCE, words.runs or 100, words.busy or 0
        return
    for protocol in PROTOCOLS:
        yield protocol, REFERENCE, words.runs or 100, 0
    for beside in (cores - 1, 4 * cores):
        yield *REAL, words.runs or 20, beside


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the runs that are asked for; 1 where a verdict differs, or an engine that conforms is blamed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Run again and again, and compare verdicts.")
    parser.add_argument("--runs", type=int, help="how many of each")
    parser.add_argument("--protocol", nargs="+", choices=PROTOCOLS)
    parser.add_argument("--engine", help="its program, or builtin:NAME")
    parser.add_argument("--busy", type=int, help="processes that want a core all the time")
    parser.add_argument("--more", action="store_true", help="keep what has been measured, and run what is missing")
    parser.add_argument("--page", action="store_true", help="run nothing, write the page again")
    words = parser.parse_args(arguments)
    _write()
    bad = 0
    for protocol, engine, number, beside in () if words.page else _asked(words):
        before = _known().get((protocol, engine, beside)) if words.more else None
        earlier = before.runs if before is not None else ()
        for series in soak(protocol, engine, number, beside, earlier=earlier):
            _write(series)
            bad += len(series.differing()) + len(series.false())
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
