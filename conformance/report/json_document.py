"""The whole run as one JSON document: what `--jsonl` writes line by line, sorted by kind.

`conform schema json` prints its JSON Schema (`schemas`).
"""

import json
from typing import Any

from conformance.report.findings import WAIVED
from conformance.report.jsonl import SCHEMA, event_to_json
from conformance.report.model import Run
from conformance.run.events import EngineNamed, Event


def json_document(run: Run) -> bytes:
    """The document as it stands in a file."""
    document = {
        "schema": SCHEMA,
        "run": _entry(run.plan),
        "engine": _entry(EngineNamed(run.engine)) if run.engine is not None else None,
        "verdict": run.verdict,
        "findings": _findings(run),
        "stories": [_entry(told) for told in run.told],
        "results": [_entry(result) for result in run.results],
        "explorations": [_entry(explored) for explored in run.explored],
        "delays": [_entry(measured) for measured in run.measured],
        "remarks": [_entry(remark) for remark in run.remarks],
        "outdated_waivers": [_entry(outdated) for outdated in run.outdated],
        "summary": _entry(run.end),
    }
    return json.dumps(document, indent=1).encode("ascii") + b"\n"


def _entry(event: Event) -> dict[str, Any]:
    """An event without what its place in the document says."""
    return {key: value for key, value in event_to_json(event).items() if key not in ("event", "schema")}


def _findings(run: Run) -> list[dict[str, Any]]:
    """The broken requirements, in the order in which to look at them."""
    return [
        {
            "requirement": finding.requirement.id,
            "checks": [result.check for result in finding.results],
            "blocks": finding.blocks,
            "waived": finding.group == WAIVED,
            "follows": story.lead.requirement.id if finding is not story.lead else None,
        }
        for story in run.stories
        for finding in story.all
    ]
