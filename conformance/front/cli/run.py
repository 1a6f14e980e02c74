"""`conform run`: options in, exit code out."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console

from conformance.front import cache_paths, provenance, usage
from conformance.front.cli import completion, config
from conformance.front.cli.baseline_option import baseline_of
from conformance.front.cli.last_run import LastReporter
from conformance.front.cli.messages import aside, complain
from conformance.front.cli.on_change import again_and_again
from conformance.front.cli.options import confinement, run_options
from conformance.front.cli.outputs import all_reporters, feed
from conformance.front.cli.status_signal import answering
from conformance.front.loading import PREFIX, PROTOCOLS, EngineCommand, SecondLook, engine_command, load_suite
from conformance.front.options import OPTIONS, RunOptions, ValueKind
from conformance.front.options import words as said
from conformance.front.probe import Probe, first_line
from conformance.protocol.suite import Suite
from conformance.report import Reporter, ReportError
from conformance.report.console import ConsoleReporter
from conformance.report.keep import kept_at
from conformance.report.live import LiveReporter
from conformance.run.campaign import Campaign
from conformance.run.events import ExitCode, Result
from conformance.run.explore import USUAL, Budget, keep_out_of_the_way
from conformance.run.order import FILE as COVER_FILE
from conformance.run.order import has_cover
from conformance.run.plan import Services
from conformance.run.selection import Selection, SelectionError, split
from conformance.system import programs
from conformance.transport import LaunchError, interrupts
from conformance.words import inputs
from conformance.words.editions import EditionError
from conformance.words.suggest import did_you_mean

#: Where a run notes, in its click context, that no file configures it.
_UNCONFIGURED = "conform.unconfigured"


def _configure_nothing(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    ctx.meta[_UNCONFIGURED] = wanted


def _configure(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if ctx.meta.get(_UNCONFIGURED):
        return
    path = Path(value) if value else config.find(inputs.existing_folder())
    if path is not None:
        config.use(ctx, path)


def _end_with_stdin(_ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        interrupts.when_it_ends(0)


@click.command("run", context_settings={"allow_interspersed_args": False})
@click.option("--unconfigured", is_flag=True, is_eager=True, expose_value=False, hidden=True, callback=_configure_nothing)
@click.option("--end-with-stdin", is_flag=True, expose_value=False, hidden=True, callback=_end_with_stdin)
@click.option("--config", callback=_configure, is_eager=True, expose_value=False, metavar="FILE",
              help="Read options from FILE; else conform.toml or [tool.conform] in pyproject.toml, here or above.")  # fmt: skip
@run_options(*(name for name, one in OPTIONS.items() if one.kind is not ValueKind.ENGINE))
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, required=True, shell_complete=completion.engine)
def run_command(**said: Any) -> None:
    """Check ENGINE: the path of its program, or builtin:NAME.

    Whatever follows ENGINE belongs to the engine. Options of conform come before it.
    """
    own = [opt for param in click.get_current_context().command.params for opt in param.opts if opt.startswith("--")]
    options = RunOptions(**said)
    _refuse_arguments_of_a_builtin(options.engine)
    _refuse_what_is_not_quick(options)
    command = engine_command(options.engine, options.cwd, options.env, confinement(options))
    suite = _suite(_protocol(command, options.time_scale) if options.protocol == "auto" else options.protocol, options)
    _warn_of_options_behind_the_engine(options.engine, own)
    selection = _selection(suite, options)
    _budget(options)  # what contradicts itself is refused before anything is started
    if options.quick and not has_cover(suite):
        complain(f"the suite of {suite.protocol} has no {COVER_FILE}: a quick run of it is its foundations")
    if options.on_change:
        sys.exit(again_and_again(command, lambda since: _run(suite, command, selection, options, since)))
    sys.exit(_run(suite, command, selection, options))


def check(ctx: click.Context) -> None:
    """Refuse what is wrong in the options of a run, as far as that shows before its engine is started.

    `ctx` is a context of `run_command`. Raises ClickException, and InputError for a baseline.
    """
    options = RunOptions(**ctx.params)
    with ctx:
        _refuse_arguments_of_a_builtin(options.engine)
        confinement(options)
        _budget(options)
        if options.protocol == "auto":
            _refuse_a_builtin_of_any_protocol(options.engine)
            return
        suite = _suite(options.protocol, options)
        _selection(suite, options)
        baseline_of(suite, options)


def _refuse_what_is_not_quick(options: RunOptions) -> None:
    """Raises UsageError where --quick or --on-change make no sense."""
    if options.quick and (options.baseline_update or options.baseline_prune):
        raise click.UsageError("--quick judges too little to change a baseline")
    if options.on_change and options.engine[0].startswith(PREFIX):
        raise click.UsageError(f"--on-change looks at the engine's files, and {options.engine[0]} has none")


def _refuse_arguments_of_a_builtin(engine: tuple[str, ...]) -> None:
    if engine[0].startswith(PREFIX) and len(engine) > 1:
        hint = ": options of conform come before the engine" if engine[1].startswith("-") else ""
        raise click.UsageError(f"{engine[0]} takes no arguments, and {engine[1]!r} follows it{hint}")


def _refuse_a_builtin_of_any_protocol(engine: tuple[str, ...]) -> None:
    if engine[0].startswith(PREFIX):
        raise click.UsageError(f"{engine[0]}: which protocol? Give --protocol {'|'.join(PROTOCOLS)}")


def _budget(options: RunOptions) -> Budget:
    """How much to explore: what was asked for, else a little where the whole suite runs."""
    asked = Budget(options.explore_time, options.max_examples)
    if options.no_explore and not asked.is_empty:
        raise click.UsageError("--no-explore contradicts --explore-time and --max-examples")
    if options.quick:
        return Budget()
    usual = Budget() if options.no_explore or options.select or options.deselect or options.level else USUAL
    return usual if asked.is_empty else asked


def _suite(protocol: str, options: RunOptions) -> Suite[Any]:
    """The suite of a protocol by the edition that was asked for; raises BadParameter for one that there is not."""
    suite = load_suite(protocol)
    try:
        return suite.of_edition(options.edition) if options.edition else suite
    except EditionError as error:
        raise _bad("edition", f"{protocol}: {error}") from error


def _selection(suite: Suite[Any], options: RunOptions) -> Selection:
    """The selection by --select, --deselect and --level; raises BadParameter."""
    return Selection(_selected(suite, "select", options) or _of_level(suite, options), _selected(suite, "deselect", options))


def _selected(suite: Suite[Any], option: str, options: RunOptions) -> tuple[str, ...]:
    """The words of --select or --deselect; raises BadParameter for one that matches nothing."""
    words = split(getattr(options, option))
    try:
        Selection(**{option: words}).validate(suite)
    except SelectionError as error:
        raise _bad(option, str(error)) from error
    return words


def _of_level(suite: Suite[Any], options: RunOptions) -> tuple[str, ...]:
    """The requirements of --level, none where it was not said; raises BadParameter for a level that there is not."""
    levels = suite.catalogue.levels
    if options.level and options.level not in levels:
        known = f"known are {', '.join(levels)}" if levels else "its catalogue has none"
        near = did_you_mean(options.level, levels)
        raise _bad("level", f"there is no level {options.level!r} in {suite.protocol}{near or f'; {known}'}")
    return levels[options.level] if options.level else ()


def _bad(option: str, message: str) -> click.BadParameter:
    """The error that an option has a wrong value."""
    ctx = click.get_current_context()
    return click.BadParameter(message, ctx, next(p for p in ctx.command.params if p.name == option))


def _protocol(command: EngineCommand, scale: float) -> str:
    """The protocol that the engine speaks; waits are multiplied by `scale`. Raises LaunchError, also where none is answered."""
    _refuse_a_builtin_of_any_protocol(command.words)
    with interrupts.let_through():
        found = Probe(command.launcher(""), scale).identify()
    complain(f"the engine answers the greeting of {found}; --protocol {found} saves the question")
    return found


def _warn_of_options_behind_the_engine(engine: tuple[str, ...], own: list[str]) -> None:
    """Words after the engine belong to the engine; where one looks like an option of ours, that is probably a mistake.

    So it is with a second engine after one that is named by its path.
    """
    for word in engine[1:] if "--" not in sys.argv else ():
        if word.startswith(PREFIX) or (os.sep in engine[0] and os.sep in word and _is_program(word)):
            complain(f"{word} follows the engine, so it goes to the engine; `conform fleet` checks several engines")
        name = word.split("=", 1)[0]
        near = get_close_matches(name, own, n=1, cutoff=0.8) if name.startswith("--") else []
        if near:
            complain(f"{word} follows the engine, so it goes to the engine; was {near[0]} of conform meant?")


def _is_program(word: str) -> bool:
    return Path(word).is_file() and os.access(word, os.X_OK)


def _run(suite: Suite[Any], command: EngineCommand, selection: Selection, options: RunOptions, *more: Reporter) -> int:
    try:
        launcher = command.launcher(suite.protocol, virtual=options.virtual)
    except LaunchError as error:
        complain(str(error))
        return ExitCode.NO_VERDICT
    baseline = baseline_of(suite, options)
    if baseline is not None and baseline.notice:
        complain(baseline.notice)
    first_look = Probe(launcher, options.time_scale, single=options.jobs == 1)
    _warn_of_unknown_settings(suite, first_look, options.setup)
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    screen = ConsoleReporter(console, verbosity=int(options.verbose) - int(options.quiet))
    live = _live(console)
    plan = replace(
        usage.plan(options, command, suite, selection, baseline.waivers if baseline is not None else None),
        budget=_budget(options),
        examples_kept=_examples(suite, command, options),
        host=provenance.host(),
        files=provenance.engine_files(command),
    )
    campaign = Campaign(plan, launcher, _Services(suite, command, options, live, first_look))
    live.waited_for = campaign.waited_for
    if _explores(options):
        keep_out_of_the_way(cache_paths.cache())
    try:
        with ExitStack() as stack:
            screens: list[Reporter] = [screen] if options.quiet else [live, screen]
            screens.append(LastReporter(suite.protocol, command, virtual=options.virtual, kept=_kept(suite, command, options)))
            screens += [*([baseline] if baseline is not None else []), *more]
            reporters = all_reporters(stack, options, screens, _kept(suite, command, options))
            stack.enter_context(answering(campaign.standing))
            code = feed(campaign.run(), reporters)
    except ReportError as error:
        complain(str(error))
        return ExitCode.NO_VERDICT
    for row in campaign.profile() if options.profile else ():
        aside(row)
    return code


@dataclass(slots=True)
class _Services(Services):
    """The services of the command line to a run."""

    suite: Suite[Any]
    command: EngineCommand
    options: RunOptions
    live: LiveReporter
    first_look: Probe
    _second: SecondLook = field(init=False)

    def __post_init__(self) -> None:
        self._second = SecondLook(self.command)

    def progress(self, title: str, done: int, total: int) -> None:
        """Show how far a long check is."""
        self.live.progress(title, done, total)

    def obstacle(self) -> str:
        """Look at the engine, and meanwhile begin a second look at it, in case that it is silent."""
        if self.command.is_builtin:
            return ""
        line = first_line(self.suite.protocol) or self.suite.driver.sync_line
        return self.first_look.obstacle(self.suite.protocol, lambda: self._second.begin(line, self.suite.driver.is_reply))

    def diagnose(self, line: str, is_answer: Callable[[str], bool]) -> str:
        """The result of a second look at the engine."""
        return self._second.diagnose(line, is_answer)

    def rerun(self, result: Result) -> str:
        """The command that runs one requirement again, and explores for it if that is how it was found."""
        return _again(self.suite, result, self.command, self.options)

    def replay(self, result: Result) -> str:
        """The command that sends the dialogue of a finding again, if it is kept."""
        return _replay(self.suite, result, self.command, self.options)


def _warn_of_unknown_settings(suite: Suite[Any], first_look: Probe, settings: Mapping[str, str]) -> None:
    """Report engine options that the engine does not declare. It may know more than it declares, so they are set all the same."""
    try:
        with suppress(LaunchError), interrupts.let_through():  # the run reports that
            for warning in first_look.unknown_settings(suite, settings) if settings else ():
                complain(f"--setup: {warning}")
    except KeyboardInterrupt as interruption:
        interrupts.postpone(interruption)  # until there are reports to show it


def _live(console: Console) -> LiveReporter:
    """The report while the run goes: on the terminal itself, or on standard error where the report goes elsewhere."""
    if _is_terminal(sys.stdout):
        return LiveReporter(console, terminal=True)
    return LiveReporter(Console(stderr=True, highlight=False), terminal=_is_terminal(sys.stderr))


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a line on it can be drawn again and again."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _explores(options: RunOptions) -> bool:
    return not _budget(options).is_empty


def _examples(suite: Suite[Any], command: EngineCommand, options: RunOptions) -> Path | None:
    """Where sessions that failed are kept, to be tried first the next time; what a run usually explores is the same each time."""
    if options.virtual or _budget(options) == USUAL:
        return None
    return cache_paths.of_engine("examples", suite.protocol, command.words)


def _kept(suite: Suite[Any], command: EngineCommand, options: RunOptions) -> Path | None:
    """Where the dialogues of findings are kept: what was found by exploring always is, since it may not be found again."""
    if options.keep:
        return Path(options.keep)
    return cache_paths.of_engine("found", suite.protocol, command.words) if _explores(options) else None


def _replay(suite: Suite[Any], result: Result, command: EngineCommand, options: RunOptions) -> str:
    """The command that sends the dialogue of a finding again, where it is kept."""
    folder = _kept(suite, command, options)
    if not folder or not (options.keep or result.explored or result.used):
        return ""
    kept = kept_at(folder, suite.protocol, result.requirement.id)
    words = said({**usage.surroundings(command), "virtual": options.virtual})
    words += [str(kept), *usage.engine_words(command)]
    return programs.join(["conform", "replay", *words])


def _again(suite: Suite[Any], result: Result, command: EngineCommand, options: RunOptions) -> str:
    """The command that runs one requirement again, and explores for it where that is how it was found."""
    values = options.repeated()
    if result.explored:
        budget = _budget(options)
        values |= {"explore_time": budget.seconds, "max_examples": budget.examples}
    return usage.again(suite.protocol, Selection.showing(suite, result), command, values)
