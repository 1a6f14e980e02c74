"""What every line protocol owes, whatever it says. Each obligation is a dialogue against a `Wire`; a suite binds it to an id."""

from conformance.stream.obligations import idling, lasting, leaving, unknown, writing
from conformance.stream.obligations.diagnosis import blame_buffer, on_stderr
from conformance.stream.obligations.leaving import is_crash

__all__ = ["blame_buffer", "idling", "is_crash", "lasting", "leaving", "on_stderr", "unknown", "writing"]
