"""The command line: `conform [OPTIONS] ENGINE [ARGS...]` and its siblings. A thin front; all decisions are made below."""

import sys

import click

from conformance import __version__
from conformance.cli.config import ConfigError
from conformance.cli.describe import builtin_command, explain_command, list_command
from conformance.cli.recorded import export_command, judge_command, replay_command
from conformance.cli.run import run_command

EXIT_USAGE = 2
EXIT_OUR_FAULT = 4
EXIT_INTERRUPTED = 130


class _DefaultToRun(click.Group):
    """A group that takes anything which is no subcommand as arguments of `run`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--help", "-h", "--version"}
        if args and args[0] not in self.commands and args[0] not in own:
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_DefaultToRun, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="conform")
def cli() -> None:
    r"""Check that a game engine speaks its protocol.

    \b
    conform --protocol usi ./myengine            check an engine
    conform --protocol usi builtin:reference     see a pass without owning an engine
    conform run --help                           all options of a run
    """


cli.add_command(run_command)
cli.add_command(list_command)
cli.add_command(builtin_command)
cli.add_command(explain_command)
cli.add_command(judge_command)
cli.add_command(replay_command)
cli.add_command(export_command)


def main() -> None:
    """Entry point: runs a command and turns every end into an exit code and one clear message."""
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.exceptions.Abort:
        sys.exit(EXIT_INTERRUPTED)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except ConfigError as error:
        click.echo(f"conform: {error}", err=True)
        sys.exit(EXIT_USAGE)
    except Exception as error:
        click.echo(
            f"conform: a fault of ours: {type(error).__name__}: {error}\n"
            "Please report it with the command that you ran; CONFORM_DEBUG=1 shows where it happened.",
            err=True,
        )
        if "CONFORM_DEBUG" in __import__("os").environ:
            raise
        sys.exit(EXIT_OUR_FAULT)
