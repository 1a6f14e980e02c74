"""The page of a fleet: what the template shows, drawn from its rows and bounded."""

from collections.abc import Sequence
from typing import Any

from conformance.many import cells
from conformance.many.fleet import NO_VERDICT, STATES, Fleet, FleetRow, Group
from conformance.many.fleet_table import changes, remarks, verdict
from conformance.report import plain
from conformance.report.html.of_run import searched
from conformance.report.html.templating import render

#: Characters of what is reported of a campaign.
_ROW = 1_000


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
        "legend": cells.LEGEND,
        "choices": choices([row.state for row in fleet.rows]),
        "sections": [(one["anchor"], one["title"]) for one in groups],
        "groups": groups,
    }


def choices(states: Sequence[str]) -> list[tuple[str, str]]:
    """The verdicts that rows can be filtered by, with how many have each."""
    return [(key(state), f"{state} ({states.count(state)})") for state in (*STATES.values(), NO_VERDICT)]


def key(state: str) -> str:
    """The name of a verdict in the address of the page."""
    return state.replace(" ", "-")


def heads(group: Group) -> list[tuple[int, str]]:
    """The sections of a table with their numbers."""
    return [(place, plain(title, 200)) for place, (_, title) in enumerate(group.sections, 1)]


def _group(group: Group, anchor: str) -> dict[str, Any]:
    rows = [_row(group, row) for row in group.rows]
    return {"anchor": anchor, "title": plain(group.title, 200), "heads": heads(group), "rows": rows}


def _row(group: Group, row: FleetRow) -> dict[str, Any]:
    found = {cell.key: cell for cell in row.cells}
    new, fixed = changes(row)
    notes = [plain(one, _ROW) for one in remarks(row)]
    return {
        "name": row.origin.name,
        "identity": plain(row.identity, 200),
        "tags": ", ".join(row.origin.tags),
        "key": key(row.state),
        "verdict": cells.of_state(row.state, row.verdict),
        "total": cells.of_row(row),
        "new": new,
        "fixed": fixed,
        "cells": [cells.of_section(found.get(section)) for section, _ in group.sections],
        "remarks": notes,
        "worker": plain(row.origin.worker, 200),
        "record": plain(row.place, 300),
        "seconds": f"{row.seconds:.0f} s",
        "searched": searched(row.origin.name, row.identity, *row.origin.tags, *notes),
    }
