"""What NBoard 2 (Othello) says: catalogue, grammar, state table, checks."""

from conformance.protocol.definition import Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.nboard.checks:suite",
    engines="conformance.fixtures.nboard.engines:ENGINES",
    reference="conformance.fixtures.nboard.reference:REFERENCE",
)
