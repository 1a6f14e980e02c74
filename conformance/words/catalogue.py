"""`requirements.toml`, `consequences.toml` -> validated requirements. An error in the files is an exception at import."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from conformance.words.editions import EditionError, EditionRow, Editions, binding, standing
from conformance.words.model import IN_ANSWERING, Consequence, Miss, Requirement

#: How the id of a requirement looks.
ID = re.compile(r"[A-Z]+(-[A-Z]+)+-\d\d")
_REQUIRED = ("id", "section", "level", "class", "source", "statement", "example", "cause", "fix")
_OPTIONAL = ("reading", "untestable", "words", "when", "since")
_TOLERANCE, _CAUSE_OF, _WAS, _EXPLAINS = "tolerance", "cause_of", "was", "explains"
#: The keys of an entry of `consequences.toml`, and those of its source.
_CONSEQUENCE = ("of", "requirements", "client", "happens", "source")
_SOURCE = ("repository", "file", "version", "says")


class CatalogueError(Exception):
    """The catalogue breaks its own rules; the message names the entry."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The requirements of one protocol, in report order, by id, as one of its `editions` has them: `edition`, or "" for none.

    `newer` are the requirements that came after that edition: checks know them, and no run by this edition is about them.
    """

    protocol: str
    title: str
    sections: Mapping[str, str]
    requirements: Mapping[str, Requirement]
    edition: str = ""
    editions: Editions = field(default_factory=Editions)
    newer: frozenset[str] = frozenset()

    def __getitem__(self, requirement_id: str) -> Requirement:
        return self.requirements[requirement_id]

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __contains__(self, requirement_id: object) -> bool:
        return requirement_id in self.requirements

    @property
    def levels(self) -> Mapping[str, tuple[str, ...]]:
        """The requirements of each level that an engine can claim, with those of the levels before it: ids in report order."""
        asked = (one for one in self if one.id not in self.newer and not one.untestable)
        return self.editions.levels(self.edition, {one.id: (one.level, one.kind) for one in asked})

    def rows(self, edition: str) -> tuple[EditionRow, ...]:
        """All that an edition had, in the order of ids, also what has been retired since; raises EditionError for no edition."""
        return tuple(self.editions.rows(edition, self))

    def of_edition(self, edition: str) -> "Catalogue":
        """As it was in one of its editions, with the levels and classes of then; raises EditionError for any other."""
        self.editions.check(edition)
        order = self.editions.names
        newer = frozenset(one.id for one in self if one.since and order.index(one.since) > order.index(edition))
        requirements = {}
        for one in self:
            level, kind = standing(one, edition, order)
            requirements[one.id] = replace(one, level=level, kind=kind)
        return replace(self, requirements=requirements, edition=edition, newer=newer)


def load(path: Path, consequences: Path | None = None) -> Catalogue:
    """Read and validate the catalogue at `path`, with what clients make of breaches; raises CatalogueError."""
    catalogue = parse(_document(path))
    return catalogue if consequences is None else with_consequences(catalogue, _document(consequences))


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CatalogueError(f"{path.name}: {error}") from error


def parse(document: Mapping[str, Any]) -> Catalogue:
    """Validate a parsed catalogue; raises CatalogueError."""
    try:
        protocol, title, sections = document["protocol"], document["title"], document["sections"]
        rows = document["requirement"]
    except KeyError as error:
        raise CatalogueError(f"the catalogue has no {error}") from error
    requirements: dict[str, Requirement] = {}
    for row in rows:
        requirement = _requirement(row, sections)
        if requirement.id in requirements:
            raise CatalogueError(f"{requirement.id} stands twice")
        requirements[requirement.id] = requirement
    for one in requirements.values():
        if strangers := [name for name in one.explains if name not in requirements]:
            raise CatalogueError(f"{one.id}: explains {strangers[0]}, which is not a requirement")
    try:
        editions = Editions.of(document, requirements)
    except EditionError as error:
        raise CatalogueError(str(error)) from error
    return Catalogue(protocol, title, sections, requirements, editions.latest, editions)


def with_consequences(catalogue: Catalogue, document: Mapping[str, Any]) -> Catalogue:
    """The catalogue with what clients make of breaches, from a parsed `consequences.toml`; raises CatalogueError."""
    requirements = dict(catalogue.requirements)
    for row in document.get("consequence", ()):
        consequence = _consequence(row)
        for name in row["requirements"]:
            if name not in requirements:
                raise CatalogueError(f"{consequence.client}: there is no requirement {name}")
            known = requirements[name]
            requirements[name] = replace(known, consequences=(*known.consequences, consequence))
    return replace(catalogue, requirements=requirements)


def _consequence(row: Mapping[str, Any]) -> Consequence:
    name = row.get("client", "a consequence without client")
    _has_exactly(name, row, _CONSEQUENCE)
    if not (isinstance(row["requirements"], list) and row["requirements"] and isinstance(row["source"], Mapping)):
        raise CatalogueError(f"{name}: requirements is a list of ids, and source a table")
    _has_exactly(f"{name}, source", row["source"], _SOURCE)
    source = "{repository}: {file} at {version}: {says}".format_map(row["source"])
    return Consequence(name, row["happens"].strip(), source, _misses(name, "of", row["of"]))


def _has_exactly(name: str, row: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    if missing := [key for key in keys if not str(row.get(key, "")).strip()]:
        raise CatalogueError(f"{name}: no {', '.join(missing)}")
    if unknown := sorted(set(row) - set(keys)):
        raise CatalogueError(f"{name}: unknown {', '.join(unknown)}")


def _requirement(row: Mapping[str, Any], sections: Mapping[str, str]) -> Requirement:
    name = row.get("id", "an entry without id")
    if missing := [key for key in _REQUIRED if not str(row.get(key, "")).strip()]:
        raise CatalogueError(f"{name}: no {', '.join(missing)}")
    if unknown := sorted(set(row) - {*_REQUIRED, *_OPTIONAL, _TOLERANCE, _CAUSE_OF, _WAS, _EXPLAINS}):
        raise CatalogueError(f"{name}: unknown {', '.join(unknown)}")
    if not ID.fullmatch(row["id"]):
        raise CatalogueError(f"{name}: an id looks like USI-STOP-01")
    if row["section"] not in sections:
        raise CatalogueError(f"{name}: section {row['section']!r} is not declared")
    try:
        level, kind = binding(f"{row['level']} {row['class']}")
        was = {edition: binding(words) for edition, words in row.get(_WAS, {}).items()}
    except ValueError as error:
        raise CatalogueError(f"{name}: {error}") from error
    texts = {key: str(row.get(key, "")).strip() for key in (*_REQUIRED[4:], *_OPTIONAL)}
    tolerance = _tolerance(name, row.get(_TOLERANCE, {}))
    texts["statement"] = _filled(name, texts["statement"], tolerance)
    cause_of = _misses(name, _CAUSE_OF, row[_CAUSE_OF]) if _CAUSE_OF in row else IN_ANSWERING
    return Requirement(
        id=row["id"],
        section=row["section"],
        level=level,
        kind=kind,
        tolerance=tolerance,
        cause_of=cause_of,
        consequences=(),
        was=was,
        explains=tuple(row.get(_EXPLAINS, ())),
        **texts,
    )


def _misses(name: str, key: str, kinds: Any) -> tuple[Miss, ...]:
    known = [miss.value for miss in Miss]
    if not isinstance(kinds, list) or not kinds or any(kind not in known for kind in kinds):
        raise CatalogueError(f"{name}: {key} is a list of {', '.join(known)}")
    return tuple(map(Miss, kinds))


def _tolerance(name: str, figures: Any) -> dict[str, float]:
    if not isinstance(figures, Mapping) or not all(isinstance(figure, int | float) for figure in figures.values()):
        raise CatalogueError(f"{name}: tolerance is a table of figures by name")
    return {str(key): float(figure) for key, figure in figures.items()}


def _filled(name: str, statement: str, tolerance: Mapping[str, float]) -> str:
    """A statement with its figures, written as `{name}` or `{name:.0%}`. Each has to stand in it: text and check agree."""
    if not tolerance:
        return statement
    try:
        if missing := [key for key in tolerance if f"{{{key}" not in statement]:
            raise CatalogueError(f"{name}: the statement does not give {', '.join(missing)}")
        return statement.format_map({key: _Figure(figure) for key, figure in tolerance.items()})
    except (KeyError, ValueError) as error:
        raise CatalogueError(f"{name}: the statement cannot be filled: {error!r}") from error


class _Figure(float):
    """A figure that is written without needless zeros."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec or "g")
