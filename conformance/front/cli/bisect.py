"""`conform bisect-step`: a run whose exit code `git bisect run` understands."""

import sys

import click

from conformance.front.cli import command
from conformance.run.events import ExitCode

#: What git is given for the end of a run: good, bad, and a commit that cannot be tested.
_FOR_GIT: dict[int, int] = {ExitCode.CONFORMING: 0, ExitCode.NOT_CONFORMING: 1, ExitCode.NO_VERDICT: 125}
#: What git is given for any other end: it stops the search, and blames no commit.
_STOP = 255
_AS_TYPED = {"ignore_unknown_options": True, "allow_interspersed_args": False}


@click.command("bisect-step", context_settings=_AS_TYPED)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="ENGINE...")
def bisect_step_command(words: tuple[str, ...]) -> None:
    """Do a run for `git bisect run`, which searches for the commit that broke a requirement.

    \b
    git bisect start HEAD v1.0
    git bisect run sh -c 'if make; then conform bisect-step --select UCI-ID-01 ./myengine; else exit 125; fi'

    Takes the options of `conform run`, and reads no configuration file: one in the checkout would differ between commits.

    Exits with 0 if the commit is good, with 1 if it is bad, with 125 if there is no verdict, so that git leaves the commit out,
    and otherwise with 255, which ends the search. Name one requirement: any one that fails the run makes a commit bad. A SHOULD
    does so with --strict.
    """  # noqa: D301  the escape is meant: it is click's mark for a paragraph that stays as it is
    sys.exit(_FOR_GIT.get(command(["run", "--unconfigured", *words]), _STOP))
