"""Real processes, reached in the way that this system has."""

from typing import Final

from conformance.system.current import SYSTEM
from conformance.transport.pipes import PipeTransport
from conformance.transport.threads import ThreadTransport

#: The transport for a real process: `EngineProcess(command, cwd=None, env=None)`. Raises LaunchError.
EngineProcess: Final[type[PipeTransport] | type[ThreadTransport]] = ThreadTransport if SYSTEM.needs_threads else PipeTransport
