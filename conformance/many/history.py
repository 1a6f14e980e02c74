"""Many runs over time: which verdicts differ between equal runs, what broke and was fixed when.

Runs of one engine are those of one protocol with the same engine options whose names begin the same, up to the number of a
version. In them, a *batch* holds the runs that nothing sets apart that we know of: the version of the engine, its files, our own
version, the number of checks, the seed and the factor of waits. Within a batch a verdict that is not always the same is flaky;
from batch to batch it is broken or fixed. A verdict that was flaky before is only called broken or fixed once chance would
seldom show as many equal runs in a row.

A requirement that could not be judged, or is a consequence, says nothing. Nor does a pass of an invariant in a run of few
checks, since it judges the dialogues of others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from conformance.many.flakiness import State, Stretch, credible, is_ordered, joined, stretch_of
from conformance.many.run_summary import Conditions, Name, RunSummary, RunVerdict, Version, family, summary_of
from conformance.report import plain
from conformance.report.reading import RecordedRun
from conformance.words.model import Requirement

#: A run that planned less than this share of the checks of the largest one says nothing of invariants that pass.
_FEW = 0.5


@dataclass(frozen=True, slots=True)
class VerdictHistory:
    """A requirement over time, by the checks that say the same of it. The last stretch is how it stands."""

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


@dataclass(frozen=True)
class EngineHistory:
    """The runs of one engine, in the order of time."""

    runs: tuple[RunSummary, ...]
    requirements: Mapping[str, Requirement]

    @property
    def last(self) -> RunSummary:
        """The last run."""
        return self.runs[-1]

    @cached_property
    def name(self) -> str:
        """Its name in the last run that gives one, without its version; or else its command."""
        name = next((run.engine for run in reversed(self.runs) if run.engine), "")
        return plain(family(name) or self.last.command, 120)

    @cached_property
    def versions(self) -> list[Version]:
        """Its versions, in the order of their first runs."""
        return list(dict.fromkeys(run.version for run in self.runs))

    @cached_property
    def stories(self) -> list[VerdictHistory]:
        """The stories of requirements that are, or were, broken or flaky, in the order of ids."""
        verdicts: dict[tuple[str, object], list[tuple[str, list[Stretch]]]] = {}
        for (requirement, check), points in sorted(self._points().items()):
            stretches = credible(joined(points))
            if any(one.state is not State.HOLDS for one in stretches):
                shape = tuple((one.state, one.runs[0].place, one.runs[-1].place, one.failed) for one in stretches)
                verdicts.setdefault((requirement, shape), []).append((check, stretches))
        return [
            VerdictHistory(
                self.requirements[requirement],
                tuple(check for check, _ in same),
                tuple(same[0][1]),
                any(self._found_by_exploring(requirement, check) for check, _ in same),
            )
            for (requirement, _), same in verdicts.items()
        ]

    def seen(self, name: Name, run: RunSummary) -> RunVerdict | None:
        """The verdict of a run, None where it has none."""
        seen = run.verdicts.get(name)
        is_hollow = name[1] not in run.timed and run.conditions.checks < _FEW * self._most_checks
        return None if seen is None or (is_hollow and seen.failed is False) else seen

    @cached_property
    def _most_checks(self) -> int:
        return max(run.conditions.checks for run in self.runs)

    @cached_property
    def _batches(self) -> list[list[RunSummary]]:
        """The runs that nothing sets apart, in the order of their first ones."""
        batches: dict[tuple[Version, Conditions], list[RunSummary]] = {}
        for run in self.runs:
            batches.setdefault((run.version, run.conditions), []).append(run)
        return list(batches.values())

    def _points(self) -> dict[Name, list[Stretch]]:
        """For each verdict that has ever failed, its stretches in each batch, in the order of the batches."""
        failing = {name for run in self.runs for name, seen in run.verdicts.items() if seen.failed or seen.is_unsteady}
        return {name: [point for batch in self._batches for point in self._of_batch(name, batch)] for name in failing}

    def _of_batch(self, name: Name, batch: Sequence[RunSummary]) -> list[Stretch]:
        """The stretches of a verdict in a batch: one, two where it changed once for all, none where there is no verdict."""
        seen_in = [(run, seen) for run in batch if (seen := self.seen(name, run)) is not None]
        if not seen_in:
            return []
        parts = joined(stretch_of([pair]) for pair in seen_in)
        if len(parts) == 2 and State.FLAKY not in (parts[0].state, parts[1].state) and is_ordered(*parts):
            return parts
        return [stretch_of(seen_in)]

    def _found_by_exploring(self, requirement: str, check: str) -> bool:
        found = (run.verdicts.get((requirement, check)) for run in self.runs)
        return any(seen is not None and seen.explored and seen.failed is True for seen in found)


@dataclass(slots=True)
class History:
    """Takes runs in any order, one by one, and keeps of each what is reported here: some 100 kB at most."""

    runs: list[RunSummary] = field(default_factory=list)
    _requirements: dict[tuple[str, str], tuple[str, Requirement]] = field(default_factory=dict)

    def take(self, place: str, recorded: RecordedRun) -> None:
        """Take a run; `place` names it."""
        run = recorded.run
        self.runs.append(summary_of(place, recorded, run))
        for result in run.judged:
            key = run.plan.protocol, result.requirement.id
            if key not in self._requirements or self._requirements[key][0] <= recorded.began:
                self._requirements[key] = recorded.began, result.requirement

    def engines(self) -> list[EngineHistory]:
        """The engines, by protocol and name, each with its runs in the order of time."""
        named = {(run.protocol, run.command): family(run.engine) for run in self.runs if run.engine}
        found: dict[tuple[object, ...], list[RunSummary]] = {}
        for run in sorted(self.runs, key=lambda run: (run.began, run.place)):
            name = family(run.engine) or named.get((run.protocol, run.command), run.command)
            found.setdefault((run.protocol, name.lower(), run.settings), []).append(run)
        return [
            EngineHistory(tuple(runs), self._of(runs[0].protocol)) for _, runs in sorted(found.items(), key=lambda pair: pair[0])
        ]

    def _of(self, protocol: str) -> dict[str, Requirement]:
        return {key: requirement for (name, key), (_, requirement) in self._requirements.items() if name == protocol}
