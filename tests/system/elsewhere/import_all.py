"""Imports every module that this system can need, and says which cannot be imported."""

import importlib
import pkgutil
import sys
from unittest.mock import patch

import conformance

#: What only some systems need, and import in a function. The first two are chosen, and `confined` is a program of its own; the next
#: wait for sockets by `select`, which Windows has for these and no stand-in tells from pipes; the last forks.
ELSEWHERE = {
    *("conformance.system.linux", "conformance.system.posix", "conformance.transport.confined"),
    *(f"conformance.watch.{name}" for name in ("streams", "relay", "posix_relay", "windows_relay")),
    *("conformance.front.cli.recording", "conformance.fixtures.hostile.families"),
    *sys.argv[1:],
}
failed = []
count = 0
with patch.object(sys, "argv", ["conform"]):
    for module in pkgutil.walk_packages(conformance.__path__, "conformance.", onerror=failed.append):
        name = module.name
        if any(name == one or name.startswith(f"{one}.") for one in ELSEWHERE) or name.endswith("__main__"):
            continue
        count += 1
        try:
            importlib.import_module(name)
        except Exception as error:  # noqa: BLE001  whatever it is, it is reported
            failed.append(f"{name}: {type(error).__name__}: {error}")
print("\n".join(failed) or f"{count} modules")
