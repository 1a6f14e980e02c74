"""Progress of a run, on standard error: findings as they are found, how far the run is, and how long it has taken.

On a terminal the last line shows the state and is redrawn; in a log (CI, a file) a line is written every few seconds. Which of
the two is asked of the stream itself: a variable such as FORCE_COLOR asks for colours, and not for a line that is redrawn.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from rich.console import Console, ConsoleRenderable, RichCast
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from conformance.report import plain
from conformance.report.findings import instead, label
from conformance.report.prose import what_was_explored
from conformance.report.screen import cut, printable
from conformance.run.events import CheckStarted, Event, Explored, Glimpsed, Result, RunFinished, RunStarted, Tally
from conformance.words.model import Outcome

#: What is done before the first check.
_FIRST = "a first look at the engine"
#: Seconds between two lines in a log, and between two that say the same but for the time.
EVERY = 5.0
SAME_AFTER = 30.0
_PER_SECOND = 4


class LiveReporter:
    """Reports a run that goes on. Text that it cannot write is left out: the report at the end is what counts."""

    def __init__(
        self, console: Console, *, terminal: bool, every: float = EVERY, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._console = console
        self._terminal = terminal
        self._every = every
        self._clock = clock
        self._started = clock()
        self._written = (-SAME_AFTER, "")
        self._checks = 0
        self._now = _FIRST
        #: The answer that is waited for at length, in words, or nothing.
        self.waited_for: Callable[[], str] = str
        self._long: tuple[str, int, int] | None = None
        self._begun: set[str] = set()
        self._reported: set[str] = set()
        self._tally = Tally()
        self._live: Live | None = None
        self._ended = threading.Event()

    def on(self, event: Event) -> None:
        """Take one event."""
        match event:
            case RunStarted():
                self._open(event)
            case CheckStarted():
                self._begun.add(event.check)
                self._now, self._long = f"measured again: {event.title}" if event.again else event.title, None
            case Glimpsed():
                self._found(event)
            case Explored():
                self._say(f"explored: {what_was_explored(event)}")
            case Result():
                self._count(event)
            case RunFinished():
                self.close()

    def close(self) -> None:
        """Take the state off the terminal, and write no more."""
        self._ended.set()
        if self._live:
            live, self._live = self._live, None
            self._try(live.stop)

    def progress(self, title: str, done: int, total: int) -> None:
        """Show how far a long check is; may be called from any thread."""
        self._long = (title, done, total)

    def tick(self) -> None:
        """Write the state as a line of a log, unless nothing has changed since the last one, which is not long ago."""
        now, what = self._clock(), self._what()
        if what != self._written[1] or now - self._written[0] >= SAME_AFTER:
            self._written = now, what
            self._say(self.state())

    def state(self) -> str:
        """How long it has taken, how far it is, and what has come of it so far."""
        seconds = int(self._clock() - self._started)
        return f"{seconds // 60}:{seconds % 60:02} {self._what()}"

    def _what(self) -> str:
        counts = ", ".join(f"{count} {outcome.value.replace('_', ' ')}" for outcome, count in self._tally.counts() if count)
        long = f" ({self._long[1]} of {self._long[2]})" if self._long else ""
        now = f"{plain(self._long[0] if self._long else self._now)}{long}"
        begun = f"{len(self._begun)}/{max(self._checks, len(self._begun))} checks begun"
        return f"{begun}{f', {counts}' if counts else ''}; now: {plain(self.waited_for()) or now}"

    def _open(self, event: RunStarted) -> None:
        self._checks = event.checks
        self._started = self._clock()
        if self._terminal:
            self._live = Live(
                console=self._console,
                transient=True,
                get_renderable=self._drawn,
                refresh_per_second=_PER_SECOND,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._begin(self._live.start)
        else:
            self._begin(threading.Thread(target=self._write_the_state, name="progress", daemon=True).start)

    def _begin(self, start: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the system lets us have no more threads: what is found is reported all the same
            self._try(start)

    def _write_the_state(self) -> None:
        while not self._ended.wait(self._every):
            self.tick()

    def _drawn(self) -> ConsoleRenderable | RichCast | str:
        line = Text(cut(printable(self._console, self.state()), self._console.width - 1))
        if not self._long:
            return line
        grid = Table.grid(padding=(0, 1))
        grid.add_row(ProgressBar(self._long[2], self._long[1], width=self._console.width - 1))
        grid.add_row(line)
        return grid

    def _count(self, result: Result) -> None:
        if result.selected:
            self._tally.add(result)
        if result.outcome is Outcome.FAIL:
            self._found(result)

    def _found(self, found: Result | Glimpsed) -> None:
        """Report a requirement once."""
        requirement = found.requirement
        if requirement.id not in self._reported:
            self._reported.add(requirement.id)
            outside = isinstance(found, Result) and not found.selected
            known = isinstance(found, Result) and found.waiver is not None
            level = f"{label(requirement)}{', outside the selection' if outside else ''}{', waived' if known else ''}"
            self._say(f"found: {requirement.id}  {level}  {instead(found)}")

    def _say(self, text: str) -> None:
        width = self._console.width if self._terminal else max(self._console.width, 160)
        self._try(lambda: self._console.print(Text(cut(printable(self._console, text), width)), soft_wrap=True))

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except (OSError, SystemExit):  # the latter is rich's answer to a closed pipe
            self._console.quiet = True
