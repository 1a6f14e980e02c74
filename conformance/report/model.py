"""A run as its events give it: what every report of a whole run reads, and nothing else, so that counts and order agree.

It is made of the events of a run that goes on, or of those that an earlier one wrote (`reading`). The order is that of the
catalogue: sections, then requirements; what one requirement has several of stays as it came.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from conformance.protocol.driver import Identity
from conformance.report import Reporter, plain
from conformance.report.findings import Broken, Story, begin_with, label, perhaps, stories
from conformance.report.prose import why_skipped
from conformance.run.events import (
    EngineNamed,
    Event,
    ExitCode,
    Explored,
    Measured,
    OutdatedWaiver,
    Remarked,
    Result,
    RunFinished,
    RunStarted,
    Tally,
    Told,
)
from conformance.words.model import Delay, DelayOf, Kind, Outcome, number

#: Requirements that are named of those which a level asks for in vain.
MISSING = 10


@dataclass(frozen=True, slots=True)
class CatalogueSection:
    """A section of the catalogue with the results of this run in it."""

    key: str
    title: str
    results: tuple[Result, ...]

    @property
    def counts(self) -> tuple[tuple[Outcome, int], ...]:
        """How many of its requirements ended in each outcome."""
        return _tally(self.results).counts()


@dataclass(frozen=True, slots=True)
class Sample:
    """One delay with the check whose dialogue it is from. On a busy host (not `is_calm`) it can be the host's."""

    check: str
    delay: Delay
    is_calm: bool


def _some(ids: Sequence[str]) -> str:
    """The first ids, and how many more there are."""
    more = len(ids) - MISSING
    return f"{', '.join(ids[:MISSING])}{f' and {more} more' if more > 0 else ''}"


