"""Which requirements a run is about: `--select` and `--deselect` as ids, prefixes or classes.

A word selects a requirement when it is its id (`USI-STOP-01`), a prefix of it that ends at a dash (`USI-STOP`), its
class (`conformance`, `robustness`) or its level (`MUST`), in any case. The name of a check selects that check. Several words
may stand in one, with commas between. A suite may have words of its own for checks that
are too long for every run (`perft`): these run only when their word is selected.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.protocol.suite import Check, CheckKind, Suite, base_name
from conformance.words.model import Requirement
from conformance.words.suggest import did_you_mean


class SelectionError(ValueError):
    """A word that selects nothing; the message says what could be meant."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Empty `select` selects everything that the suite's edition has; `deselect` is taken away from it."""

    select: tuple[str, ...] = ()
    deselect: tuple[str, ...] = ()

    def validate(self, suite: Suite[Any]) -> None:
        """Raise SelectionError for a word that matches no requirement of the suite."""
        for word in (*self.select, *self.deselect):
            if word.lower() not in suite.requests and not self._names(suite, word) and not _matching(suite, word):
                raise SelectionError(_nothing(suite, word))

    def wants(self, suite: Suite[Any], requirement: Requirement) -> bool:
        """Whether the run is about this requirement, by its own name or by what is run for it on request."""
        if requirement.id in suite.catalogue.newer:
            return False
        requested = any(self._requests(check) or self._is_named(check) for check in suite.checks_of(requirement.id))
        chosen = not self.select or requested or any(_matches(word, requirement) for word in self.select)
        return chosen and not any(_matches(word, requirement) for word in self.deselect)

    def plan(self, suite: Suite[Any]) -> tuple[list[Check], list[Check]]:
        """The dialogues to run and the invariants to report; foundations and dialogues that serve as evidence are included."""
        wanted = [check for check in suite.checks.values() if self._wants_check(suite, check)]
        invariants = [c for c in wanted if c.kind is CheckKind.INVARIANT]
        evidence = self.evidence(suite, invariants)
        chosen = [check for check in suite.of_kind(CheckKind.DIALOGUE) if check in wanted or check in evidence]
        return with_foundations(suite, chosen), invariants

    @classmethod
    def showing(cls, suite: Suite[Any], requirement: str, dialogue: str) -> "Selection":
        """What shows a finding again: its requirement, and the dialogue where that alone does not run it."""
        alone = cls((requirement,))
        is_held = any(check.name == dialogue for check in alone.plan(suite)[0])
        return alone if is_held or dialogue not in suite.checks else cls((requirement, dialogue))

    def _wants_check(self, suite: Suite[Any], check: Check) -> bool:
        judged = [requirement for requirement in check.requirements if requirement not in suite.catalogue.newer]
        if not judged:
            return False
        if check.on_request:
            return self._requests(check)
        if self._is_named(check, self.deselect):
            return False
        if self._is_named(check):
            return True
        return any(self._chooses(suite.requirement(requirement)) for requirement in judged)

    def _chooses(self, requirement: Requirement) -> bool:
        """Whether a requirement is selected by a word that is not the name of a check."""
        chosen = not self.select or any(_matches(word, requirement) for word in self.select)
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


def _matches(word: str, requirement: Requirement) -> bool:
    word = word.upper()
    whole = requirement.id == word or requirement.id.startswith(word.rstrip("-") + "-")
    return whole or word in (requirement.level.value, requirement.kind.value.upper())


def split(words: Sequence[str]) -> tuple[str, ...]:
    """The words that were typed, those with commas between them one by one. Cases of checks keep theirs: `name[a, b]`."""
    pieces = (piece.strip() for word in words for piece in _pieces(word))
    return tuple(piece for piece in pieces if piece)


def _pieces(word: str) -> Iterator[str]:
    """What stands between the commas of a word, but for those in brackets."""
    start = 0
    for found in re.finditer(r"\[[^\[\]]*+\]|,", word):
        if found[0] == ",":
            yield word[start : found.start()]
            start = found.end()
    yield word[start:]


def _matching(suite: Suite[Any], word: str) -> list[Requirement]:
    return [requirement for requirement in suite.catalogue if _matches(word, requirement)]


def _nothing(suite: Suite[Any], word: str) -> str:
    """What to say of a word that selects nothing: the nearest that does, or all kinds of words that would."""
    ids = [requirement.id for requirement in suite.catalogue]
    prefixes = sorted({key.rsplit("-", 1)[0] for key in ids})
    near = did_you_mean(word, [*ids, *prefixes, *suite.checks, *suite.requests])
    kinds = (
        f": use an id such as {ids[0]}, a prefix ({', '.join(prefixes)}), the name of a check, "
        f"{''.join(f'{name}, ' for name in sorted(suite.requests))}MUST, SHOULD, MAY, conformance or robustness"
    )
    return f"{word!r} selects nothing in {suite.protocol}{near or kinds}"
