"""GTP 2 (Go Text Protocol): catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.gtp.checks:suite",
    engines="conformance.fixtures.gtp.engines:ENGINES",
    reference="conformance.fixtures.gtp.reference:REFERENCE",
    greetings=(Greeting("gtp", ("protocol_version",), r"=\s*2\s*"),),
    match="conformance.suites.gtp.match:PLAYERS",
)
