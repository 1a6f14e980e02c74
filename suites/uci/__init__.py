"""UCI (chess): catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.uci.checks:suite",
    engines="conformance.fixtures.uci.engines:ENGINES",
    reference="conformance.fixtures.uci.reference:REFERENCE",
    greetings=(
        Greeting("uci", ("uci",), r"uciok\s*"),
        Greeting("usi", ("usi",), r"usiok\s*"),
    ),
    client="conformance.suites.uci.client:suite",
    scenarios="conformance.fixtures.uci.scenarios:SCENARIOS",
    match="conformance.suites.uci.match:PLAYERS",
)
