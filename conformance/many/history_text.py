"""A history of runs in words: for a console, and as Markdown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conformance.many.comparison_text import VERDICT_HEADS, VERDICT_LINE
from conformance.many.flakiness import State, Stretch
from conformance.many.history import EngineHistory, VerdictHistory
from conformance.many.run_summary import RunSummary
from conformance.report import plain
from conformance.report.findings import label
from conformance.report.outline import Outline, Section, Table, left_out
from conformance.words.model import number

#: Files that could not be read which a report names, and checks of a story.
MOST_UNREAD, MOST_CHECKS = 50, 3
#: How a requirement stands -> the heading of those that stand so.
HEADINGS = {State.BROKEN: "Broken", State.FLAKY: "Flaky", State.HOLDS: "Fixed, or no longer flaky"}


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The report on a folder: its engines, the files that could not be read with the reason, and how many were no runs."""

    engines: tuple[EngineHistory, ...]
    unread: Mapping[str, str]
    recordings: int

    @property
    def runs(self) -> int:
        """How many runs were read."""
        return sum(len(engine.runs) for engine in self.engines)


def standing(engine: EngineHistory) -> Iterator[tuple[State, list[VerdictHistory]]]:
    """The stories of an engine by how their requirements stand, in the order of a report."""
    for state in HEADINGS:
        if stories := [story for story in engine.stories if story.now.state is state]:
            yield state, stories


def verdict(chronicle: Chronicle) -> str:
    """The verdict, in a line."""
    counts = dict.fromkeys(HEADINGS, 0)
    for engine in chronicle.engines:
        for state, stories in standing(engine):
            counts[state] += len({story.requirement.id for story in stories})
    words = {State.BROKEN: "broken", State.FLAKY: "flaky", State.HOLDS: "fixed or no longer flaky"}
    states = (
        ", ".join(f"{count} {words[state]}" for state, count in counts.items() if count) or "nothing was ever broken or flaky"
    )
    unread = f"; {number(len(chronicle.unread), 'file')} could not be read" if chronicle.unread else ""
    runs = f"{number(chronicle.runs, 'run')} of {number(len(chronicle.engines), 'engine')}"
    return f"{runs}: {states}{unread}"


def outline(chronicle: Chronicle) -> Outline:
    """The whole history, for a console and as Markdown."""
    count = chronicle.recordings
    notes = [f"{number(count, 'recording')} of single dialogues left out"] if count else []
    return Outline("History", verdict(chronicle), list(_sections(chronicle)), notes)


def _sections(chronicle: Chronicle) -> Iterator[Section]:
    for engine in chronicle.engines:
        yield Section(headline(engine), about=about(engine))
        for state, stories in standing(engine):
            found = [(one.requirement.id, label(one.requirement), checks_of(one), what_became(one)) for one in stories]
            yield Section(HEADINGS[state], Table(VERDICT_HEADS, found, VERDICT_LINE, code=2), level=4)
    if chronicle.unread:
        named = list(chronicle.unread.items())[:MOST_UNREAD]
        more = left_out(len(chronicle.unread) - MOST_UNREAD, "file")
        yield Section("Not read", Table(("file", "why"), named, "{}: {}", code=0, left_out=more))


def headline(engine: EngineHistory) -> str:
    """The engine and its protocol."""
    return f"{engine.name}, {plain(engine.last.title or engine.last.protocol)}"


def about(engine: EngineHistory) -> str:
    """How much there is of an engine, and from when to when."""
    days = sorted({run.day for run in engine.runs if run.day})
    dates = f", {' to '.join(dict.fromkeys((days[0], days[-1])))}" if days else ""
    options = ", ".join(f"{name}={value}" for name, value in engine.last.settings)
    broke_off = sum(not run.is_complete for run in engine.runs)
    rest = f"; {broke_off} of the runs broke off" if broke_off else ""
    runs = f"{number(len(engine.runs), 'run')} of {number(len(engine.versions), 'version')}{dates}"
    return f"{runs}{f'; engine options {plain(options)}' if options else ''}{rest}"


def checks_of(story: VerdictHistory) -> str:
    """The checks that say the same, not all where there are many."""
    left = len(story.checks) - MOST_CHECKS
    return plain(f"{', '.join(story.checks[:MOST_CHECKS])}{f' and {left} more' if left > 0 else ''}", 300)


def what_became(story: VerdictHistory) -> str:
    """How a requirement changed, in words."""
    now, before = story.now, story.before
    exploring = "; found by exploring, which need not meet it each time" if story.explored else ""
    turns = f"; it has changed {len(story.stretches) - 1} times" if len(story.stretches) > 3 else ""
    if now.state is State.FLAKY:
        since = f" since {run_named(now.runs[0])}" if before is not None else ""
        until = f", {_stood(before)} until {run_named(before.runs[-1])}" if before is not None else ""
        return f"{_often(now)}{since}{until}{turns}{exploring}"
    since = run_named(now.runs[0])
    if now.state is State.BROKEN:
        if before is None:
            count = len(now.runs)
            judged = f"in all {count} runs that judged it, since" if count > 1 else "in the one run that judged it,"
            return f"{judged} {since}{exploring}"
        return f"since {since}; {_before(before)}{_what_else(before.runs[-1], now.runs[0])}{turns}{exploring}"
    assert before is not None
    word = "fixed" if before.state is State.BROKEN else "holds"
    return f"{word} since {since}; {_before(before)}{_what_else(before.runs[-1], now.runs[0])}{turns}{exploring}"


def run_named(run: RunSummary) -> str:
    """A run by its version, its day and its file."""
    return f"{run.version.shown} ({', '.join(filter(None, (run.day, plain(run.place))))})"


def _before(before: Stretch) -> str:
    """How it stood before, with the last run that shows it."""
    words = {State.HOLDS: "last good", State.BROKEN: "last broken", State.FLAKY: f"flaky ({_often(before)}) until"}
    return f"{words[before.state]} {run_named(before.runs[-1])}"


def _stood(stretch: Stretch) -> str:
    return "broken" if stretch.state is State.BROKEN else "good"


def _often(stretch: Stretch) -> str:
    """How often a flaky requirement failed."""
    runs = number(len(stretch.runs), "run")
    if not stretch.failed:
        return f"failed now and then in {stretch.unsteady} of {runs}"
    return f"failed in {stretch.failed} of {runs}{f', in {stretch.unsteady} more now and then' if stretch.unsteady else ''}"


def _what_else(old: RunSummary, new: RunSummary) -> str:
    """The other differences between two runs, which can be why a verdict changed."""
    rows = [
        ("conform", old.conditions.conform, new.conditions.conform),
        ("number of checks", str(old.conditions.checks), str(new.conditions.checks)),
        ("time scale", f"{old.conditions.time_scale:g}", f"{new.conditions.time_scale:g}"),
        ("seed", str(old.conditions.seed), str(new.conditions.seed)),
        ("host", old.host.name, new.host.name),
    ]
    changes = ", ".join(f"{name} {plain(before)} -> {plain(after)}" for name, before, after in rows if before != after)
    return f" (also not the same: {changes})" if changes else ""
