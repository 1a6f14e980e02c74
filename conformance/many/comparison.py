"""Two runs compared, verdict by verdict: what is new, fixed, still broken or unsteady."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from conformance.report.model import Run
from conformance.run.events import SEVERITY, Result
from conformance.words.model import Outcome


class Change(StrEnum):
    """How a verdict changed."""

    NEW = "new"
    FIXED = "fixed"
    STILL = "still broken"
    FLAKY = "flaky or undecided"
    LOST = "no longer judged"


@dataclass(frozen=True, slots=True)
class VerdictPair:
    """The verdicts of both runs on one requirement by one check; None where a run has none."""

    old: Result | None
    new: Result | None

    @property
    def shown(self) -> Result:
        """The one that is reported: the new one where it found something, or else the old one."""
        found = self.new if self.new is not None and (self.new.outcome is Outcome.FAIL or self.old is None) else self.old
        assert found is not None
        return found

    @property
    def change(self) -> Change | None:
        """How it changed, None where it is the same or of no concern."""
        old, new = _outcome(self.old), _outcome(self.new)
        if new is Outcome.FAIL:
            return Change.STILL if old is Outcome.FAIL else Change.NEW
        decided = {Outcome.PASS, Outcome.FAIL}
        if is_unsteady(self.old) or is_unsteady(self.new) or (new is Outcome.INCONCLUSIVE and old in decided):
            return Change.FLAKY
        if old is not Outcome.FAIL:
            return None
        return Change.FIXED if new is Outcome.PASS else Change.LOST

    @property
    def counts(self) -> bool:
        """Whether this is a new finding that nobody knows of."""
        return self.change is Change.NEW and self.new is not None and self.new.waiver is None


@dataclass(frozen=True)
class Comparison:
    """Two runs of the same protocol."""

    old: Run
    new: Run

    @cached_property
    def pairs(self) -> tuple[VerdictPair, ...]:
        """All verdicts, in the order of the catalogue, those that only the old run has at the end."""
        old, new = by_name(self.old), by_name(self.new)
        return tuple(VerdictPair(old.get(name), new.get(name)) for name in {**new, **old})

    def of(self, change: Change) -> list[VerdictPair]:
        """The verdicts of which this became."""
        return [pair for pair in self.pairs if pair.change is change]

    @property
    def has_new(self) -> bool:
        """Whether there is a new finding that no baseline waives."""
        return any(pair.counts for pair in self.pairs)

    @property
    def hidden(self) -> int:
        """How many verdicts passed before and were not judged now: something new may keep others from showing."""
        judged = {Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE}
        return sum(_outcome(pair.old) is Outcome.PASS and _outcome(pair.new) not in judged for pair in self.pairs)

    @property
    def without_verdict(self) -> list[tuple[str, str]]:
        """The runs that came to no verdict, each with its own words: what they did not find may be there all the same."""
        runs = (("old", self.old), ("new", self.new))
        return [(name, run.verdict) for name, run in runs if run.end.exit_code not in (0, 1)]

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """The other differences between both runs, which can be why a verdict changed."""
        rows = [
            ("engine", *(engine_of(run) for run in (self.old, self.new))),
            ("conform", self.old.plan.version, self.new.plan.version),
            ("what was run", *(run.part or "everything" for run in (self.old, self.new))),
            ("engine options", settings_of(self.old), settings_of(self.new)),
            ("time scale", f"{self.old.plan.time_scale:g}", f"{self.new.plan.time_scale:g}"),
            ("seed", str(self.old.plan.seed), str(self.new.plan.seed)),
            ("host", self.old.plan.host.name, self.new.plan.host.name),
        ]
        if self.old.plan.jobs and self.new.plan.jobs:  # earlier versions did not record it
            rows.append(("engines at a time", str(self.old.plan.jobs), str(self.new.plan.jobs)))
        if self.old.plan.edition and self.new.plan.edition:
            rows.append(("judged by", self.old.catalogue, self.new.catalogue))
        return [(name, old, new) for name, old, new in rows if old != new]


def _outcome(result: Result | None) -> Outcome | None:
    return result.outcome if result is not None else None


def is_unsteady(result: Result | None) -> bool:
    """Whether a dialogue that ran several times did not always come to the same; not where something else explains that.

    Of an invariant the figures are numbers of dialogues, in some of which there was nothing to find; it takes no time of its own.
    """
    if result is None or result.outcome is Outcome.CONSEQUENCE:
        return False
    return 0 < result.failed < result.measured and (result.seconds > 0 or result.explored)


def by_name(run: Run) -> dict[tuple[str, str], Result]:
    """The verdicts by requirement and check, the worst where there are several."""
    found: dict[tuple[str, str], Result] = {}
    for result in run.judged:
        name = (result.requirement.id, result.check)
        if name not in found or SEVERITY.index(result.outcome) > SEVERITY.index(found[name].outcome):
            found[name] = result
    return found


def engine_of(run: Run) -> str:
    """The name that the engine gives, or else its command."""
    return run.engine.name if run.engine is not None else run.plan.engine


def settings_of(run: Run) -> str:
    """The engine options that were set first, in words."""
    return ", ".join(f"{name}={value}" for name, value in run.plan.settings) or "none"


def changes(comparison: Comparison) -> Iterator[tuple[Change, list[VerdictPair]]]:
    """The verdicts that a report has, by what became of them."""
    for change in Change:
        if pairs := comparison.of(change):
            yield change, pairs
