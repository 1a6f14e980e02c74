"""`conform replay`: recorded dialogues, sent to an engine again."""

import sys
from dataclasses import replace
from typing import Any

import click

from conformance.front.cli import completion
from conformance.front.cli.last_run import LastRun, last_run, place
from conformance.front.cli.messages import say
from conformance.front.cli.options import PROTOCOL, confinement, run_options
from conformance.front.cli.recorded import fails, of_finding, of_protocol, read_one
from conformance.front.loading import EngineCommand, engine_command, load_suite
from conformance.front.options import CONFINEMENT, RunOptions
from conformance.protocol.suite import Suite
from conformance.report import plain
from conformance.run.events import ExitCode
from conformance.run.replay import Replayed
from conformance.run.replay import replay as send_again
from conformance.system import programs
from conformance.transport import interrupts
from conformance.wire.recordings import Recording
from conformance.words.model import number


@click.command("replay", context_settings={"allow_interspersed_args": False})
@click.option("--protocol", type=PROTOCOL, help="The protocol, where the file does not say it.")
@run_options("time_scale", default=None, show_default=False, help="Multiply every wait. Default: as in the recording.")
@run_options("seed", default=None, show_default=False,
             help="Seed of what the check draws at random. Default: as in the recording.")  # fmt: skip
@run_options("setup", help="An engine option that the check sets first. Default: those of the recording.")
@run_options("cwd", "env", *CONFINEMENT)
@run_options("virtual", help="Run a built-in engine on a virtual clock.")
@click.argument("file", metavar="[FILE|ID]", required=False, shell_complete=completion.found)
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, shell_complete=completion.engine)
def replay_command(file: str | None, engine: tuple[str, ...], protocol: str | None, **options: Any) -> None:
    """Send recorded dialogues to ENGINE again, at their times, and judge the answers.

    Without FILE it sends what the last run from this folder found. With ID it sends what that run found for this requirement.
    Without ENGINE it takes the engine of that run.

    The lines of a recording are sent as they are. If the file lacks the options of its check, give them: --setup, --seed and
    --time-scale.
    """
    last = last_run()
    paths = [place(file, last)] if file else _all_found(last)
    words = engine[1:] if engine[:1] == ("--",) else engine  # it follows FILE, and so click leaves it there
    may = confinement(RunOptions.of(options))
    command = engine_command(words, options["cwd"], options["env"], may) if words else _engine_of(last)
    virtual = options["virtual"] or (not words and last is not None and last.virtual)
    codes = []
    for path in paths:
        recording = of_protocol(read_one(path, protocol), path, protocol)
        said = {"settings": options["setup"] or None, "seed": options["seed"], "time_scale": options["time_scale"]}
        about = replace(recording.about, **{name: value for name, value in said.items() if value is not None})
        suite = load_suite(about.protocol)
        again = _again(suite, replace(recording, about=about), command, virtual=virtual)
        for finding in {finding.requirement: finding for finding in reversed(again.findings)}.values():
            if file or finding.requirement == about.requirement:  # others have recordings of their own
                for row in of_finding(suite, again.transcript, finding):
                    say(row)
        codes.append(_ending(suite, about.requirement, again))
    sys.exit(next((code for code in (ExitCode.NOT_CONFORMING, ExitCode.NO_VERDICT) if code in codes), ExitCode.CONFORMING))


def _all_found(last: LastRun | None) -> list[str]:
    """The recordings of all that the last run found."""
    if last is None:
        raise click.UsageError("there was no run from this folder: name a FILE and an ENGINE")
    if not last.found:
        say("the last run from this folder found nothing")
    return list(last.found.values())


def _engine_of(last: LastRun | None) -> EngineCommand:
    if last is None:
        raise click.UsageError("there was no run from this folder: name the ENGINE, too")
    say(f"engine: {programs.join(last.words)}")
    return last.command


def _again(suite: Suite[Any], recording: Recording, command: EngineCommand, *, virtual: bool) -> Replayed:
    about = recording.about
    with interrupts.engine(command.launcher(about.protocol, virtual=virtual)) as transport:
        return send_again(suite, recording.transcript, transport, suite.limits.scaled(about.time_scale), about)


def _ending(suite: Suite[object], wanted: str, again: Replayed) -> int:
    broken = any(finding.requirement == wanted if wanted else fails(suite, finding, strict=False) for finding in again.findings)
    if wanted and broken:
        say(f"{wanted} shows itself again")
    elif again.unclear:
        say(f"no verdict{f' on {wanted}' if wanted else ''}: {plain(again.unclear)}")
    elif wanted:
        say(f"{wanted} does not show itself this time")
    else:
        say(number(len(again.findings), "finding"))
    if broken:
        return ExitCode.NOT_CONFORMING
    return ExitCode.NO_VERDICT if again.unclear else ExitCode.CONFORMING
