"""Writes `build/reports/texts/`: what a run says to an author, with an engine that shows each sentence.

For each protocol the one line of each requirement, from the first faulty engine that breaks it, and each remark, from the first
lenient engine that earns it. For all of them: how runs end, and the help of each command. All engines run on the virtual clock,
so that a text changes only if we change it.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.front.loading import PROTOCOLS, engines, load_suite
from conformance.report.findings import instead
from conformance.run.events import Remarked, Result
from conformance.run.selection import Selection
from conformance.testing.hollow import empty_place
from conformance.testing.runs import run_suite
from conformance.words.model import Outcome

FOLDER = Path(__file__).parents[1] / "build" / "reports" / "texts"
#: So many engines that break a requirement are tried: a fault may need more dialogues than those of the requirement alone.
_TRIED = 5
#: So many of the last lines of a run are shown.
_LAST = 6
#: Commands whose last words are shown: each verdict, and each reason why there is none.
_ENDS = (
    "--protocol uci --virtual builtin:reference",
    "--protocol uci --virtual builtin:no_info_at_all",
    "--protocol uci --virtual --strict builtin:no_info_at_all",
    "--protocol uci --virtual builtin:no_uciok",
    "--protocol uci --virtual --robustness builtin:second_uci_crashes",
    "--protocol uci --virtual --select UCI-HS builtin:reference",
    "--protocol uci --virtual --level plays builtin:mated_silent",
    "--protocol uci --virtual --quick builtin:reference",
    "--protocol uci --virtual --quick builtin:no_readyok",
    "--protocol hub --virtual builtin:ready_before_init",
    "--protocol uci builtin:mising",
    "--protocol uci ./missing",
    "--protocol usi false",
    "--protocol chess ./myengine",
    "--protocol uci --select XX ./myengine",
    "--protocol uci --time-scale 0 ./myengine",
    "--protocol uci --baseline missing.toml ./myengine",
)


def one_line(protocol: str, requirement: str) -> tuple[str, str] | None:
    """The faulty engine that shows a requirement broken, and the one line of the finding; None where none of a few does."""
    breaking = [one for one in engines(protocol).values() if requirement in one.trips]
    alone = [(one.name, Selection((requirement,))) for one in breaking if not (one.explored or one.on_request)]
    whole = [(one.name, Selection((one.on_request,) if one.on_request else ())) for one in breaking]
    for name, selection in (*alone[:_TRIED], *whole[:_TRIED]):
        for event in run_suite(protocol, name, selection=selection):
            if isinstance(event, Result) and event.outcome is Outcome.FAIL and event.requirement.id == requirement:
                return name, instead(event)
    return None


def _remarks(protocol: str) -> Iterator[tuple[str, str, str]]:
    """Topic, engine and text of each remark."""
    seen = set()
    for name in [name for name, one in engines(protocol).items() if one.lenient or not one.trips]:
        for event in run_suite(protocol, name):
            if isinstance(event, Remarked) and event.topic not in seen:
                seen.add(event.topic)
                yield event.topic, name, event.text


def page(protocol: str) -> str:
    """The page of a protocol."""
    suite = load_suite(protocol)
    rows = [(row, one_line(protocol, row)) for row in (requirement.id for requirement in suite.catalogue)]
    shown = [(row, *found) for row, found in rows if found is not None]
    missing = [row for row, found in rows if found is None]
    return "\n".join(
        [
            f"# What a run says: {protocol}",
            "",
            "By `nox -s samples -- texts`. A few faults show in a whole run only, all others in one of the requirement:",
            f"`conform --virtual --protocol {protocol} --select ID builtin:ENGINE`.",
            "",
            "## The one line of each finding",
            "",
            *_table(("Requirement", "Engine", "Line"), shown),
            "",
            f"Requirements that no built-in engine breaks: {', '.join(missing) or 'none'}.",
            "",
            "## Remarks",
            "",
            *_table(("Remark", "Engine", "Text"), sorted(_remarks(protocol))),
            "",
        ]
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        if place := empty_place(row[-1]):
            sys.exit(f"{row[0]}, {row[1]}: an empty place in its text: ...{place}...")
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _printed(words: Iterable[str]) -> list[str]:
    """The output of a command in a terminal of eighty columns, in rows."""
    surroundings = {**os.environ, "COLUMNS": "80"}
    command = (sys.executable, "-m", "conformance", *words)
    done = subprocess.run(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
    return done.stdout.rstrip().splitlines()


def ends() -> str:
    """The page of how runs end."""
    rows = ["# How runs end", "", "By `nox -s samples -- texts`: the last lines of a run with `--quiet`."]
    for command in _ENDS:
        printed = _printed(("--quiet", *shlex.split(command)))
        rows += ["", f"    $ conform --quiet {command}", *(f"    {row}" for row in printed[-_LAST:])]
    return "\n".join([*rows, ""])


def helps() -> str:
    """The page of the help of all commands."""
    whole = _printed(("--help",))
    names = [row.split()[0] for row in whole[whole.index("Commands:") + 1 :] if row.startswith("  ") and row[2] != " "]
    rows = ["# What help says", "", "By `nox -s samples -- texts`."]
    for words in (["--help"], *([name, "--help"] for name in names)):
        rows += ["", f"## conform {' '.join(words)}", "", *(f"    {row}".rstrip() for row in _printed(words))]
    return "\n".join([*rows, ""])


def main() -> None:
    """Write the pages, of all protocols or of those that are named; `runs` and `help` are for all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    others = {"runs": ends, "help": helps}
    for name in sys.argv[1:] or (*PROTOCOLS, *others):
        (FOLDER / f"{name}.md").write_text(others[name]() if name in others else page(name), "utf-8")
        print(f"{name} done", flush=True)


if __name__ == "__main__":
    main()
