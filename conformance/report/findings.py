"""The findings of a run in the order in which to look at them, those that have one cause as one story.

First come the requirements that a run fails for, then what blocks most, then the order of the catalogue: the same in every run.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from conformance.judging.endings import EngineEnding
from conformance.report import plain
from conformance.report.prose import after_what
from conformance.run.events import Glimpsed, OutdatedWaiver, Result, Told, Waiver
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

    Results that a baseline waives are a finding of their own. `explains` are the results that are consequences of it.
    """

    results: tuple[Result, ...]
    blocks: int
    explains: tuple[Result, ...] = ()

    @property
    def first(self) -> Result:
        """The result that is reported."""
        return self.results[0]

    @property
    def requirement(self) -> Requirement:
        """The requirement that is broken."""
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
    """A finding, and those that most likely have its cause.

    The run has told so (`is_told`), or else the engine ends the same way, or says the very same line. `says` is what the engine
    does, as the run has told it; empty where no more is known.
    """

    lead: Broken
    others: tuple[Broken, ...] = ()
    is_told: bool = False
    says: str = ""

    @property
    def all(self) -> tuple[Broken, ...]:
        """All findings of the story."""
        return (self.lead, *self.others)

    @property
    def blocks(self) -> int:
        """How many checks its findings block."""
        return sum(finding.blocks for finding in self.all)


def stories(results: Sequence[Result], sections: Iterable[str], told: Sequence[Told] = ()) -> list[Story]:
    """The failures among some results, ordered and grouped as the run has told, or else by their causes.

    `sections` are those of the catalogue, in its order. A story stands where its lead does.
    """
    ordered = _ordered(results, list(sections))
    parts: dict[tuple[bool, bool], list[Broken]] = {}
    for finding in ordered:
        parts.setdefault((finding.first.selected, finding.first.waiver is not None), []).append(finding)
    places = {id(finding): place for place, finding in enumerate(ordered)}
    found = [story for findings in parts.values() for story in _stories(findings, told)]
    return sorted(found, key=lambda story: places[id(story.lead)])


def _stories(findings: Iterable[Broken], told: Sequence[Told]) -> Iterator[Story]:
    """The stories of findings that may stand together: all of them are waived or none, and selected or not."""
    left = {finding.requirement.id: finding for finding in findings}
    for one in told:
        if one.requirement in left:
            lead, *others = [left.pop(name) for name in (one.requirement, *one.others) if name in left]
            yield Story(lead, tuple(others), is_told=True, says=one.says)
    by_cause: dict[object, list[Broken]] = {}
    for finding in left.values():
        by_cause.setdefault(_cause(finding.first), []).append(finding)
    yield from (Story(lead, tuple(others)) for lead, *others in by_cause.values())


def _cause(result: Result) -> object:
    """The evidence that findings with one cause share: how the engine ended, or the line that offends, in the same dialogue."""
    if result.ending:
        return _way_to_end(result.ending)
    line = result.transcript[result.at] if result.at is not None and result.at < len(result.transcript) else None
    said = line is not None and line.direction is Direction.FROM_ENGINE and result.miss is not Miss.SILENCE
    return line if said else result.requirement.id


def _way_to_end(ending: EngineEnding) -> tuple[str, str, str]:
    """The same of crashes: the status and the last words or, where there are none, the kind of line that came before."""
    request = next(iter((ending.after or "").split()), "")
    return *ending.mark, "" if ending.said else request


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
    explains: dict[str, list[Result]] = {}
    for result in results:
        if result.outcome is Outcome.CONSEQUENCE:
            explains.setdefault(result.blocked_by, []).append(result)

    def rank(finding: Broken) -> tuple[int, int, int, str]:
        section = finding.requirement.section
        place = sections.index(section) if section in sections else len(sections)
        return GROUPS.index(finding.group), -finding.blocks, place, finding.requirement.id

    found = (Broken(tuple(shown), blocks[name], tuple(explains.get(name, ()))) for (name, _), shown in by_requirement.items())
    return sorted(found, key=rank)


def perhaps(results: Sequence[Result]) -> list[Result]:
    """The MUST requirements that were seen broken only as a consequence of something that is no MUST: a result of each."""
    binding = {result.requirement.id for result in results if result.requirement.is_binding}
    unbroken = binding - {result.requirement.id for result in results if result.outcome is Outcome.FAIL}
    seen: dict[str, list[Result]] = {}
    for result in results:
        if result.outcome is Outcome.CONSEQUENCE and result.selected and result.requirement.id in unbroken:
            seen.setdefault(result.requirement.id, []).append(result)
    return [found[0] for found in seen.values() if not any(one.blocked_by in binding for one in found)]


def explained(finding: Broken) -> list[str]:
    """The consequences of a finding: the requirements, each with the number of checks where it is one in several."""
    checks: dict[str, set[str]] = {}
    for result in finding.explains:
        checks.setdefault(result.requirement.id, set()).add(result.check)
    return [f"{name} (in {len(found)} checks)" if len(found) > 1 else name for name, found in checks.items()]


def some(names: Sequence[str], most: int) -> str:
    """A list of names in words, of many the first ones."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


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
    """Why an entry of a baseline is out of date, in words."""
    since = f"its last day was {outdated.waiver.expires}" if outdated.expired else ""
    return " and ".join(part for part in ("it passes now" if outdated.passes else "", since) if part)


def sums_up(story: Story) -> str:
    """A story in one line: what the engine does, as the run has told it, or else what it did instead."""
    return plain(story.says) or instead(story.lead.first)


def follows(story: Story, finding: Broken) -> str:
    """The sentence for a finding whose story has been printed already."""
    ending = finding.first.ending
    if story.is_told:
        return f"comes with it: {instead(finding.first)}"
    return f"ends the same way{_after(ending)}" if ending else f"the same line: {instead(finding.first)}"
