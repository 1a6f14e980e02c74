"""The parts of a protocol's engines. The process of an engine imports this: nothing heavy stands here."""

from conformance.engines.base import FixtureEngine
from conformance.engines.builtin import Builtin, lenient
from conformance.engines.slips import Messages

__all__ = ["Builtin", "FixtureEngine", "Messages", "lenient"]
