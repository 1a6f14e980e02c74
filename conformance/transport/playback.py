"""A recorded dialogue in the place of an engine: what a check would have said of it.

The clock is that of the recording. A line that is sent must be the next that was sent then; what the engine said between
two of them comes at its recorded time. A recording cannot answer what it was never asked.
"""

from conformance.transport import Disturbance, Usage
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript, as_bytes


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
        #: What the check wanted to measure that no recording holds.
        self.unmeasured = ""
        self._lines = list(transcript.lines)
        self._until = transcript.duration
        self._next = 0
        self._clock = 0.0

    def now(self) -> float:
        """Seconds of the recording."""
        return self._clock

    def deliver(self, data: bytes) -> None:
        """Go on to where this was sent, in one write as it is now; raises DivergedError."""
        lines = self._lines
        start = next((i for i in range(self._next, len(lines)) if lines[i].direction is Direction.TO_ENGINE), None)
        if start is None:
            self.went_on = True
            raise DivergedError(f"{_shown(data)} is sent after the end of the recording")
        end = start + 1
        while end < len(lines) and lines[end].joined and lines[end].direction is Direction.TO_ENGINE:
            end += 1
        recorded = as_bytes(lines[start:end])
        if recorded != data:
            self.diverged = f"{_shown(data)} is sent where the recording has {_shown(recorded)}"
            raise DivergedError(self.diverged)
        self._clock = max(self._clock, lines[start].at)
        del lines[start:end]

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

    def unended_bytes(self) -> int:
        """When the bytes of a line came is not recorded."""
        return 0

    def take_returns(self) -> None:
        """A recorded line is a line, whatever its end was."""

    def close_input(self) -> None:
        """Go on to where the input was closed, if it was."""
        for index in range(self._next, len(self._lines)):
            if self._lines[index].is_input_closed:
                self._clock = max(self._clock, self._lines.pop(index).at)
                return

    def usage(self) -> Usage:
        """Nothing is known of the processor time."""
        self.unmeasured = "processor time and memory"
        return Usage(None)

    def survivors(self) -> int:
        """Nothing is known of other processes."""
        self.unmeasured = "processes that are left behind"
        return 0

    def disturbance(self) -> Disturbance:
        """There is none: recorded times are fixed."""
        return Disturbance()

    def is_at_rest(self) -> bool:
        """Always: the engine's delays are not recorded."""
        return True

    def may_wait_for_others(self) -> bool:
        """Never: waits for other processes are not recorded."""
        return False

    def close(self) -> None:
        """There is nothing to end."""


def _shown(data: bytes) -> str:
    return f"`{visible(data.decode('utf-8', 'surrogateescape').removesuffix(chr(10)), 120)}`"
