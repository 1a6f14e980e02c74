"""A report of sections with tables, printed on standard output."""

from rich.console import Console
from rich.text import Text

from conformance.report.outline import Outline, text
from conformance.report.screen import printable, printing


def show(outline: Outline) -> None:
    """Print it; raises ReportError where nobody takes it."""
    console = Console(highlight=False)
    with printing(console):
        for line in text(outline):
            console.print(Text(printable(console, line)), soft_wrap=True)
