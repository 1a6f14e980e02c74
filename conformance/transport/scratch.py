"""A folder that is there for as long as it is needed."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from conformance.transport import LaunchError


@contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """Make a folder, and remove it at the end with all that is in it.

    Raises LaunchError where there is no room for one: an image without `/tmp`, a system that can only be read.
    """
    try:
        folder = tempfile.mkdtemp(prefix=prefix)
    except OSError as error:
        message = f"no temporary folder can be made: {error.strerror or error}; set TMPDIR to a folder that can be written"
        raise LaunchError(message) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
