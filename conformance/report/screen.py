"""Words on a console, whatever its width and its encoding."""

from rich.console import Console


def cut(text: str, width: int) -> str:
    """A text that is too long for one row, cut at its end."""
    return text if len(text) <= width else f"{text[: width - 3]}..."


def printable(console: Console, text: str) -> str:
    """What the console's encoding lacks is escaped: a report must not end with an encoding error."""
    return text.encode(console.encoding, "backslashreplace").decode(console.encoding)
