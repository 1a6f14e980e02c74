"""The form of the JSON reports, as JSON Schemas (draft 2020-12): of a line of `--jsonl`, and of the documents of `--json`.

These descriptions are promised for the number of the schema (`jsonl.SCHEMA`). Readers have to bear keys that they do not know.
"""

from conformance.report.jsonl import SCHEMA
from conformance.run.events import (
    EVENTS,
    EngineNamed,
    Explored,
    Measured,
    OutdatedWaiver,
    Remarked,
    Result,
    RunFinished,
    RunStarted,
    Told,
)
from conformance.run.forms import (
    Schema,
    array,
    count,
    flag,
    object_schema,
    or_null,
    properties,
    seconds,
    table,
    text,
)
from conformance.wire.transcript import Direction

#: Which JSON Schema these are.
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def _texts(meaning: str) -> Schema:
    return array(meaning, text())


_LINE = table(
    "A line of a dialogue.",
    {
        "at": seconds("When, since the engine was started"),
        "dir": text(
            "The direction: > to the engine, < from the engine, ! the engine on standard error, # what became of the process.",
            enum=[direction.value for direction in Direction],
        ),
        "text": text("The line without its end. A byte that is not UTF-8 is the surrogate that Python's surrogateescape gives."),
        "end": text("The line end, where it is another one than LF; empty where there was none."),
        "joined": flag("The line went out in the same write as the one before it."),
    },
    optional=("end", "joined"),
)
_REQUIREMENT = properties(Result)["requirement"]
_FINDING = {
    "requirement": _REQUIREMENT,
    "checks": _texts("The checks that show it."),
    "blocks": count("How many checks it keeps from judging."),
    "waived": flag("The baseline knows of it."),
    "follows": or_null(_REQUIREMENT) | {"description": "An earlier finding that most likely has the same cause."},
}
#: What the first line says besides.
_FIRST = {"run_started": {"schema": {"const": SCHEMA}}}


def line_schema() -> Schema:
    """The schema of one line of `--jsonl`."""
    time = text("When the line was written, in UTC.", format="date-time")
    events = [
        object_schema(kind, meaning, {"time": time, "event": {"const": name}, **_FIRST.get(name, {})})
        for name, (kind, meaning) in EVENTS.items()
    ]
    title = "A line of conform's JSONL report"
    return {"$schema": DRAFT, "title": title, "type": "object", "oneOf": events, "$defs": {"line": _LINE}}


def document_schema() -> Schema:
    """The schema of the document that `--json` writes."""
    keys = {
        "schema": {"const": SCHEMA},
        "run": object_schema(RunStarted, "The plan."),
        "engine": or_null(object_schema(EngineNamed, "The engine's own name and author, null where it gave none.")),
        "verdict": text("The verdict, in words."),
        "findings": array("The broken requirements, in the order to look at them.", table("A finding.", _FINDING)),
        "stories": array("Findings of one cause, as the run has told them.", object_schema(Told, "A story.")),
        "results": array("The verdicts, in the order of the catalogue.", object_schema(Result, "A verdict.")),
        "explorations": array("The explorations of the run.", object_schema(Explored, "An exploration.")),
        "delays": array("How long answers took, check by check.", object_schema(Measured, "A dialogue.")),
        "remarks": array("Facts that are worth knowing and break nothing.", object_schema(Remarked, "A remark.")),
        "outdated_waivers": array(
            "Entries of the baseline that waive nothing any more.", object_schema(OutdatedWaiver, "An entry.")
        ),
        "summary": object_schema(RunFinished, "The end of the run and its verdict."),
    }
    title = "A run of conform"
    return {"$schema": DRAFT, "title": title, **table("One run.", keys), "$defs": {"line": _LINE}}
