"""The command line: `conform [OPTIONS] ENGINE [ARGS...]` and its siblings. A thin front; all decisions are made below."""

import errno
import os
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from conformance.front import process
from conformance.front.cli import config
from conformance.front.cli.messages import complain, say, show
from conformance.front.version import version
from conformance.report import ReportError
from conformance.run.events import ExitCode
from conformance.system.current import SYSTEM
from conformance.transport import LaunchError, interrupts
from conformance.transport.processes import adopt_orphans, refused_thread
from conformance.wire.untrusted import RecordingError
from conformance.words import inputs
from conformance.words.suggest import did_you_mean

#: Where the function of each command is. What a command needs is imported when it is asked for: a run alone needs half a second.
_COMMANDS = {
    "run": "run",
    "list": "describe",
    "builtin": "describe",
    "engine": "engine",
    "explain": "describe",
    "gui": "gui",
    "report": "report",
    "board": "board",
    "bisect-step": "bisect",
    "diff": "diff",
    "editions": "describe",
    "fleet": "fleet",
    "games": "games",
    "history": "history",
    "judge": "judge",
    "replay": "replay",
    "export": "export",
    "schema": "schema",
    "watch": "watch",
}


#: The exit code of a command whose output nobody reads any more, as shells count the end by SIGPIPE.
_UNHEARD = 128 + 13
#: A full disk, a full quota, a broken device.
_UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


class _DefaultToRun(click.Group):
    """A group that takes anything which is no subcommand as arguments of `run`, and nothing at all where a file says it all."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  as click calls it
        """The names of all commands."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None for a word that is none."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(
            import_module(f"{__name__}.{_COMMANDS[cmd_name]}"), f"{cmd_name.replace('-', '_')}_command"
        )
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--help", "-h", "--version"}
        near = did_you_mean(args[0], _COMMANDS) if len(args) == 1 and _is_a_word(args[0]) else ""
        if near and args[0] not in _COMMANDS:
            raise click.UsageError(f"there is no command {args[0]!r}{near}", ctx)
        is_configured = not args and not ctx.resilient_parsing and config.find(inputs.existing_folder())
        if (args and args[0] not in _COMMANDS and args[0] not in own) or is_configured:
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, and what a run takes: its name can be left out."""
        from conformance.front.cli import completion  # noqa: PLC0415  as the commands
        from conformance.front.cli.run import run_command  # noqa: PLC0415

        with click.Context(run_command, parent=ctx, resilient_parsing=True) as run:
            further = [] if incomplete.isalnum() or not incomplete else run_command.shell_complete(run, incomplete)
            engines = completion.engine(run, run_command.params[-1], incomplete)
        return [*super().shell_complete(ctx, incomplete), *further, *(engines if not incomplete.startswith("-") else [])]


def _is_a_word(argument: str) -> bool:
    """Whether this can only be meant as a command: neither an option, nor a path, nor a built-in engine."""
    return argument.isalpha() and shutil.which(argument) is None


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        say(f"conform {version()}")
        ctx.exit()


@click.group(cls=_DefaultToRun, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version.")
def cli() -> None:
    """Check that a game engine speaks its protocol.

    \b
    conform --protocol usi ./myengine            check an engine
    conform --protocol usi builtin:reference     see a pass without owning an engine
    conform run --help                           all options of a run
    conform replay                               send again what the last run here found
    eval "$(_CONFORM_COMPLETE=bash_source conform)"   completion, also for zsh and fish
    """  # noqa: D301  the escape is meant: it is click's mark for a paragraph that stays as it is
    ctx = click.get_current_context()
    if ctx.invoked_subcommand not in ("run", "bisect-step"):  # a run has reports to write first
        ctx.with_resource(interrupts.let_through())


def main() -> None:
    """Entry point: a command with all that belongs to a process of its own."""
    adopt_orphans()
    SYSTEM.give_memory_back()
    try:
        sys.exit(command(sys.argv[1:]))
    finally:
        process.finish()


def command(words: Sequence[str]) -> int:
    """Run a command, and turn every end into an exit code and one clear message."""
    try:
        return int(cli.main(list(words), prog_name="conform", standalone_mode=False) or 0)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.CONFORMING
    except (click.exceptions.Abort, KeyboardInterrupt):
        return interrupts.exit_code()
    except click.ClickException as error:
        if isinstance(error, click.BadParameter) and (place := config.place_of(error)):
            complain(f"{place}: {error.format_message()}")
        else:
            show(error)
        return error.exit_code
    except (LaunchError, ReportError) as error:
        if isinstance(error.__cause__, BrokenPipeError):  # whoever read our output has seen enough
            return _UNHEARD
        complain(str(error))
        return ExitCode.NO_VERDICT
    except (inputs.InputError, RecordingError) as error:
        complain(str(error))
        return ExitCode.USAGE
    except Exception as error:
        if isinstance(error, BrokenPipeError):
            return _UNHEARD
        if isinstance(error, OSError) and error.errno in _UNWRITTEN and error.filename is None:  # of click, which prints help
            complain(f"cannot write on standard output: {error.strerror}")
            return ExitCode.NO_VERDICT
        if refusal := refused_thread(error):
            complain(refusal)
            return ExitCode.NO_VERDICT
        complain(
            f"a bug in conform: {type(error).__name__}: {error}\n"
            "Please report it with the command that you ran; CONFORM_DEBUG=1 shows where it happened."
        )
        if "CONFORM_DEBUG" in os.environ:
            raise
        return ExitCode.OUR_FAULT
