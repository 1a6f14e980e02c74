"""Every event as one JSON object a line, flushed as it happens: all other reports can be made from it."""

import json
from pathlib import Path
from typing import Any

from conformance.events import CheckStarted, EngineNamed, Event, Result, RunFinished, RunStarted
from conformance.report import ReportError
from conformance.transcript import line_to_json


class JsonlReporter:
    """Writes to a file; raises ReportError when that fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("w", encoding="ascii")
        except OSError as error:
            raise ReportError(path, error) from error

    def on(self, event: Event) -> None:
        """Write one event."""
        try:
            self._file.write(json.dumps(to_json(event)) + "\n")
            self._file.flush()
        except OSError as error:
            raise ReportError(self._path, error) from error

    def close(self) -> None:
        """Close the file; what could be written is there."""
        try:
            self._file.close()
        except OSError as error:
            raise ReportError(self._path, error) from error


def to_json(event: Event) -> dict[str, Any]:
    """An event as a JSON object."""
    match event:
        case Result():
            return _result(event)
        case RunStarted():
            return {
                "event": "run_started",
                "protocol": event.protocol,
                "engine": event.engine,
                "command": list(event.command),
                "checks": event.checks,
                "seed": event.seed,
                "version": event.version,
                "strict": event.strict,
                "robustness": event.robustness,
            }
        case EngineNamed():
            return {"event": "engine", "name": event.identity.name, "author": event.identity.author}
        case CheckStarted():
            return {"event": "check_started", "check": event.check, "title": event.title}
        case RunFinished():
            return {
                "event": "summary",
                "exit_code": event.exit_code,
                "seconds": round(event.seconds, 3),
                "counts": {outcome.value: count for outcome, count in event.counts},
                "interrupted": event.interrupted,
                "out_of_time": event.out_of_time,
                "message": event.message,
                "transcripts": event.transcripts,
                "lines": event.lines,
            }


def _result(result: Result) -> dict[str, Any]:
    requirement = result.requirement
    return {
        "event": "result",
        "requirement": requirement.id,
        "level": requirement.level.value,
        "class": requirement.kind.value,
        "section": requirement.section,
        "statement": requirement.statement,
        "check": result.check,
        "title": result.title,
        "outcome": result.outcome.value,
        "expected": result.expected or None,
        "actual": result.actual or None,
        "reason": result.reason or None,
        "seconds": round(result.seconds, 6),
        "blocked_by": result.blocked_by or None,
        "failed": result.failed,
        "measured": result.measured,
        "gates": result.gates,
        "rerun": result.rerun or None,
        "at": result.at,
        "transcript": [line_to_json(line) for line in result.transcript] or None,
    }
