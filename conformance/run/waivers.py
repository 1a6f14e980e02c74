"""The findings that a baseline waives: they are known, and do not fail a run until they are fixed or their time is up."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from fnmatch import fnmatchcase

from conformance.run.events import OutdatedWaiver, Result, Waiver
from conformance.words.model import Outcome


def today() -> date:
    """The day, by UTC."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Waivers:
    """The entries of a baseline.

    `adopt` gives a reason for what none of them knows: then that is waived, too. With `prunes` what passes now is not reported,
    since it is taken out of the file.
    """

    entries: tuple[Waiver, ...] = ()
    adopt: Callable[[Result], str] | None = None
    prunes: bool = False
    day: date = field(default_factory=today)

    def of(self, result: Result, engine: str) -> Waiver | None:
        """The entry that waives a finding in an engine of this name. One whose day has passed waives nothing."""
        if result.outcome is not Outcome.FAIL:
            return None
        known = [one for one in self._about(result.requirement.id, result.check) if fits(one, engine)]
        holding = next((one for one in known if not self.is_expired(one)), None)
        if holding or known or self.adopt is None:
            return holding
        # What other versions are known for is not known of this one.
        is_of_others = any(self._about(result.requirement.id, result.check))
        versions = (re.sub(r"[*?\[]", r"[\g<0>]", engine),) if is_of_others and engine.isprintable() and engine else ()
        return Waiver(result.requirement.id, result.check, self.adopt(result), versions=versions)

    def outdated(self, results: Iterable[Result], engine: str) -> Iterator[OutdatedWaiver]:
        """The entries about some results that waive nothing any more: their day has passed, or what they waive passes now."""
        by_check: dict[str, list[Result]] = {}
        for result in results:
            by_check.setdefault(result.check, []).append(result)
        for one in self.entries:
            if fits(one, engine) and one.check in by_check:
                passes, expired = _passes(one, by_check[one.check]), self.is_expired(one)
                if passes and self.prunes:
                    continue
                if passes or expired:
                    yield OutdatedWaiver(one, expired=expired, passes=passes)

    def is_expired(self, waiver: Waiver) -> bool:
        """Whether the day of an entry has passed. On the day itself it still counts."""
        return bool(waiver.expires) and date.fromisoformat(waiver.expires) < self.day

    def _about(self, requirement: str, check: str) -> Iterator[Waiver]:
        return (one for one in self.entries if (one.requirement, one.check) == (requirement, check))


def fits(waiver: Waiver, engine: str) -> bool:
    """Whether an entry is about an engine of this name: it names no version, or one that stands in the name, word by word."""
    words = engine.lower().split()
    return not waiver.versions or any(_stands_in(version.lower().split(), words) for version in waiver.versions)


def _stands_in(wanted: list[str], words: list[str]) -> bool:
    starts = range(len(words) - len(wanted) + 1)
    return bool(wanted) and any(all(map(fnmatchcase, words[start:], wanted)) for start in starts)


def _passes(waiver: Waiver, results: list[Result]) -> bool:
    """Whether a check has shown that what it had found is fixed, which may be something that it is not bound to.

    Where sessions drawn at random find nothing, nothing is shown.
    """
    own = [result for result in results if result.requirement.id == waiver.requirement]
    if any(result.explored for result in results):
        return False
    return all(result.outcome is Outcome.PASS for result in own or results)
