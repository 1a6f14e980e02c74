"""The page of two runs compared: what the template shows, drawn from the comparison and bounded."""

from collections.abc import Iterator
from typing import Any

from conformance.many.comparison import Change, Comparison, VerdictPair, changes
from conformance.many.comparison_text import verdict, what_became
from conformance.report import plain
from conformance.report.findings import label
from conformance.report.html import Painter, no_picture
from conformance.report.html.of_run import MOST_FINDINGS, MOST_VERDICTS, OPEN, finding_shown, searched
from conformance.report.html.templating import render
from conformance.words.model import Level

#: Characters of a text in a row.
_ROW = 400


def page(comparison: Comparison, paint: Painter = no_picture) -> bytes:
    """The page in UTF-8."""
    return render("diff.html", page=_page(comparison, paint))


def _page(comparison: Comparison, paint: Painter) -> dict[str, Any]:
    new = comparison.new
    name = new.engine.name if new.engine is not None and new.engine.name else new.plan.engine
    unclear = comparison.without_verdict
    state, mark = ("bad", "✗") if comparison.has_new else ("none", "?") if unclear else ("good", "✓")
    found = [_change(comparison, change, pairs, paint) for change, pairs in changes(comparison)]
    return {
        "title": new.plan.title,
        "engine": plain(name, 200),
        "state": state,
        "mark": mark,
        "verdict": verdict(comparison),
        "without_verdict": [plain(f"The {run} run has {why}", 2000) for run, why in unclear],
        "differences": [(name, plain(old), plain(now)) for name, old, now in comparison.differences],
        "levels": [level.value for level in Level],
        "sections": list(dict([*comparison.old.plan.sections, *new.plan.sections]).items()),
        "changes": found,
        "choices": [(one["key"], f"{one['name']} ({len(one['rows'])})") for one in found],
    }


def _change(comparison: Comparison, change: Change, pairs: list[VerdictPair], paint: Painter) -> dict[str, Any]:
    findings = list(_findings(comparison, pairs, paint)) if change is Change.NEW else []
    rows = [_row(pair) for pair in pairs[:MOST_VERDICTS]]
    return {"key": change.name.lower(), "name": change.value, "rows": rows, "findings": findings}


def _row(pair: VerdictPair) -> dict[str, str]:
    requirement, what = pair.shown.requirement, what_became(pair)
    return {
        "id": requirement.id,
        "label": label(requirement),
        "level": requirement.level.value,
        "section": requirement.section,
        "statement": plain(requirement.statement),
        "check": plain(pair.shown.check, 200),
        "what": plain(what, _ROW),
        "searched": searched(requirement.id, requirement.statement, pair.shown.check, what),
    }


def _findings(comparison: Comparison, pairs: list[VerdictPair], paint: Painter) -> Iterator[dict[str, Any]]:
    """The new findings as the page of the new run shows them."""
    run = comparison.new
    wanted = {(pair.shown.requirement.id, pair.shown.check) for pair in pairs}
    count = 0
    for story in run.stories:
        for finding in story.all:
            is_new = any((finding.requirement.id, result.check) in wanted for result in finding.results)
            if is_new and count < MOST_FINDINGS:
                yield finding_shown(run, story, finding, paint) | {"is_open": count < OPEN}
                count += 1
