"""Why an engine was not started, and what to do about it."""

import errno
import os
import sys

import pytest

from conformance.transport.spawning import why_not_started


def refused(number):
    return OSError(number, os.strerror(number))


def test_a_limit_on_processes_is_named():
    assert "raise the limit (ulimit -u), or lower --jobs" in why_not_started(sys.executable, None, refused(errno.EAGAIN))
    assert "ulimit" not in why_not_started(sys.executable, None, refused(errno.EIO))


@pytest.mark.skipif(os.name == "nt", reason="interpreters are not named so there")
@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        (b"#!/bin/sh\r\nexit 0\r\n", FileNotFoundError(), "has a first line that ends in CR LF: save it with LF"),
        (b"#!/no/such/perl\n", FileNotFoundError(), "is a script whose interpreter is not there: look at its first line"),
        (b"import sys\n", refused(errno.ENOEXEC), "nor a script that names its interpreter, as in `#!/usr/bin/env python3`"),
    ],
)
def test_a_script_that_cannot_be_started_is_looked_at(tmp_path, text, error, why):
    script = tmp_path / "engine"
    script.write_bytes(text)
    script.chmod(0o755)
    assert why in why_not_started(str(script), None, error)
