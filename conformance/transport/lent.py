"""An engine on demand: one that is lent, idle and greeted, or else a process of its own, which starts when it is first used."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
    """A `Transport` for one dialogue. `start` starts an engine; `lend` gives one that is ready, or None.

    With a loan, time goes on where the greeting ended: a dialogue cannot tell the engine from a new one.
    """

    start: Callable[[], Transport]
    lend: Callable[[], Loan | None] = _nobody
    loan: Loan | None = None
    engine: Transport | None = None
    shift: float = 0.0
    _reached: float = 0.0
    _refusal: Exception | None = None
    _takes_returns: bool = False
    _before: Disturbance = field(default_factory=Disturbance)

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
        self.shift = self.engine.now() - loan.greeting[-1].at
        self._before = self.engine.disturbance()
        return loan.greeting

    def pass_over(self, seconds: float) -> None:
        """Leave out a time in which nothing was asked of the engine."""
        self.shift += seconds

    @property
    def virtual(self) -> bool:
        """Whether the clock is virtual."""
        return self._started().virtual

    def now(self) -> float:
        """Return the time, which begins with the engine. Any thread may ask: it starts none."""
        engine = self.engine
        return self._reached if engine is None else max(self._reached, engine.now() - self.shift)

    def deliver(self, data: bytes) -> None:
        """Hand bytes to the engine."""
        self._started().deliver(data)

    def next_line(self, until: float) -> Line | None:
        """Return the next line or process event, or None once the time is `until`."""
        engine, end = self._started(), until + self.shift
        line = engine.next_line(end)
        if line is None and engine.now() >= end:
            self._reached = max(self._reached, until)  # the difference of two times may be less by rounding
        return line._replace(at=max(self._reached, line.at - self.shift)) if line is not None and self.shift else line

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
        """Measure how much the host has disturbed this dialogue."""
        return self._started().disturbance().since(self._before)

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
