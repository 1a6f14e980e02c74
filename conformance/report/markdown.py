"""The run as Markdown, for the summary of a CI job and for a comment on a pull request.

Text of an engine is hostile until it is escaped: `escaped` leaves neither Markdown nor HTML in it, no link and no mention.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.protocol.definition import page as documented_at
from conformance.report import excerpt, plain
from conformance.report.findings import (
    WAIVED,
    Broken,
    Story,
    explained,
    follows,
    instead,
    label,
    some,
    sums_up,
    waived,
    why_outdated,
)
from conformance.report.model import Run, counted, reasons
from conformance.report.prose import facts, to_see_it_again, what_was_explored
from conformance.words.model import Outcome, number

#: Characters after which no further details are given: a comment holds 65536, and a reader far fewer.
ROOM = 50_000
#: Characters of a cell of the table of findings.
CELL = 200
#: Requirements that are named as consequences of a finding, and lines about those that are perhaps more than that.
CONSEQUENCES, PERHAPS = 20, 10
#: What Markdown, HTML, formulas, mentions and references to issues are made of.
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&#!|~@$]|:(?=\S)|(?<=www)\.|(?<=WWW)\.")
#: An invisible blank: GitHub looks for mentions and references in the finished text, where they are not code.
_APART = "&#8203;"
_MARKS = {0: "✅", 1: "❌"}


def markdown(run: Run) -> bytes:
    """The report as it stands in a file."""
    return "\n".join([*_head(run), *_perhaps(run), *_findings(run), *_baseline(run), *_rest(run), ""]).encode()


def escaped(text: str, limit: int = 500) -> str:
    """A text on one line that stands there as it is; what is in backticks is shown as code."""
    pieces = plain(text, limit).split("`")
    shown = []
    for place, piece in enumerate(pieces):
        is_code = place % 2 == 1 and place < len(pieces) - 1
        before = "&#96;" if place % 2 == 1 and not is_code else ""
        shown.append(code(piece) if is_code else before + _prose(piece))
    return "".join(shown)


def code(text: str, limit: int = 500) -> str:
    """A text on one line as code."""
    return f"<code>{_entities(plain(text, limit))}</code>"


def _entities(text: str) -> str:
    """A text without the characters that mean something: numbers of characters stand for them, which HTML understands, too."""
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", text)


def _prose(text: str) -> str:
    return re.sub(r"&#(?:64|35);(?=\w)", lambda found: found[0] + _APART, _entities(text))


def block(lines: list[str]) -> list[str]:
    """Lines as they are, in a fence that is longer than any in them."""
    longest = max((len(ticks) for line in lines for ticks in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *lines, fence]


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A table of cells that are escaped; nothing where there are no rows."""
    if not rows:
        return []
    return ["", *(f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)), ""]


# -- parts --------------------------------------------------------------------------------------------------------------------


def _head(run: Run) -> list[str]:
    plan = run.plan
    name = f"{escaped(run.engine.name, 100)}, " if run.engine is not None and run.engine.name else ""
    mark = _MARKS.get(run.end.exit_code, "⚠️")
    settings = ", ".join(f"{name}={value}" for name, value in plan.settings)
    facts = [
        ("command", code(plan.engine, CELL)),
        ("engine options", code(settings, CELL) if settings else ""),
        ("judged by", escaped(run.catalogue)),
        ("level", escaped(run.level, 2000)),
        ("requirements", counted(run.counts) or "none judged"),
        ("on this system", escaped("; ".join(plan.host.lacks), 2000)),
        ("run", f"conform {escaped(plan.version)}, {number(run.end.transcripts, 'dialogue')}, {run.end.seconds:.1f} s"),
    ]
    return [
        f"## {mark} {name}{escaped(plan.title)}",
        "",
        f"**{escaped(run.verdict, 2000)}**",
        "",
        *(f"- **{key}:** {text}" for key, text in facts if text),
    ]


def _perhaps(run: Run) -> list[str]:
    """Lines that continue the list at the top."""
    lines = [
        f"{result.requirement.id} {label(result.requirement)}: {escaped(instead(result), CELL)} (of {result.blocked_by})"
        for result in run.perhaps[:PERHAPS]
    ]
    more = len(run.perhaps) - len(lines)
    return [f"- **Seen, perhaps a consequence:** {line}" for line in [*lines, *([f"and {more} more"] if more else [])]]


