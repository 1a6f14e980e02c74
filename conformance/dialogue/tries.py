"""Waits in which an engine may be late once: a host can be slow in any single measurement."""

from collections.abc import Callable

from conformance.dialogue.session import Dialogue

_TRIES = 3


def takes_at_most(d: Dialogue, ms: float, expected: str, ask: Callable[[], float]) -> None:
    """The verdict: in one of three tries `ask` takes at most so long; it gives what it took. Both in milliseconds."""
    for _ in range(_TRIES):
        if (took := ask()) <= ms:
            return
    d.fail(expected, f"it came after {took:.0f} ms, and so each time", late_ms=took - ms)