@dataclass(frozen=True)
class Run:
    """A whole run. `engine` is None where it did not give its name; `results` holds those outside the selection, too."""

    plan: RunStarted
    end: RunFinished
    engine: Identity | None = None
    results: tuple[Result, ...] = ()
    explored: tuple[Explored, ...] = ()
    remarks: tuple[Remarked, ...] = ()
    outdated: tuple[OutdatedWaiver, ...] = ()
    measured: tuple[Measured, ...] = ()
    told: tuple[Told, ...] = ()

    @cached_property
    def judged(self) -> tuple[Result, ...]:
        """The results that the run is about: one for each requirement and check."""
        return tuple(result for result in self.results if result.selected)

    def of(self, outcome: Outcome) -> list[Result]:
        """All results with this outcome."""
        return [result for result in self.results if result.outcome is outcome]

    # -- counts -------------------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> tuple[tuple[Outcome, int], ...]:
        """How many requirements ended in each outcome: the worst of their checks."""
        return _tally(self.judged).counts()

    @cached_property
    def verdicts(self) -> tuple[tuple[Outcome, int], ...]:
        """How many results ended in each outcome: as many as a JUnit report has cases."""
        counted = Counter(result.outcome for result in self.judged)
        return tuple((outcome, counted[outcome]) for outcome in Outcome)

    @cached_property
    def mild(self) -> int:
        """How many of the failures do not fail the run, although no baseline waives them."""
        return sum(result.outcome is Outcome.FAIL and not (result.gates or result.waiver) for result in self.judged)

    @cached_property
    def waived(self) -> tuple[Result, ...]:
        """The failures that a baseline waives."""
        return tuple(result for result in self.judged if result.waiver is not None)

    @cached_property
    def sections(self) -> tuple[CatalogueSection, ...]:
        """The sections that have results, in the order of the catalogue."""
        titles = dict(self.plan.sections)
        by_key: dict[str, list[Result]] = {}
        for result in self.judged:
            by_key.setdefault(result.requirement.section, []).append(result)
        return tuple(CatalogueSection(key, titles.get(key, key), tuple(results)) for key, results in by_key.items())

    # -- findings -----------------------------------------------------------------------------------------------------

    @cached_property
    def stories(self) -> tuple[Story, ...]:
        """The findings in the order in which to look at them, those with one cause together."""
        return tuple(stories(self.results, [key for key, _ in self.plan.sections], self.told))

    @cached_property
    def findings(self) -> tuple[Broken, ...]:
        """The same one by one."""
        return tuple(finding for story in self.stories for finding in story.all)

    @cached_property
    def begin_with(self) -> tuple[Story, ...]:
        """The finding to fix first, where there is a choice: the one that keeps others from being judged."""
        return tuple(begin_with(self.stories)) if len(self.findings) > 1 else ()

    @cached_property
    def perhaps(self) -> tuple[Result, ...]:
        """A result of each MUST requirement that was seen broken only as a consequence of something that is no MUST."""
        return tuple(perhaps(self.results))

    @cached_property
    def blocked(self) -> dict[str, int]:
        """How many checks each broken requirement blocks."""
        checks: dict[str, set[str]] = {}
        for result in self.of(Outcome.BLOCKED):
            checks.setdefault(result.blocked_by or "a requirement that failed", set()).add(result.check)
        return {root: len(names) for root, names in checks.items()}

    def blocked_by(self, root: str) -> dict[str, list[Result]]:
        """The verdicts that a broken requirement prevents: requirement -> the missing verdicts, in their order."""
        tree: dict[str, list[Result]] = {}
        for result in self.of(Outcome.BLOCKED):
            if result.blocked_by == root:
                tree.setdefault(result.requirement.id, []).append(result)
        return tree

    @cached_property
    def samples(self) -> dict[DelayOf, list[Sample]]:
        """How long answers took, by what was asked, in the order of the run; nothing for what was never measured."""
        found: dict[DelayOf, list[Sample]] = {of: [] for of in DelayOf}
        for measured in self.measured:
            for delay in measured.delays:
                found[delay.of].append(Sample(measured.check, delay, measured.is_calm))
        return {of: samples for of, samples in found.items() if samples}

    # -- findings that are looked for again ---------------------------------------------------------------------------

    @cached_property
    def again(self) -> tuple[str, ...]:
        """For each finding that the run was to show again, how that ended, a sentence without its end."""
        return tuple(self._again(requirement, dialogue) for requirement, dialogue in self.plan.again)

    def _again(self, requirement: str, dialogue: str) -> str:
        results = [result for result in self.results if result.requirement.id == requirement]
        broken = [result for result in results if result.outcome in (Outcome.FAIL, Outcome.CONSEQUENCE)]
        if broken:
            where = dialogue if dialogue in (one.dialogue for one in broken) else broken[0].dialogue or broken[0].check
            return f"{requirement} is still broken, in {where}"
        undecided = (result for result in results if result.outcome is not Outcome.PASS)
        if results and not (open_one := next(undecided, None)):
            return f"{requirement} is not broken any more in {dialogue}"
        why = why_skipped(open_one) if results and open_one else self.trouble or "its dialogue has not run"
        return f"whether {requirement} is fixed cannot be said: {why}"

    # -- the verdict --------------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> str:
        """Why the run did not come to its end or has no verdict, as far as that is known; empty where all went well."""
        if self.end.interrupted:
            by: dict[int, str] = {ExitCode.HUNG_UP: " by SIGHUP", ExitCode.TERMINATED: " by SIGTERM"}
            return f"the run was interrupted{by.get(self.end.exit_code, '')}"
        if self.end.message and self.end.exit_code != ExitCode.CONFORMING:
            return plain(self.end.message)
        return "the time for the run was up" if self.end.out_of_time else ""

    @cached_property
    def verdict(self) -> str:
        """The exit code in words, with the requirements that decided it."""
        broken = _broken(finding.first for finding in self.findings if finding.first.gates)
        if self.plan.again:
            return self._verdict_again
        if self.end.exit_code == 1:
            why = f" ({self.end.message})" if self.end.message else ""
            covered = f", {self.covered}" if self.end.known_faults else ""
            rest = f"; the run was cut short{why}{covered}, there may be more" if self.end.out_of_time else ""
            rest += f"; {self.quickly}" if self.plan.quick else ""
            rest += f"; {self.ended}" if self.end.ended_by else ""
            if not broken and self.outdated:
                return f"not accepted: the baseline is out of date, see {self._outdated_ids()}; otherwise {self._unbroken()}"
            return f"not conforming: {broken or 'see above'}{rest}"
        if self.end.exit_code == 0:
            unselected = _broken(finding.first for finding in self.findings if not finding.first.selected)
            if unselected:
                return f"conforming{self.scope or ' in the selection'}; outside it {unselected}"
            if self.plan.quick:
                return f"{self.quickly}: {self._unbroken()}{f', but {self._known()}' if self.waived else ''}"
            if self.end.message:
                return f"{plain(self.end.message)}: {self._unbroken()}"
            left = f"conforming{self.scope}{f' but for {self._known()}' if self.waived else ''}"
            if self.end.unjudged:
                return f"{left}, but {self._unjudged()}"
            return left if self.waived else f"{left}: {self._unbroken()}"
        return f"no verdict: {self._why_none()}{f'; until then {broken}' if broken else ''}"

    @property
    def _verdict_again(self) -> str:
        """The verdict on findings that were looked for again, with what else the run has seen."""
        heads: dict[int, str] = {0: "no MUST requirement is broken in the selection", 1: "not conforming"}
        head = heads.get(self.end.exit_code) or f"no verdict: {self._why_none()}"
        sought = {requirement for requirement, _ in self.plan.again}
        others = _broken(finding.first for finding in self.findings if finding.requirement.id not in sought)
        return f"{head}: {'; '.join(self.again)}{f'; also seen: {others}' if others else ''}"

    @property
    def part(self) -> str:
        """The part of the catalogue that the run covers; empty where it covers all."""
        if self.plan.level:
            return f"level {self.plan.level}"
        return "the selection" if self.plan.is_part else ""

    @property
    def scope(self) -> str:
        """The same as words that follow a verdict."""
        return f" in {self.part}" if self.part else ""

    @property
    def catalogue(self) -> str:
        """The catalogue and its edition by which the run judges, such as `uci 2026.1`; empty where the catalogue has none."""
        return f"{self.plan.protocol} {self.plan.edition}" if self.plan.edition else ""

    @property
    def level(self) -> str:
        """The highest level that the engine can claim, and what is missing for the next; empty where nothing can be claimed."""
        claim = self.end.claim
        if claim is None:
            return ""
        parts = [claim.level or "none"]
        if self.plan.level:
            parts.append("nothing else was run")
        if claim.not_offered:
            parts.append(f"not offered: {', '.join(claim.not_offered)}")
        failed = {result.requirement.id for result in self.of(Outcome.FAIL)}
        if broken := [key for key in claim.missing if key in failed]:
            parts.append(f"broken for {claim.next}: {_some(broken)}")
        if unjudged := [key for key in claim.missing if key not in failed]:
            parts.append(f"not judged for {claim.next}: {_some(unjudged)}")
        return "; ".join(parts)

    @property
    def quickly(self) -> str:
        """The part of the catalogue that a quick run judges."""
        decided = sum(count for outcome, count in self.counts if outcome in (Outcome.PASS, Outcome.FAIL))
        judged = f"quick run, {decided} of {number(self.plan.requirements, 'requirement')} judged"
        return f"{judged}{f', {self.covered}' if self.end.known_faults else ''}"

    @property
    def covered(self) -> str:
        """How many of the known faults a part of a run finds."""
        return f"which finds {self.end.found_faults} of {self.end.known_faults} known faults that break a MUST"

    @property
    def ended(self) -> str:
        """Why the rest of a run was not tried."""
        return "the rest was not tried (--keep-going tries it)"

    def _outdated_ids(self) -> str:
        return ", ".join(dict.fromkeys(outdated.waiver.requirement for outdated in self.outdated))

    def _known(self) -> str:
        ids = list(dict.fromkeys(result.requirement.id for result in self.waived))
        return f"{number(len(ids), 'requirement')} that the baseline waives: {', '.join(ids)}"

    def _unbroken(self) -> str:
        return "no other MUST requirement is broken" if self.waived else "no MUST requirement is broken"

    def _unjudged(self) -> str:
        were = "was" if len(self.end.unjudged) == 1 else "were"
        return f"{number(len(self.end.unjudged), 'MUST requirement')} {were} not fully judged: {', '.join(self.end.unjudged)}"

    def _why_none(self) -> str:
        if self.end.interrupted or self.end.message:
            return self.trouble
        if self.of(Outcome.ERROR):
            return "some checks are themselves broken, which is a fault of conform and not of the engine"
        return self.trouble or "nothing could be judged"