def _findings(run: Run) -> list[str]:
    new = [story for story in run.stories if story.lead.group != WAIVED]
    if not new:
        return []
    first = ", ".join(f"**{story.lead.requirement.id}**" for story in run.begin_with)
    rows = [_row(story, finding) for story in new for finding in story.all]
    text = ["", f"### {number(len(rows), 'finding')}", *(["", f"Begin with {first}."] if first else [])]
    text += table(("requirement", "level", "what the engine did", "blocks"), rows)
    room = ROOM - sum(map(len, text))
    for story in new:
        details = _details(run.plan.protocol, story)
        room -= sum(map(len, details))
        if room < 0:
            return [*text, "", "The details of the others are in the other reports.", ""]
        text += details
    return text


def _row(story: Story, finding: Broken) -> tuple[str, ...]:
    is_lead = finding is story.lead
    name = finding.requirement.id if is_lead else f"↳ {finding.requirement.id}"
    did = sums_up(story) if is_lead else follows(story, finding)
    outside = "" if finding.first.selected else ", outside the selection"
    return name, f"{label(finding.requirement)}{outside}", escaped(did, CELL), str(finding.blocks or "")


def _details(protocol: str, story: Story) -> list[str]:
    first = story.lead.first
    requirement = first.requirement
    address = documented_at(protocol, requirement.id)
    rows = [
        ("requirement", escaped(requirement.statement)),
        ("source", escaped(requirement.source)),
        ("more", f"[{requirement.id} in the documentation]({address})" if address else ""),
        *((name, escaped(text)) for name, text in facts(first, story.says)),
        ("check", f"{code(first.check)}: {escaped(first.title)}"),
        *((name, code(command, 4000)) for name, command in to_see_it_again(first) if command),
        *_consequences(story),
        *(("comes with it", _companion(finding)) for finding in story.others if story.is_told),
    ]
    others = f" and {number(len(story.others), 'finding')} with the same cause" if story.others else ""
    dialogue = [
        "",
        "Dialogue (seconds, > to the engine, < from it):",
        "",
        *block(excerpt(first.transcript, first.at, first.expected, first.actual)),
    ]
    return [
        f"<details><summary>{requirement.id}{others}: {escaped(sums_up(story), CELL)}</summary>",
        "",
        *([escaped(story.says), ""] if story.says else []),
        *(f"- **{name}:** {text}" for name, text in rows if text),
        *(dialogue if first.transcript else []),
        "",
        "</details>",
    ]


def _consequences(story: Story) -> Iterator[tuple[str, str]]:
    """A line for each finding of a story that explains others."""
    for finding in story.all:
        whose = "" if finding is story.lead else f" of {finding.requirement.id}"
        yield f"consequences{whose}", escaped(some(explained(finding), CONSEQUENCES), 2000)


def _companion(finding: Broken) -> str:
    return f"{finding.requirement.id} {label(finding.requirement)}: {escaped(instead(finding.first), CELL)}"


def _baseline(run: Run) -> list[str]:
    """Waived findings are shown each time, and so are entries of the baseline that are out of date."""
    known = [
        (result.requirement.id, label(result.requirement), code(result.check, CELL), escaped(waived(result.waiver), CELL))
        for result in run.waived
        if result.waiver is not None
    ]
    outdated = [
        (one.waiver.requirement, code(one.waiver.check, CELL), escaped(why_outdated(one)), escaped(one.waiver.reason, CELL))
        for one in run.outdated
    ]
    heads = ("requirement", "check", "out of date, because", "it was waived")
    return [
        *(["", f"### Waived by the baseline: {number(len(known), 'finding')}"] if known else []),
        *table(("requirement", "level", "check", "why"), known),
        *(["", f"### The baseline is out of date{' (fails the run)' if run.plan.strict else ''}"] if outdated else []),
        *table(heads, outdated),
    ]


def _rest(run: Run) -> list[str]:
    errors = run.of(Outcome.ERROR)
    undecided = list(reasons(run.of(Outcome.INCONCLUSIVE)))
    blocked = [(root, number(checks, "check")) for root, checks in run.blocked.items()]
    notes = [
        *(f"- **remark:** {escaped(remark.text)} ({number(remark.dialogues, 'dialogue')})" for remark in run.remarks),
        *(f"- **exploration:** {escaped(what_was_explored(explored))}" for explored in run.explored),
        *(f"- **fault of conform:** {one.requirement.id} {code(one.check)}: {escaped(one.reason)}" for one in errors),
    ]
    return [
        *([""] if notes else []),
        *notes,
        *table(("blocked by", "checks"), [(escaped(root), checks) for root, checks in blocked]),
        *table(("inconclusive because", "verdicts"), [(escaped(reason, CELL), str(count)) for reason, count in undecided]),
        "<details><summary>Requirements by section</summary>" if run.sections else "",
        *table(("section", "requirements"), [(escaped(one.title), counted(one.counts)) for one in run.sections]),
        *(["</details>"] if run.sections else []),
    ]
