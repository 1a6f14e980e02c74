"""The findings of a run in the order in which to look at them, those that have one cause as one story.

First come the requirements that a run fails for, then what blocks most, then the order of the catalogue: the same in every run.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conformance.judging.endings import EngineEnding
from conformance.report import plain
from conformance.report.prose import after_what
from conformance.run.events import Glimpsed, OutdatedWaiver, Result, Waiver
from conformance.wire.transcript import Direction
from conformance.words.model import Kind, Level, Miss, Outcome, Requirement

WAIVED, UNSELECTED = "waived", "unselected"
#: Groups of findings in the order of a report: the level of a conformance finding, or "" for robustness.
GROUPS = (Level.MUST.value, Level.SHOULD.value, Level.MAY.value, "", WAIVED, UNSELECTED)
#: What is left out before a thing that is missing: `no bestmove`, and not `no a bestmove`.
_ARTICLES = ("a ", "an ", "one ", "the ")
#: How the line begins that says in which way a requirement is broken.
_PREFIXES: dict[Miss | None, str] = {Miss.LATE: "late: ", Miss.TOO_MANY: "too much: "}
#: Requirements that a reader is told to begin with.
FEW = 3


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken requirement: the results that show it, the first of which is reported, and how many checks it blocks.

    Results that a baseline waives are a finding of their own.
    """

    results: tuple[Result, ...]
    blocks: int

    @property
    def first(self) -> Result:
        """The result that is reported."""
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
        if self.first.waiver is not None:
            return WAIVED
        return "" if self.requirement.kind is Kind.ROBUSTNESS else self.requirement.level.value

    @property
    def anchor(self) -> str:
        """Its name in the address of a page."""
        return f"{self.requirement.id}{'-waived' if self.group == WAIVED else ''}"


@dataclass(frozen=True, slots=True)
class Story:
    """A finding, and those that most likely have its cause: the engine ends the same way, or says the very same line."""

    lead: Broken
    others: tuple[Broken, ...] = ()

    @property
    def all(self) -> tuple[Broken, ...]:
        """All findings of the story."""
        return (self.lead, *self.others)

    @property
    def blocks(self) -> int:
        """How many checks its findings block."""
        return sum(finding.blocks for finding in self.all)


def stories(results: Sequence[Result], sections: Iterable[str]) -> list[Story]:
    """The failures among some results, ordered and grouped; `sections` are those of the catalogue, in its order."""
    ordered = _ordered(results, list(sections))
    stories: dict[object, list[Broken]] = {}
    for finding in ordered:
        stories.setdefault((_cause(finding.first), finding.first.selected, finding.group == WAIVED), []).append(finding)
    return [Story(lead, tuple(others)) for lead, *others in stories.values()]


def _cause(result: Result) -> object:
    """What findings with one cause have in common: how the engine ended, or the line that offends, in the same dialogue."""
    if result.ending:
        return result.ending.mark
    line = result.transcript[result.at] if result.at is not None and result.at < len(result.transcript) else None
    said = line is not None and line.direction is Direction.FROM_ENGINE and result.miss is not Miss.SILENCE
    return line if said else result.requirement.id


def begin_with(found: Iterable[Story]) -> list[Story]:
    """Those to look at first: they keep others from being judged, and nobody knows of them yet."""
    return [story for story in found if story.blocks and story.lead.group != WAIVED][:FEW]


def _ordered(results: Sequence[Result], sections: list[str]) -> list[Broken]:
    by_requirement: dict[tuple[str, bool], list[Result]] = {}
    for result in results:
        if result.outcome is Outcome.FAIL:
            by_requirement.setdefault((result.requirement.id, result.waiver is not None), []).append(result)
    blocked = {(result.blocked_by, result.check) for result in results if result.outcome is Outcome.BLOCKED}
    blocks = Counter(root for root, _ in blocked)

    def rank(finding: Broken) -> tuple[int, int, int, str]:
        section = finding.requirement.section
        place = sections.index(section) if section in sections else len(sections)
        return GROUPS.index(finding.group), -finding.blocks, place, finding.requirement.id

    return sorted((Broken(tuple(shown), blocks[name]) for (name, _), shown in by_requirement.items()), key=rank)


def label(requirement: Requirement) -> str:
    """How binding it is, in a word or two."""
    return f"{requirement.level.value}{', robustness' if requirement.kind is Kind.ROBUSTNESS else ''}"


def instead(found: Result | Glimpsed) -> str:
    """In one line, what is missing or wrong, and what was expected; of an engine that ended, how, and its last words."""
    ending = found.ending if isinstance(found, Result) else None
    if ending:
        words = f": {plain(ending.said[-1])}" if ending.said else ""
        return f"{ending.how}{words}{_after(ending)}"
    did, due = plain(found.actual), plain(found.expected)
    if not did:
        return plain(found.requirement.statement)
    if not due:
        return did
    if found.miss is Miss.SILENCE:
        thing = next((due.removeprefix(article) for article in _ARTICLES if due.startswith(article)), due)
        return f"no {thing} ({did})"
    return f"{_PREFIXES.get(found.miss, '')}{did} (expected: {due})"


def _after(ending: EngineEnding) -> str:
    return f", {plain(after_what(ending))}" if ending.after is not None else ""


def waived(waiver: Waiver) -> str:
    """Why a finding does not fail the run, and until when."""
    until = f" until {waiver.expires}" if waiver.expires else ""
    versions = f" in {', '.join(map(plain, waiver.versions))}" if waiver.versions else ""
    return f"waived{until}{versions}: {plain(waiver.reason)}"


def why_outdated(outdated: OutdatedWaiver) -> str:
    """What is wrong with an entry of a baseline."""
    since = f"its last day was {outdated.waiver.expires}" if outdated.expired else ""
    return " and ".join(part for part in ("it passes now" if outdated.passes else "", since) if part)


def follows(finding: Broken) -> str:
    """What is reported of a finding whose story has been printed already."""
    ending = finding.first.ending
    return f"ends the same way{_after(ending)}" if ending else f"the same line: {instead(finding.first)}"
