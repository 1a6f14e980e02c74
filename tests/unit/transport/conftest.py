"""Each way to serve pipes, on the system that it is for as far as this one can stand in for it."""

import pytest

from conformance.system.linux import Linux
from conformance.system.portable import Portable
from conformance.system.posix import Posix
from conformance.transport import pipes, processes, spawning, threads

WAYS = {
    "linux": (Linux, pipes.PipeTransport),
    "posix": (Posix, pipes.PipeTransport),
    "portable": (Portable, threads.ThreadTransport),
}


@pytest.fixture(params=WAYS)
def engine_process(request, monkeypatch):
    """Give the transport for a real process."""
    system, transport = WAYS[request.param]
    chosen = system()
    for module in (pipes, processes, spawning, threads):
        monkeypatch.setattr(module, "SYSTEM", chosen)
    return transport
