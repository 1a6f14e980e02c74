"""`conform gui`: a client (a GUI, a bot, a match program) run with difficult and faulty engines, and what it sent judged."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from conformance.clients import as_events
from conformance.clients.declared import scenarios
from conformance.clients.running import ENGINE, VARIABLE, Runner, limit_after
from conformance.clients.scenario import PLAIN, Scenario
from conformance.clients.trial import TriedScenario, side_by_side, tried
from conformance.engines.base import FixtureEngine
from conformance.front import provenance
from conformance.front.cli.engine import listed
from conformance.front.cli.messages import aside, complain, say
from conformance.front.cli.options import PROTOCOL, SecondsType, run_options
from conformance.front.cli.outputs import all_reporters, feed
from conformance.front.cli.recorded import protocol_of, spoken_in, text_of
from conformance.front.loading import load_client_suite
from conformance.front.options import REPORT_FILES, RunOptions
from conformance.judging.recorded import judge_recorded
from conformance.protocol.suite import Suite
from conformance.report.console import ConsoleReporter
from conformance.system import programs
from conformance.transport.scratch import temporary_folder
from conformance.watch.as_events import now
from conformance.wire import recordings
from conformance.wire.ends import EndKind
from conformance.words.model import duration, number
from conformance.words.suggest import did_you_mean


@dataclass(frozen=True, kw_only=True, slots=True)
class GuiOptions(RunOptions):
    """The options of `conform gui`, and those of a run that it shares: `engine` is none of them, and `cwd` is the client's.

    `command` is the client's, empty where `records` are judged. No `names` stand for all scenarios, no `folder` for records that
    are not kept. `limit` is in seconds.
    """

    command: tuple[str, ...]
    names: tuple[str, ...]
    lists: bool
    records: tuple[str, ...]
    limit: float | None
    folder: str | None


@click.command("gui", context_settings={"allow_interspersed_args": False})
@click.option("--protocol", type=PROTOCOL, help="The protocol; a record that is judged says it.")
@click.option(
    "--scenario", "names", multiple=True, metavar="NAME", help="Run only this scenario, after the plain one. Repeatable."
)
@click.option("--list", "lists", is_flag=True, help="List the scenarios.")
@click.option("--judge", "records", multiple=True, metavar="FILE", help="Run nothing: judge a record of `conform engine`.")
@click.option("--limit", type=SecondsType(min=1), metavar="SECONDS",
              help="End a client that takes longer for a scenario. Default: by what `plain` took, 20 to 60.")  # fmt: skip
@click.option("--records", "folder", metavar="DIR", help="Keep there what was said to each engine, and what the client printed.")
@run_options("jobs", default=1, show_default=True,
             help="Scenarios at a time, after the plain one: for a client that may run several times at once.")  # fmt: skip
@run_options("cwd", help="Start the client there.")
@run_options("strict", "robustness", *REPORT_FILES, "jsonl", "verbose", "quiet")
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def gui_command(**said: Any) -> None:
    """Run a client (a GUI, a bot, a match program) with difficult and faulty engines, and judge what it sends.

    conform gui --protocol uci -- ./mybot --engine {engine}

    COMMAND is run once for each scenario and has to end by itself: a script that plays a few moves, say. {engine} in it, and
    $CONFORM_ENGINE, are the path of the engine's program. For a GUI that one must click, enter a `conform engine` there, and give
    its record to --judge.
    """
    if not said["records"] and not said["protocol"]:
        raise click.UsageError("name the protocol: conform gui --protocol uci -- COMMAND")
    options = GuiOptions(**{**said, "protocol": protocol_of(said["records"], said["protocol"])})
    suite, known = load_client_suite(options.protocol), scenarios(options.protocol)
    if suite is None:
        raise click.UsageError(f"there is no catalogue for clients of {options.protocol} yet")
    if options.lists:
        for row in listed(known.values()):
            say(row)
        return
    if bool(options.command) is bool(options.records):
        raise click.UsageError("give either the client's command, or records with --judge: conform gui --protocol uci -- COMMAND")
    wanted = [known[PLAIN], *(_named(known, name) for name in options.names if name != PLAIN)]
    some = wanted if options.names else list(known.values())
    with ExitStack() as stack:
        if options.records:
            every: Iterator[TriedScenario] = (_recorded(suite, path) for path in options.records)
        else:
            _warn_of_no_engine(options.command)
            folder = _folder(options.folder or stack.enter_context(temporary_folder("conform-gui-")))
            runner = Runner(options.protocol, options.command, folder, limit=options.limit, cwd=options.cwd)
            jobs = options.jobs or 1
            ends = map(runner.play, some) if jobs == 1 else side_by_side(some, runner.play, jobs, runner.cancel)
            every = tried(suite, some, ends)
        if not options.quiet:
            every = _shown(every, len(some), options.limit, options.jobs or 1)
        name, words = programs.join(options.command) or ", ".join(options.records), options.command or options.records
        again = partial(_again, options)
        asked = as_events.Asked(name, words, options.strict, options.robustness, again, provenance.host(), now())
        events = as_events.events_of(suite, asked, every, list(known.values()))
        console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        screen = ConsoleReporter(console, int(options.verbose) - int(options.quiet))
        sys.exit(feed(events, all_reporters(stack, options, [screen])))


def _named(known: Mapping[str, Scenario], name: str) -> Scenario:
    if name not in known:
        raise click.UsageError(f"there is no scenario {name!r}{did_you_mean(name, known) or ': --list shows them'}")
    return known[name]


def _warn_of_no_engine(command: Sequence[str]) -> None:
    if not any(ENGINE in word for word in command):
        complain(f"no {ENGINE} in the command: the client has to take the engine from ${VARIABLE}")


def _folder(name: str) -> Path:
    """The folder for records, which must have none yet: else old ones would be judged; raises UsageError."""
    folder = Path(name).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"--records {name}: {error.strerror}") from error
    if any(folder.glob("*.jsonl")):
        raise click.UsageError(f"--records {name}: there are records in it already")
    return folder


def _shown(every: Iterator[TriedScenario], planned: int, limit: float | None, jobs: int) -> Iterator[TriedScenario]:
    """Say on standard error how each scenario went, and after the plain one how long the others will take."""
    for one in every:
        found = {finding.requirement for judged in one.judged for finding in judged.findings}
        engines = number(len(one.judged), "engine")
        how = "" if one.end is None else f"{'ended by us' if one.end.kind is EndKind.KILLED else one.end.text}, "
        aside(f"  {one.scenario.name:<18}{how}{engines}, {one.seconds:.1f} s: {', '.join(sorted(found)) or 'nothing found'}")
        if one.scenario.name == PLAIN and one.came_through and planned > 1:
            usual_limit = limit_after(one.seconds, [judged.transcript for judged in one.judged])
            most = limit or usual_limit
            usual = f"about {duration(1000 * round(one.seconds * -(-(planned - 1) // jobs)))}"
            aside(f"  {number(planned - 1, 'scenario')} more: {usual}, and {most:.0f} s for each in which the client hangs")
            if most < usual_limit:
                short = f"--limit {most:g} is short, {usual_limit:.0f} s are usual"
                aside(f"  {short}: a client that is ended too early looks as if it hangs")
        yield one


def _recorded(suite: Suite[Any], path: str) -> TriedScenario:
    """A record, judged; how its client ended is not known."""
    text = text_of(path)
    transcript = recordings.read_one(text, path, spoken=spoken_in(suite)).transcript
    scenario = Scenario(path, "", "", FixtureEngine)
    return TriedScenario(scenario, None, transcript.duration, [judge_recorded(suite, transcript)])


def _again(options: GuiOptions, scenario: Scenario) -> str:
    """The command that shows a finding again."""
    words = ["conform", "gui", "--protocol", options.protocol]
    words += ["--strict"] * options.strict + ["--robustness"] * options.robustness
    if not options.command:
        return programs.join([*words, "--judge", scenario.name])
    words += ["--limit", f"{options.limit:g}"] if options.limit else []
    words += ["--cwd", options.cwd] if options.cwd else []
    return programs.join([*words, "--scenario", scenario.name, "--", *options.command])
