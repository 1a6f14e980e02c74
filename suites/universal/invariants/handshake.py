"""The lines between the first command and the end of the handshake, and those that may follow."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from conformance.api.messages import Malformed
from conformance.api.suites import Finding, Judgements, Remark, Seen, quoted
from conformance.suites.universal.judging import heaviest
from conformance.suites.universal.messages import IdAuthor, IdName
from conformance.suites.universal.record import Heard, UniversalRecord

Record = UniversalRecord[Any, Any]


def nothing_but_answers_after_the_handshake(record: Record, requirement: str, idle: tuple[Enum, Enum]) -> Judgements:
    """No `id` or `option` line comes after the handshake, in the states `idle`: greeted, and ready."""
    expected = f"no id or option after {record.greeting_end.verb}"
    asked = {heard.index for block in record.handshakes for heard in block}
    for heard in (heard for heard in record.heard if heard.index not in asked):
        if heard.state in idle and heard.message.verb in ("id", "option"):
            yield Finding(requirement, expected, quoted(heard), heard.index)
        elif heard.state is idle[1]:
            yield Seen(requirement)


def one_name(record: Record, requirement: str) -> Judgements:
    """There is exactly one `id name`, and it is not empty."""
    names = [heard for heard in record.greeting if isinstance(heard.message, IdName)]
    if len(names) > 1:
        yield Finding(requirement, "one `id name` line", f"{len(names)} `id name` lines", names[1].index)
    else:
        yield from _told(record, requirement, names, "name")
    yield from heaviest(_unknown_identity(record))


def one_author(record: Record, requirement: str) -> Judgements:
    """There is an `id author`, and it is not empty."""
    authors = [heard for heard in record.greeting if isinstance(heard.message, IdAuthor)]
    yield from _told(record, requirement, authors, "author")
    if len(authors) > 1:
        yield Remark("several authors", f"names its authors in {len(authors)} `id author` lines", at=authors[1].index)


def _unknown_identity(record: Record) -> Iterator[Remark]:
    """An `id` line that says something else: a GUI ignores it."""
    for heard in record.greeting:
        message = heard.message
        if isinstance(message, Malformed) and message.verb == "id" and not message.requirement:
            yield Remark("unknown id", f"{message.reason}, and GUIs ignore {quoted(heard)}", at=heard.index)


def _told(record: Record, requirement: str, lines: Sequence[Heard[Any, Any]], word: str) -> Judgements:
    """Judge that there is such a line, and that none is empty."""
    empty = next((heard for heard in lines if not getattr(heard.message, word)), None)
    if empty is not None:
        yield Finding(requirement, f"an `id {word}` that names something", f"an empty `id {word}`", empty.index)
    elif lines:
        yield Seen(requirement)
    elif record.is_greeted:
        yield missing(record, requirement, f"an `id {word}` line", f"no `id {word}`")


def missing(record: Record, requirement: str, expected: str, actual: str) -> Finding:
    """A finding about a missing line of the greeting: it may have come after its end, which breaks HS-02."""
    protocol = requirement.partition("-")[0]
    return Finding(requirement, expected, actual, record.greeting[-1].index, unless=(f"{protocol}-HS-02",))
