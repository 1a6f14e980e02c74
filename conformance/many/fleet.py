"""The campaigns of a fleet: of each what a table needs, and what follows for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from conformance.many.archive import Kept
from conformance.many.comparison import Change, Comparison
from conformance.report.model import CatalogueSection, Run
from conformance.run.events import ExitCode
from conformance.run.forms import Count, Key, Mark, Name, Said, Seconds, Whole
from conformance.words.model import Outcome

#: Which end of a campaign decides the end of the fleet, where several are not good.
_WORST_FIRST = (ExitCode.NOT_CONFORMING, ExitCode.OUR_FAULT, ExitCode.NO_VERDICT)
STATES = {ExitCode.CONFORMING: "conforming", ExitCode.NOT_CONFORMING: "not conforming"}
NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True)
class Origin:
    """Which campaign a row is about, and how it was run: on which worker (empty: here), by how many one after the other."""

    engine: Annotated[Said, "The engine, as its file names it."]
    version: Annotated[Said, "Its version, empty where the file names none."] = ""
    tags: Annotated[tuple[Said, ...], "The tags that its file gives it."] = ()
    worker: Annotated[Said, "The worker that ran the campaign, empty where it ran here."] = ""
    tries: Annotated[Count, "How many times it was started: more than once if its worker died."] = 1

    @property
    def name(self) -> str:
        """The engine, and its version where it has several."""
        return f"{self.engine}/{self.version}" if self.version else self.engine


@dataclass(frozen=True, slots=True)
class Cell:
    """A section of the catalogue in one campaign."""

    key: Annotated[Name, "The section, as results name it."]
    title: Annotated[Name, "Its title."]
    broken: Annotated[Count, "Requirements that are broken."]
    passed: Annotated[Count, "Requirements that hold."]
    undecided: Annotated[Count, "Requirements that apply, or may, and could not be judged."]
    failing: Annotated[Count, "Broken requirements that fail the run."]


@dataclass(frozen=True, slots=True)
class FleetRow:
    """A campaign. The types of its fields say how it stands in the JSON document, as those of events do; `title` is not in it."""

    origin: Annotated[Origin, Mark.SPREAD]
    exit_code: Annotated[
        Whole, "0 conforming, 1 not conforming, 3 no verdict, 4 a fault of conform; 129 hung up, 130 interrupted, 143 terminated."
    ]
    verdict: Annotated[Said, "The verdict, in words."]
    protocol: Annotated[Name, "The protocol; empty where the campaign was not begun."] = ""
    title: str = ""
    identity: Annotated[Said, Key("name"), "The name that the engine gives."] = ""
    cells: Annotated[tuple[Annotated[Cell, "A section."], ...], Key("sections"), "The sections with results."] = ()
    new: Annotated[tuple[Name, ...], "Requirements that are broken now, were not in the run before, and are not waived."] = ()
    fixed: Annotated[tuple[Name, ...], "Requirements that were broken in the run before and hold now."] = ()
    before: Annotated[Name, Mark.OR_NULL, "The record of the run before, null where there is none."] = ""
    place: Annotated[
        Name, Mark.OR_NULL, Key("record"), "The file of its record, as `--out` names it, null where there is none."
    ] = ""
    seconds: Annotated[Seconds, "How long it took"] = 0.0
    size: Annotated[Count, Key("bytes"), "The size of its record."] = 0

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


def _cell(section: CatalogueSection) -> Cell:
    counted = dict(section.counts)
    undecided = (Outcome.BLOCKED, Outcome.INCONCLUSIVE, Outcome.CONSEQUENCE, Outcome.ERROR)
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
