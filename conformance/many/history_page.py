"""The page of a history of runs: what the template shows, drawn from the chronicle and bounded."""

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from conformance.many.flakiness import State
from conformance.many.history import EngineHistory, VerdictHistory
from conformance.many.history_text import HEADINGS, Chronicle, about, headline, standing, verdict, what_became
from conformance.many.run_summary import RunSummary
from conformance.report import plain
from conformance.report.findings import label
from conformance.report.html.of_run import MOST_VERDICTS, searched
from conformance.report.html.templating import render
from conformance.words.model import Level, number

#: Rows of the table of runs, the last ones, and files that could not be read.
_MOST_RUNS, _MOST_UNREAD = 500, 200
#: Pieces of the picture of a verdict over time; of more, neighbours are drawn as one.
_MOST_PIECES = 200
_ROW = 400
#: What a run says of a verdict -> the colour of its piece.
_COLOURS = {State.HOLDS: "pass", State.BROKEN: "fail", State.FLAKY: "inconclusive", None: "nothing"}


def page(chronicle: Chronicle) -> bytes:
    """The page in UTF-8."""
    return render("history.html", page=_page(chronicle))


def _page(chronicle: Chronicle) -> dict[str, Any]:
    sections = sorted({one.requirement.section for engine in chronicle.engines for one in engine.stories})
    return {
        "verdict": verdict(chronicle),
        "choices": [(state.value, HEADINGS[state]) for state in HEADINGS],
        "levels": [level.value for level in Level],
        "sections": [(section, section) for section in sections],
        "engines": [engine_shown(engine, f"engine-{place}") for place, engine in enumerate(chronicle.engines, 1)],
        **left_out_of(chronicle.unread, chronicle.recordings),
    }


def left_out_of(unread: Mapping[str, str], recordings: int) -> dict[str, Any]:
    """Files of which nothing is shown: those that could not be read, with the reason, and how many were no runs."""
    return {
        "unread": [(plain(place), plain(why, _ROW)) for place, why in list(unread.items())[:_MOST_UNREAD]],
        "unread_left_out": max(0, len(unread) - _MOST_UNREAD),
        "recordings": recordings,
    }


def engine_shown(engine: EngineHistory, anchor: str, linked: Collection[str] = ()) -> dict[str, Any]:
    """The part of a page that shows an engine over time. `linked` are the requirements that have an anchor on the page."""
    runs = engine.runs[-_MOST_RUNS:]
    return {
        "anchor": anchor,
        "headline": headline(engine),
        "about": about(engine),
        "groups": [(state.value, HEADINGS[state], [_row(engine, one, linked) for one in stories[:MOST_VERDICTS]])
                   for state, stories in standing(engine)],
        "runs": [_run(run) for run in reversed(runs)],
        "runs_left_out": len(engine.runs) - len(runs),
    }  # fmt: skip


def _row(engine: EngineHistory, story: VerdictHistory, linked: Collection[str]) -> dict[str, Any]:
    requirement, what = story.requirement, what_became(story)
    checks = ", ".join(story.checks)
    return {
        "id": requirement.id,
        "anchor": requirement.id if requirement.id in linked else "",
        "label": label(requirement),
        "level": requirement.level.value,
        "section": requirement.section,
        "statement": plain(requirement.statement),
        "checks": plain(checks, _ROW),
        "what": plain(what, _ROW),
        "pieces": _pieces(engine, story),
        "searched": searched(requirement.id, requirement.statement, checks, what),
    }


def _pieces(engine: EngineHistory, story: VerdictHistory) -> list[tuple[str, int]]:
    """A verdict over time: the colour of each run with the number of equal ones in a row."""
    states = [_state(engine, story, run) for run in engine.runs]
    width = math.ceil(len(states) / _MOST_PIECES)
    shortened = [_worst(states[start : start + width]) for start in range(0, len(states), width)]
    return [(_COLOURS[state], len(list(same))) for state, same in groupby(shortened)]


def _state(engine: EngineHistory, story: VerdictHistory, run: RunSummary) -> State | None:
    """The state of a story's first check in one run."""
    seen = engine.seen((story.requirement.id, story.checks[0]), run)
    if seen is None:
        return None
    return State.BROKEN if seen.failed else State.FLAKY if seen.is_unsteady else State.HOLDS


def _worst(states: Sequence[State | None]) -> State | None:
    said = {state for state in states if state is not None}
    if len(said) > 1:
        return State.FLAKY
    return next(iter(said), None)


def _run(run: RunSummary) -> dict[str, Any]:
    failed = sum(seen.failed is True for seen in run.verdicts.values())
    return {
        "day": plain(run.began[:16].replace("T", " ")),
        "version": run.version.shown,
        "host": plain(run.host.name, 80),
        "conform": plain(run.conditions.conform, 40),
        "summary": f"{number(failed, 'verdict')} failed{'' if run.is_complete else '; the record breaks off'}",
        "file": plain(run.place, 200),
    }
