"""What stands between the first command and the end of the handshake, and what may follow it."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from conformance.protocol.suite import Judgements
from conformance.suites.universal.judging import heaviest, quoted
from conformance.suites.universal.messages import IdAuthor, IdName
from conformance.suites.universal.record import UniversalRecord
from conformance.words.messages import Malformed
from conformance.words.model import Finding, Remark, Seen

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
    yield from _identity(record, requirement, IdName, "name")
    yield from heaviest(_unknown_identity(record))


def one_author(record: Record, requirement: str) -> Judgements:
    """There is exactly one `id author`, and it is not empty."""
    yield from _identity(record, requirement, IdAuthor, "author")


def _unknown_identity(record: Record) -> Iterator[Remark]:
    """An `id` line that says something else: a GUI ignores it."""
    for heard in record.greeting:
        message = heard.message
        if isinstance(message, Malformed) and message.verb == "id" and not message.requirement:
            yield Remark("unknown id", f"{message.reason}, and GUIs ignore {quoted(heard)}", at=heard.index)


def _identity(record: Record, requirement: str, kind: type[IdName | IdAuthor], word: str) -> Judgements:
    block = record.greeting
    if not block:
        return
    found = [heard for heard in block if isinstance(heard.message, kind)]
    if len(found) != 1:
        at = found[1].index if found else block[-1].index
        yield Finding(requirement, f"one `id {word}` line", f"{len(found)} of them" if found else "none", at)
    elif not getattr(found[0].message, word).strip():
        yield Finding(requirement, f"an `id {word}` that names something", "an empty one", found[0].index)
    else:
        yield Seen(requirement)
