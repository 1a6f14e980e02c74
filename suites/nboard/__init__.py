"""NBoard 2 (Othello): catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.nboard.checks:suite",
    engines="conformance.fixtures.nboard.engines:ENGINES",
    reference="conformance.fixtures.nboard.reference:REFERENCE",
    greetings=(Greeting("nboard", ("nboard 2", "ping 1"), r"pong 1\s*"),),
    match="conformance.suites.nboard.match:PLAYERS",
)
