"""Where the parts of the protocol are. Nothing is imported before it is needed."""

from conformance.api.protocol import Protocol

PROTOCOL = Protocol(
    suite="conform_tictactoe.checks:suite",
    engines="conform_tictactoe.engines:ENGINES",
    reference="conform_tictactoe.reference:REFERENCE",
)
