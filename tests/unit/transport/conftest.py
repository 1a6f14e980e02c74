"""Each way to serve pipes, on the system that it is for as far as this one can stand in for it."""

import sys

import pytest

from conformance.system.portable import Portable
from conformance.system.posix import Posix
from conformance.transport import pipes, processes, spawning, threads

WAYS = {"posix": (Posix, pipes.PipeTransport), "portable": (Portable, threads.ThreadTransport)}
if sys.platform == "linux":
    from conformance.system.linux import Linux

    WAYS["linux"] = (Linux, pipes.PipeTransport)


@pytest.fixture(params=WAYS)
def engine_process(request, monkeypatch):
    """Give the transport for a real process."""
    system, transport = WAYS[request.param]
    chosen = system()
    for module in (pipes, processes, spawning, threads):
        monkeypatch.setattr(module, "SYSTEM", chosen)
    return transport
