"""The editions of a catalogue, and the levels that an engine can claim by one of them.

    editions = ["2026.1", "2026.2"]              # the last is the present one

    [levels."2026.1"]                            # from this edition on; each level includes those before it
    plays = ["USI-HS", "USI-GO-05"]              # a prefix stands for its MUSTs of class conformance, an id for itself

    [[requirement]]
    since = "2026.2"                             # newer than the first edition
    was = { "2026.1" = "SHOULD conformance" }    # how binding it was up to and including that edition

    [[retired]]                                  # no longer judged by any edition
    id = "USI-HS-09"
    until = "2026.1"                             # the last edition that had it

A catalogue without `editions` has none of this.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from conformance.words.model import Kind, Level, Requirement

_EDITIONS, _LEVELS, _RETIRED = "editions", "levels", "retired"
_KEYS, _FURTHER = ("id", "until", "level", "class", "statement", "why"), ("since", "was")

#: How binding a requirement is.
Binding = tuple[Level, Kind]


class EditionError(ValueError):
    """A catalogue contradicts itself about its editions, or it has no such edition; the message names it."""


@dataclass(frozen=True, slots=True)
class Retired:
    """A requirement that is no longer judged: the last edition that had it, and why it has gone. Else as `Requirement`."""

    id: str
    until: str
    level: Level
    kind: Kind
    statement: str
    why: str
    since: str = ""
    was: Mapping[str, Binding] = field(default_factory=dict)


class EditionRow(NamedTuple):
    """A requirement as an edition has it: `claim` is the first level that asks for it, empty where none does."""

    id: str
    level: Level
    kind: Kind
    claim: str

    @property
    def standing(self) -> str:
        """How binding it is, and the level that asks for it, as words."""
        return f"{self.level.value} {self.kind.value} {self.claim}".rstrip()

    def __str__(self) -> str:
        return f"{self.id} {self.standing}"


@dataclass(frozen=True, slots=True)
class Editions:
    """The names of all editions, the last of them the present one; what has been retired; the words of the levels, by edition."""

    names: tuple[str, ...] = ()
    retired: tuple[Retired, ...] = ()
    words: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    @property
    def latest(self) -> str:
        """The present edition, empty where there are none."""
        return self.names[-1] if self.names else ""

    @classmethod
    def of(cls, document: Mapping[str, Any], requirements: Mapping[str, Requirement]) -> "Editions":
        """Validate what a parsed catalogue says of them; raises EditionError."""
        names, words = tuple(document.get(_EDITIONS, ())), document.get(_LEVELS, {})
        found = cls(names, tuple(_retired(row) for row in document.get(_RETIRED, ())), words)
        if len(set(names)) < len(names):
            raise EditionError("an edition stands twice")
        every: list[Requirement | Retired] = [*requirements.values(), *found.retired]
        for one in every:
            for edition in (*([one.since] if one.since else []), *one.was):
                found.check(edition, one.id)
        for gone in found.retired:
            found.check(gone.until, gone.id)
            if gone.id in requirements or gone.until == found.latest:
                raise EditionError(f"{gone.id} is retired and judged")
        for edition, levels in words.items():
            found.check(edition, "levels")
            known = [*requirements, *(gone.id for gone in found.retired)]
            if strays := [word for row in levels.values() for word in row if not any(_names(word, key) for key in known)]:
                raise EditionError(f"levels: {strays[0]} names no requirement")
        return found

    def check(self, edition: str, place: str = "") -> None:
        """Raise EditionError where there is no such edition."""
        if edition not in self.names:
            known = f"there are {', '.join(self.names)}" if self.names else "the catalogue has no editions"
            raise EditionError(f"{place and f'{place}: '}no edition {edition!r}: {known}")

    def levels(self, edition: str, binding_of: Mapping[str, Binding]) -> Mapping[str, tuple[str, ...]]:
        """The levels of an edition with the ids that each asks for, those of the levels before it included."""
        until = self.names[: self.names.index(edition) + 1] if edition else ()
        words = next((self.words[one] for one in reversed(until) if one in self.words), {})
        found: dict[str, tuple[str, ...]] = {}
        asked: set[str] = set()
        for level, row in words.items():
            asked |= {
                key for word in row for key, how in binding_of.items() if key == word or (_names(word, key) and how == _MUST)
            }
            found[level] = tuple(key for key in binding_of if key in asked)
        return found

    def rows(self, edition: str, requirements: Iterable[Requirement]) -> Iterator[EditionRow]:
        """All requirements that an edition has, in the order of their ids, those included that have been retired since."""
        self.check(edition)
        both: list[Requirement | Retired] = [*requirements, *self.retired]
        every = sorted(both, key=lambda one: one.id)
        had = {one.id: standing(one, edition, self.names) for one in every if self._has(edition, one)}
        untested = {one.id for one in every if isinstance(one, Requirement) and one.untestable}
        levels = self.levels(edition, {key: how for key, how in had.items() if key not in untested})
        for key, (level, kind) in had.items():
            yield EditionRow(key, level, kind, next((claim for claim, ids in levels.items() if key in ids), ""))

    def _has(self, edition: str, one: Requirement | Retired) -> bool:
        at = self.names.index(edition)
        is_over = isinstance(one, Retired) and self.names.index(one.until) < at
        return not is_over and (not one.since or self.names.index(one.since) <= at)


#: What a prefix in the words of a level stands for.
_MUST: Binding = (Level.MUST, Kind.CONFORMANCE)


def binding(words: str) -> Binding:
    """Read `MUST conformance`; raises ValueError."""
    level, _, kind = words.partition(" ")
    return Level(level), Kind(kind)


def standing(one: Requirement | Retired, edition: str, order: Sequence[str]) -> Binding:
    """How binding a requirement was in an edition."""
    return next((one.was[later] for later in order[order.index(edition) :] if later in one.was), (one.level, one.kind))


def _names(word: str, key: str) -> bool:
    """Whether a word of a level, an id or a prefix of it, means a requirement."""
    return key == word or key.startswith(f"{word}-")


def _retired(row: Mapping[str, Any]) -> Retired:
    name = row.get("id", "a retired entry without id")
    if missing := [key for key in _KEYS if not str(row.get(key, "")).strip()]:
        raise EditionError(f"{name}: no {', '.join(missing)}")
    if unknown := sorted(set(row) - {*_KEYS, *_FURTHER}):
        raise EditionError(f"{name}: unknown {', '.join(unknown)}")
    try:
        level, kind = binding(f"{row['level']} {row['class']}")
        was = {edition: binding(words) for edition, words in row.get("was", {}).items()}
    except ValueError as error:
        raise EditionError(f"{name}: {error}") from error
    return Retired(name, row["until"], level, kind, row["statement"], row["why"], row.get("since", ""), was)
