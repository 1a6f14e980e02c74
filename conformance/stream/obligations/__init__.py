"""The obligations of every line protocol. Each obligation is a dialogue against a `Wire`; a suite binds it to an id."""

from conformance.stream.obligations import idling, lasting, leaving, unknown, writing
from conformance.stream.obligations.diagnosis import blame_buffer, blame_stderr, on_stderr

__all__ = ["blame_buffer", "blame_stderr", "idling", "lasting", "leaving", "on_stderr", "unknown", "writing"]
