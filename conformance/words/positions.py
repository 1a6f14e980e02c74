"""Files of test positions: one `positions.toml` beside each suite, with an entry for each position, under a name of its own.

What an entry says is its suite's matter. What it claims is not trusted here: the unit tests hold it against the rules oracles.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar

T = TypeVar("T")


class PositionFileError(ValueError):
    """A file of positions breaks its own rules; the message names the entry."""


def document(package: str) -> Mapping[str, Any]:
    """Read the `positions.toml` of a package."""
    found: Mapping[str, Any] = tomllib.loads(resources.files(package).joinpath("positions.toml").read_text("utf-8"))
    return found


def by_name(entries: Iterable[T], name: Callable[[T], str]) -> Mapping[str, T]:
    """Entries by their names, in the order of the file; raises PositionFileError for a name that stands twice."""
    found: dict[str, T] = {}
    for entry in entries:
        if name(entry) in found:
            raise PositionFileError(f"{name(entry)} stands twice")
        found[name(entry)] = entry
    return MappingProxyType(found)
