"""The scenarios that a protocol declares."""

from collections.abc import Mapping

from conformance.clients.scenario import Scenario
from conformance.protocol.definition import attribute, protocol


def scenarios(name: str) -> Mapping[str, Scenario]:
    """The scenarios by which clients of a protocol are tried, which may be none; raises UnknownProtocolError."""
    place = protocol(name).scenarios
    table: Mapping[str, Scenario] = attribute(place) if place else {}
    return table
