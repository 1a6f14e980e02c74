"""Finds empty places in what a run says to an author: a name, a number or a reason that is missing in its sentence."""

import re
from collections.abc import Iterable, Iterator

from conformance.run.events import Event, Remarked, Result, Told

#: What is quoted is the engine's own, or ours to it, and may look like anything.
_QUOTED = re.compile(r"`[^`]+`")
_EMPTY = re.compile(
    r"``"  # nothing is quoted
    r"|\S {2,}\S"
    r"|\(\s*\)|\w\[\s*\]|\(\s|\s[,;.)](?=\s|$)"
    r"|^\s|\s$|^[,;:]|[,;:(]$"
    r"|(?<![\d.,])1 (?:more )?(?:legal )?(?:dialogues|lines|moves|times|seconds|answers|nodes)\b"
    r"|\bNone\b"
)


def empty_place(text: str) -> str:
    """The empty place of a text with what stands around it, or nothing where there is none."""
    bare = _QUOTED.sub("`x`", text)
    found = _EMPTY.search(bare)
    return bare[max(0, found.start() - 20) : found.end() + 20] if found else ""


def texts(events: Iterable[Event]) -> Iterator[str]:
    """The sentences of a run that are not fixed: of its results, its remarks and its stories."""
    for event in events:
        if isinstance(event, Result):
            yield from (event.check, event.title, event.expected, event.actual, event.reason)
        elif isinstance(event, Remarked):
            yield event.text
        elif isinstance(event, Told):
            yield event.says


def hollow(events: Iterable[Event]) -> set[str]:
    """The empty places in the sentences of a run."""
    return {place for text in texts(events) if text and (place := empty_place(text))}
