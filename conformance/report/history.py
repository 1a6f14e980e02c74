"""Many runs over time: which verdicts differ between equal runs, what broke and was mended when, how long answers took.

Runs of one engine are those of one protocol with the same engine options whose names begin the same, up to the number of a
version. In them, a *batch* holds the runs that nothing sets apart that we know of: the version of the engine, its files, our own
version, the number of checks, the seed and the factor of waits. Within a batch a verdict that is not always the same is flaky;
from batch to batch it is broken or mended. A verdict that was flaky before is only called broken or mended once chance would
seldom show as many equal runs in a row.

A requirement that could not be judged says nothing. Nor does a pass of an invariant in a run of few checks, since it judges the
dialogues of others.
"""

import hashlib
import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from statistics import median
from typing import NamedTuple

from conformance.report import plain
from conformance.report.comparing import by_name, is_unsteady, pace, seconds_of
from conformance.report.latency import LEAST_CHANGE, Changed, Figures, changed, figures
from conformance.report.model import Run, Sample
from conformance.report.reading import Recorded
from conformance.run.events import Host, Result
from conformance.words.model import Delay, DelayOf, Outcome, Requirement

#: How seldom chance may show as many equal runs in a row of a verdict that was flaky before.
CHANCE_OF_A_ROW = 0.05
#: How seldom chance may sort the runs of a batch so that all failures stand at one end.
CHANCE_OF_ORDER = 0.01
#: Samples of a run, and runs of a stretch of time, that are kept for comparisons.
MOST_SAMPLES, MOST_RUNS = 200, 20
#: The share of pairs of runs that have to agree that answers became slower, or faster.
AGREE = 0.9
#: A run that planned less than this share of the checks of the largest one says nothing of invariants that pass.
_FEW = 0.5
_DIGITS = 10

#: A verdict's requirement and check.
Name = tuple[str, str]


class State(StrEnum):
    """What some runs say of a verdict."""

    HOLDS = "holds"
    BROKEN = "broken"
    FLAKY = "flaky"


class Version(NamedTuple):
    """A version of an engine: its label or the name that it tells, and its files where there is no label. Either can be empty."""

    name: str
    build: str

    @property
    def shown(self) -> str:
        """The version in words."""
        return plain(f"{self.name or 'an engine that tells no name'}{f' (build {self.build})' if self.build else ''}", 120)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a run says of a verdict: `failed` is None where it came to none. `is_unsteady`: it did not fail each time."""

    failed: bool | None
    is_unsteady: bool
    explored: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """How long the answers to one kind of request took in a run, in seconds: what is drawn, and samples that are compared."""

    told: Figures
    calm: "array[float]"
    busy: "array[float]"

    def samples(self, of: DelayOf) -> list[Sample]:
        """The samples, as a comparison takes them."""
        both = ((self.calm, True), (self.busy, False))
        return [Sample("", Delay(of, seconds, None, 0), is_calm) for times, is_calm in both for seconds in times]


class Conditions(NamedTuple):
    """What sets runs of one version apart."""

    conform: str
    checks: int
    seed: int
    time_scale: float


@dataclass(frozen=True)
class Told:
    """A run without its evidence. `place` names its file, `began` is a time as ISO 8601 writes it."""

    place: str
    began: str
    protocol: str
    title: str
    engine: str
    label: str
    build: str
    command: str
    settings: tuple[tuple[str, str], ...]
    conditions: Conditions
    host: Host
    exit_code: int
    is_complete: bool
    verdicts: Mapping[Name, Seen]
    seconds: Mapping[str, float]
    delays: Mapping[DelayOf, Taken]

    @property
    def version(self) -> Version:
        """The version of the engine that it is about."""
        return Version(self.label, "") if self.label else Version(self.engine, self.build)

    @property
    def day(self) -> str:
        """The day on which it began, as ISO 8601 writes it; empty where nobody knows."""
        return self.began[:10]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Runs in a row that say the same of a verdict. `failed` counts those that fail, `unsteady` those that did not always."""

    state: State
    runs: tuple[Told, ...]
    failed: int
    unsteady: int

    @property
    def share(self) -> float:
        """The share of runs that fail; one that failed now and then counts half."""
        return (self.failed + self.unsteady / 2) / len(self.runs)

    def and_then(self, other: "Stretch") -> "Stretch":
        """Both as one: of the same state, or flaky together."""
        state = self.state if self.state is other.state else State.FLAKY
        return Stretch(state, (*self.runs, *other.runs), self.failed + other.failed, self.unsteady + other.unsteady)


