"""`conform judge`, `conform replay`, `conform export`: what can be done with a recorded dialogue."""

import sys
from pathlib import Path

import click

from conformance import recordings
from conformance.cli.config import ConfigError
from conformance.cli.export import as_pytest, as_shell
from conformance.events import gates
from conformance.judge import judge
from conformance.loading import PROTOCOLS, engine_command, load_suite
from conformance.model import Finding, Outcome
from conformance.replay import replay
from conformance.report import excerpt, plain
from conformance.suite import Suite
from conformance.transcript import Transcript
from conformance.transport import LaunchError

EXIT_NOT_CONFORMING = 1
EXIT_NO_VERDICT = 3


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "surrogateescape")
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error


def _read(path: str, engine_mark: str) -> list[Transcript]:
    try:
        return recordings.read(_text(path), path, engine_mark=engine_mark)
    except recordings.RecordingError as error:
        raise ConfigError(str(error)) from error


def _tell(suite: Suite[object], transcript: Transcript, finding: Finding) -> None:
    requirement = suite.requirement(finding.requirement)
    click.echo(f"{transcript.name}: {requirement.id} {requirement.level.value}: {plain(requirement.statement)}")
    click.echo(f"  expected: {plain(finding.expected)}\n  actual:   {plain(finding.actual)}")
    for row in excerpt(transcript.lines, finding.at):
        click.echo(f"    {row}")


def _fails(suite: Suite[object], finding: Finding, *, strict: bool) -> bool:
    return gates(suite.requirement(finding.requirement), Outcome.FAIL, strict=strict, robustness=strict)


@click.command("judge")
@click.option("--protocol", required=True, type=click.Choice(PROTOCOLS))
@click.option("--engine-mark", type=click.Choice(["<", ">"]), default="<", show_default=True,
              help="The mark before what the engine says, in plain logs.")  # fmt: skip
@click.option("--strict", is_flag=True, help="A SHOULD that is broken counts, too.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def judge_command(protocol: str, engine_mark: str, strict: bool, files: tuple[str, ...]) -> None:
    """Judge recorded dialogues: our JSONL, or plain logs with marks. Runs no engine."""
    suite = load_suite(protocol)
    count = broken = 0
    for path in files:
        for transcript in _read(path, engine_mark):
            count += 1
            told: set[str] = set()
            for finding in (finding for judgement in judge(suite, transcript) for finding in judgement.findings):
                if finding.requirement not in told:
                    _tell(suite, transcript, finding)
                told.add(finding.requirement)
                broken += _fails(suite, finding, strict=strict)
    click.echo(f"{count} dialogue{'s' if count != 1 else ''} judged")
    sys.exit(EXIT_NOT_CONFORMING if broken else 0)


@click.command("replay", context_settings={"ignore_unknown_options": True})
@click.option("--protocol", type=click.Choice(PROTOCOLS), help="The protocol, where the file does not say it.")
@click.option("--time-scale", type=click.FloatRange(min=0.1), default=1.0, show_default=True)
@click.option("--virtual", is_flag=True, help="Run a built-in engine on a virtual clock.")
@click.argument("file", metavar="FILE")
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, required=True)
def replay_command(protocol: str | None, time_scale: float, virtual: bool, file: str, engine: tuple[str, ...]) -> None:
    """Send a recorded dialogue to ENGINE again, at its times, and judge the answers."""
    facts = recordings.facts(_text(file))
    name = protocol or facts.get("protocol")
    if name not in PROTOCOLS:
        raise click.UsageError(f"{file} does not say which protocol it is of: give --protocol")
    suite = load_suite(name)
    recording = _read(file, "<")[0]
    try:
        transport = engine_command(engine, None, {}).launcher(name, virtual=virtual)()
    except LaunchError as error:
        click.echo(f"conform: {error}", err=True)
        sys.exit(EXIT_NO_VERDICT)
    check, wanted = str(facts.get("check", "")), str(facts.get("requirement", ""))
    broken = frozenset(map(str, facts.get("known_broken", ())))
    try:
        limits = suite.limits.scaled(time_scale)
        again = replay(suite, recording, transport, limits, check=check, wanted=wanted, facts=broken)
    finally:
        transport.close()
    for finding in {finding.requirement: finding for finding in reversed(again.findings)}.values():
        _tell(suite, again.transcript, finding)
    sys.exit(_ending(suite, wanted, again.findings))


def _ending(suite: Suite[object], wanted: str, findings: tuple[Finding, ...]) -> int:
    if wanted:
        shown = any(finding.requirement == wanted for finding in findings)
        click.echo(f"{wanted} shows itself again" if shown else f"{wanted} does not show itself this time")
        return EXIT_NOT_CONFORMING if shown else 0
    click.echo(f"{len(findings)} finding{'s' if len(findings) != 1 else ''}")
    return EXIT_NOT_CONFORMING if any(_fails(suite, finding, strict=False) for finding in findings) else 0


@click.command("export")
@click.option("--as", "form", type=click.Choice(["pytest", "shell"]), required=True, help="What to write.")
@click.option("--protocol", type=click.Choice(PROTOCOLS), help="The protocol, where the file does not say it.")
@click.argument("file", metavar="FILE")
def export_command(form: str, protocol: str | None, file: str) -> None:
    """Write a recorded dialogue as a reproducer of one file to standard output."""
    facts = recordings.facts(_text(file))
    recording = _read(file, "<")[0]
    if form == "shell":
        click.echo(as_shell(recording, facts), nl=False)
        return
    name = protocol or facts.get("protocol")
    if name not in PROTOCOLS:
        raise click.UsageError(f"{file} does not say which protocol it is of: give --protocol")
    click.echo(as_pytest(recording, {**facts, "protocol": name}), nl=False)
