"""The features of a machine, in words by which a job can ask for it."""

import platform
import shutil
import sys
from collections.abc import Collection, Iterable

from conformance.system.current import SYSTEM

#: In front of the name of a program that has to be found there.
ENGINE = "engine:"
_SYSTEMS = {"win32": "windows", "darwin": "macos"}


def present(wanted: Iterable[str], announced: Collection[str] = ()) -> frozenset[str]:
    """Those of some labels that this machine has.

    It has its operating system (`linux`), its architecture (`x86_64`), what its processor can do (`avx2`), `engine:NAME` for a
    program that is found on its PATH, and what was announced besides.
    """
    system = _SYSTEMS.get(sys.platform, sys.platform)
    known = {system, platform.machine().lower(), *SYSTEM.processor_features(), *announced}
    return frozenset(label for label in wanted if label in known or _is_engine(label))


def _is_engine(label: str) -> bool:
    return label.startswith(ENGINE) and shutil.which(label.removeprefix(ENGINE)) is not None
