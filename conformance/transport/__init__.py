"""Ways to reach an engine: pipes to a real process, a simulator on a virtual clock, a recorded dialogue.

All three offer the same small interface, `Transport`; nothing above can tell them apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from conformance.wire.transcript import Line


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that the engine's processes use: CPU seconds so far, bytes of memory now (None where that cannot be read)."""

    cpu_seconds: float | None
    memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Seconds that the host has kept us from looking (`ours`) and the engine from running (`engines`).

    The two can fall together, so that the time lost lies between the larger of them and their sum. `served` is the processor
    time that the engine has been given.
    """

    ours: float = 0.0
    engines: float = 0.0
    served: float = 0.0

    @property
    def least(self) -> float:
        """The time lost if the two always fell together."""
        return max(self.ours, self.engines)

    @property
    def most(self) -> float:
        """The time lost if the two never fell together."""
        return self.ours + self.engines

    def since(self, earlier: "Disturbance") -> "Disturbance":
        """The difference from an earlier measurement."""
        return Disturbance(self.ours - earlier.ours, self.engines - earlier.engines, self.served - earlier.served)


class Transport(Protocol):
    """One running engine. All times are seconds since it was started, on the transport's own clock."""

    @property
    def virtual(self) -> bool:
        """Whether the clock is virtual: waiting costs nothing and nothing needs to be measured twice."""

    def now(self) -> float:
        """Return the time."""

    def deliver(self, data: bytes) -> None:
        """Hand bytes to the engine; never blocks. Bytes that a full pipe does not take are sent while reading."""

    def next_line(self, until: float) -> Line | None:
        """Return the next line or process event, or None once the time is `until`."""

    def unended_bytes(self) -> int:
        """How many bytes of a line the engine has said that it has not ended."""

    def take_returns(self) -> None:
        """From now on take a lone CR of the engine for the end of a line; idempotent."""

    def close_input(self) -> None:
        """Close the engine's standard input (after what is still to be written)."""

    def usage(self) -> Usage:
        """Measure CPU time and memory of the engine and its descendants."""

    def survivors(self) -> int:
        """Count living descendants of the engine, the engine itself excluded."""

    def disturbance(self) -> Disturbance:
        """Measure how much the host has disturbed the dialogue so far."""

    def is_at_rest(self) -> bool:
        """Whether no process of the engine wants a core now: a host that is busy does not delay it then."""

    def may_wait_for_others(self) -> bool:
        """Whether an engine that is at rest may have its work done elsewhere, or waits for a disk."""

    def close(self) -> None:
        """End the engine and all its descendants; idempotent."""


#: Starts one engine. Raises LaunchError.
Launcher = Callable[[], Transport]


class LaunchError(Exception):
    """The engine cannot be started; the message says what to do about it."""
