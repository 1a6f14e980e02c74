"""Two runs compared: what is new, fixed, still broken or unsteady, and which checks take another time than before.

Verdicts are compared one by one, for each requirement and check. The time of a check depends on the engine and the host. So
it is compared with what the others do: the pace is the median of the quotients of all checks that passed both times, and what
is left beside it is noise as long as it is less than 0.25 s, a quarter of the time, or six times the usual scatter. How long the
engine took to answer is compared sample by sample (`latency`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from statistics import median

from conformance.report.latency import Changed, changed
from conformance.report.model import Run
from conformance.run.events import SEVERITY, Result
from conformance.words.model import Outcome

#: What a difference has to be at least to be reported: seconds, a share of the time before, and the scatter of all so many times.
LEAST_SECONDS, LEAST_SHARE, SCATTERS = 0.25, 0.25, 6.0
#: From so many checks on their scatter says something.
ENOUGH = 5
_SIGMA = 1.4826  # by this the median of absolute deviations is the standard deviation, where the latter exists


class Change(StrEnum):
    """What became of a verdict."""

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
        """What became of it, None where it is the same or of no concern."""
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


@dataclass(frozen=True, slots=True)
class Time:
    """A check that takes another time than before, in seconds."""

    check: str
    old: float
    new: float


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
        """What else is not the same in both runs, and can be why a verdict changed."""
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

    # -- times --------------------------------------------------------------------------------------------------------

    @cached_property
    def _times(self) -> list[Time]:
        """The checks that passed both times, each with the time that it took."""
        old, new = seconds_of(self.old), seconds_of(self.new)
        return [Time(check, old[check], new[check]) for check in new if check in old]

    @cached_property
    def pace(self) -> float:
        """How much more time everything takes than before, as a factor; 1 where too little is known."""
        return pace(seconds_of(self.old), seconds_of(self.new))

    @cached_property
    def scatter(self) -> float:
        """How far the time of a check usually is from what the pace says, in seconds."""
        off = [abs(time.new - self.pace * time.old) for time in self._times]
        return _SIGMA * median(off) if len(off) >= ENOUGH else 0.0

    @cached_property
    def times(self) -> list[Time]:
        """The checks whose time has changed by more than noise, the greatest change first; none where waits were multiplied."""
        if self.old.plan.time_scale != self.new.plan.time_scale or len(self._times) < ENOUGH:
            return []
        return sorted(filter(self._is_noteworthy, self._times), key=lambda time: -abs(time.new - time.old))

    @cached_property
    def delays(self) -> list[Changed]:
        """The answers that take another time than before, beyond noise."""
        return changed(self.old.samples, self.new.samples, self.pace)

    def _is_noteworthy(self, time: Time) -> bool:
        expected = self.pace * time.old
        return abs(time.new - expected) > max(LEAST_SECONDS, LEAST_SHARE * expected, SCATTERS * self.scatter)


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


def seconds_of(run: Run) -> dict[str, float]:
    """The time of each check that passed for all its requirements; an exploration takes as long as it is told to."""
    by_check: dict[str, list[Result]] = {}
    for result in run.judged:
        by_check.setdefault(result.check, []).append(result)
    passed = {check: found for check, found in by_check.items() if all(one.outcome is Outcome.PASS for one in found)}
    return {check: found[0].seconds for check, found in passed.items() if found[0].seconds > 0 and not found[0].explored}


def engine_of(run: Run) -> str:
    """The name that the engine gives, or else its command."""
    return run.engine.name if run.engine is not None else run.plan.engine


def settings_of(run: Run) -> str:
    """The engine options that were set first, in words."""
    return ", ".join(f"{name}={value}" for name, value in run.plan.settings) or "none"


def pace(old: Mapping[str, float], new: Mapping[str, float]) -> float:
    """How much more time the checks take than before, as a factor, from the seconds of each; 1 where too few are in both."""
    quotients = [new[check] / old[check] for check in new if check in old]
    return median(quotients) if len(quotients) >= ENOUGH else 1.0


def changes(comparison: Comparison) -> Iterator[tuple[Change, list[VerdictPair]]]:
    """The verdicts that a report has, by what became of them."""
    for change in Change:
        if pairs := comparison.of(change):
            yield change, pairs