@dataclass(frozen=True, slots=True)
class Story:
    """What became of a requirement over time, by the checks that say the same of it. The last stretch is how it stands."""

    requirement: Requirement
    checks: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    explored: bool

    @property
    def now(self) -> Stretch:
        """How it stands."""
        return self.stretches[-1]

    @property
    def before(self) -> Stretch | None:
        """How it stood before; None where it has always been so."""
        return self.stretches[-2] if len(self.stretches) > 1 else None


@dataclass(frozen=True, slots=True)
class Step:
    """Answers that take another time since a version. `is_confirmed`: a later version shows it, too."""

    changed: Changed
    last: Told
    first: Told
    is_confirmed: bool


@dataclass(frozen=True)
class Engine:
    """The runs of one engine, in the order of time."""

    runs: tuple[Told, ...]
    requirements: Mapping[str, Requirement]

    @property
    def last(self) -> Told:
        """The last run."""
        return self.runs[-1]

    @cached_property
    def name(self) -> str:
        """What it calls itself in its last run that tells it, without its version; or else its command."""
        told = next((run.engine for run in reversed(self.runs) if run.engine), "")
        return plain(_family(told) or self.last.command, 120)

    @cached_property
    def versions(self) -> list[Version]:
        """Its versions, in the order of their first runs."""
        return list(dict.fromkeys(run.version for run in self.runs))

    @cached_property
    def stories(self) -> list[Story]:
        """What is broken, flaky, or was so, in the order of ids."""
        told: dict[tuple[str, object], list[tuple[str, list[Stretch]]]] = {}
        for (requirement, check), points in sorted(self._points().items()):
            stretches = _credible(_joined(points))
            if any(one.state is not State.HOLDS for one in stretches):
                shape = tuple((one.state, one.runs[0].place, one.runs[-1].place, one.failed) for one in stretches)
                told.setdefault((requirement, shape), []).append((check, stretches))
        return [
            Story(
                self.requirements[requirement],
                tuple(check for check, _ in same),
                tuple(same[0][1]),
                any(self._found_by_exploring(requirement, check) for check, _ in same),
            )
            for (requirement, _), same in told.items()
        ]

    def seen(self, name: Name, run: Told) -> Seen | None:
        """What a run says of a verdict, None where that is nothing."""
        seen = run.verdicts.get(name)
        is_hollow = name[1] not in run.seconds and run.conditions.checks < _FEW * self._most_checks
        return None if seen is None or (is_hollow and seen.failed is False) else seen

    @cached_property
    def _most_checks(self) -> int:
        return max(run.conditions.checks for run in self.runs)

    @cached_property
    def _batches(self) -> list[list[Told]]:
        """The runs that nothing sets apart, in the order of their first ones."""
        batches: dict[tuple[Version, Conditions], list[Told]] = {}
        for run in self.runs:
            batches.setdefault((run.version, run.conditions), []).append(run)
        return list(batches.values())

    def _points(self) -> dict[Name, list[Stretch]]:
        """What each batch says of each verdict that has ever failed, in the order of the batches."""
        failing = {name for run in self.runs for name, seen in run.verdicts.items() if seen.failed or seen.is_unsteady}
        return {name: [point for batch in self._batches for point in self._of_batch(name, batch)] for name in failing}

    def _of_batch(self, name: Name, batch: Sequence[Told]) -> list[Stretch]:
        """What a batch says of a verdict: one stretch, two where it changed once for all, none where it says nothing."""
        told = [(run, seen) for run in batch if (seen := self.seen(name, run)) is not None]
        if not told:
            return []
        parts = _joined(_stretch([pair]) for pair in told)
        if len(parts) == 2 and State.FLAKY not in (parts[0].state, parts[1].state) and _is_ordered(*parts):
            return parts
        return [_stretch(told)]

    def _found_by_exploring(self, requirement: str, check: str) -> bool:
        found = (run.verdicts.get((requirement, check)) for run in self.runs)
        return any(seen is not None and seen.explored and seen.failed is True for seen in found)

    # -- times --------------------------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> dict[DelayOf, list[Step]]:
        """Where answers began to take another time, beyond noise, by what was asked; nothing for what never changed."""
        found = {of: list(self._steps(of)) for of in DelayOf}
        return {of: steps for of, steps in found.items() if steps}

    def levels(self, of: DelayOf) -> list[tuple[list[Told], float]]:
        """The runs between two steps, each with the middle (s) of what its runs have in the middle."""
        told = [run for run in self.runs if of in run.delays]
        firsts = {id(step.first) for step in self.steps.get(of, ())}
        starts = [place for place, run in enumerate(told) if place == 0 or id(run) in firsts]
        parts = [told[start:end] for start, end in zip(starts, [*starts[1:], len(told)], strict=True)]
        return [(part, median(run.delays[of].told.p50 for run in part)) for part in parts]

    def _steps(self, of: DelayOf) -> Iterator[Step]:
        by_version = ([run for run in self.runs if run.version == version and of in run.delays] for version in self.versions)
        groups = [group for group in by_version if group]
        usual: list[Told] = []
        for place, group in enumerate(groups):
            following = groups[place + 1] if place + 1 < len(groups) else None
            step = _moved(of, usual, group) if usual else None
            later = _moved(of, usual, following) if step is not None and following is not None else None
            if step is not None and (following is None or (later is not None and later.is_slower == step.is_slower)):
                yield Step(step, usual[-1], group[0], is_confirmed=later is not None)
                usual = []
            usual = [*usual, *group][-MOST_RUNS:]


