"""Words on a console, whatever its width and its encoding, and whoever reads its lines."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from conformance.report import ReportError
from conformance.wire.lines import harmless


@contextmanager
def printing(console: Console) -> Iterator[None]:
    """Raise ReportError where nobody takes what is printed."""
    try:
        yield
    except SystemExit:  # rich's answer to a closed pipe
        raise ReportError("on standard output", "it was closed") from None
    except OSError as error:
        console.quiet = True
        raise ReportError.of("on standard output", error) from error


def cut(text: str, width: int) -> str:
    """A text that is too long for one row, cut at its end."""
    return text if len(text) <= width else f"{text[: width - 3]}..."


def printable(console: Console, text: str) -> str:
    """One row of text without what the console's encoding lacks, and without commands: an engine must not end or steer a job."""
    return harmless(text).encode(console.encoding, "backslashreplace").decode(console.encoding)
