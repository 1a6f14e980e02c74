"""The one place where a system is chosen."""

from typing import Final

from conformance.system import KIND, Kind
from conformance.system.portable import Portable


def _system() -> Portable:
    match KIND:
        case Kind.LINUX:
            from conformance.system.linux import Linux  # noqa: PLC0415  others cannot import it

            return Linux()
        case Kind.POSIX:
            from conformance.system.posix import Posix  # noqa: PLC0415  Windows cannot import it

            return Posix()
        case Kind.WINDOWS:
            from conformance.system.windows import Windows  # noqa: PLC0415  it calls Windows at once

            return Windows()
        case Kind.PORTABLE:
            return Portable()


SYSTEM: Final = _system()
