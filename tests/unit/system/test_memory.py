"""Memory that has been freed goes back to the system."""

import platform
import subprocess
import sys

import psutil
import pytest

from conformance.system.current import SYSTEM

#: Once a piece of 30 MB has been freed, glibc takes pieces up to that size from the heap, and there the small ones between them stay.
_PIECES = """
import psutil
from conformance.system.current import SYSTEM
{reported}
large = b"x" * (30 << 20)
del large
pieces = [b"x" * size for _ in range(200) for size in (900_000, 5_000)]
kept = pieces[1::2]
del pieces
print(psutil.Process().memory_info().rss >> 20)
"""


def megabytes(reported):
    words = [sys.executable, "-c", _PIECES.format(reported=reported)]
    return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not psutil.LINUX or "glibc" not in platform.libc_ver(), reason="asks the allocator of glibc")
def test_what_long_lines_took_is_given_back():
    assert megabytes("") > megabytes("SYSTEM.give_memory_back()") + 100


def test_any_system_can_be_asked():
    SYSTEM.give_memory_back()
