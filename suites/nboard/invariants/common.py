"""Helpers of several invariants."""

from collections.abc import Iterable

from conformance.api.messages import Malformed, faults
from conformance.api.suites import Finding, Judgements, Seen, visible
from conformance.suites.nboard.record import Heard, Record, Work, is_torn

#: How much of a line a finding shows.
SHOWN = 200


def quoted(heard: Heard) -> str:
    """A message as a finding shows it."""
    return f"`{visible(heard.text, SHOWN)}`"


def any_torn(lines: list[Heard]) -> bool:
    """Whether some of these lines are torn; where all seem to be, they are written so."""
    return any(is_torn(heard.text) for heard in lines) and not all(is_torn(heard.text) for heard in lines)


def faults_of(requirement: str, heard: Iterable[Heard], expected: str) -> Judgements:
    """Judge messages by the faults that the grammar has found in them; torn lines are another matter."""
    lines = list(heard)
    are_torn = any_torn(lines)
    for item in lines:
        broken = [fault for fault in faults(item.message) if fault.requirement == requirement]
        if broken and not (are_torn and is_torn(item.text)):
            yield Finding(requirement, expected, f"{broken[0].reason}: {quoted(item)}", item.index)
        elif not broken and not isinstance(item.message, Malformed):
            yield Seen(requirement)


def after_interruptions(record: Record, work: Work) -> tuple[str, ...]:
    """What explains odd figures of a request after others were interrupted: those may go on, and these be theirs."""
    is_after = any(other.is_interrupted and other.index < work.index for other in record.works)
    return ("NB-PNG-04", "NB-PNG-09") if is_after else ()
