"""The findings of the last run from a folder, so that `conform replay` and `conform export` need not be given the place."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click

from conformance.front import cache_paths
from conformance.front.loading import EngineCommand
from conformance.report import Reporter, ReportError
from conformance.report.keep import KeepReporter, kept_at
from conformance.run.events import Event, Result, RunFinished
from conformance.transport.confinement import Confinement
from conformance.wire.untrusted import json_value
from conformance.words import inputs
from conformance.words.catalogue import ID
from conformance.words.model import Outcome
from conformance.words.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class LastRun:
    """The engine of a run as it was started, and where the dialogues of its findings are, by requirement, in their order."""

    protocol: str
    words: tuple[str, ...]
    cwd: str | None
    env: Mapping[str, str]
    virtual: bool
    found: Mapping[str, str]
    confinement: Mapping[str, Any] = field(default_factory=dict)

    @property
    def command(self) -> EngineCommand:
        """How to start the engine again."""
        return EngineCommand(tuple(self.words), self.cwd, dict(self.env), Confinement(**self.confinement))


def _index() -> Path | None:
    """The file for runs from this folder."""
    folder = cache_paths.cache()
    return folder and folder / "last" / f"{cache_paths.of_here()}.json"


def _absolute(folder: Path) -> Path | None:
    """A folder as it is named from anywhere; None where the one that we are in has been removed."""
    here = inputs.existing_folder()
    return folder if folder.is_absolute() else here and here / folder


def last_run() -> LastRun | None:
    """The last run from this folder; None where there was none, or nothing of it can be read."""
    index = _index()
    try:
        return LastRun(**json_value(index.read_text("utf-8"))) if index is not None else None
    except (OSError, ValueError, TypeError):
        return None


def place(file: str, last: LastRun | None) -> str:
    """The file that is meant: a path, or what the last run found about a requirement; raises UsageError as `found_by`."""
    if Path(file).name != file or not ID.fullmatch(file.upper()) or Path(file).exists():
        return file
    return found_by(last, file.upper())


def found_by(last: LastRun | None, requirement_id: str) -> str:
    """The recording of what the last run found about a requirement; raises UsageError where it found nothing."""
    if last is None:
        raise click.UsageError(f"no run from this folder is known that could have found anything about {requirement_id}")
    found = last.found
    if requirement_id in found:
        return found[requirement_id]
    near = did_you_mean(requirement_id, found) or (f": it found {', '.join(found)}" if found else "")
    raise click.UsageError(f"the last run from this folder found nothing about {requirement_id}{near}")


class LastReporter(Reporter):
    """Remembers a run, and keeps the dialogues of its findings where nobody else does. It never disturbs a run."""

    def __init__(self, protocol: str, command: EngineCommand, *, virtual: bool, kept: Path | None) -> None:
        self._run = LastRun(
            protocol, command.words, command.cwd, dict(command.env or {}), virtual, {}, command.confinement.as_json()
        )
        self._index = _index()
        self._folder = _absolute(kept) if kept else cache_paths.of_engine("found", protocol, command.words)
        self._keeper = KeepReporter(self._folder) if self._folder and not kept else None
        self._found: dict[str, str] = {}

    def on(self, event: Event) -> None:
        """Take note of findings; write all down at the end."""
        if self._folder is None or self._index is None:
            return
        with suppress(ReportError, OSError):
            if self._keeper is not None:
                self._keeper.on(event)
            if isinstance(event, Result) and event.outcome is Outcome.FAIL and event.transcript:
                key = event.requirement.id
                self._found.setdefault(key, str(kept_at(self._folder, self._run.protocol, key)))
            elif isinstance(event, RunFinished):
                self._write(self._index)

    def _write(self, index: Path) -> None:
        """Write the index; what is said of the environment is for nobody else to read."""
        index.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = index.with_suffix(".new")
        new.touch(mode=0o600)
        new.write_text(json.dumps(asdict(self._run) | {"found": self._found}), "utf-8")
        new.replace(index)
