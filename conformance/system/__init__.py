"""Features that only some operating systems have. Everything above asks here, and names no system.

`KIND` says which system this is; `current.SYSTEM` is what it has and can do. A process of an engine imports `guest` only, so that
it starts as fast as it can.
"""

import os
import sys
from enum import Enum
from typing import Final


class SystemKind(Enum):
    """The kinds of systems. `PORTABLE` has what all have; it is there to try on one system what others will run."""

    LINUX = "linux"
    POSIX = "posix"
    WINDOWS = "windows"
    PORTABLE = "portable"


#: By this our tests run on Linux what POSIX and PORTABLE have. No other system can be tried so.
_TRIED = "CONFORM_SYSTEM"


def _kind() -> SystemKind:
    if os.name == "nt":
        return SystemKind.WINDOWS
    if sys.platform != "linux":
        return SystemKind.POSIX
    tried = os.environ.get(_TRIED, "")
    return SystemKind(tried) if tried in {SystemKind.POSIX.value, SystemKind.PORTABLE.value} else SystemKind.LINUX


KIND: Final = _kind()
