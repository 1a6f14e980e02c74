"""Which requirements a run is about: `--select` and `--deselect` as ids, prefixes or classes.

A word selects a requirement when it is its id (`USI-STOP-01`), a prefix of it that ends at a dash (`USI-STOP`), its
class (`conformance`, `robustness`) or its level (`MUST`), in any case. The name of a check selects that check. Several words
may stand in one, with commas between. A suite may have words of its own for checks that
are too long for every run (`perft`): these run only when their word is selected.

`USI-STOP-01@name` is a finding: the requirement as the dialogue of that name shows it. Where nothing but findings is selected,
their dialogues run and nothing else does.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.protocol.suite import Check, CheckKind, Suite, base_name
from conformance.run.events import Result
from conformance.words.catalogue import ID
from conformance.words.model import Requirement
from conformance.words.suggest import did_you_mean


class SelectionError(ValueError):
    """A word that selects nothing; the message says what could be meant."""


class Found(NamedTuple):
    """A finding of an earlier run: a requirement, and the name of the dialogue that showed it broken."""

    requirement: str
    dialogue: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Empty `select` selects everything that the suite's edition has; `deselect` is taken away from it."""

    select: tuple[str, ...] = ()
    deselect: tuple[str, ...] = ()

    def validate(self, suite: Suite[Any]) -> None:
        """Raise SelectionError for a word that matches no requirement of the suite."""
        for word in (*self.select, *self.deselect):
            if found := _found(word):
                _validate(suite, word, found)
                if word in self.deselect:
                    raise SelectionError(f"{word!r} is a finding, which can only be selected; use {found.requirement}")
            elif word.lower() not in suite.requests and not self._names(suite, word) and not _matching(suite, word):
                raise SelectionError(_nothing(suite, word))

    def wants(self, suite: Suite[Any], requirement: Requirement) -> bool:
        """Whether the run is about this requirement, by its own name or by what is run for it on request."""
        if requirement.id in suite.catalogue.newer:
            return False
        requested = any(self._requests(check) or self._is_named(check) for check in suite.checks_of(requirement.id))
        chosen = not self.select or requested or any(_matches(word, requirement) for word in self.select)
        return chosen and not any(_matches(word, requirement) for word in self.deselect)

    @property
    def findings(self) -> tuple[Found, ...]:
        """The findings that are selected."""
        return tuple(filter(None, map(_found, self.select)))

    @property
    def is_again(self) -> bool:
        """Whether nothing but findings is selected."""
        return bool(self.select) and len(self.findings) == len(self.select)

    def plan(self, suite: Suite[Any]) -> tuple[list[Check], list[Check]]:
        """The dialogues to run and the invariants to report.

        Foundations and dialogues that serve as evidence are included, but for findings alone.
        """
        if self.is_again:
            return [suite.checks[name] for name in dict.fromkeys(one.dialogue for one in self.findings)], self._judging(suite)
        wanted = [check for check in suite.checks.values() if self._wants_check(suite, check)]
        invariants = [c for c in wanted if c.kind is CheckKind.INVARIANT]
        evidence = self.evidence(suite, invariants)
        chosen = [check for check in suite.of_kind(CheckKind.DIALOGUE) if check in wanted or check in evidence]
        return with_foundations(suite, chosen), invariants

    def _judging(self, suite: Suite[Any]) -> list[Check]:
        """The invariants that may judge the requirements of findings."""
        ids = {one.requirement for one in self.findings}
        return [check for check in suite.of_kind(CheckKind.INVARIANT) if ids.intersection(check.requirements)]

    @classmethod
    def showing(cls, suite: Suite[Any], result: Result) -> "Selection":
        """The selection that shows a finding again: its dialogue, or all checks of its requirement where that may not be enough.

        Not even that is sure to show what was seen in a process that had been used before.
        """
        requirement, dialogue = result.requirement.id, suite.checks.get(result.dialogue)
        if dialogue is None or dialogue.kind is not CheckKind.DIALOGUE:
            return cls((requirement,))
        if result.used:
            return cls((requirement, dialogue.name))
        found = f"{requirement}@{dialogue.name}"
        return cls((requirement, found)) if result.known_broken else cls((found,))

    def _wants_check(self, suite: Suite[Any], check: Check) -> bool:
        judged = [requirement for requirement in check.requirements if requirement not in suite.catalogue.newer]
        if not judged:
            return False
        if check.on_request:
            return self._requests(check)
        if self._is_named(check, self.deselect):
            return False
        if self._is_named(check) or any(check.name == one.dialogue for one in self.findings):
            return True
        return any(self._chooses(suite.requirement(requirement)) for requirement in judged)

    def _chooses(self, requirement: Requirement) -> bool:
        """Whether a requirement is selected by a word that is not the name of a check."""
        words = [word for word in self.select if not _found(word)]
        chosen = not self.select or any(_matches(word, requirement) for word in words)
        return chosen and not any(_matches(word, requirement) for word in self.deselect)

    def _is_named(self, check: Check, words: Sequence[str] | None = None) -> bool:
        return any(word in (check.name, base_name(check)) for word in (self.select if words is None else words))

    @staticmethod
    def _names(suite: Suite[Any], word: str) -> bool:
        """Whether a word is the name of a check."""
        return any(word in (check.name, base_name(check)) for check in suite.checks.values())

    def _requests(self, check: Check) -> bool:
        return bool(check.on_request) and check.on_request in (word.lower() for word in self.select)

    @staticmethod
    def evidence(suite: Suite[Any], invariants: Sequence[Check]) -> list[Check]:
        """The dialogues that give invariants something to judge: those they name, or else the suite's foundations."""
        names = {name for check in invariants for name in check.evidence}
        is_general = any(not check.evidence for check in invariants)
        return [
            check
            for check in suite.of_kind(CheckKind.DIALOGUE)
            if base_name(check) in names or (is_general and suite.is_foundation(check))
        ]