def _moved(of: DelayOf, old: Sequence[Told], new: Sequence[Told]) -> Changed | None:
    """What changed between two groups of runs, where nearly all of their runs agree; None where that is noise."""
    before, after = old[-MOST_RUNS:], new[-MOST_RUNS:]
    ways = _ways([run.delays[of].told for run in before], [run.delays[of].told for run in after])
    if not ways:
        return None
    found = changed(_samples(before), _samples(after), _pace(before, after))
    return next((one for one in found if one.of is of and one.is_slower in ways), None)


def _samples(runs: Sequence[Told]) -> dict[DelayOf, list[Sample]]:
    """The samples of some runs together."""
    return {of: [one for run in runs if of in run.delays for one in run.delays[of].samples(of)] for of in DelayOf}


def _ways(old: Sequence[Figures], new: Sequence[Figures]) -> set[bool]:
    """Whether nearly all pairs of runs say slower (True) or faster (False), of the middle or of the slow answers."""
    ways = set()
    for figure in ("p50", "p95"):
        moves = [getattr(late, figure) - getattr(early, figure) for early in old for late in new]
        slower, faster = sum(move > 0 for move in moves), sum(move < 0 for move in moves)
        if max(slower, faster) >= AGREE * len(moves) and abs(median(moves)) >= LEAST_CHANGE:
            ways.add(slower > faster)
    return ways


def _pace(old: Sequence[Told], new: Sequence[Told]) -> float:
    """How much more time the checks take in the later runs, as a factor."""
    return pace(*({check: median(times) for check, times in _times(runs).items()} for runs in (old, new)))


