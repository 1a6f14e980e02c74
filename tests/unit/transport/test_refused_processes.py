"""A limit on processes (`ulimit -u`, `pids.max`) is named where it keeps an engine from its start."""

import errno
import os
import sys

from conformance.transport.spawning import why_not_started


def test_a_limit_on_processes_is_named():
    refused = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    assert "raise the limit (ulimit -u), or lower --jobs" in why_not_started(sys.executable, None, refused)
    assert "ulimit" not in why_not_started(sys.executable, None, OSError(errno.EIO, os.strerror(errno.EIO)))
