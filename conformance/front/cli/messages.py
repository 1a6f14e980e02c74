"""Output of commands: on standard output what was asked for, on standard error what is wrong.

None of it steers the terminal or a CI job: what a path, a file or an engine holds is made visible. Commands print by this module
only, reports by `conformance.report.screen`.
"""

import io
import sys
from contextlib import suppress

import click

from conformance.report import ReportError
from conformance.wire.lines import harmless, visible

#: Characters of a row that are shown.
_LONGEST = 4_000


def say(text: str = "", *, verbatim: bool = False) -> None:
    """Say rows on standard output; raises ReportError.

    Text for another program is printed `verbatim`, with the ends of lines that it has: bash takes no others.
    """
    try:
        click.echo(text.encode("utf-8", "backslashreplace") if verbatim else safe(text), nl=not verbatim)
    except OSError as error:
        raise ReportError.of("on standard output", error) from error


def complain(text: str) -> None:
    """Say on standard error what is wrong; where nobody takes it, the exit code has to do."""
    aside(f"conform: {text}")


def aside(text: str) -> None:
    """Say something on standard error, to whoever takes it."""
    with suppress(OSError):
        click.echo(safe(text), err=True)


def show(error: click.ClickException) -> None:
    """Say what is wrong with what was typed."""
    text = io.StringIO()
    error.show(text)
    with suppress(OSError):
        click.echo(safe(text.getvalue().rstrip("\n").expandtabs(4)), err=True)  # click lists choices with tabs


def progress(text: str) -> None:
    """Show one row on standard error in place of the last one, where that is a terminal; without text the row is cleared."""
    if sys.stderr.isatty():
        with suppress(OSError):
            click.echo(f"\r{safe(text)}\033[K", err=True, nl=False)


def safe(text: str) -> str:
    """Rows of text with all else that is unseen made visible."""
    return "\n".join(harmless(visible(row, _LONGEST)) for row in text.split("\n"))
