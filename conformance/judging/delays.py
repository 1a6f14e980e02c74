"""How long an engine takes to answer, drawn from a transcript: samples for a picture, never a verdict.

Ready is the first answer of a process to a sync, when it may still load its data; a sync is any later one. Where something else
was sent between a request and its answer, nobody can say what the time was for, and there is no sample.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.protocol.driver import Driver
from conformance.wire.transcript import Direction, Line, Transcript
from conformance.words.model import Delay, DelayOf


def delays(driver: Driver, transcript: Transcript) -> Iterator[Delay]:
    """The samples of one dialogue, in its order."""
    open_waits = _OpenWaits(driver, transcript)
    for at, line in enumerate(transcript.lines):
        if line.direction is Direction.TO_ENGINE:
            open_waits.sent(line)
        elif line.direction is Direction.FROM_ENGINE:
            yield from open_waits.heard(at, line)


@dataclass(slots=True)
class _OpenWaits:
    """The requests that the engine has had, and when, in seconds since its start."""

    driver: Driver
    transcript: Transcript
    lines: list[str] = field(default_factory=list)
    sync: float | None = None
    has_synced: bool = False
    search: float | None = None
    has_info: bool = False
    given: float | None = None
    stop: float | None = None

    def sent(self, line: Line) -> None:
        """Take a line to the engine."""
        driver = self.driver
        self.lines.append(line.text)
        self.sync = line.at if driver.sync_line and line.text.split()[:1] == driver.sync_line.split()[:1] else None
        if driver.stops_search(line.text) and self.search is not None:
            self.sync = self.given = None
            self.stop = line.at if self.stop is None else self.stop
        elif driver.begins_search(line.text):
            self.search, self.has_info, self.stop = line.at, False, None
            self.given = driver.time_given(self.lines)

    def heard(self, at: int, line: Line) -> Iterator[Delay]:
        """Take a line of the engine."""
        if self.sync is not None and self.driver.is_sync(line.text):
            yield self._delay(DelayOf.SYNC if self.has_synced else DelayOf.READY, self.sync, at, line)
            self.sync, self.has_synced = None, True
        if self.search is None:
            return
        if not self.has_info and self.stop is None and self.driver.is_progress(line.text):
            yield self._delay(DelayOf.FIRST_INFO, self.search, at, line)
            self.has_info = True
        if self.stop is not None and self.driver.is_end_of_stopped(line.text):
            yield self._delay(DelayOf.STOP, self.stop, at, line)
            self.search = self.stop = None
        elif self.driver.is_answer(line.text):
            if self.given is not None:
                yield self._delay(DelayOf.OVER, self.search + self.given, at, line)
            self.search = self.stop = self.given = None

    def _delay(self, of: DelayOf, since: float, at: int, line: Line) -> Delay:
        wait = self.transcript.waits.get(at)
        limit = None if wait is None or of is DelayOf.FIRST_INFO else round(max(0.0, wait.until - since), 3)
        return Delay(of, round(max(0.0, line.at - since), 6), limit, at)
