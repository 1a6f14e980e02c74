"""Keeps the dialogue of each finding as a file, so that it can be sent again, exported, and put into a bug report."""

from dataclasses import replace
from pathlib import Path

from conformance.report import Reporter, ReportError
from conformance.run.events import Event, Result, RunStarted
from conformance.wire.recordings import About, write
from conformance.wire.transcript import Transcript
from conformance.words.model import Miss, Outcome


def kept_at(folder: Path, protocol: str, requirement: str) -> Path:
    """Where the dialogue of a finding is kept."""
    return folder / protocol / f"{requirement}.jsonl"


class KeepReporter(Reporter):
    """Writes one recording for each requirement that is broken; the first finding of it stays."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._run = About()
        self._kept: set[str] = set()

    def on(self, event: Event) -> None:
        """Keep a finding; raises ReportError."""
        if isinstance(event, RunStarted):
            self._run = About(
                protocol=event.protocol,
                settings=dict(event.settings),
                seed=event.seed,
                time_scale=event.time_scale,
                version=event.version,
                system=event.host.system,
            )
        elif isinstance(event, Result) and event.outcome is Outcome.FAIL and event.transcript:
            self._keep(event)

    def _keep(self, result: Result) -> None:
        requirement = result.requirement.id
        if requirement in self._kept:
            return
        self._kept.add(requirement)
        path = kept_at(self._folder, self._run.protocol, requirement)
        about = replace(
            self._run,
            requirement=requirement,
            check=result.check,
            expected=result.expected,
            actual=result.actual,
            known_broken=result.known_broken,
            at=result.at,
            miss=result.miss or "",
            limit=result.wait.limit if result.wait is not None and result.miss is Miss.LATE else None,
        )
        text = write(Transcript(list(result.transcript)), about)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        except OSError as error:
            raise ReportError.of(path, error) from error