class Collector:
    """Takes the events of a run and makes the run of them at its end."""

    def __init__(self) -> None:
        self._taken = defaultdict[type, list[Any]](list)

    def take(self, event: Event) -> Run | None:
        """Take one event; the last one completes the run."""
        taken = self._taken
        taken[type(event)].append(event)
        if not (isinstance(event, RunFinished) and taken[RunStarted]):
            return None
        plan, engine = taken[RunStarted][-1], taken[EngineNamed][-1].identity if taken[EngineNamed] else None
        rest = (tuple(taken[kind]) for kind in (Explored, Remarked, OutdatedWaiver, Measured, Told))
        return Run(plan, event, engine, tuple(_in_order(taken[Result], plan)), *rest)


class AtTheEnd(Reporter):
    """Does something with the whole run at its end, and once more with another end."""

    def __init__(self, do: Callable[[Run], None]) -> None:
        self._do = do
        self._collector = Collector()

    def on(self, event: Event) -> None:
        """Take one event."""
        if (run := self._collector.take(event)) is not None:
            self._do(run)


def run_of(events: Iterable[Event]) -> Run:
    """The run that some events make; the first is `RunStarted`, the last `RunFinished`."""
    collector = Collector()
    return next(run for event in events if (run := collector.take(event)) is not None)


def _in_order(results: Iterable[Result], plan: RunStarted) -> list[Result]:
    places = {key: place for place, (key, _) in enumerate(plan.sections)}

    def place(result: Result) -> tuple[int, str, str]:
        section = result.requirement.section
        return places.get(section, len(places)), section, result.requirement.id

    return sorted(results, key=place)


def _tally(results: Iterable[Result]) -> Tally:
    tally = Tally()
    for result in results:
        tally.add(result)
    return tally


def counted(counts: Iterable[tuple[Outcome, int]]) -> str:
    """Counts of outcomes in words."""
    return ", ".join(f"{count} {outcome.value.replace('_', ' ')}" for outcome, count in counts if count)


def _broken(results: Iterable[Result]) -> str:
    ids: dict[str, list[str]] = {}
    for result in sorted(results, key=lambda result: result.requirement.kind is Kind.ROBUSTNESS):
        ids.setdefault(label(result.requirement), []).append(result.requirement.id)
    return "; ".join(f"{number(len(known), f'{name} requirement')} broken: {', '.join(known)}" for name, known in ids.items())


def reasons(results: Iterable[Result]) -> Iterator[tuple[str, int]]:
    """Why there is no verdict on some results, the most frequent reason first."""
    yield from Counter(plain(result.reason) or "no reason given" for result in results).most_common()
