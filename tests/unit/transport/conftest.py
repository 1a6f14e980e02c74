"""Each way to serve pipes, on the system that it is for as far as this one can stand in for it."""

import sys

import pytest

from conformance.system.portable import Portable
from conformance.transport import processes, spawning, threads

WAYS = {"portable": (Portable, threads.ThreadTransport)}
SERVERS = [processes, spawning, threads]
if sys.platform == "win32":
    from conformance.system.windows import Windows

    WAYS = {"windows": (Windows, threads.ThreadTransport)}
else:
    from conformance.system.posix import Posix
    from conformance.transport import pipes

    WAYS["posix"] = (Posix, pipes.PipeTransport)
    SERVERS.append(pipes)
if sys.platform == "linux":
    from conformance.system.linux import Linux

    WAYS["linux"] = (Linux, pipes.PipeTransport)


@pytest.fixture(params=WAYS)
def engine_process(request, monkeypatch):
    """Give the transport for a real process."""
    system, transport = WAYS[request.param]
    chosen = system()
    for module in SERVERS:
        monkeypatch.setattr(module, "SYSTEM", chosen)
    return transport
