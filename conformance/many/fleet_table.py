"""The table of a fleet in words: for a console, in Markdown, and as JSON."""

import json
from collections.abc import Iterator, Sequence

from conformance.many.fleet import NO_VERDICT, STATES, Cell, Fleet, FleetRow, Group
from conformance.report import plain
from conformance.report.outline import Outline, Section, Table
from conformance.report.schemas import DRAFT
from conformance.run.forms import Schema, array, described, properties, seconds, table, text, write
from conformance.words.model import number

#: The number of the form of the JSON document; see `jsonl.SCHEMA`.
SCHEMA = 1
LEGEND = "3/34: of 34 requirements that were judged 3 are broken; with ! some of them fail the run"
_HEADS = ("engine", "verdict", "all", "new", "fixed")
_MARKS = {"conforming": "✅", "not conforming": "❌"}
#: Ids of requirements that are printed in a row.
_MOST_IDS = 20
_MOST_SAID = 2_000


def verdict(fleet: Fleet) -> str:
    """The verdict, in a line."""
    counted = [(len(fleet.having(state)), state) for state in (*STATES.values(), NO_VERDICT)]
    states = ", ".join(f"{count} {state}" for count, state in counted if count) or "nothing to do"
    new, fixed = (sum(len(getattr(row, name)) for row in fleet.rows) for name in ("new", "fixed"))
    changed = f"; since the runs before {new} new, {fixed} fixed" if any(row.before for row in fleet.rows) else ""
    return f"{number(len(fleet.rows), 'campaign')}: {states}{changed}"


def outline(fleet: Fleet) -> Outline:
    """The tables and what stands out, for a console and as Markdown."""
    mark = "❌ " if fleet.having("not conforming") else "⚠️ " if fleet.having(NO_VERDICT) else "✅ "
    legend = [LEGEND] if any(group.sections for group in fleet.groups) else []
    sections = [Section(group.title, _table(group)) for group in fleet.groups]
    if noted := [(row.origin.name, remark) for row in fleet.rows for remark in remarks(row)]:
        sections.append(Section("Remarks", Table(("engine", "remark"), noted, "{}: {}")))
    return Outline("Fleet", verdict(fleet), sections, legend, mark)


def _table(group: Group) -> Table:
    heads = (*_HEADS, *(title for _, title in group.sections))
    rows = [(row.origin.name, row.state, total(row), *changes(row), *sections(group, row)) for row in group.rows]
    return Table(heads, rows, marks=[_MARKS.get(row.state, "⚠️") for row in group.rows], named=len(_HEADS))


def remarks(row: FleetRow) -> Iterator[str]:
    """Remarks on a campaign, printed beside its figures."""
    if row.exit_code:
        yield plain(row.verdict, _MOST_SAID)
    if row.new:
        yield f"new since {row.before}: {_some(row.new)}"
    if row.fixed:
        yield f"fixed since {row.before}: {_some(row.fixed)}"
    if row.origin.tries > 1:
        yield f"its worker died, so it was started {row.origin.tries} times"


def _some(ids: Sequence[str]) -> str:
    more = len(ids) - _MOST_IDS
    return f"{', '.join(ids[:_MOST_IDS])}{f' and {more} more' if more > 0 else ''}"


def total(row: FleetRow) -> str:
    """The figures of all sections together; nothing where nothing was judged."""
    return _figures(row.broken, row.judged, sum(cell.failing for cell in row.cells)) if row.cells else ""


def changes(row: FleetRow) -> tuple[str, str]:
    """How many requirements are new and fixed; nothing where there was no run before."""
    return (str(len(row.new)), str(len(row.fixed))) if row.before else ("", "")


def sections(group: Group, row: FleetRow) -> list[str]:
    """The figures of each section of a table; nothing for one in which nothing was judged."""
    found = {cell.key: cell for cell in row.cells}
    return [of_section(found.get(key)) for key, _ in group.sections]


def of_section(cell: Cell | None) -> str:
    """The figures of one section."""
    return _figures(cell.broken, cell.broken + cell.passed, cell.failing) if cell is not None else ""


def _figures(broken: int, judged: int, failing: int) -> str:
    return f"{broken}/{judged}{'!' if failing else ''}" if judged else "-"


def document(fleet: Fleet) -> bytes:
    """The whole fleet as one JSON document; `conform schema fleet` prints its schema."""
    found = {
        "schema": SCHEMA,
        "began": fleet.began,
        "seconds": round(fleet.seconds, 3),
        "exit_code": fleet.exit_code,
        "verdict": verdict(fleet),
        "campaigns": [write(row) for row in fleet.rows],
    }
    return json.dumps(found, indent=1).encode("ascii") + b"\n"


def schema() -> Schema:
    """The schema of the document that `conform fleet --json` writes."""
    keys = {
        "schema": {"const": SCHEMA},
        "began": text("When the fleet began, in UTC.", format="date-time"),
        "seconds": seconds("How long all campaigns took"),
        "exit_code": described("integer", "The exit code of the command."),
        "verdict": text("The verdict, in words."),
        "campaigns": array("In the order of the file.", table("A campaign.", properties(FleetRow))),
    }
    return {"$schema": DRAFT, "title": "A fleet of campaigns of conform", **table("Many engines.", keys)}
