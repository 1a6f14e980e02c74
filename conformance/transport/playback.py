"""A recorded dialogue in the place of an engine: what a check would have said of it.

The clock is that of the recording. A line that is sent must be the next that was sent then; what the engine said between
two of them comes at its recorded time. A recording cannot answer what it was never asked.
"""

from conformance.transcript import Direction, Line, Transcript
from conformance.transport import Disturbance, Usage


class DivergedError(Exception):
    """Something was sent that the recording does not hold at this point: nothing can be said, then."""


class PlaybackTransport:
    """A `Transport` over a transcript."""

    virtual = True

    def __init__(self, transcript: Transcript) -> None:
        #: Whether more was sent than the recording holds: the dialogue went on beyond its end.
        self.went_on = False
        #: What was sent that the recording does not hold at that point.
        self.diverged = ""
        self._lines = list(transcript.lines)
        self._until = transcript.duration
        self._next = 0
        self._clock = 0.0

    def now(self) -> float:
        """Seconds of the recording."""
        return self._clock

    def write(self, data: bytes) -> None:
        """Go on to where this was sent; raises DivergedError."""
        for row in data.decode("utf-8", "surrogateescape").splitlines(keepends=True):
            self._sent(row)

    def _sent(self, row: str) -> None:
        for index in range(self._next, len(self._lines)):
            line = self._lines[index]
            if line.direction is Direction.TO_ENGINE:
                if line.text + line.end != row:
                    self.diverged = f"{row!r} is sent where the recording has {line.text + line.end!r}"
                    raise DivergedError(self.diverged)
                del self._lines[index]
                self._clock = max(self._clock, line.at)
                return
        self.went_on = True
        raise DivergedError(f"{row!r} is sent after the end of the recording")

    def next_line(self, until: float) -> Line | None:
        """Return what came next, if it came by `until`."""
        while self._next < len(self._lines):
            line = self._lines[self._next]
            if line.direction is Direction.TO_ENGINE or line.is_input_closed or line.at > until:
                break
            self._next += 1
            self._clock = max(self._clock, line.at)
            return line
        self._clock = max(self._clock, until)
        return None

    def close_input(self) -> None:
        """Go on to where the input was closed, if it was."""
        for index in range(self._next, len(self._lines)):
            if self._lines[index].is_input_closed:
                self._clock = max(self._clock, self._lines.pop(index).at)
                return

    def usage(self) -> Usage:
        """Nothing is known of the processor time."""
        return Usage(None)

    def survivors(self) -> int:
        """Nothing is known of other processes."""
        return 0

    def disturbance(self) -> Disturbance:
        """What happened, happened."""
        return Disturbance()

    def close(self) -> None:
        """There is nothing to end."""
