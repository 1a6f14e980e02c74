"""An engine that answers on standard error: what it says there is heard as if it came on standard output."""

from conformance.transport import Disturbance, Transport, Usage
from conformance.wire.transcript import Direction, Line


class Merged:
    """Another transport, with the two outputs of its engine taken for one."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.virtual = transport.virtual

    def now(self) -> float:
        """Return the time."""
        return self._transport.now()

    def write(self, data: bytes) -> None:
        """Hand bytes to the engine."""
        self._transport.write(data)

    def next_line(self, until: float) -> Line | None:
        """Return the next line of either output, or process event, or None once the time is `until`."""
        line = self._transport.next_line(until)
        if line is None or line.direction is not Direction.STDERR:
            return line
        return line._replace(direction=Direction.FROM_ENGINE)

    def unended_bytes(self) -> int:
        """How many bytes of a line the engine has said that it has not ended."""
        return self._transport.unended_bytes()

    def take_returns(self) -> None:
        """Take a lone CR for the end of a line."""
        self._transport.take_returns()

    def close_input(self) -> None:
        """Close the engine's standard input."""
        self._transport.close_input()

    def usage(self) -> Usage:
        """Measure the engine."""
        return self._transport.usage()

    def survivors(self) -> int:
        """Count living descendants."""
        return self._transport.survivors()

    def disturbance(self) -> Disturbance:
        """Measure how much the host has disturbed the dialogue."""
        return self._transport.disturbance()

    def is_at_rest(self) -> bool:
        """Whether no process of the engine wants a core now."""
        return self._transport.is_at_rest()

    def may_wait_for_others(self) -> bool:
        """Whether it may have its work done elsewhere."""
        return self._transport.may_wait_for_others()

    def close(self) -> None:
        """End the engine."""
        self._transport.close()
