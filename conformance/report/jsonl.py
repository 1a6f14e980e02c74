"""Every event as one JSON object a line, written as it happens: enough to make any other report from.

The text is 7-bit. Bytes of an engine that are no UTF-8 come out as the escapes of the surrogates that stand for them.
`conform schema jsonl` prints the JSON Schema of a line (`schemas`); the first line has the number of the schema.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from os import PathLike
from typing import Any

from conformance.report.files import Output
from conformance.run.events import EVENTS, Event, RunStarted
from conformance.run.forms import write

#: The number of the form of these reports. It grows when a key changes its meaning or goes; new keys may come at any time.
SCHEMA = 1


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class JsonlReporter:
    """Writes to a file that is made, or emptied, at once; raises ReportError as soon as a line cannot be written.

    With `append` it keeps what the file has: the events stand after a recording.
    """

    def __init__(self, path: str | PathLike[str], clock: Callable[[], str] = _now, *, append: bool = False) -> None:
        self._clock = clock
        self._output = Output(path, append=append)

    def on(self, event: Event) -> None:
        """Write one event; whoever follows the file sees it at once."""
        row = json.dumps({"time": self._clock()} | event_to_json(event))
        self._output.write(f"{row}\n".encode("ascii"))

    def close(self) -> None:
        """Close the file."""
        self._output.close()


_NAMES = {kind: name for name, (kind, _) in EVENTS.items()}


def event_to_json(event: Event) -> dict[str, Any]:
    """One event as a JSON object; `event` is its kind. Times in seconds."""
    form = {"schema": SCHEMA} if isinstance(event, RunStarted) else {}
    return {"event": _NAMES[type(event)], **form, **write(event)}
