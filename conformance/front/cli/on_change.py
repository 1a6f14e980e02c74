"""`--on-change`: a run, and another one each time that the engine's files have changed."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from conformance.front.cli.messages import complain
from conformance.front.loading import EngineCommand
from conformance.front.provenance import engine_paths
from conformance.report import Reporter
from conformance.run.events import Event, ExitCode, Result
from conformance.transport import interrupts
from conformance.words.model import Outcome

#: Seconds between two looks at the files, and for how many looks they have to stay as they are.
_EVERY = 0.2
_STILL = 2

Stamp = tuple[tuple[int, int, int] | None, ...]


def stamp(paths: Sequence[Path]) -> Stamp:
    """A stamp that changes when files are written anew: time, size and inode of each, None for one that is not there."""
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


class SinceLast(Reporter):
    """Says behind each run but the first what is gone since the last one, and what is new, as far as both judged it."""

    def __init__(self) -> None:
        self._last: dict[str, bool] = {}
        self._now: dict[str, bool] = {}

    def on(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Result) and event.outcome in (Outcome.FAIL, Outcome.PASS):
            name = event.requirement.id
            self._now[name] = self._now.get(name, False) or event.outcome is Outcome.FAIL

    def rows(self) -> Iterator[str]:
        """The verdicts that have changed; the next run is compared with this one."""
        last, now = self._last, self._now
        both = [name for name in now if name in last]
        for word, names in (
            ("gone since the last run", [name for name in both if last[name] and not now[name]]),
            ("new since the last run", [name for name in both if now[name] and not last[name]]),
        ):
            if names:
                yield f"{word}: {', '.join(names)}"
        self._last, self._now = last | now, {}


def again_and_again(command: EngineCommand, run: Callable[[Reporter], int]) -> int:
    """Run until a signal ends it; the exit code is that of the signal. On a terminal each run begins on an empty screen."""
    paths = engine_paths(command) or (Path(command.cwd or "", command.words[0]),)  # which may be still to come
    since = SinceLast()
    while True:
        before = stamp(paths)
        code = run(since)
        for row in since.rows():
            complain(row)
        if code in (ExitCode.OUR_FAULT, ExitCode.HUNG_UP, ExitCode.INTERRUPTED, ExitCode.TERMINATED):
            return code
        complain(f"waiting for a change of {', '.join(map(str, paths))}; Ctrl-C ends")
        with interrupts.let_through():
            changed(paths, before)
        click.clear()
