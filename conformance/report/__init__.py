"""Reports consume the events of a run and know nothing else."""

from pathlib import Path
from typing import Protocol

from conformance.events import Event


class ReportError(Exception):
    """A report cannot be written; the message names the file and the reason."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"the report {path} cannot be written: {error.strerror or error}")


class Reporter(Protocol):
    """Takes every event as it happens."""

    def on(self, event: Event) -> None:
        """Take one event."""

    def close(self) -> None:
        """Release what is held open; called once, also after an interruption."""