def _times(runs: Iterable[Told]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for run in runs:
        for check, seconds in run.seconds.items():
            found.setdefault(check, []).append(seconds)
    return found


# -- verdicts in a row --------------------------------------------------------------------------------------------------------


def _stretch(told: Sequence[tuple[Told, Seen]]) -> Stretch:
    """What some runs say together; each says something."""
    failed = sum(seen.failed is True for _, seen in told)
    unsteady = sum(seen.is_unsteady and seen.failed is not True for _, seen in told)
    is_mixed = 0 < failed < len(told) or unsteady
    state = State.FLAKY if is_mixed else State.BROKEN if failed else State.HOLDS
    return Stretch(state, tuple(run for run, _ in told), failed, unsteady)


def _joined(points: Iterable[Stretch]) -> list[Stretch]:
    """Neighbours of the same state as one."""
    joined: list[Stretch] = []
    for point in points:
        if joined and joined[-1].state is point.state:
            joined[-1] = joined[-1].and_then(point)
        else:
            joined.append(point)
    return joined


def _credible(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same, where what is flaky began earlier and lasts longer, as far as chance would often show such runs beside it."""
    told: list[Stretch] = []
    for stretch in stretches:
        if told and _is_chance(stretch, told[-1]):
            told[-1] = told[-1].and_then(stretch)
        else:
            told.append(stretch)
    earlier: list[Stretch] = []
    for stretch in reversed(told):
        if earlier and _is_chance(stretch, earlier[-1]):
            earlier[-1] = stretch.and_then(earlier[-1])
        else:
            earlier.append(stretch)
    return _joined(reversed(earlier))


def _is_chance(stretch: Stretch, flaky: Stretch) -> bool:
    """Whether a stretch beside a flaky one may be as flaky: chance would often show as many equal runs in a row."""
    if flaky.state is not State.FLAKY or stretch.state is State.FLAKY:
        return False
    share = flaky.share if stretch.state is State.BROKEN else 1 - flaky.share
    return share ** len(stretch.runs) > CHANCE_OF_A_ROW


def _is_ordered(one: Stretch, other: Stretch) -> bool:
    """Whether the runs of a batch changed once for all: chance would seldom sort them so, either way round."""
    count = len(one.runs) + len(other.runs)
    return 2 / math.comb(count, len(one.runs)) < CHANCE_OF_ORDER


# -- runs ---------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class History:
    """Takes runs in any order, one by one, and keeps of each what is told here: some 100 kB at most."""

    runs: list[Told] = field(default_factory=list)
    _requirements: dict[tuple[str, str], tuple[str, Requirement]] = field(default_factory=dict)

    def take(self, place: str, recorded: Recorded) -> None:
        """Take a run; `place` names it."""
        run = recorded.run
        self.runs.append(_told(place, recorded, run))
        for result in run.judged:
            key = run.plan.protocol, result.requirement.id
            if key not in self._requirements or self._requirements[key][0] <= recorded.began:
                self._requirements[key] = recorded.began, result.requirement

    def engines(self) -> list[Engine]:
        """The engines, by protocol and name, each with its runs in the order of time."""
        named = {(run.protocol, run.command): _family(run.engine) for run in self.runs if run.engine}
        found: dict[tuple[object, ...], list[Told]] = {}
        for run in sorted(self.runs, key=lambda run: (run.began, run.place)):
            family = _family(run.engine) or named.get((run.protocol, run.command), run.command)
            found.setdefault((run.protocol, family.lower(), run.settings), []).append(run)
        return [Engine(tuple(runs), self._of(runs[0].protocol)) for _, runs in sorted(found.items(), key=lambda pair: pair[0])]

    def _of(self, protocol: str) -> dict[str, Requirement]:
        return {key: requirement for (name, key), (_, requirement) in self._requirements.items() if name == protocol}


def _told(place: str, recorded: Recorded, run: Run) -> Told:
    plan = run.plan
    return Told(
        place=place,
        began=recorded.began,
        protocol=plan.protocol,
        title=plan.title,
        engine=run.engine.name if run.engine is not None else "",
        label=plan.label,
        build=_build([file.sha256 for file in plan.files]),
        command=plan.engine,
        settings=tuple(sorted(plan.settings)),
        conditions=Conditions(plan.version, plan.checks, plan.seed, plan.time_scale),
        host=plan.host,
        exit_code=run.end.exit_code,
        is_complete=recorded.is_complete,
        verdicts={name: seen for name, result in by_name(run).items() if (seen := _seen(result)) is not None},
        seconds=seconds_of(run),
        delays={of: _taken(samples) for of, samples in run.samples.items()},
    )


def _seen(result: Result) -> Seen | None:
    """What a result says, None where that is nothing."""
    failed = {Outcome.FAIL: True, Outcome.PASS: False}.get(result.outcome)
    unsteady = is_unsteady(result) and not result.explored
    return _shared(failed, unsteady, result.explored) if failed is not None or unsteady else None


@cache
def _shared(failed: bool | None, unsteady: bool, explored: bool) -> Seen:
    """The one value of its kind: there are few kinds, and many verdicts."""
    return Seen(failed, unsteady, explored)


def _taken(samples: Sequence[Sample]) -> Taken:
    step = math.ceil(len(samples) / MOST_SAMPLES)
    kept = samples[::step]
    calm, busy = (array("d", [one.delay.seconds for one in kept if one.is_calm is wanted]) for wanted in (True, False))
    return Taken(figures(samples), calm, busy)


def _build(hashes: Sequence[str]) -> str:
    """One short hash for the files of an engine, empty where there are none."""
    whole = hashes[0] if len(hashes) == 1 else hashlib.sha256(" ".join(hashes).encode()).hexdigest()
    return whole[:_DIGITS] if hashes else ""


def _family(name: str) -> str:
    """What the versions of an engine have in common in their names: the words before the first one with a figure in it."""
    first, *rest = name.split() or [""]
    end = next((place for place, word in enumerate(rest) if any(map(str.isdigit, word))), len(rest))
    return " ".join([first, *rest[:end]])
