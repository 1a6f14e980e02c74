"""A comparison of two runs in words: for a console, and as Markdown."""

from collections.abc import Iterator

from conformance.report import plain
from conformance.report.comparing import Change, Comparison, Pair, changes
from conformance.report.findings import instead, label
from conformance.report.latency import TITLES, Changed, summary
from conformance.report.markdown import CELL, code, escaped, table
from conformance.report.model import number
from conformance.report.prose import why_skipped
from conformance.run.events import Result
from conformance.words.model import Outcome

#: Checks whose time has changed that are reported.
MOST_TIMES = 10


def verdict(comparison: Comparison) -> str:
    """What a reader has to know, in a line."""
    counted = {change: len(pairs) for change, pairs in changes(comparison)}
    text = ", ".join(f"{count} {change.value}" for change, count in counted.items()) or "nothing has changed"
    waived = sum(pair.change is Change.NEW and not pair.counts for pair in comparison.pairs)
    hidden = f"; {number(comparison.hidden, 'verdict')} that passed not judged now" if comparison.hidden else ""
    return f"{text}{f' ({waived} of the new waived)' if waived else ''}{hidden}"


def text(comparison: Comparison) -> Iterator[str]:
    """The comparison line by line, the verdict last."""
    for name, old, new in comparison.differences:
        yield f"{name}: {plain(old)} -> {plain(new)}"
    if comparison.differences:
        yield ""
    for change, pairs in changes(comparison):
        yield f"{change.value.capitalize()}"
        for pair in pairs:
            requirement = pair.shown.requirement
            yield f"{requirement.id}  {label(requirement)}  {plain(pair.shown.check)}: {what_became(pair)}"
        yield ""
    if comparison.times:
        yield f"Times of checks ({measure(comparison)})"
        for time in comparison.times[:MOST_TIMES]:
            yield f"{plain(time.check)}: {time.old:.2f} s -> {time.new:.2f} s"
        yield from _more(comparison)
        yield ""
    if comparison.delays:
        yield "Times of answers"
        for one in comparison.delays:
            yield f"{TITLES[one.of][0]}, {one_way(one)}: {summary(one.old)} -> {summary(one.new)}"
        yield ""
    for name, why in comparison.without_verdict:
        yield f"The {name} run has {why}"
    yield verdict(comparison)


def markdown(comparison: Comparison) -> bytes:
    """The comparison for a pull request."""
    mark = "❌" if comparison.has_new else "⚠️" if comparison.without_verdict else "✅"
    lines = [f"## {mark} {escaped(comparison.new.plan.title)}, compared", "", f"**{verdict(comparison)}**"]
    for name, why in comparison.without_verdict:
        lines += ["", f"The {name} run has {escaped(why)}"]
    differences = [(name, escaped(old, CELL), escaped(new, CELL)) for name, old, new in comparison.differences]
    lines += table(("", "old", "new"), differences)
    for change, pairs in changes(comparison):
        rows = [
            (
                pair.shown.requirement.id,
                label(pair.shown.requirement),
                code(pair.shown.check, CELL),
                escaped(what_became(pair), CELL),
            )
            for pair in pairs
        ]
        lines += ["", f"### {change.value.capitalize()}", *table(("requirement", "level", "check", "what became of it"), rows)]
    if comparison.times:
        taken = [(code(time.check, CELL), f"{time.old:.2f} s", f"{time.new:.2f} s") for time in comparison.times[:MOST_TIMES]]
        lines += ["", "### Times of checks", "", f"{measure(comparison).capitalize()}.", *table(("check", "old", "new"), taken)]
        lines += _more(comparison)
    if comparison.delays:
        answers = [(TITLES[one.of][0], one_way(one), summary(one.old), summary(one.new)) for one in comparison.delays]
        lines += ["", "### Times of answers", *table(("answer", "now", "old", "new"), answers)]
    return "\n".join([*lines, ""]).encode()


def one_way(one: Changed) -> str:
    """Which way the time of some answers has changed."""
    busy = "" if one.is_calm else ", on a busy host"
    return f"{'slower' if one.is_slower else 'faster'}{busy}"


def what_became(pair: Pair) -> str:
    """What became of a verdict, in words."""
    match pair.change:
        case Change.NEW | Change.STILL:
            before = f"; before: {_state(pair.old)}" if pair.change is Change.NEW else ""
            waived = "waived: " if pair.new is not None and pair.new.waiver is not None else ""
            return f"{waived}{instead(pair.shown)}{_often(pair.new)}{before}"
        case Change.FIXED:
            return f"was: {instead(pair.shown)}"
    return f"{_state(pair.old)} -> {_state(pair.new)}"


def _state(result: Result | None) -> str:
    """What a run says of a verdict, in a few words."""
    if result is None:
        return "not judged"
    if result.outcome in (Outcome.PASS, Outcome.FAIL):
        return f"{result.outcome.value}{_often(result)}"
    return why_skipped(result)


def _often(result: Result | None) -> str:
    unsteady = result is not None and 0 < result.failed < result.measured and result.seconds > 0
    return f" (failed {result.failed} of {result.measured} times)" if unsteady and result is not None else ""


def measure(comparison: Comparison) -> str:
    """By which measure times of checks are reported."""
    pace = f"all together take {comparison.pace:.2f} times as long; reported is what is off by"
    return f"{pace} more than 0.25 s, a quarter, and six times the usual scatter of {comparison.scatter:.2f} s"


def _more(comparison: Comparison) -> list[str]:
    left = len(comparison.times) - MOST_TIMES
    return [f"and {number(left, 'check')} more"] if left > 0 else []
