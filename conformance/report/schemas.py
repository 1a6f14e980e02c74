"""The form of the JSON reports, as JSON Schemas (draft 2020-12): of a line of `--jsonl`, and of the documents of `--json`.

What is said here is promised for the number of the schema (`jsonl.SCHEMA`). Readers have to bear keys that they do not know.
"""

from typing import Any

from conformance.report.chronicle import SCHEMA as HISTORY_SCHEMA
from conformance.report.fleet_table import SCHEMA as FLEET_SCHEMA
from conformance.report.jsonl import SCHEMA
from conformance.report.stretches import State
from conformance.wire.transcript import Direction
from conformance.words.model import DelayOf, Kind, Level, Miss, Outcome

_DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def _value(kind: str | list[str], meaning: str, **more: Any) -> Schema:
    return {"type": kind, "description": meaning, **more}


def _text(meaning: str, **more: Any) -> Schema:
    return _value("string", meaning, **more)


def _seconds(meaning: str) -> Schema:
    return _value("number", f"{meaning}, in seconds.", minimum=0)


def _count(meaning: str) -> Schema:
    return _value("integer", meaning, minimum=0)


def _flag(meaning: str) -> Schema:
    return _value("boolean", meaning)


def _texts(meaning: str) -> Schema:
    return _value("array", meaning, items={"type": "string"})


def _named(meaning: str) -> Schema:
    return _value("object", meaning, additionalProperties={"type": "string"})


