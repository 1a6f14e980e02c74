"""The page of two runs compared: what the template shows, drawn from the comparison and bounded."""

from collections.abc import Iterator
from typing import Any

from conformance.many.comparison import Change, Comparison, VerdictPair, changes
from conformance.many.comparison_text import measure, one_way, verdict, what_became
from conformance.report import plain
from conformance.report.findings import label
from conformance.report.html import Painter, no_picture
from conformance.report.html.of_run import MOST_FINDINGS, MOST_VERDICTS, OPEN, finding_shown, searched
from conformance.report.html.plots import compared, left_out
from conformance.report.html.templating import drawing, render
from conformance.report.latency import TITLES, figures, summary
from conformance.words.model import DelayOf, Level, number

#: Checks whose time has changed that are reported; characters of a text in a row.
_MOST_TIMES, _ROW = 100, 400


def page(comparison: Comparison, paint: Painter = no_picture) -> bytes:
    """The page in UTF-8."""
    return render("diff.html", page=_page(comparison, paint))


def _page(comparison: Comparison, paint: Painter) -> dict[str, Any]:
    new = comparison.new
    name = new.engine.name if new.engine is not None and new.engine.name else new.plan.engine
    unclear = comparison.without_verdict
    state, mark = ("bad", "✗") if comparison.has_new else ("none", "?") if unclear else ("good", "✓")
    times = [
        {"check": plain(time.check, 200), "old": f"{time.old:.2f} s", "new": f"{time.new:.2f} s"}
        for time in comparison.times[:_MOST_TIMES]
    ]
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
        "times": times,
        "measure": f"{measure(comparison).capitalize()}.",
        "plots": list(_plots(comparison)),
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


def _plots(comparison: Comparison) -> Iterator[dict[str, Any]]:
    old, new = comparison.old.samples, comparison.new.samples
    changes = {one.of: one for one in comparison.delays}
    for of, (title, about) in TITLES.items():
        before, after = old.get(of, []), new.get(of, [])
        if not (before or after):
            continue
        words = [
            f"{run}: {_figures(samples)}{left_out(samples)}" for run, samples in (("old", before), ("new", after)) if samples
        ]
        change = one_way(changes[of]) if of in changes else "no change beyond noise"
        yield {
            "title": f"{title}: {one_way(changes[of])}" if of in changes else title,
            "about": about,
            "svg": drawing(compared(_name(of), before, after)),
            "summary": f"{'; '.join(words)}; {change}.",
            "slowest": [],
        }


def _figures(samples: list[Any]) -> str:
    values = figures(samples)
    busy = f", {values.busy} on a busy host" if values.busy else ""
    return f"{number(values.count, 'answer')}{busy}, {summary(values)}"


def _name(of: DelayOf) -> str:
    return of.name.lower().replace("_", "-")
