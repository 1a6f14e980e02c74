"""A history of runs as a JSON document: its rows, of which the writer and the schema (`conform schema history`) are made."""

import json
from dataclasses import dataclass
from typing import Annotated

from conformance.many.flakiness import State, Stretch
from conformance.many.history import EngineHistory, VerdictHistory
from conformance.many.history_text import Chronicle, verdict, what_became
from conformance.many.run_summary import RunSummary
from conformance.report.schemas import DRAFT
from conformance.run.forms import Count, Flag, Id, Key, Name, Said, Schema, Whole, properties, table, write
from conformance.words.model import Kind, Level

#: The number of the form of the document. It grows when a key changes its meaning or goes; new keys may come at any time.
SCHEMA = 2


_File = Annotated[Name, "The file of a run, as it is named from the folder that was read."]


@dataclass(frozen=True, slots=True)
class _Run:
    file: _File
    started: Annotated[Name, "When it began."]
    version: Annotated[Name, "The version of the engine: its label, or else the name that it gives."]
    build: Annotated[Name, "A hash of the engine's files, empty where none were given."]
    label: Annotated[Name, "The user's name for this version of the engine, empty where none was given."]
    command: Annotated[Said, "The engine's command."]
    host: Annotated[Name, "The name of the machine."]
    conform: Annotated[Name, "The version of conform."]
    checks: Annotated[Count, "How many checks were planned."]
    exit_code: Annotated[Whole, "The exit code of the run, as in its record."]
    complete: Annotated[Flag, "Its record does not break off."]


@dataclass(frozen=True, slots=True)
class _Runs:
    state: Annotated[State, "The common verdict of these runs."]
    first: _File
    last: _File
    runs: Annotated[Count, "How many runs judged it."]
    failed: Annotated[Count, "In how many of them it failed."]
    unsteady: Annotated[Count, "In how many others it failed now and then."]


@dataclass(frozen=True, slots=True)
class _Story:
    requirement: Annotated[Id, "The id of a requirement, as `conform explain` takes it."]
    level: Annotated[Level, "How binding it is."]
    kind: Annotated[Kind, Key("class"), "Whether the protocol asks for it, or good sense."]
    statement: Annotated[Name, "The requirement itself."]
    checks: Annotated[tuple[Name, ...], "The checks that say the same of it."]
    state: Annotated[State, "How it stands."]
    explored: Annotated[Flag, "An exploration found it, which need not meet it each time."]
    text: Annotated[Said, "How it changed, in words."]
    stretches: Annotated[tuple[Annotated[_Runs, "Runs."], ...], "Runs in a row that say the same, in the order of time."]


@dataclass(frozen=True, slots=True)
class _Engine:
    name: Annotated[Said, "The engine's name without its version, or its command."]
    protocol: Annotated[Name, "The protocol, as `--protocol` takes it."]
    settings: Annotated[tuple[tuple[Said, Said], ...], "The engine options that were set first."]
    runs: Annotated[tuple[Annotated[_Run, "A run."], ...], "In the order of time."]
    requirements: Annotated[tuple[Annotated[_Story, "A requirement."], ...], "The requirements that are or were broken or flaky."]


@dataclass(frozen=True, slots=True)
class _Unread:
    file: _File
    why: Annotated[Said, "Why it could not be read."]


@dataclass(frozen=True, slots=True)
class _History:
    verdict: Annotated[Said, "The verdict, in words."]
    engines: Annotated[tuple[Annotated[_Engine, "An engine."], ...], "Each engine, with its engine options, by itself."]
    unread: Annotated[tuple[Annotated[_Unread, "A file."], ...], "Files that could not be read."]
    recordings: Annotated[Count, "How many files hold a single dialogue and no run."]


def document(chronicle: Chronicle) -> bytes:
    """The history as one JSON document, as it stands in a file."""
    history = _History(
        verdict(chronicle),
        tuple(map(_engine, chronicle.engines)),
        tuple(_Unread(place, why) for place, why in chronicle.unread.items()),
        chronicle.recordings,
    )
    return json.dumps({"schema": SCHEMA, **write(history)}, indent=1).encode("ascii") + b"\n"


def schema() -> Schema:
    """The schema of the document."""
    keys = {"schema": {"const": SCHEMA}, **properties(_History)}
    return {"$schema": DRAFT, "title": "A history of runs of conform", **table("Many runs.", keys)}


def _engine(engine: EngineHistory) -> _Engine:
    runs, stories = tuple(map(_run, engine.runs)), tuple(map(_story, engine.stories))
    return _Engine(engine.name, engine.last.protocol, engine.last.settings, runs, stories)


def _run(run: RunSummary) -> _Run:
    return _Run(
        file=run.place,
        started=run.began,
        version=run.version.name,
        build=run.build,
        label=run.label,
        command=run.command,
        host=run.host.name,
        conform=run.conditions.conform,
        checks=run.conditions.checks,
        exit_code=run.exit_code,
        complete=run.is_complete,
    )


def _story(story: VerdictHistory) -> _Story:
    rule, stretches = story.requirement, tuple(map(_runs, story.stretches))
    words = what_became(story)
    return _Story(rule.id, rule.level, rule.kind, rule.statement, story.checks, story.now.state, story.explored, words, stretches)


def _runs(one: Stretch) -> _Runs:
    return _Runs(one.state, one.runs[0].place, one.runs[-1].place, len(one.runs), one.failed, one.unsteady)
