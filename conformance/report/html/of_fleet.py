"""The page of a fleet: what the template shows, drawn from its rows and bounded."""

from typing import Any

from conformance.report import plain
from conformance.report.fleet import NO_VERDICT, STATES, Cell, Fleet, Group, Row
from conformance.report.fleet_table import LEGEND, changes, of_section, remarks, total, verdict
from conformance.report.html.of_run import searched
from conformance.report.html.templating import render

#: Characters of what is reported of a campaign.
_ROW = 1_000
#: The verdict of a campaign -> the colour of its words, and the mark before them.
_LOOKS = {"conforming": ("pass", "✓"), "not conforming": ("fail", "✗"), NO_VERDICT: ("inconclusive", "?")}


def page(fleet: Fleet) -> bytes:
    """The page in UTF-8."""
    return render("fleet.html", page=_page(fleet))


def _page(fleet: Fleet) -> dict[str, Any]:
    groups = [_group(group, f"group-{place}") for place, group in enumerate(fleet.groups, 1)]
    state = "bad" if fleet.having("not conforming") else "none" if fleet.having(NO_VERDICT) or not fleet.rows else "good"
    return {
        "verdict": verdict(fleet),
        "state": state,
        "began": plain(fleet.began, 40),
        "legend": LEGEND,
        "choices": [(_key(state), f"{state} ({len(fleet.having(state))})") for state in (*STATES.values(), NO_VERDICT)],
        "sections": [(one["anchor"], one["title"]) for one in groups],
        "groups": groups,
    }


def _key(state: str) -> str:
    return state.replace(" ", "-")


def _group(group: Group, anchor: str) -> dict[str, Any]:
    heads = [(place, plain(title, 200)) for place, (_, title) in enumerate(group.sections, 1)]
    return {"anchor": anchor, "title": plain(group.title, 200), "heads": heads, "rows": [_row(group, row) for row in group.rows]}


def _row(group: Group, row: Row) -> dict[str, Any]:
    found = {cell.key: cell for cell in row.cells}
    colour, mark = _LOOKS[row.state]
    new, fixed = changes(row)
    notes = [plain(one, _ROW) for one in remarks(row)]
    return {
        "name": row.origin.name,
        "identity": plain(row.identity, 200),
        "tags": ", ".join(row.origin.tags),
        "state": row.state,
        "key": _key(row.state),
        "colour": colour,
        "mark": mark,
        "total": total(row),
        "new": new,
        "fixed": fixed,
        "cells": [(of_section(found.get(key)), _colour(found.get(key))) for key, _ in group.sections],
        "remarks": notes,
        "worker": plain(row.origin.worker, 200),
        "record": plain(row.place, 300),
        "seconds": f"{row.seconds:.0f} s",
        "searched": searched(row.origin.name, row.identity, *row.origin.tags, *notes),
    }


def _colour(cell: Cell | None) -> str:
    if cell is None or not cell.broken:
        return ""
    return "fail" if cell.failing else "inconclusive"
