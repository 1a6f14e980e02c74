"""`conform contest`: the text of an issue about a finding that the engine's author does not agree with."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from conformance.front import usage
from conformance.front.cli import command as conform
from conformance.front.cli import completion
from conformance.front.cli.describe import known
from conformance.front.cli.last_run import found_by, last_run
from conformance.front.cli.messages import say
from conformance.front.cli.options import run_options
from conformance.front.loading import EngineCommand
from conformance.front.options import RunOptions
from conformance.front.options import words as said
from conformance.protocol.definition import distribution
from conformance.protocol.driver import Identity
from conformance.protocol.suite import Suite
from conformance.report.contest import Contested, issue, shortest, why_not
from conformance.report.model import Run
from conformance.report.reading import recorded
from conformance.run.selection import Selection
from conformance.system import programs
from conformance.wire import recordings
from conformance.words import inputs
from conformance.words.inputs import InputError
from conformance.words.model import Requirement

#: What stands for the engine's command where nobody knows it.
_ENGINE = EngineCommand(("./myengine",))
#: Options of the run by --engine.
_RUN = ("setup", "time_scale", "cwd", "env", "virtual")


@click.command("contest")
@click.option("--engine", metavar="COMMAND", help="Run this engine now, for ID only, and take what comes of it.")
@run_options(*_RUN)
@click.argument("requirement_id", metavar="ID", shell_complete=completion.requirements)
@click.argument("record", metavar="[RECORD]", required=False)
def contest_command(requirement_id: str, record: str | None, engine: str | None, **options: Any) -> None:
    """Write an issue for a finding that you do not agree with, as Markdown on standard output.

    It has the shortest dialogue, the clause and how it is read, the versions, how to run it again, and asks which reading would
    be right. Fill in the answers, and file it where conform is developed.

    RECORD is what `--jsonl` or `--keep` wrote. Without it and without --engine it takes what the last run from this folder found.
    """
    if record and engine is not None:
        raise click.UsageError("RECORD contradicts --engine")
    suite, requirement = known(requirement_id)
    if engine is not None:
        contested = _by_running(suite, requirement, engine, RunOptions(**options))
    else:
        contested = _in_a_file(suite, requirement, record) if record else _of_the_last_run(suite, requirement)
    say(issue(contested), verbatim=True)


def _by_running(suite: Suite[Any], requirement: Requirement, engine: str, options: RunOptions) -> Contested:
    """Run the engine, with what it prints on standard error; exits as the run does where that has no record."""
    try:
        words = programs.split(engine)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--engine") from error
    if not words:
        raise click.BadParameter("it is no command", param_hint="--engine")
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "run.jsonl")
        one = {"protocol": suite.protocol, "select": (requirement.id,), "jsonl": path, "quiet": True}
        values = {name: getattr(options, name) for name in _RUN} | one
        with redirect_stdout(sys.stderr):
            code = conform(["run", "--unconfigured", *said(values), "--", *words])
        if not Path(path).exists():
            sys.exit(code)
        return _in_a_file(suite, requirement, path, shown="this run")


def _of_the_last_run(suite: Suite[Any], requirement: Requirement) -> Contested:
    last = last_run()
    path = found_by(last, requirement.id)
    command, virtual = (last.command, last.virtual) if last is not None else (_ENGINE, False)
    return _of_recording(
        suite, requirement, inputs.read_text(path, inputs.RECORD), path, command, virtual=virtual, replay=(requirement.id,)
    )


def _in_a_file(suite: Suite[Any], requirement: Requirement, path: str, *, shown: str = "") -> Contested:
    """What a record of a run, or the recording of a finding, has on a requirement; raises InputError and UsageError."""
    text = inputs.read_text(path, inputs.RECORD)
    try:
        return _of_run(suite, requirement, recorded(text, path).run, shown or path)
    except InputError as error:
        if not recordings.is_recording(text):
            raise InputError(error.place, f"{error.reason}; RECORD is what --jsonl or --keep wrote") from error
    return _of_recording(suite, requirement, text, path, _ENGINE, virtual=False, replay=(path, *_ENGINE.words))


def _of_run(suite: Suite[Any], requirement: Requirement, run: Run, name: str) -> Contested:
    if run.plan.protocol != suite.protocol:
        raise click.UsageError(f"{name} is about {run.plan.protocol}, and {requirement.id} belongs to {suite.protocol}")
    result = shortest(run, requirement.id)
    if result is None:
        raise click.UsageError(f"{requirement.id} did not fail in {name}: {why_not(run, requirement.id)}")
    again = tuple(filter(None, (result.rerun, result.replay)))
    versions = _versions(suite, run.plan.version, run.plan.host.system, run.engine)
    return Contested(requirement, result.check, result.expected, result.actual, result.transcript, result.at, versions, again)


def _of_recording(
    suite: Suite[Any],
    requirement: Requirement,
    text: str,
    path: str,
    command: EngineCommand,
    *,
    virtual: bool,
    replay: Sequence[str],
) -> Contested:
    """A recording of a finding. `command` starts the engine, `replay` are the words by which `conform replay` sends it again."""
    recording = recordings.read_one(text, path)
    about, transcript = recording.about, recording.transcript
    if about.requirement != requirement.id:
        instead = about.requirement or "no finding"
        raise click.UsageError(f"{requirement.id} did not fail in {path}: it is the recording of {instead}")
    values = {"setup": dict(about.settings), "time_scale": about.time_scale, "virtual": virtual}
    run = usage.again(suite.protocol, Selection((requirement.id,)), command, values)
    return Contested(
        requirement,
        about.check,
        about.expected,
        about.actual,
        transcript.lines,
        about.at,
        versions=_versions(suite, about.version, about.system, suite.driver.identify(transcript)),
        again=(run, programs.join(["conform", "replay", *replay])),
    )


def _versions(suite: Suite[Any], version: str, system: str, engine: Identity | None) -> tuple[tuple[str, str], ...]:
    by = f" by {engine.author}" if engine is not None and engine.author else ""
    catalogue = f"{suite.protocol} {suite.catalogue.edition}".rstrip()
    return (
        ("conform", version),
        ("catalogue", f"{catalogue}, of {distribution(suite.protocol)}"),
        ("engine", f"{engine.name}{by}" if engine is not None else "it did not say its name"),
        ("system", system),
    )
