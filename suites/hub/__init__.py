"""Hub 2 (draughts): catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.hub.checks:suite",
    engines="conformance.fixtures.hub.engines:ENGINES",
    reference="conformance.fixtures.hub.reference:REFERENCE",
    greetings=(Greeting("hub", ("hub",), r"wait\s*"),),
    client="conformance.suites.hub.client:suite",
    scenarios="conformance.fixtures.hub.scenarios:SCENARIOS",
    match="conformance.suites.hub.match:PLAYERS",
)
