"""The Othello Engine Protocol: catalogue, grammar, state table, checks."""

from conformance.api.protocol import Greeting, Protocol

PROTOCOL = Protocol(
    suite="conformance.suites.oep.checks:suite",
    engines="conformance.fixtures.oep.engines:ENGINES",
    reference="conformance.fixtures.oep.reference:REFERENCE",
    greetings=(Greeting("oep", ("ENGINE-PROTOCOL init",), r"ready\.\s*"),),
    no_match="the Othello Engine Protocol has no clocks: a search is limited by depth and precision, and no time is ever sent",
)
