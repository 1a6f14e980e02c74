"""What several invariants do alike."""

from collections.abc import Iterable, Iterator

from conformance.protocol.suite import Judgements
from conformance.suites.usi.messages import faults
from conformance.suites.usi.record import Heard
from conformance.wire.lines import visible
from conformance.words.messages import Malformed
from conformance.words.model import Finding, Remark, Seen

#: How much of a line a finding shows.
SHOWN = 200


def quoted(heard: Heard) -> str:
    """A line of the engine as a finding shows it: as it came, and not as it was understood."""
    return f"`{visible(heard.text, SHOWN)}`"


def heaviest(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """One remark for each topic, the first of those with the most weight: a search has thousands of lines."""
    found: dict[str, Remark] = {}
    for remark in remarks:
        if remark.topic not in found or remark.weight > found[remark.topic].weight:
            found[remark.topic] = remark
    yield from found.values()


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
