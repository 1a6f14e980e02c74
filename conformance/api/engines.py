"""The parts of a protocol's engines. The process of an engine imports this: nothing heavy stands here."""

from conformance.engines import habits
from conformance.engines.base import FixtureEngine
from conformance.engines.builtin import Builtin, lenient, over
from conformance.engines.process import run
from conformance.engines.slips import Messages
from conformance.engines.trace import Trace

__all__ = ["Builtin", "FixtureEngine", "Messages", "Trace", "habits", "lenient", "over", "run"]
