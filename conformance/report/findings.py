"""The findings of a run in the order in which to look at them, those that one crash explains told as one story.

First come the requirements that a run fails for, then what blocks most, then the order of the catalogue: the same in every run.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conformance.judging.endings import Ending
from conformance.report import plain
from conformance.run.events import Glimpsed, Result
from conformance.words.model import Kind, Level, Outcome, Requirement

UNSELECTED = "unselected"
#: Groups of findings in the order of a report: the level of a conformance finding, or "" for robustness.
GROUPS = (Level.MUST.value, Level.SHOULD.value, Level.MAY.value, "", UNSELECTED)
#: Requirements that a reader is told to begin with.
FEW = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken requirement: the results that show it, the first of which is told, and how many checks it blocks."""

    results: tuple[Result, ...]
    blocks: int

    @property
    def first(self) -> Result:
        """The result that is told."""
        return self.results[0]

    @property
    def requirement(self) -> Requirement:
        """What is broken."""
        return self.first.requirement

    @property
    def group(self) -> str:
        """The part of a report that it belongs to."""
        if not self.first.selected:
            return UNSELECTED
        return "" if self.requirement.kind is Kind.ROBUSTNESS else self.requirement.level.value


@dataclass(frozen=True, slots=True)
class Story:
    """A finding, and those in which the engine ends the same way: most likely for the same reason."""

    lead: Finding
    others: tuple[Finding, ...] = ()

    @property
    def all(self) -> tuple[Finding, ...]:
        """All findings of the story."""
        return (self.lead, *self.others)


def stories(results: Sequence[Result], sections: Iterable[str]) -> list[Story]:
    """The failures among some results, ordered and grouped; `sections` are those of the catalogue, in its order."""
    ordered = _ordered(results, list(sections))
    told: dict[object, list[Finding]] = {}
    for finding in ordered:
        ending = finding.first.ending
        told.setdefault((ending.mark, finding.first.selected) if ending else finding.requirement.id, []).append(finding)
    return [Story(lead, tuple(others)) for lead, *others in told.values()]


def begin_with(found: Iterable[Story]) -> list[Finding]:
    """Those to look at first: they keep others from being judged."""
    return [finding for story in found for finding in story.all if finding.blocks][:FEW]


def _ordered(results: Sequence[Result], sections: list[str]) -> list[Finding]:
    by_requirement: dict[str, list[Result]] = {}
    for result in results:
        if result.outcome is Outcome.FAIL:
            by_requirement.setdefault(result.requirement.id, []).append(result)
    blocked = {(result.blocked_by, result.check) for result in results if result.outcome is Outcome.BLOCKED}
    blocks = Counter(root for root, _ in blocked)

    def rank(finding: Finding) -> tuple[int, int, int, str]:
        section = finding.requirement.section
        place = sections.index(section) if section in sections else len(sections)
        return GROUPS.index(finding.group), -finding.blocks, place, finding.requirement.id

    return sorted((Finding(tuple(shown), blocks[name]) for name, shown in by_requirement.items()), key=rank)


def label(requirement: Requirement) -> str:
    """How binding it is, in a word or two."""
    return f"{requirement.level.value}{', robustness' if requirement.kind is Kind.ROBUSTNESS else ''}"


def instead(found: Result | Glimpsed) -> str:
    """What the engine did, and what it should have done; of one that ended, how, and its last words."""
    ending = found.ending if isinstance(found, Result) else None
    if ending:
        words = f": {plain(ending.said[-1])}" if ending.said else ""
        return f"{ending.how.removeprefix('the engine ')}{words}{_after(ending)}"
    did, due = plain(found.actual), plain(found.expected)
    if not did:
        return plain(found.requirement.statement)
    return f"{did} (expected: {due})" if due else did


def _after(ending: Ending) -> str:
    return f", after `{plain(ending.after)}`" if ending.after else ""


def ends_the_same_way(finding: Finding) -> str:
    """What is told of a finding that a story has told of already."""
    ending = finding.first.ending
    return f"ends the same way{_after(ending) if ending else ''}"
