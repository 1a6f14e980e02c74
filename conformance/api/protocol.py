"""How a distribution declares a protocol: the object of an entry point in the group `conform.protocols`."""

from conformance.protocol.definition import Greeting, Protocol

__all__ = ["Greeting", "Protocol"]