def with_foundations(suite: Suite[Any], chosen: list[Check]) -> list[Check]:
    """Add the foundations: without them a finding might blame the wrong thing. They end with the last that was chosen."""
    dialogues = suite.of_kind(CheckKind.DIALOGUE)
    rank = {requirement: place for place, requirement in enumerate(suite.first)}
    places = {
        check: min(rank.get(one, len(rank)) for one in check.requirements) for check in dialogues if suite.is_foundation(check)
    }
    last = max((places.get(check, len(rank)) for check in chosen), default=-1)
    return [check for check in dialogues if check in chosen or places.get(check, len(rank) + 1) <= last]


def _found(word: str) -> Found | None:
    """The finding that a word names, if any."""
    requirement, _, dialogue = word.partition("@")
    return Found(requirement.upper(), dialogue) if dialogue and ID.fullmatch(requirement.upper()) else None


def _validate(suite: Suite[Any], word: str, found: Found) -> None:
    """Raise SelectionError for a finding of something that the suite has not."""
    dialogues = [check.name for check in suite.of_kind(CheckKind.DIALOGUE)]
    ids = [requirement.id for requirement in suite.catalogue]
    for name, known in ((found.requirement, ids), (found.dialogue, dialogues)):
        if name not in known:
            what = "requirement" if known is ids else "dialogue"
            raise SelectionError(f"{word!r} selects nothing: {suite.protocol} has no {what} {name}{did_you_mean(name, known)}")


def _matches(word: str, requirement: Requirement) -> bool:
    found = _found(word)
    word = found.requirement if found else word.upper()
    whole = requirement.id == word or requirement.id.startswith(word.rstrip("-") + "-")
    return whole or word in (requirement.level.value, requirement.kind.value.upper())


def split(words: Sequence[str]) -> tuple[str, ...]:
    """The words that were typed, those with commas between them one by one. Cases of checks keep theirs: `name[a, b]`."""
    pieces = (piece.strip() for word in words for piece in _pieces(word))
    return tuple(piece for piece in pieces if piece)


def _pieces(word: str) -> Iterator[str]:
    """The parts of a word between commas, but for those in brackets."""
    start = 0
    for found in re.finditer(r"\[[^\[\]]*+\]|,", word):
        if found[0] == ",":
            yield word[start : found.start()]
            start = found.end()
    yield word[start:]


def _matching(suite: Suite[Any], word: str) -> list[Requirement]:
    return [requirement for requirement in suite.catalogue if _matches(word, requirement)]


def _nothing(suite: Suite[Any], word: str) -> str:
    """The message for a word that selects nothing: it names the nearest that does, or all kinds of words that would."""
    ids = [requirement.id for requirement in suite.catalogue]
    prefixes = sorted({key.rsplit("-", 1)[0] for key in ids})
    near = did_you_mean(word, [*ids, *prefixes, *suite.checks, *suite.requests])
    kinds = (
        f": use an id such as {ids[0]}, a prefix ({', '.join(prefixes)}), the name of a check, "
        f"{''.join(f'{name}, ' for name in sorted(suite.requests))}MUST, SHOULD, MAY, conformance or robustness"
    )
    return f"{word!r} selects nothing in {suite.protocol}{near or kinds}"
