"""A comparison of two runs in words: for a console, and as Markdown."""

from collections.abc import Iterator

from conformance.many.comparison import Change, Comparison, VerdictPair, changes, is_unsteady
from conformance.report.findings import instead, label
from conformance.report.outline import Outline, Section, Table
from conformance.report.prose import why_skipped
from conformance.run.events import Result
from conformance.words.model import Outcome, number

#: A table of verdicts, and how a row of it reads on a console.
VERDICT_HEADS = ("requirement", "level", "check", "what became of it")
VERDICT_LINE = "{}  {}  {}: {}"


def verdict(comparison: Comparison) -> str:
    """The verdict, in a line."""
    counted = {change: len(pairs) for change, pairs in changes(comparison)}
    text = ", ".join(f"{count} {change.value}" for change, count in counted.items()) or "nothing has changed"
    waived = sum(pair.change is Change.NEW and not pair.counts for pair in comparison.pairs)
    hidden = f"; {number(comparison.hidden, 'verdict')} that passed not judged now" if comparison.hidden else ""
    return f"{text}{f' ({waived} of the new waived)' if waived else ''}{hidden}"


def outline(comparison: Comparison) -> Outline:
    """The whole comparison, for a console and as Markdown."""
    mark = "❌ " if comparison.has_new else "⚠️ " if comparison.without_verdict else "✅ "
    return Outline(
        f"{comparison.new.plan.title}, compared",
        verdict(comparison),
        list(_sections(comparison)),
        [f"The {name} run has {why}" for name, why in comparison.without_verdict],
        mark,
    )


def _sections(comparison: Comparison) -> Iterator[Section]:
    if comparison.differences:
        yield Section("", Table(("", "old", "new"), comparison.differences, "{}: {} -> {}"))
    for change, pairs in changes(comparison):
        found = [(one.shown.requirement.id, label(one.shown.requirement), one.shown.check, what_became(one)) for one in pairs]
        yield Section(change.value.capitalize(), Table(VERDICT_HEADS, found, VERDICT_LINE, code=2))


def what_became(pair: VerdictPair) -> str:
    """How a verdict changed, in words."""
    match pair.change:
        case Change.NEW | Change.STILL:
            before = f"; before: {_state(pair.old)}" if pair.change is Change.NEW else ""
            waived = "waived: " if pair.new is not None and pair.new.waiver is not None else ""
            return f"{waived}{instead(pair.shown)}{_often(pair.new)}{before}"
        case Change.FIXED:
            return f"was: {instead(pair.shown)}"
    return f"{_state(pair.old)} -> {_state(pair.new)}"


def _state(result: Result | None) -> str:
    """The verdict of a run, in a few words."""
    if result is None:
        return "not judged"
    if result.outcome in (Outcome.PASS, Outcome.FAIL):
        return f"{result.outcome.value}{_often(result)}"
    return why_skipped(result)


def _often(result: Result | None) -> str:
    return f" (failed {result.failed} of {result.measured} times)" if result is not None and is_unsteady(result) else ""
