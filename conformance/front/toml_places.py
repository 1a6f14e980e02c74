"""In which line of a TOML file a key stands, for messages: `tomllib` does not say it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from conformance.words import inputs
from conformance.words.inputs import Place

_HEADER = re.compile(r"\s*\[\[?([^\[\]]++)\]\]?\s*(?:#.*)?")

TomlPath = tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """A file as it was read, and where its tables begin; an array of tables counts as its first one."""

    path: Path
    text: str

    @cached_property
    def _rows(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _headers(self) -> dict[TomlPath, int]:
        """The number of the line that begins each table."""
        found: dict[TomlPath, int] = {}
        for number, row in enumerate(self._rows, 1):
            if header := _HEADER.fullmatch(row.rstrip("\r")):
                found.setdefault(tuple(_path(header[1])), number)
        return found

    def place(self, table: TomlPath, key: str = "") -> Place:
        """The file and the line of a key in a table, or of the table."""
        start = self._headers.get(table, 0)
        named = re.compile(rf"\s*[\"']?{re.escape(key).replace('_', '[-_]')}[\"']?\s*[=.]") if key else None
        end = min((line for line in self._headers.values() if line > start), default=len(self._rows) + 1)
        own = enumerate(self._rows[start : end - 1], start + 1) if start or not table else ()
        line = next((number for number, row in own if named and named.match(row)), 0)
        line = line or self._within((*table, key)) or self._within((*table, key.replace("_", "-"))) or start
        return Place(str(self.path), line)

    def _within(self, table: TomlPath) -> int:
        """The line of the first header of a table, or of one in it; 0 where there is none."""
        return next((line for name, line in self._headers.items() if name[: len(table)] == table), 0)


def _path(header: str) -> Iterator[str]:
    """The words of the name of a table; nothing for what is no name."""
    try:
        inner: Any = inputs.toml(f"[{header}]", "")
    except inputs.InputError:
        return
    while inner:
        key, inner = next(iter(inner.items()))
        yield key
