"""What the Othello Engine Protocol says: catalogue, grammar, state table, checks."""

from conformance.protocol.definition import Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.oep.checks:suite",
    engines="conformance.fixtures.oep.engines:ENGINES",
    reference="conformance.fixtures.oep.reference:REFERENCE",
)
