"""USI (shogi): catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.usi.checks:suite",
    engines="conformance.fixtures.usi.engines:ENGINES",
    reference="conformance.fixtures.usi.reference:REFERENCE",
    greetings=(
        Greeting("usi", ("usi",), r"usiok\s*"),
        Greeting("uci", ("uci",), r"uciok\s*"),
    ),
    client="conformance.suites.usi.client:suite",
    scenarios="conformance.fixtures.usi.scenarios:SCENARIOS",
    match="conformance.suites.usi.match:PLAYERS",
)
