"""Every event as one JSON object a line, written as it happens: enough to make any other report from.

The text is 7-bit. Bytes of an engine that are no UTF-8 come out as the escapes of the surrogates that stand for them.
`conform schema jsonl` prints the JSON Schema of a line (`schemas`); the first line has the number of the schema.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from os import PathLike
from typing import Any

from conformance.report.files import Output
from conformance.run.events import (
    CheckStarted,
    EngineNamed,
    Event,
    Explored,
    Glimpsed,
    Measured,
    OutdatedWaiver,
    Remarked,
    Result,
    RunFinished,
    RunStarted,
    Waiver,
)
from conformance.wire.transcript import Line, line_to_json

#: The number of the form of these reports. It grows when a key changes its meaning or goes; new keys may come at any time.
SCHEMA = 1


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class JsonlReporter:
    """Writes to a file that is made, or emptied, at once; raises ReportError as soon as a line cannot be written.

    With `behind` it keeps what the file has: the events stand behind a recording.
    """

    def __init__(self, path: str | PathLike[str], clock: Callable[[], str] = _now, *, behind: bool = False) -> None:
        self._clock = clock
        self._output = Output(path, behind=behind)

    def on(self, event: Event) -> None:
        """Write one event; whoever follows the file sees it at once."""
        row = json.dumps({"time": self._clock()} | event_to_json(event))
        self._output.write(f"{row}\n".encode("ascii"))

    def close(self) -> None:
        """Close the file."""
        self._output.close()


def event_to_json(event: Event) -> dict[str, Any]:
    """One event as a JSON object; `event` is its kind. Times in seconds."""
    match event:
        case RunStarted():
            return _run_started(event)
        case EngineNamed():
            return {"event": "engine", "name": event.identity.name, "author": event.identity.author}
        case CheckStarted():
            return {"event": "check_started"} | asdict(event)
        case Glimpsed():
            return _glimpse(event)
        case Explored():
            return {"event": "exploration"} | asdict(event) | {"seconds": round(event.seconds, 6), "found": list(event.found)}
        case Measured():
            taken = [asdict(one) | {"seconds": round(one.seconds, 6)} for one in event.delays]
            return {"event": "measured", "check": event.check, "calm": event.is_calm, "delays": taken}
        case Result():
            return _result(event)
        case Remarked():
            return _remark(event)
        case OutdatedWaiver():
            waiver = {"requirement": event.waiver.requirement, "check": event.waiver.check} | _waiver(event.waiver)
            return {"event": "outdated_waiver"} | waiver | {"expired": event.expired, "passes": event.passes}
        case RunFinished():
            return _summary(event)


def _run_started(event: RunStarted) -> dict[str, Any]:
    return {
        "event": "run_started",
        "schema": SCHEMA,
        "started": event.started,
        "protocol": event.protocol,
        "title": event.title,
        "engine": event.engine,
        "command": list(event.command),
        "checks": event.checks,
        "seed": event.seed,
        "time_scale": event.time_scale,
        "settings": dict(event.settings),
        "version": event.version,
        "strict": event.strict,
        "robustness": event.robustness,
        "sections": dict(event.sections),
        "requirements": event.requirements,
        "untested": dict(event.untested),
        "waivers": event.waivers,
        "label": event.label,
        "quick": event.quick,
        "host": asdict(event.host),
        "files": [asdict(file) for file in event.files],
    }


def _glimpse(event: Glimpsed) -> dict[str, Any]:
    return {
        "event": "glimpse",
        "requirement": event.requirement.id,
        "check": event.check,
        "dialogue": event.dialogue,
        "expected": event.expected,
        "actual": event.actual,
        "miss": event.miss,
    }


def _lines(transcript: tuple[Line, ...]) -> list[dict[str, Any]] | None:
    return [line_to_json(line) for line in transcript] or None


def _result(event: Result) -> dict[str, Any]:
    requirement = event.requirement
    return {
        "event": "result",
        "requirement": requirement.id,
        "section": requirement.section,
        "level": requirement.level.value,
        "class": requirement.kind.value,
        "source": requirement.source,
        "statement": requirement.statement,
        "cause": requirement.cause,
        "mend": requirement.mend,
        "check": event.check,
        "title": event.title,
        "outcome": event.outcome.value,
        "selected": event.selected,
        "gates": event.gates,
        "expected": event.expected,
        "actual": event.actual,
        "miss": event.miss,
        "reason": event.reason,
        "blocked_by": event.blocked_by or None,
        "known_broken": sorted(event.known_broken),
        "failed": event.failed,
        "measured": event.measured,
        "explored": event.explored,
        "spared": event.spared,
        "seconds": round(event.seconds, 6),
        "diagnosis": event.diagnosis,
        "ending": asdict(event.ending) | {"said": list(event.ending.said)} if event.ending else None,
        "waiver": _waiver(event.waiver) if event.waiver is not None else None,
        "wait": {"since": round(event.wait.since, 6), "limit": event.wait.limit} if event.wait is not None else None,
        "rerun": event.rerun,
        "replay": event.replay,
        "at": event.at,
        "transcript": _lines(event.transcript),
    }


def _waiver(waiver: Waiver) -> dict[str, Any]:
    return {"reason": waiver.reason, "expires": waiver.expires or None, "versions": list(waiver.versions)}


def _remark(event: Remarked) -> dict[str, Any]:
    return {
        "event": "remark",
        "topic": event.topic,
        "text": event.text,
        "dialogues": event.dialogues,
        "check": event.check,
        "at": event.at,
        "transcript": _lines(event.transcript),
    }


def _summary(event: RunFinished) -> dict[str, Any]:
    return {
        "event": "summary",
        "exit_code": event.exit_code,
        "seconds": round(event.seconds, 6),
        "counts": {outcome.value: count for outcome, count in event.counts},
        "interrupted": event.interrupted,
        "out_of_time": event.out_of_time,
        "message": event.message,
        "unjudged": list(event.unjudged),
        "transcripts": event.transcripts,
        "lines": event.lines,
    }
