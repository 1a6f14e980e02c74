"""The page of a run: what the template shows, drawn from the model and bounded."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from conformance.protocol.definition import page as documented_at
from conformance.report import excerpt, plain
from conformance.report.findings import (
    GROUPS,
    UNSELECTED,
    WAIVED,
    Broken,
    Story,
    follows,
    instead,
    label,
    sums_up,
    waived,
    why_outdated,
)
from conformance.report.html import Painter, no_picture
from conformance.report.html.lanes import ENGINE_LANE, GUI_LANE, WIDTH, Lanes, lanes
from conformance.report.html.plots import left_out, plot
from conformance.report.html.templating import data_uri, drawing, render
from conformance.report.latency import TITLES, Figures, figures, shown, summary
from conformance.report.model import Run, Sample, counted
from conformance.report.prose import cause_and_fix, how_it_ended, in_clients, to_see_it_again, what_was_explored, why_skipped
from conformance.run.events import Result
from conformance.words.model import DelayOf, Kind, Level, Miss, Outcome, number
from conformance.words.pictures import Picture

#: Findings that are shown with all details, and those of them that are open at first.
MOST_FINDINGS, OPEN = 200, 3
#: Requirements in the tree of what a finding blocks, checks of each, rows of the list of verdicts, samples that are named.
MOST_BLOCKED, MOST_CHECKS, MOST_VERDICTS, SLOWEST = 60, 8, 5000, 5
#: Consequences of a finding, and requirements that are perhaps more than a consequence.
MOST_CONSEQUENCES, MOST_PERHAPS = 100, 20
#: Characters of a command, of a text in a row, of what the filter looks through.
_COMMAND, _ROW, SEARCHED = 4000, 300, 600

HEADINGS = {
    Level.MUST.value: "MUST requirements that are broken",
    Level.SHOULD.value: "SHOULD requirements that are not kept",
    Level.MAY.value: "MAY requirements that are not kept",
    "": "Robustness: what the protocol's text does not ask for, but good sense does",
    WAIVED: "Waived: known, and in the baseline",
    UNSELECTED: "Broken, but outside the selection",
}
#: Exit code -> how the verdict looks.
STATES = {0: ("good", "✓"), 1: ("bad", "✗")}


def page(run: Run, paint: Painter = no_picture) -> bytes:
    """The page in UTF-8."""
    return render("run.html", page=run_shown(run, paint))


def run_shown(run: Run, paint: Painter) -> dict[str, Any]:
    """The parts of the page that show a run."""
    state, mark = STATES.get(run.end.exit_code, ("none", "?"))
    groups = list(_groups(run, paint))
    return {
        "title": run.plan.title,
        "engine": plain(run.engine.name, 200) if run.engine is not None and run.engine.name else plain(run.plan.engine, 200),
        "state": state,
        "mark": mark,
        "verdict": plain(run.verdict, 2000),
        "facts": _facts(run),
        "perhaps": [_perhaps(result) for result in run.perhaps[:MOST_PERHAPS]],
        "perhaps_left_out": max(0, len(run.perhaps) - MOST_PERHAPS),
        "begin_with": [
            {
                "id": story.lead.requirement.id,
                "anchor": story.lead.anchor,
                "did": sums_up(story),
                "blocks": number(story.blocks, "check"),
            }
            for story in run.begin_with
        ],
        "totals": f"Requirements: {counted(run.counts) or 'none judged'}.",
        "outcomes": [outcome.value for outcome in Outcome],
        "choices": [(outcome.value, outcome.value.replace("_", " ")) for outcome in Outcome],
        "levels": [level.value for level in Level],
        "titles": [(one.key, one.title) for one in run.sections],
        "sections": [
            {"key": one.key, "title": one.title, "counts": one.counts, "summary": counted(one.counts)} for one in run.sections
        ],
        "baseline": _baseline(run),
        "findings_heading": number(len(run.findings), "finding") if run.findings else "Findings",
        "groups": groups,
        "findings_left_out": max(0, len(run.findings) - MOST_FINDINGS),
        "plots": [_plot(of, run.samples[of]) for of in TITLES if of in run.samples],
        "notes": list(_notes(run)),
        "verdicts": list(_verdicts(run)),
        "verdicts_left_out": max(0, len(run.results) - MOST_VERDICTS),
        "untested": run.plan.untested,
    }


def _facts(run: Run) -> list[tuple[str, str]]:
    plan, end, host = run.plan, run.end, run.plan.host
    settings = ", ".join(f"{name}={value}" for name, value in plan.settings)
    files = "; ".join(f"{plain(file.path, 200)} ({file.size} bytes, SHA-256 {file.sha256[:16]}…)" for file in plan.files)
    by = run.engine.author if run.engine is not None else ""
    asked = ", ".join(word for word, is_set in (("strict", plan.strict), ("robustness", plan.robustness)) if is_set)
    return [
        ("command", plain(plan.engine, _COMMAND)),
        ("author", plain(by, 200)),
        ("engine options", plain(settings, 1000)),
        ("judged by", plain(run.catalogue)),
        ("level", plain(run.level, 2000)),
        ("asked for", asked),
        ("time scale", f"{plan.time_scale:g}" if plan.time_scale != 1 else ""),
        ("run", f"{plan.started[:19].replace('T', ' ')} UTC" if plan.started else ""),
        ("size", f"{number(end.transcripts, 'dialogue')}, {number(end.lines, 'line')}, {end.seconds:.1f} s"),
        ("host", ", ".join(part for part in (host.name, host.system, f"Python {host.python}" if host.python else "") if part)),
        ("on this system", plain("; ".join(host.lacks), 2000)),
        ("file", files),
        ("conform", plan.version),
    ]


def _perhaps(result: Result) -> dict[str, str]:
    return {
        "id": result.requirement.id,
        "label": label(result.requirement),
        "did": instead(result),
        "of": result.blocked_by,
    }


# -- the baseline -------------------------------------------------------------------------------------------------------------


def _baseline(run: Run) -> dict[str, Any] | None:
    """The new, known and outdated findings; None where no baseline plays a part."""
    if not (run.plan.waivers or run.waived or run.outdated):
        return None
    new = [finding for finding in run.findings if finding.group not in (WAIVED, UNSELECTED)]
    gone = [one for one in run.outdated if one.passes]
    expired = [one for one in run.outdated if one.expired]
    parts = [
        f"{number(len(new), 'finding')} not in it",
        f"{number(len(run.waived), 'finding')} waived",
        f"{_entries(len(gone))} whose finding is fixed",
        f"{_entries(len(expired))} out of date",
    ]
    rows = [_baseline_row(one.first, "new", "new", instead(one.first)) for one in new]
    rows += [_baseline_row(one, "waived", "waived", waived(one.waiver)) for one in run.waived if one.waiver is not None]
    for outdated in run.outdated:
        waiver, kind = outdated.waiver, "fixed" if outdated.passes else "expired"
        why = f"{why_outdated(outdated)}; it was waived: {plain(waiver.reason)}"
        rows.append({"id": waiver.requirement, "check": plain(waiver.check, 200), "state": kind, "kind": kind, "why": why})
    size = f"The baseline has {_entries(run.plan.waivers)}. " if run.plan.waivers else ""
    return {"summary": f"{size}{', '.join(parts)}.", "rows": rows[:MOST_FINDINGS]}


def _entries(count: int) -> str:
    return f"{count} entr{'y' if count == 1 else 'ies'}"


def _baseline_row(result: Result, state: str, kind: str, why: str) -> dict[str, str]:
    return {"id": result.requirement.id, "check": plain(result.check, 200), "state": state, "kind": kind, "why": plain(why)}


# -- findings -----------------------------------------------------------------------------------------------------------------


def _groups(run: Run, paint: Painter) -> Iterator[dict[str, Any]]:
    count = opened = 0
    for key in GROUPS:
        findings = []
        for story in (story for story in run.stories if story.lead.group == key):
            for finding in story.all:
                if count < MOST_FINDINGS:
                    is_open = opened < OPEN and finding is story.lead and key not in (WAIVED, UNSELECTED)
                    findings.append(finding_shown(run, story, finding, paint) | {"is_open": is_open})
                    opened += is_open
                count += 1
        if findings:
            lead = next(story for story in run.stories if story.lead.group == key).lead
            fails = " (fails the run)" if lead.first.gates and key != Level.MUST.value else ""
            yield {"heading": f"{HEADINGS[key]}{fails}", "findings": findings}


def finding_shown(run: Run, story: Story, finding: Broken, paint: Painter) -> dict[str, Any]:
    """The part of the page that shows a finding."""
    first, requirement = finding.first, finding.requirement
    is_lead = finding is story.lead
    says = plain(story.says, 1000) if is_lead else ""
    did = instead(first) if is_lead or story.is_told else follows(story, finding)
    tree = run.blocked_by(requirement.id)
    size = min(len(first.transcript), 100_000)
    picture = paint(run.plan.protocol, first)
    absent = first.miss is Miss.SILENCE and first.wait is not None and first.ending is None
    drawn = lanes(first.transcript, first.at, first.wait, is_absent=absent) if first.transcript else None
    return {
        "id": requirement.id,
        "anchor": finding.anchor,
        "kind": _kind(finding),
        "label": label(requirement),
        "level": requirement.level.value,
        "section": requirement.section,
        "statement": plain(requirement.statement, 2000),
        "says": says,
        "did": plain(did, 1000),
        "doing": "Instead" if is_lead else "Comes with it" if story.is_told else "Follows",
        "follows": not is_lead,
        "blocks": number(finding.blocks, "check") if finding.blocks else "",
        "rows": _rows(story, finding),
        "page": documented_at(run.plan.protocol, requirement.id),
        "lanes": picture_of(drawn) if drawn else None,
        "left_out": drawn.left_out if drawn else 0,
        "lines": size,
        "excerpt": "\n".join(excerpt(first.transcript, first.at, first.expected, first.actual)),
        "board": _board(picture) if picture is not None else None,
        "tree": [_leaf(name, results) for name, results in list(tree.items())[:MOST_BLOCKED]],
        "tree_left_out": max(0, len(tree) - MOST_BLOCKED),
        "consequences": [_consequence(result) for result in finding.explains[:MOST_CONSEQUENCES]],
        "consequences_left_out": max(0, len(finding.explains) - MOST_CONSEQUENCES),
        "consequences_heading": number(len(finding.explains), "consequence"),
        "commands": [(name, plain(command, _COMMAND)) for name, command in _commands(first)],
        "searched": searched(
            requirement.id, requirement.statement, says, first.check, did, *(one.check for one in finding.results)
        ),
    }


def _board(picture: Picture) -> dict[str, str]:
    return {"source": data_uri(picture.svg), "position": plain(picture.position, 1000), "caption": plain(picture.caption)}


def picture_of(drawn: Lanes) -> dict[str, Any]:
    """The lanes of a dialogue with the places that are the same in all of them."""
    return {"picture": drawn, "width": WIDTH, "height": drawn.height, "gui": GUI_LANE, "engine": ENGINE_LANE}


def _kind(finding: Broken) -> str:
    if finding.group in (WAIVED, UNSELECTED):
        return finding.group
    return "robustness" if finding.requirement.kind is Kind.ROBUSTNESS else finding.requirement.level.value


def _rows(story: Story, finding: Broken) -> list[tuple[str, str]]:
    first, requirement = finding.first, finding.requirement
    cause, fix = cause_and_fix(first)
    others = [plain(result.check, 200) for result in finding.results[1:]]
    more = f" and {len(others) - MOST_CHECKS} more" if len(others) > MOST_CHECKS else ""
    same = [other.requirement.id for other in story.all if other is not finding]
    return [
        ("clause", plain(requirement.source)),
        ("expected", plain(first.expected, 2000)),
        ("actual", plain(first.actual, 2000)),
        ("ended", plain(how_it_ended(first), 1000)),
        ("waiver", plain(waived(first.waiver)) if first.waiver is not None else ""),
        ("failed", f"{first.failed} of {first.measured} times" if first.measured > 1 else ""),
        ("remark", plain(first.reason, 1000)),
        ("diagnosis", plain(first.diagnosis, 1000)),
        ("likely cause", cause),
        ("fix", fix),
        *(("clients", line) for line in in_clients(first)),
        ("same cause", ", ".join(same)),
        ("check", f"{plain(first.check, 200)}: {plain(first.title)}"),
        ("also in", f"{', '.join(others[:MOST_CHECKS])}{more}"),
    ]


def _leaf(name: str, results: Iterable[Result]) -> dict[str, Any]:
    results = list(results)
    checks = [f"{plain(result.check, 200)}: {plain(result.title)}" for result in results[:MOST_CHECKS]]
    more = [f"and {len(results) - MOST_CHECKS} more"] if len(results) > MOST_CHECKS else []
    return {"id": name, "label": label(results[0].requirement), "checks": [*checks, *more]}


def _consequence(result: Result) -> dict[str, str]:
    return {
        "id": result.requirement.id,
        "label": label(result.requirement),
        "check": plain(result.check, 200),
        "did": plain(instead(result), 1000),
        "excerpt": "\n".join(excerpt(result.transcript, result.at, result.expected, result.actual)),
    }


def _commands(result: Result) -> Iterator[tuple[str, str]]:
    """The commands that show the finding again.

    Without a kept dialogue the last two work where the run was started, until the next one.
    """
    commands = dict(to_see_it_again(result))
    for name, command in commands.items():
        if command:
            yield name, command
    if result.transcript:
        if not result.replay:
            yield "replay", f"conform replay {result.requirement.id}"
        yield "export", f"conform export --as pytest {result.requirement.id}"
    yield "explain", f"conform explain {result.requirement.id}"


def searched(*texts: str) -> str:
    """The words that the filter searches, as one text."""
    return plain(" ".join(dict.fromkeys(texts)), SEARCHED)


# -- times --------------------------------------------------------------------------------------------------------------------


def _plot(of: DelayOf, samples: list[Sample]) -> dict[str, Any]:
    title, about = TITLES[of]
    values = figures(samples)
    slowest = sorted(samples, key=lambda one: -one.delay.seconds)[:SLOWEST]
    return {
        "title": title,
        "about": about,
        "svg": drawing(plot(of.name.lower().replace("_", "-"), samples)),
        "summary": f"{in_words(values)}{left_out(samples)}.",
        "slowest": [
            {
                "check": plain(one.check, 200),
                "took": shown(one.delay.seconds),
                "limit": shown(one.delay.limit) if one.delay.limit is not None else "none",
                "host": "" if one.is_calm else "busy",
            }
            for one in slowest
        ],
    }


def in_words(values: Figures) -> str:
    """The figures of some samples in words."""
    busy = f", {values.busy} of them on a busy host" if values.busy else ""
    limit = f"; the strictest limit is {shown(values.limit)}" if values.limit is not None else ""
    over = f", {values.over} over {'its' if values.over == 1 else 'their'} own limit" if values.over else ""
    return f"{number(values.count, 'sample')}{busy}: {summary(values)}{limit}{over}"


# -- the rest -----------------------------------------------------------------------------------------------------------------


def _notes(run: Run) -> Iterator[tuple[str, str]]:
    for error in run.of(Outcome.ERROR):
        yield "fault of conform", plain(f"{error.requirement.id} {error.check}: {error.reason}", 1000)
    for remark in run.remarks:
        yield "remark", plain(f"{remark.text} ({number(remark.dialogues, 'dialogue')}, such as {remark.check})", 1000)
    for explored in run.explored:
        yield "exploration", what_was_explored(explored)
    undecided = Counter(plain(result.reason) or "no reason given" for result in run.of(Outcome.INCONCLUSIVE))
    for reason, count in undecided.most_common():
        yield "inconclusive", f"{number(count, 'verdict')}: {reason}"


def _verdicts(run: Run) -> Iterator[dict[str, Any]]:
    shown_at = {id(result): finding.anchor for finding in run.findings[:MOST_FINDINGS] for result in finding.results}
    for result in run.results[:MOST_VERDICTS]:
        requirement = result.requirement
        why = _why(result)
        yield {
            "id": requirement.id,
            "anchor": shown_at.get(id(result), ""),
            "label": label(requirement),
            "level": requirement.level.value,
            "section": requirement.section,
            "statement": plain(requirement.statement),
            "outcome": result.outcome.value,
            "check": plain(result.check, 200),
            "why": plain(why, _ROW),
            "searched": searched(requirement.id, requirement.statement, result.check, result.title, why),
        }


def _why(result: Result) -> str:
    if result.outcome is Outcome.FAIL:
        return f"{waived(result.waiver)}; {instead(result)}" if result.waiver is not None else instead(result)
    if result.outcome is Outcome.CONSEQUENCE:
        return f"{why_skipped(result)}: {instead(result)}"
    return plain(result.reason) if result.outcome is Outcome.PASS else why_skipped(result)
