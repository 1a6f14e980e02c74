"""Check the types of the checkout itself, as `mypy --strict` sees the package.

At run time two shims extend `conformance.suites` and `conformance.fixtures` to the top-level folders `suites/` and
`fixtures/`. A type checker cannot follow that, so it gets a folder of links in which everything stands at its place.
That folder is inside mypy's cache and always has the same path: a second run only reads what has changed.
Run it as `.venv/bin/python tools/check_types.py`; what follows is given to mypy.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".mypy_cache"
VIEW = CACHE / "view"
MAPPED = ("suites", "fixtures")
PACKAGE = "conformance"
MAPPED_PATH = re.compile(rf"\b{PACKAGE}/((?:{'|'.join(MAPPED)})/[\w./]+)")


def link(folder: Path, entries: Path) -> None:
    """Make `folder` hold a link to each entry of `entries`."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in entries.iterdir():
        if entry.name != "__pycache__":
            (folder / entry.name).symlink_to(entry)


def lay_out() -> None:
    """Lay out the package as it is installed."""
    package = VIEW / PACKAGE
    link(package, ROOT / PACKAGE)
    for room in MAPPED:
        (package / room).unlink()
        link(package / room, ROOT / PACKAGE / room)
        link(package / room, ROOT / room)


def as_in_the_checkout(line: str) -> str:
    """Name files where a developer finds them: `suites/usi/...`, not `conformance/suites/usi/...`."""
    return MAPPED_PATH.sub(lambda path: path[1] if (ROOT / path[1]).exists() else path[0], line)


def check(words: list[str]) -> int:
    """Run mypy in the view and print what it says."""
    environment = {**os.environ, "MYPYPATH": str(VIEW)}
    if sys.stdout.isatty():
        environment["MYPY_FORCE_COLOR"] = "1"
    options = ["--config-file", ROOT / "pyproject.toml", "--cache-dir", CACHE, "--strict", "-p", PACKAGE]
    command = [sys.executable, "-m", "mypy", *map(str, options), *words]
    with subprocess.Popen(command, cwd=VIEW, env=environment, text=True, stdout=subprocess.PIPE) as mypy:
        for line in mypy.stdout or ():
            print(as_in_the_checkout(line), end="", flush=True)
    return mypy.returncode


def main(words: list[str]) -> int:
    """Check one at a time: two that share a cache would spoil it."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(VIEW, ignore_errors=True)
        try:
            lay_out()
            return check(words)
        finally:
            shutil.rmtree(VIEW, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
