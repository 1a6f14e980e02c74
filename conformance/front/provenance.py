"""The origin of a report: the host, and which build of the engine was checked."""

import hashlib
import os
import platform
import shutil
import socket
from pathlib import Path

from conformance.front.loading import EngineCommand
from conformance.run.events import EngineFile, Host
from conformance.system.current import SYSTEM


def host() -> Host:
    """This machine."""
    return Host(socket.gethostname(), platform.platform(), platform.python_version(), os.cpu_count() or 0, SYSTEM.lacks)


def engine_files(command: EngineCommand) -> tuple[EngineFile, ...]:
    """The files that the engine's command names, as they are now."""
    return tuple(found for place in engine_paths(command) if (found := _file(place)) is not None)


def engine_paths(command: EngineCommand) -> tuple[Path, ...]:
    """Where these files are: its program, and for `python engine.py` the script. None for a built-in engine."""
    if command.is_builtin:
        return ()
    program = shutil.which(command.words[0]) or command.words[0]
    places = (Path(command.cwd or "", word) for word in (program, *command.words[1:]))
    return tuple(place for place in places if _is_file(place))


def _file(path: Path) -> EngineFile | None:
    try:
        with path.open("rb") as file:
            return EngineFile(str(path.absolute()), path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())
    except OSError:  # one that cannot be read
        return None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # an argument that can be no path
        return False
