"""A run without its evidence: what a history keeps of it, some 100 kB at most."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from conformance.many.comparison import by_name, is_unsteady
from conformance.report import plain
from conformance.report.model import Run
from conformance.report.reading import RecordedRun
from conformance.run.events import Host, Result
from conformance.words.model import Outcome

_DIGITS = 10

#: A verdict's requirement and check.
Name = tuple[str, str]


class Version(NamedTuple):
    """A version of an engine: its label or the name that it gives, and its files where there is no label. Either can be empty."""

    name: str
    build: str

    @property
    def shown(self) -> str:
        """The version in words."""
        return plain(f"{self.name or 'an engine that gives no name'}{f' (build {self.build})' if self.build else ''}", 120)


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """The verdict of a run: `failed` is None where it came to none. `is_unsteady`: it did not fail each time."""

    failed: bool | None
    is_unsteady: bool
    explored: bool


class Conditions(NamedTuple):
    """The conditions in which runs of one version can differ."""

    conform: str
    checks: int
    seed: int
    time_scale: float


@dataclass(frozen=True)
class RunSummary:
    """A run without its evidence. `place` names its file, `began` is a time as ISO 8601 writes it.

    `timed` are the checks that passed and took time of their own, as no invariant does.
    """

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
    verdicts: Mapping[Name, RunVerdict]
    timed: frozenset[str]

    @property
    def version(self) -> Version:
        """The version of the engine that it is about."""
        return Version(self.label, "") if self.label else Version(self.engine, self.build)

    @property
    def day(self) -> str:
        """The day on which it began, as ISO 8601 writes it; empty where nobody knows."""
        return self.began[:10]


def summary_of(place: str, recorded: RecordedRun, run: Run) -> RunSummary:
    """The summary that is kept of a run; `place` names its file."""
    plan = run.plan
    return RunSummary(
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
        timed=_timed(run),
    )


def _seen(result: Result) -> RunVerdict | None:
    """The verdict of a result, None where it has none."""
    failed = {Outcome.FAIL: True, Outcome.PASS: False}.get(result.outcome)
    unsteady = is_unsteady(result) and not result.explored
    return _shared(failed, unsteady, result.explored) if failed is not None or unsteady else None


@cache
def _shared(failed: bool | None, unsteady: bool, explored: bool) -> RunVerdict:
    """The one value of its kind: there are few kinds, and many verdicts."""
    return RunVerdict(failed, unsteady, explored)


def _timed(run: Run) -> frozenset[str]:
    """The checks that passed for all their requirements and took time; an exploration takes as long as it is told to."""
    passed = {result.check for result in run.judged if result.seconds > 0 and not result.explored}
    return frozenset(passed - {result.check for result in run.judged if result.outcome is not Outcome.PASS})


def _build(hashes: Sequence[str]) -> str:
    """One short hash for the files of an engine, empty where there are none."""
    whole = hashes[0] if len(hashes) == 1 else hashlib.sha256(" ".join(hashes).encode()).hexdigest()
    return whole[:_DIGITS] if hashes else ""


def family(name: str) -> str:
    """The part that the names of an engine's versions share: the words before the first one with a figure in it."""
    first, *rest = name.split() or [""]
    end = next((place for place, word in enumerate(rest) if any(map(str.isdigit, word))), len(rest))
    return " ".join([first, *rest[:end]])
