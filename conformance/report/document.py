"""The whole run as one JSON document, written at its end: what `--jsonl` writes line by line, sorted by kind.

`conform schema json` prints its JSON Schema (`schemas`).
"""

import json
from os import PathLike
from pathlib import Path
from typing import Any

from conformance.report.files import WholeFile
from conformance.report.jsonl import SCHEMA, event_to_json
from conformance.run.events import Event, RunFinished

#: Kind of event -> where it goes; the others are told in full by what follows them.
_LISTS = {"result": "results", "exploration": "explorations", "remark": "remarks"}
_SINGLE = {"run_started": "run", "engine": "engine", "summary": "summary"}


class JsonReporter:
    """Collects events and writes them at the end; raises ReportError at once where the path cannot be written."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._output = WholeFile(Path(path))
        self._document: dict[str, Any] = {"schema": SCHEMA, "run": None, "engine": None}
        self._document |= {name: [] for name in _LISTS.values()}

    def on(self, event: Event) -> None:
        """Take one event; the last one writes the file."""
        entry = event_to_json(event)
        kind = entry.pop("event")
        if kind in _LISTS:
            self._document[_LISTS[kind]].append(entry)
        elif kind in _SINGLE:
            entry.pop("schema", None)
            self._document[_SINGLE[kind]] = entry
        if isinstance(event, RunFinished):
            self._output.write(json.dumps(self._document, indent=1).encode("ascii") + b"\n")

    def close(self) -> None:
        """Leave nothing behind of a report that was not finished."""
        self._output.discard()
