"""A board: the engines of a folder of runs, each with its last run in figures, and the page that says more of it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from conformance.many.archive import folder_of
from conformance.many.fleet import NO_VERDICT, STATES, FleetRow, Origin, row_of
from conformance.many.history import EngineHistory
from conformance.many.run_summary import RunSummary
from conformance.report import plain
from conformance.report.files import INDEX
from conformance.report.model import Run
from conformance.words.model import number

#: Characters of the name of an engine.
_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """An engine on a board. `page` is the file of its page; `is_quick`: its last run was a quick one.

    `broken` has the broken requirements of each section in the order in which to look at them, each with its anchor on the page.
    `level` is the highest level that the engine can claim, "none" for none of them, and empty where the record has no claim;
    `claim` is the same with what is missing for the next level.
    """

    engine: EngineHistory
    row: FleetRow
    page: str
    broken: Mapping[str, Mapping[str, str]]
    is_quick: bool
    level: str
    claim: str


@dataclass(frozen=True)
class EngineBoard:
    """The engines of a folder, by protocol and name; files that could not be read with the reason, and recordings left out."""

    entries: tuple[Entry, ...]
    unread: Mapping[str, str]
    recordings: int

    @cached_property
    def groups(self) -> list[tuple[str, list[Entry]]]:
        """The engines of each protocol, with its title."""
        found: dict[tuple[str, str], list[Entry]] = {}
        for entry in self.entries:
            found.setdefault((entry.row.protocol, entry.row.title), []).append(entry)
        return [(title or protocol, entries) for (protocol, title), entries in found.items()]

    @property
    def states(self) -> list[str]:
        """The verdict of each engine in two words."""
        return [entry.row.state for entry in self.entries]

    @property
    def verdict(self) -> str:
        """The verdict, in a line."""
        states = self.states
        counted = [(states.count(state), state) for state in (*STATES.values(), NO_VERDICT)]
        counts = ", ".join(f"{count} {state}" for count, state in counted if count)
        unread = f"; {number(len(self.unread), 'file')} could not be read" if self.unread else ""
        return f"{number(len(states), 'engine')}: {counts or 'nothing to show'}{unread}"


def engines_of(history: Iterable[EngineHistory]) -> list[EngineHistory]:
    """The engines of a history. Of what a fleet keeps, each version is one: several are checked in the same night."""
    found: list[EngineHistory] = []
    for engine in history:
        runs: dict[str, list[RunSummary]] = {}
        for run in engine.runs:
            runs.setdefault(folder_of(run.place), []).append(run)
        found += [EngineHistory(tuple(some), engine.requirements) for some in runs.values()]
    return found


def name_of(engine: EngineHistory) -> str:
    """The name of an engine on a board: as in the file of its fleet, or else as it calls itself."""
    return plain(folder_of(engine.last.place), _LONGEST_NAME) or engine.name


def entry_of(engine: EngineHistory, run: Run, page: str) -> Entry:
    """An engine with its last run."""
    broken: dict[str, dict[str, str]] = {}
    for finding in run.findings:
        if finding.first.selected:
            broken.setdefault(finding.requirement.section, {}).setdefault(finding.requirement.id, finding.anchor)
    row = row_of(Origin(name_of(engine)), run, None, place=engine.last.place)
    level = (run.end.claim.level or "none") if run.end.claim is not None else ""
    return Entry(engine, row, page, broken, run.plan.quick, level, run.level)


def page_names(engines: Iterable[EngineHistory]) -> list[str]:
    """A file name for the page of each engine: of its protocol and its name, with a number where several have the same."""
    taken = {INDEX}
    return [_page_name(engine, taken) for engine in engines]


def _page_name(engine: EngineHistory, taken: set[str]) -> str:
    words = re.findall(r"[a-z0-9]+", f"{engine.last.protocol} {name_of(engine)}".lower())
    stem = "-".join(words)[:_LONGEST_NAME] or "engine"
    names = (f"{stem}{f'-{count}' if count > 1 else ''}.html" for count in range(1, len(taken) + 2))
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return name
