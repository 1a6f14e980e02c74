"""The one place where a system is chosen."""

import sys
from typing import Final

from conformance.system import KIND, SystemKind
from conformance.system.portable import Portable


def _system() -> Portable:
    if sys.platform == "linux" and KIND is SystemKind.LINUX:
        from conformance.system.linux import Linux  # noqa: PLC0415  others cannot import it

        return Linux()
    if sys.platform != "win32" and KIND is SystemKind.POSIX:
        from conformance.system.posix import Posix  # noqa: PLC0415  Windows cannot import it

        return Posix()
    if KIND is SystemKind.WINDOWS:
        from conformance.system.windows import Windows  # noqa: PLC0415  no other system needs it

        return Windows()
    return Portable()


SYSTEM: Final = _system()
