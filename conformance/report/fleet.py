"""The campaigns of a fleet: of each what a table needs, and what follows for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from conformance.report.archive import Kept
from conformance.report.comparing import Change, Comparison
from conformance.report.model import Run, Section
from conformance.run.events import ExitCode
from conformance.words.model import Outcome

#: Which end of a campaign decides the end of the fleet, where several are not good.
_WORST_FIRST = (ExitCode.NOT_CONFORMING, ExitCode.OUR_FAULT, ExitCode.NO_VERDICT)
STATES = {ExitCode.CONFORMING: "conforming", ExitCode.NOT_CONFORMING: "not conforming"}
NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True)
class Origin:
    """Which campaign a row is about, and how it was run: on which worker (empty: here), by how many one after the other."""

    engine: str
    version: str = ""
    tags: tuple[str, ...] = ()
    worker: str = ""
    tries: int = 1

    @property
    def name(self) -> str:
        """The engine, and its version where it has several."""
        return f"{self.engine}/{self.version}" if self.version else self.engine


@dataclass(frozen=True, slots=True)
class Cell:
    """A section of the catalogue in one campaign: requirements that are broken, that hold, and that could not be judged.

    `failing` are the broken ones that fail the run.
    """

    key: str
    title: str
    broken: int
    passed: int
    undecided: int
    failing: int


@dataclass(frozen=True, slots=True)
class FleetRow:
    """A campaign. `place` is the file of its record, `before` the run that it was compared with, each empty where there is none.

    `new` are the requirements that are broken now, were not then, and are not waived; `fixed` were broken then and hold now.
    """

    origin: Origin
    exit_code: int
    verdict: str
    protocol: str = ""
    title: str = ""
    identity: str = ""
    cells: tuple[Cell, ...] = ()
    new: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    before: str = ""
    place: str = ""
    seconds: float = 0.0
    size: int = 0

    @property
    def state(self) -> str:
        """The verdict in two words."""
        return state_of(self.exit_code)

    @property
    def broken(self) -> int:
        """How many requirements are broken."""
        return sum(cell.broken for cell in self.cells)

    @property
    def judged(self) -> int:
        """How many requirements have been found broken or sound."""
        return sum(cell.broken + cell.passed for cell in self.cells)


def row_without(origin: Origin, why: str, exit_code: int = ExitCode.NO_VERDICT) -> FleetRow:
    """The row of a campaign that has left no record."""
    return FleetRow(origin, _known(exit_code), f"no verdict: {why}")


def row_of(origin: Origin, run: Run, before: Kept | None, *, place: str = "", size: int = 0) -> FleetRow:
    """The row of a campaign: its run, and what has changed since the run before."""
    changed = Comparison(before.run, run) if before is not None and before.run.plan.protocol == run.plan.protocol else None
    return FleetRow(
        origin=origin,
        exit_code=_known(run.end.exit_code),
        verdict=run.verdict,
        protocol=run.plan.protocol,
        title=run.plan.title,
        identity=run.engine.name if run.engine is not None else "",
        cells=tuple(_cell(section) for section in run.sections),
        new=_ids(changed, Change.NEW),
        fixed=_ids(changed, Change.FIXED),
        before=before.place if before is not None and changed is not None else "",
        place=place,
        seconds=run.end.seconds,
        size=size,
    )


def state_of(exit_code: int) -> str:
    """The verdict of a run in two words, by how its process ended."""
    return STATES.get(ExitCode(_known(exit_code)), NO_VERDICT)


def _known(exit_code: int) -> int:
    """An exit code of ours: a process can end in any other way, too."""
    return exit_code if exit_code in set(ExitCode) and exit_code != ExitCode.USAGE else ExitCode.NO_VERDICT


def _cell(section: Section) -> Cell:
    counted = dict(section.counts)
    undecided = (Outcome.BLOCKED, Outcome.INCONCLUSIVE, Outcome.ERROR)
    failing = {result.requirement.id for result in section.results if result.gates}
    return Cell(
        section.key,
        section.title,
        broken=counted[Outcome.FAIL],
        passed=counted[Outcome.PASS],
        undecided=sum(counted[outcome] for outcome in undecided),
        failing=len(failing),
    )


def _ids(changed: Comparison | None, change: Change) -> tuple[str, ...]:
    """The requirements of which this became; of new findings those that no baseline waives."""
    pairs = changed.of(change) if changed is not None else []
    chosen = [pair for pair in pairs if change is not Change.NEW or pair.counts]
    return tuple(dict.fromkeys(pair.shown.requirement.id for pair in chosen))


@dataclass(frozen=True)
class Group:
    """The campaigns of one protocol, with the sections that any of them has results in, each with its title."""

    title: str
    sections: tuple[tuple[str, str], ...]
    rows: tuple[FleetRow, ...]


@dataclass(frozen=True)
class Fleet:
    """All campaigns of a fleet, in the order of its file. `began` is a time as ISO 8601 writes it, `seconds` what all took."""

    rows: tuple[FleetRow, ...]
    began: str = ""
    seconds: float = 0.0
    #: What the process ends with where it was interrupted.
    interrupted: int = 0

    @property
    def exit_code(self) -> int:
        """How the command ends: as the worst of its campaigns, where "not conforming" is worst."""
        found = {
            row.exit_code if row.exit_code in _WORST_FIRST or not row.exit_code else ExitCode.NO_VERDICT for row in self.rows
        }
        worst = next((code for code in _WORST_FIRST if code in found), ExitCode.CONFORMING)
        return self.interrupted or int(worst)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The campaigns by protocol; those that came to none stand alone, last."""
        titles = dict.fromkeys(row.title for row in self.rows if row.title)
        found = [group_of(title, [row for row in self.rows if row.title == title]) for title in titles]
        rest = tuple(row for row in self.rows if not row.title)
        return (*found, *([Group("Not begun", (), rest)] if rest else []))

    def having(self, state: str) -> list[FleetRow]:
        """The campaigns with this verdict in two words."""
        return [row for row in self.rows if row.state == state]


def group_of(title: str, rows: Sequence[FleetRow]) -> Group:
    """Rows of one protocol, with their sections as the longest of them has them, then those that only others have."""
    by_length = sorted(rows, key=lambda row: -len(row.cells))
    sections = {cell.key: cell.title for row in by_length for cell in row.cells}
    return Group(title, tuple(sections.items()), tuple(rows))
