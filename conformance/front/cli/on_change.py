"""`--on-change`: a run, and another one each time that the engine's files have changed."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from conformance.front.cli.messages import complain
from conformance.front.loading import EngineCommand
from conformance.front.provenance import engine_paths
from conformance.run.events import ExitCode
from conformance.transport import interrupts

#: Seconds between two looks at the files, and for how many looks they have to stay as they are.
_EVERY = 0.2
_STILL = 2

Stamp = tuple[tuple[int, int, int] | None, ...]


def stamp(paths: Sequence[Path]) -> Stamp:
    """What changes when files are written anew: time, size and inode of each, None for one that is not there."""
    return tuple(map(_stamp, paths))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116  as fast as it can be
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def changed(paths: Sequence[Path], before: Stamp, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait until files are no longer what they were, all there, and written to their end."""
    last, still = before, 0
    while still < _STILL or last == before or None in last:
        sleep(_EVERY)
        now = stamp(paths)
        last, still = now, still + 1 if now == last else 0


def again_and_again(command: EngineCommand, run: Callable[[], int]) -> int:
    """Run until a signal ends it; the exit code is that of the signal."""
    paths = engine_paths(command) or (Path(command.cwd or "", command.words[0]),)  # which may be still to come
    while True:
        before = stamp(paths)
        code = run()
        if code in (ExitCode.OUR_FAULT, ExitCode.HUNG_UP, ExitCode.INTERRUPTED, ExitCode.TERMINATED):
            return code
        complain(f"waiting for a change of {', '.join(map(str, paths))}; Ctrl-C ends")
        with interrupts.let_through():
            changed(paths, before)
