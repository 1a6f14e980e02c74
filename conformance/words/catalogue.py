"""`requirements.toml` -> validated requirements. What is wrong in the file is an exception at import."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.words.model import IN_ANSWERING, Kind, Level, Miss, Requirement

#: How the id of a requirement looks.
ID = re.compile(r"[A-Z]+(-[A-Z]+)+-\d\d")
_REQUIRED = ("id", "section", "level", "class", "source", "statement", "example", "cause", "fix")
#: Keys by the names that they had before 0.2.
_RENAMED = {"mend": "fix"}
_OPTIONAL = ("reading", "untestable", "words", "when")
_TOLERANCE, _CAUSE_OF = "tolerance", "cause_of"


class CatalogueError(Exception):
    """The catalogue breaks its own rules; the message names the entry."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The requirements of one protocol, in report order, by id."""

    protocol: str
    title: str
    sections: Mapping[str, str]
    requirements: Mapping[str, Requirement]

    def __getitem__(self, requirement_id: str) -> Requirement:
        return self.requirements[requirement_id]

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __contains__(self, requirement_id: object) -> bool:
        return requirement_id in self.requirements


def load(path: Path) -> Catalogue:
    """Read and validate the catalogue at `path`; raises CatalogueError."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CatalogueError(f"{path.name}: {error}") from error
    return parse(document)


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
    return Catalogue(protocol, title, sections, requirements)


def _requirement(row: Mapping[str, Any], sections: Mapping[str, str]) -> Requirement:
    name = row.get("id", "an entry without id")
    row = {_RENAMED.get(key, key): value for key, value in row.items()}
    if missing := [key for key in _REQUIRED if not str(row.get(key, "")).strip()]:
        raise CatalogueError(f"{name}: no {', '.join(missing)}")
    if unknown := sorted(set(row) - {*_REQUIRED, *_OPTIONAL, _TOLERANCE, _CAUSE_OF}):
        raise CatalogueError(f"{name}: unknown {', '.join(unknown)}")
    if not ID.fullmatch(row["id"]):
        raise CatalogueError(f"{name}: an id looks like USI-STOP-01")
    if row["section"] not in sections:
        raise CatalogueError(f"{name}: section {row['section']!r} is not declared")
    try:
        level, kind = Level(row["level"]), Kind(row["class"])
    except ValueError as error:
        raise CatalogueError(f"{name}: {error}") from error
    texts = {key: str(row.get(key, "")).strip() for key in (*_REQUIRED[4:], *_OPTIONAL)}
    tolerance = _tolerance(name, row.get(_TOLERANCE, {}))
    texts["statement"] = _filled(name, texts["statement"], tolerance)
    cause_of = _cause_of(name, row[_CAUSE_OF]) if _CAUSE_OF in row else IN_ANSWERING
    return Requirement(
        id=row["id"], section=row["section"], level=level, kind=kind, tolerance=tolerance, cause_of=cause_of, **texts
    )


def _cause_of(name: str, kinds: Any) -> tuple[Miss, ...]:
    known = [miss.value for miss in Miss]
    if not isinstance(kinds, list) or not kinds or any(kind not in known for kind in kinds):
        raise CatalogueError(f"{name}: cause_of is a list of {', '.join(known)}")
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
