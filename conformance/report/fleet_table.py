"""The table of a fleet in words: for a console, in Markdown, and as JSON."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.report import plain
from conformance.report.fleet import NO_VERDICT, STATES, Cell, Fleet, FleetRow, Group
from conformance.report.markdown import CELL, escaped
from conformance.report.markdown import table as markdown_table
from conformance.report.model import number

#: The number of the form of the JSON document; see `jsonl.SCHEMA`.
SCHEMA = 1
LEGEND = "3/34: of 34 requirements that were judged 3 are broken; with ! some of them fail the run"
_HEADS = ("engine", "verdict", "all", "new", "fixed")
_MARKS = {"conforming": "✅", "not conforming": "❌"}
#: Ids of requirements that are printed in a row.
_MOST_IDS = 20
_MOST_SAID = 2_000


def verdict(fleet: Fleet) -> str:
    """What a reader has to know, in a line."""
    counted = [(len(fleet.having(state)), state) for state in (*STATES.values(), NO_VERDICT)]
    states = ", ".join(f"{count} {state}" for count, state in counted if count) or "nothing to do"
    new, fixed = (sum(len(getattr(row, name)) for row in fleet.rows) for name in ("new", "fixed"))
    changed = f"; since the runs before {new} new, {fixed} fixed" if any(row.before for row in fleet.rows) else ""
    return f"{number(len(fleet.rows), 'campaign')}: {states}{changed}"


def text(fleet: Fleet) -> Iterator[str]:
    """The tables and what stands out, line by line, the verdict last."""
    for group in fleet.groups:
        yield group.title
        yield from _aligned([_heads(group), *(_cells(group, row) for row in group.rows)])
        for place, (_, title) in enumerate(group.sections, 1):
            yield f"  {place:>2}  {plain(title)}"
        yield ""
    if any(group.sections for group in fleet.groups):
        yield LEGEND
        yield ""
    for row in fleet.rows:
        yield from (f"{row.origin.name}: {remark}" for remark in remarks(row))
    yield verdict(fleet)


def remarks(row: FleetRow) -> Iterator[str]:
    """What is reported of a campaign beside its figures."""
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


def _heads(group: Group) -> list[str]:
    return [*_HEADS, *(str(place) for place, _ in enumerate(group.sections, 1))]


def _cells(group: Group, row: FleetRow) -> list[str]:
    return [row.origin.name, row.state, total(row), *changes(row), *sections(group, row)]


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


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns: words to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = [
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(words).rstrip()


def markdown(fleet: Fleet) -> bytes:
    """The tables for a pull request or a page of a repository."""
    mark = "❌" if fleet.having("not conforming") else "⚠️" if fleet.having(NO_VERDICT) else "✅"
    lines = [f"## {mark} {verdict(fleet)}"]
    for group in fleet.groups:
        rows = [
            (
                escaped(row.origin.name, CELL),
                f"{_MARKS.get(row.state, '⚠️')} {row.state}",
                total(row),
                *changes(row),
                *sections(group, row),
            )
            for row in group.rows
        ]
        heads = (*_HEADS, *(escaped(title, CELL) for _, title in group.sections))
        lines += ["", f"### {escaped(group.title)}", *markdown_table(heads, rows)]
    notes = [f"- **{escaped(row.origin.name)}:** {escaped(one, _MOST_SAID)}" for row in fleet.rows for one in remarks(row)]
    return "\n".join([*lines, "", f"{LEGEND}.", "", *notes, ""]).encode()


def document(fleet: Fleet) -> bytes:
    """The whole fleet as one JSON document; `conform schema fleet` prints its schema."""
    found = {
        "schema": SCHEMA,
        "began": fleet.began,
        "seconds": round(fleet.seconds, 3),
        "exit_code": fleet.exit_code,
        "verdict": verdict(fleet),
        "campaigns": [_entry(row) for row in fleet.rows],
    }
    return json.dumps(found, indent=1).encode("ascii") + b"\n"


def _entry(row: FleetRow) -> dict[str, Any]:
    origin = row.origin
    return {
        "engine": origin.engine,
        "version": origin.version,
        "tags": list(origin.tags),
        "worker": origin.worker,
        "tries": origin.tries,
        "protocol": row.protocol,
        "name": row.identity,
        "exit_code": row.exit_code,
        "verdict": row.verdict,
        "sections": [
            {"key": cell.key, "title": cell.title, "broken": cell.broken, "held": cell.passed, "undecided": cell.undecided}
            | {"failing": cell.failing}
            for cell in row.cells
        ],
        "new": list(row.new),
        "fixed": list(row.fixed),
        "before": row.before or None,
        "record": row.place or None,
        "seconds": round(row.seconds, 3),
        "bytes": row.size,
    }