def _object(meaning: str, properties: Schema, *, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return _value("object", meaning, properties=properties, required=required)


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


_REQUIREMENT = _text("The id of a requirement, as `conform explain` takes it.")
_CHECK = _text("The name of a check, as `--select` takes it.")
_AT = _value(["integer", "null"], "The index in `transcript` of the line that shows it.", minimum=0)
_TRANSCRIPT: Schema = {
    "description": "The dialogue that shows it, null where there is none.",
    "anyOf": [{"type": "array", "items": _ref("line")}, {"type": "null"}],
}

_LINE = _object(
    "A line of a dialogue.",
    {
        "at": _seconds("When, since the engine was started"),
        "dir": _text(
            "Who spoke: > to the engine, < the engine, ! the engine on standard error, # what became of the process.",
            enum=[direction.value for direction in Direction],
        ),
        "text": _text("The line without its end. A byte that is no UTF-8 is the surrogate that Python's surrogateescape gives."),
        "end": _text("The line end, where it is another one than LF; empty where there was none."),
        "joined": _flag("The line went out in the same write as the one before it."),
    },
    optional=("end", "joined"),
)
_ENDING = _object(
    "How the engine ended, though it had not been told to leave.",
    {
        "how": _text("The end in words."),
        "after": _text("The last line that it was told before."),
        "said": _texts("Its last lines on standard error."),
    },
)

_WAIVER = {
    "reason": _text("Why it is known and stays so for now."),
    "expires": _or_null(_text("The last day on which it holds.", format="date")),
    "versions": _texts("Words of the engine's name: the engines that it is about. Empty for all."),
}

_WAIT = {
    "since": _seconds("When it began, since the engine was started"),
    "limit": _seconds("How long the engine was given"),
}
_DELAY = {
    "of": _text(
        "What was asked: ready is the first sign of life that was asked for, sync a later one, stop the end of a search, "
        "first info what a search first tells of itself, over the time beyond the one that a search was given.",
        enum=[of.value for of in DelayOf],
    ),
    "seconds": _seconds("How long it took"),
    "limit": _or_null(_seconds("The most that was allowed")),
    "at": _count("The index of the answer in the dialogue."),
}

_RUN = {
    "started": _text("When the run began, in UTC.", format="date-time"),
    "protocol": _text("The protocol, as `--protocol` takes it."),
    "title": _text("The protocol's full name."),
    "engine": _text("The engine's command."),
    "command": _texts("The words of the engine's command."),
    "files": _value(
        "array",
        "The files that the command names, as they were: which build this is about. Empty for a built-in engine.",
        items=_object(
            "A file.",
            {"path": _text("Where it was."), "size": _count("Bytes."), "sha256": _text("Its hash.", pattern="^[0-9a-f]{64}$")},
        ),
    ),
    "host": _object(
        "The machine of the run.",
        {
            "name": _text("Its name."),
            "system": _text("Its operating system."),
            "python": _text("The version of Python."),
            "processors": _count("How many processors it has."),
            "lacks": _texts("What could not be found out or done on its operating system, a sentence each."),
        },
        optional=("lacks",),
    ),
    "checks": _count("How many checks were planned."),
    "seed": _value("integer", "The seed of what is drawn at random."),
    "time_scale": _value("number", "What waits were multiplied by.", exclusiveMinimum=0),
    "settings": _named("The engine options that were set first."),
    "version": _text("The version of conform."),
    "strict": _flag("Broken SHOULDs fail the run."),
    "robustness": _flag("Broken robustness requirements fail the run."),
    "sections": _named("The sections of the catalogue, in its order, with their titles."),
    "requirements": _count("How many requirements the run is about, those that are untested among them."),
    "untested": _named("Those that no check of this run judges, each with the reason."),
    "waivers": _count("How many entries the baseline has, 0 where there is none."),
    "label": _text("What the user calls this version of the engine, empty where nothing was said."),
    "quick": _flag("It was a quick run: few dialogues, and what they give no occasion to is not judged."),
}
_ENGINE = {"name": _text("What the engine calls itself."), "author": _text("Its author, empty where it names none.")}
_MISS = _or_null(_text("In which way it failed.", enum=[miss.value for miss in Miss]))
_RESULT = {
    "requirement": _REQUIREMENT,
    "section": _text("The section of the catalogue."),
    "level": _text("How binding it is.", enum=[level.value for level in Level]),
    "class": _text("Whether the protocol asks for it, or good sense.", enum=[kind.value for kind in Kind]),
    "source": _text("Where the protocol's source says it."),
    "statement": _text("The requirement itself."),
    "cause": _text("What usually breaks it. Not necessarily this time: see `ending`."),
    "mend": _text("How that is mended."),
    "check": _CHECK,
    "title": _text("What the check is about."),
    "outcome": _text("The verdict of this check on this requirement.", enum=[outcome.value for outcome in Outcome]),
    "selected": _flag("The run is about this requirement. Others are tried as set-up, and are not counted."),
    "gates": _flag("This result makes the run fail."),
    "expected": _text("What the engine should have done, where it failed."),
    "actual": _text("What it did instead."),
    "miss": _MISS,
    "reason": _text("Why there is no verdict, or how the finding was come by."),
    "blocked_by": _or_null(_REQUIREMENT),
    "known_broken": _texts("Requirements that the check knew to be broken: they can make it go another way."),
    "failed": _count("How often it failed, of `measured` times."),
    "measured": _count("How often it was measured."),
    "explored": _flag("An exploration found it."),
    "spared": _flag("The check was left out, since it would only have shown again what is broken: this says nothing."),
    "seconds": _seconds("How long the check took"),
    "diagnosis": _text("What else can be said of a silent engine."),
    "ending": _or_null(_ENDING),
    "waiver": _or_null(_object("The entry of the baseline by which this failure does not fail the run.", _WAIVER)),
    "wait": _or_null(_object("The wait in which the answer did not come.", _WAIT)),
    "rerun": _text("The command that runs the requirement again."),
    "replay": _text("The command that sends the dialogue again, where it is kept."),
    "at": _AT,
    "transcript": _TRANSCRIPT,
}
_FINDING = {
    "requirement": _REQUIREMENT,
    "checks": _texts("The checks that show it."),
    "blocks": _count("How many checks it keeps from judging."),
    "waived": _flag("The baseline knows of it."),
    "follows": _or_null(_REQUIREMENT) | {"description": "An earlier finding that most likely has the same cause."},
}
_EXPLORATION = {
    "check": _CHECK,
    "title": _text("What the exploration does."),
    "sessions": _count("How many sessions came to their end."),
    "seconds": _seconds("How long it took"),
    "found": _texts("The requirements that the sessions broke."),
    "reason": _text("Why no session was held."),
}
_MEASURED = {
    "check": _CHECK,
    "calm": _flag("The host took no time from the engine that is worth mentioning."),
    "delays": _value("array", "In the order of the dialogue.", items=_object("One answer.", _DELAY)),
}
_REMARK = {
    "topic": _text("One remark is told for each topic."),
    "text": _text("The remark."),
    "dialogues": _count("In how many dialogues it could be made."),
    "check": _CHECK,
    "at": _AT,
    "transcript": _TRANSCRIPT,
}
_OUTDATED = {
    "requirement": _REQUIREMENT,
    "check": _CHECK,
    **_WAIVER,
    "expired": _flag("Its last day has passed: it waives nothing."),
    "passes": _flag("What it waives passes now."),
}
_SUMMARY = {
    "exit_code": _value(
        "integer",
        "0 conforming, 1 not conforming, 3 no verdict, 4 a fault of conform; 129 hung up, 130 interrupted, 143 terminated.",
    ),
    "seconds": _seconds("How long the run took"),
    "counts": _object(
        "How many requirements ended in each outcome: the worst of their checks.",
        {outcome.value: _count(f"Those with the outcome {outcome.value}.") for outcome in Outcome},
    ),
    "interrupted": _flag("The run was interrupted."),
    "out_of_time": _flag("The time for the run was up."),
    "message": _text("Why there is no verdict."),
    "unjudged": _texts("The MUST requirements that could not be judged."),
    "transcripts": _count("Dialogues held."),
    "lines": _count("Lines in them."),
}
_CHECK_STARTED = {
    "check": _CHECK,
    "title": _text("What it is about."),
    "again": _flag("It is measured once more, because what it found is a matter of time."),
}
_GLIMPSE = {
    "requirement": _REQUIREMENT,
    "check": _CHECK,
    "dialogue": _text("The check whose dialogue showed it."),
    "expected": _text("What the engine should have done."),
    "actual": _text("What it did instead."),
    "miss": _MISS,
}

#: Kind of event -> what it means, what it holds.
_EVENTS: dict[str, tuple[str, Schema]] = {
    "run_started": ("The first line.", {"schema": {"const": SCHEMA}, **_RUN}),
    "engine": ("The engine has told its name.", _ENGINE),
    "check_started": ("A check begins.", _CHECK_STARTED),
    "glimpse": ("A finding whose verdict comes at the end of the run.", _GLIMPSE),
    "exploration": ("An exploration has ended.", _EXPLORATION),
    "result": ("The verdict of one check on one requirement.", _RESULT),
    "measured": ("How long the engine took to answer in the dialogue of a check.", _MEASURED),
    "remark": ("Something worth knowing, and no fault.", _REMARK),
    "outdated_waiver": ("An entry of the baseline waives nothing any more.", _OUTDATED),
    "summary": ("The last line.", _SUMMARY),
}


def line_schema() -> Schema:
    """The schema of one line of `--jsonl`."""
    time = _text("When the line was written, in UTC.", format="date-time")
    events = [
        _object(meaning, {"time": time, "event": {"const": name}, **properties}, optional=("miss",))
        for name, (meaning, properties) in _EVENTS.items()
    ]
    title = "A line of conform's JSONL report"
    return {"$schema": _DRAFT, "title": title, "type": "object", "oneOf": events, "$defs": {"line": _LINE}}


def document_schema() -> Schema:
    """The schema of the document that `--json` writes."""
    properties = {
        "schema": {"const": SCHEMA},
        "run": _object("The plan.", _RUN),
        "engine": _or_null(_object("Who the engine says it is, null where it said nothing.", _ENGINE)),
        "verdict": _text("What came of it, in words."),
        "findings": _value("array", "What is broken, in the order to look at it.", items=_object("A finding.", _FINDING)),
        "results": _value(
            "array", "The verdicts, in the order of the catalogue.", items=_object("A verdict.", _RESULT, optional=("miss",))
        ),
        "explorations": _value("array", "What was explored.", items=_object("An exploration.", _EXPLORATION)),
        "delays": _value("array", "How long answers took, check by check.", items=_object("A dialogue.", _MEASURED)),
        "remarks": _value("array", "What is worth knowing.", items=_object("A remark.", _REMARK)),
        "outdated_waivers": _value(
            "array", "Entries of the baseline that waive nothing any more.", items=_object("An entry.", _OUTDATED)
        ),
        "summary": _object("What came of it.", _SUMMARY),
    }
    title = "A run of conform"
    return {"$schema": _DRAFT, "title": title, **_object("One run.", properties), "$defs": {"line": _LINE}}


_FILE = _text("The file of a run, as it is named from the folder that was read.")
_OLD_RUN = {
    "file": _FILE,
    "started": _text("When it began."),
    "version": _text("The version of the engine: its label, or else the name that it tells."),
    "build": _text("A hash of the engine's files, empty where none were told."),
    "label": _RUN["label"],
    "command": _RUN["engine"],
    "host": _text("The name of the machine."),
    "conform": _RUN["version"],
    "checks": _RUN["checks"],
    "exit_code": _SUMMARY["exit_code"],
    "complete": _flag("Its record does not break off."),
}
_FIGURES = {
    "count": _count("How many answers there are."),
    "busy": _count("How many of them are from a busy host."),
    "p50": _seconds("The middle one"),
    "p95": _seconds("The 95th percentile"),
    "longest": _seconds("The longest one"),
}
_STRETCH = {
    "state": _text("What these runs say.", enum=[state.value for state in State]),
    "first": _FILE,
    "last": _FILE,
    "runs": _count("How many runs judged it."),
    "failed": _count("In how many of them it failed."),
    "unsteady": _count("In how many others it failed now and then."),
}
_STORY = {
    "requirement": _REQUIREMENT,
    **{key: _RESULT[key] for key in ("level", "class", "statement")},
    "checks": _texts("The checks that say the same of it."),
    "state": _text("How it stands.", enum=[state.value for state in State]),
    "explored": _flag("An exploration found it, which need not meet it each time."),
    "told": _text("What became of it, in words."),
    "stretches": _value("array", "Runs in a row that say the same, in the order of time.", items=_object("Runs.", _STRETCH)),
}
_STEP = {
    "slower": _flag("Answers take longer since then; else they take less time."),
    "calm": _flag("The figures are of answers that the host did not hold up."),
    "confirmed": _flag("A later version shows it, too."),
    "last": _FILE | {"description": "The last run before."},
    "first": _FILE | {"description": "The first run since."},
    "old": _object("Before.", _FIGURES),
    "new": _object("Since.", _FIGURES),
}
_DELAY_STEPS = {
    "of": _DELAY["of"],
    "changes": _value("array", "Where it changed beyond noise.", items=_object("A change.", _STEP)),
}


def history_schema() -> Schema:
    """The schema of the document that `conform history --json` writes."""
    delays = _value("object", "How long answers took, by what was asked.", additionalProperties=_object("Figures.", _FIGURES))
    engine = {
        "name": _text("The engine's name without its version, or its command."),
        "protocol": _RUN["protocol"],
        "settings": _RUN["settings"],
        "runs": _value("array", "In the order of time.", items=_object("A run.", {**_OLD_RUN, "delays": delays})),
        "requirements": _value("array", "What is or was broken or flaky.", items=_object("A requirement.", _STORY)),
        "delays": _value("array", "Answers that changed their time.", items=_object("One kind.", _DELAY_STEPS)),
    }
    unread = {"file": _FILE, "why": _text("Why it could not be read.")}
    properties = {
        "schema": {"const": HISTORY_SCHEMA},
        "verdict": _text("What came of it, in words."),
        "engines": _value("array", "Each engine, with its engine options, by itself.", items=_object("An engine.", engine)),
        "unread": _value("array", "Files that could not be read.", items=_object("A file.", unread)),
        "recordings": _count("How many files hold a single dialogue and no run."),
    }
    return {"$schema": _DRAFT, "title": "A history of runs of conform", **_object("Many runs.", properties)}


_SECTION = {
    "key": _text("The section, as results name it."),
    "title": _text("Its title."),
    "broken": _count("Requirements that are broken."),
    "held": _count("Requirements that hold."),
    "undecided": _count("Requirements that apply, or may, and could not be judged."),
    "failing": _count("Broken requirements that fail the run."),
}
_CAMPAIGN = {
    "engine": _text("The engine, as its file names it."),
    "version": _text("Its version, empty where the file names none."),
    "tags": _texts("What the file calls it besides."),
    "worker": _text("The worker that held the campaign, empty where it was held here."),
    "tries": _count("How many workers have begun it."),
    "protocol": _text("The protocol; empty where the campaign was not begun."),
    "name": _text("The name that the engine tells."),
    "exit_code": _SUMMARY["exit_code"],
    "verdict": _text("What came of it, in words."),
    "sections": _value("array", "The sections with results.", items=_object("A section.", _SECTION)),
    "new": _texts("Requirements that are broken now, were not in the run before, and are not waived."),
    "fixed": _texts("Requirements that were broken in the run before and hold now."),
    "before": _or_null(_text("The record of the run before, null where there is none.")),
    "record": _or_null(_text("The file of its record, as `--out` names it, null where there is none.")),
    "seconds": _seconds("How long it took"),
    "bytes": _count("The size of its record."),
}


def fleet_schema() -> Schema:
    """The schema of the document that `conform fleet --json` writes."""
    properties = {
        "schema": {"const": FLEET_SCHEMA},
        "began": _text("When the fleet began, in UTC.", format="date-time"),
        "seconds": _seconds("How long all campaigns took"),
        "exit_code": _value("integer", "What the command ended with."),
        "verdict": _text("What came of it, in words."),
        "campaigns": _value("array", "In the order of the file.", items=_object("A campaign.", _CAMPAIGN)),
    }
    return {"$schema": _DRAFT, "title": "A fleet of campaigns of conform", **_object("Many engines.", properties)}


#: What `conform schema` prints, by name: more forms can be added where they are read.
SCHEMAS = {"jsonl": line_schema, "json": document_schema, "history": history_schema, "fleet": fleet_schema}
