"""Helpers of several invariants."""

from collections.abc import Iterable

from conformance.api.messages import Malformed, faults
from conformance.api.suites import Finding, Judgements, Seen, visible
from conformance.suites.hub.record import Heard

#: How much of a line a finding shows.
_SHOWN = 200


def quoted(heard: Heard) -> str:
    """A line of the engine as a finding shows it: as it came, and not as it was understood."""
    return f"`{visible(heard.text.strip(), _SHOWN)}`"


def faults_of(requirement: str, heard: Iterable[Heard], expected: str) -> Judgements:
    """Judge messages by the faults that the grammar has found in them."""
    for item in heard:
        for fault in faults(item.message):
            if fault.requirement == requirement:
                yield Finding(requirement, expected, f"{fault.reason}: {quoted(item)}", item.index)
                break
        else:
            if not isinstance(item.message, Malformed):
                yield Seen(requirement)
