"""The pages of a board: the table of all engines, and for each the report of its last run with its history."""

from collections.abc import Iterator
from typing import Any

from conformance.many import cells
from conformance.many.board import EngineBoard, Entry
from conformance.many.fleet import NO_VERDICT, Group, group_of, state_of
from conformance.many.fleet_page import choices, heads, key
from conformance.many.history import EngineHistory
from conformance.many.history_page import engine_shown, left_out_of
from conformance.report import plain
from conformance.report.files import INDEX
from conformance.report.html import Painter, no_picture
from conformance.report.html.of_run import MOST_FINDINGS, run_shown, searched
from conformance.report.html.templating import render
from conformance.report.model import Run
from conformance.words.model import number

#: Runs whose verdicts are shown in a row, the last ones.
_MOST_RUNS = 12
_NOTE = 200


def engine_page(engine: EngineHistory, run: Run, paint: Painter = no_picture) -> bytes:
    """The report of the last run of an engine, with its history where there is more than this run; in UTF-8."""
    shown = {finding.anchor for finding in run.findings[:MOST_FINDINGS]}
    over_the_time = engine_shown(engine, "run", shown) if len(engine.runs) > 1 else None
    return render("board_engine.html", page=run_shown(run, paint), index=INDEX, over_the_time=over_the_time)


def index_page(board: EngineBoard) -> bytes:
    """The table of all engines, in UTF-8."""
    return render("board.html", page=_page(board))


def _page(board: EngineBoard) -> dict[str, Any]:
    states = set(board.states)
    days = sorted({entry.engine.last.day for entry in board.entries} - {""})
    groups = [_group(title, entries, f"group-{place}") for place, (title, entries) in enumerate(board.groups, 1)]
    return {
        "verdict": board.verdict,
        "state": "bad" if "not conforming" in states else "none" if NO_VERDICT in states or not states else "good",
        "days": plain(" to ".join(dict.fromkeys((days[0], days[-1]))) if days else "", 40),
        "legend": cells.LEGEND,
        "choices": choices(board.states),
        "sections": [(one["anchor"], one["title"]) for one in groups],
        "groups": groups,
        **left_out_of(board.unread, board.recordings),
    }


def _group(title: str, entries: list[Entry], anchor: str) -> dict[str, Any]:
    group = group_of(title, [entry.row for entry in entries])
    return {
        "anchor": anchor,
        "title": plain(title, 200),
        "heads": heads(group),
        "has_levels": any(entry.level for entry in entries),
        "rows": [_row(group, entry) for entry in entries],
    }


def _row(group: Group, entry: Entry) -> dict[str, Any]:
    row, engine = entry.row, entry.engine
    found = {cell.key: cell for cell in row.cells}
    notes = [plain(one, _NOTE) for one in _notes(entry) if one]
    return {
        "link": entry.page,
        "name": row.origin.name,
        "notes": notes,
        "key": key(row.state),
        "verdict": cells.of_state(row.state, row.verdict),
        "level": plain(entry.level, 40),
        "claim": plain(entry.claim, 400),
        "total": cells.of_row(row),
        "cells": [cells.of_section(found.get(section), *_where(entry, section)) for section, _ in group.sections],
        "trend": [cells.of_state(state_of(run.exit_code)) for run in engine.runs[-_MOST_RUNS:]],
        "runs": number(len(engine.runs), "run"),
        "searched": searched(row.origin.name, entry.level, *notes, *(name for ids in entry.broken.values() for name in ids)),
    }


def _notes(entry: Entry) -> Iterator[str]:
    """Remarks on the engine and on the conditions of its last run."""
    last, name = entry.engine.last, entry.row.origin.name
    yield from (entry.row.identity.removeprefix(name).strip(), "" if name.endswith(last.label) else last.label, last.day)
    if last.settings:
        yield ", ".join(f"{name}={value}" for name, value in last.settings)
    if entry.is_quick:
        yield "a quick run"
    if entry.row.state == NO_VERDICT:
        yield entry.row.verdict


def _where(entry: Entry, section: str) -> tuple[list[str], str]:
    """The broken requirements of a section, and where the dialogue of the first one is."""
    broken = entry.broken.get(section, {})
    return list(broken), f"{entry.page}#{next(iter(broken.values()))}" if broken else ""
