"""An engine on demand: one that is lent, idle and greeted, or else a process of its own, which starts when it is first used."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance.transport import Disturbance, Transport, Usage
from conformance.wire.transcript import Line


@dataclass(frozen=True, slots=True, eq=False)
class Loan:
    """An engine that waits to be lent: greeted, synced and idle.

    `greeting` is how it was greeted, line by line. `history` names the checks that it has been used for, in order, `putting_back`
    are the lines by which it was put back, with the times of the process.
    """

    transport: Transport
    greeting: tuple[Line, ...]
    history: tuple[str, ...]
    putting_back: tuple[Line, ...] = ()


def _nobody() -> Loan | None:
    return None


@dataclass(slots=True, eq=False)
class OnDemand:
    """A `Transport` for one dialogue, which only passes on. `start` starts an engine; `lend` gives one that is ready, or None."""

    start: Callable[[], Transport]
    lend: Callable[[], Loan | None] = _nobody
    loan: Loan | None = None
    engine: Transport | None = None
    _refusal: Exception | None = None
    _takes_returns: bool = False

    def _started(self) -> Transport:
        if self._refusal is not None:
            raise self._refusal
        if self.engine is None:
            try:
                self.engine = self.start()
            except Exception as error:
                self._refusal = error  # whoever asks next hears the same: no check can take it for its own fault
                raise
            if self._takes_returns:
                self.engine.take_returns()
        return self.engine

    def borrow(self) -> Sequence[Line]:
        """Take over an engine that is ready, and return its greeting; nothing where there is none, or one has been started."""
        if self.engine is not None or (loan := self.lend()) is None:
            return ()
        self.loan, self.engine = loan, loan.transport
        return loan.greeting

    @property
    def virtual(self) -> bool:
        """Whether the clock is virtual."""
        return self._started().virtual

    def now(self) -> float:
        """Return the time, which begins with the engine. Any thread may ask: it starts none."""
        return 0.0 if self.engine is None else self.engine.now()

    def deliver(self, data: bytes) -> None:
        """Hand bytes to the engine."""
        self._started().deliver(data)

    def next_line(self, until: float) -> Line | None:
        """Return the next line or process event, or None once the time is `until`."""
        return self._started().next_line(until)

    def unended_bytes(self) -> int:
        """How many bytes of a line the engine has said that it has not ended."""
        return self._started().unended_bytes()

    def take_returns(self) -> None:
        """Take a lone CR for the end of a line."""
        self._takes_returns = True
        if self.engine is not None:
            self.engine.take_returns()

    def close_input(self) -> None:
        """Close the engine's standard input."""
        self._started().close_input()

    def usage(self) -> Usage:
        """Measure the engine."""
        return self._started().usage()

    def survivors(self) -> int:
        """Count living descendants."""
        return self._started().survivors()

    def disturbance(self) -> Disturbance:
        """Measure how much the host has disturbed the engine."""
        return self._started().disturbance()

    def is_at_rest(self) -> bool:
        """Whether no process of the engine wants a core now."""
        return self._started().is_at_rest()

    def may_wait_for_others(self) -> bool:
        """Whether it may have its work done elsewhere."""
        return self._started().may_wait_for_others()

    def close(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close()
