"""UHP (Hive): catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.uhp.checks:suite",
    engines="conformance.fixtures.uhp.engines:ENGINES",
    reference="conformance.fixtures.uhp.reference:REFERENCE",
    greetings=(Greeting("uhp", (), r"ok"),),
    match="conformance.suites.uhp.match:PLAYERS",
)
