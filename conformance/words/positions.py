"""Files of test positions: one `positions.toml` beside each suite, with an entry for each position, under a name of its own.

An entry's contents are its suite's matter. Its claims are not trusted here: the unit tests hold it against the rules oracles.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
D = TypeVar("D", bound="DataclassInstance")


class PositionFileError(ValueError):
    """A file of positions breaks its own rules; the message names the entry."""


def document(package: str, name: str = "positions.toml") -> Mapping[str, Any]:
    """Read a file of positions in a package."""
    found: Mapping[str, Any] = tomllib.loads(resources.files(package).joinpath(name).read_text("utf-8"))
    return found


def by_name(entries: Iterable[T], name: Callable[[T], str]) -> Mapping[str, T]:
    """Entries by their names, in the order of the file; raises PositionFileError for a name that stands twice."""
    found: dict[str, T] = {}
    for entry in entries:
        if name(entry) in found:
            raise PositionFileError(f"{name(entry)} stands twice")
        found[name(entry)] = entry
    return MappingProxyType(found)


def made(kind: type[D], entry: Mapping[str, Any], **read: Callable[[Any], Any]) -> D:
    """An entry as a `kind`: a dataclass with a field for each key, of which those without a default have to be there.

    `read` makes what a field holds from what the file says. Raises PositionFileError, with the entry's tag.
    """
    name = entry.get("tag", "an entry without tag")
    known = {one.name: one.default is MISSING and one.default_factory is MISSING for one in fields(kind)}
    if missing := sorted(key for key, is_required in known.items() if is_required and key not in entry):
        raise PositionFileError(f"{name}: no {', '.join(missing)}")
    if unknown := sorted(entry.keys() - known.keys()):
        raise PositionFileError(f"{name}: unknown {', '.join(unknown)}")
    try:
        return kind(**{key: read[key](value) if key in read else value for key, value in entry.items()})
    except ValueError as error:
        raise PositionFileError(f"{name}: {error}") from error


def words(text: str) -> frozenset[str]:
    """The words of a text, in no order."""
    return frozenset(text.split())
