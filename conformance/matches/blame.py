"""Shares in the time of a move: of the engine, of the host that let it wait for a core, of us who read late. Pure.

The host's time and ours are counted for the engine's benefit: both figures are the most that it can have been. Only what they
cannot explain is the engine's own time, whether it worked or slept.
"""

from dataclasses import dataclass
from enum import StrEnum

#: Seconds that nobody can part: a line's way through a pipe, the grain of the system's clocks.
UNCLEAR = 0.01
_ROUNDING = 1e-9
#: Share of what others took by which an engine's own time may have grown: its caches are cold, it looks at its clock late.
_IN_THEIR_WAKE = 0.25


class Taker(StrEnum):
    """The party that took time which was not there."""

    ENGINE = "engine"
    HOST = "host"
    OURS = "conform"
    NOBODY = "too close to say"


@dataclass(frozen=True, slots=True)
class MoveTime:
    """The time of one move, from our sending the request to our reading the answer.

    `host`: an engine's thread wanted a core and had none. `ours`: the answer may have lain in the pipe. `worked`: processor time
    of the engine. `is_exact` is False where the host's part could not be measured in full.
    """

    elapsed: float
    host: float = 0.0
    ours: float = 0.0
    worked: float = 0.0
    is_exact: bool = True

    @property
    def others(self) -> float:
        """The most that the host and we can have taken."""
        return min(self.elapsed, self.host + self.ours)

    @property
    def own(self) -> float:
        """The time that the engine took for certain."""
        return self.elapsed - self.others


def taker(spent: MoveTime, available: float) -> Taker | None:
    """The party to blame where a move took more than was available; None where it did not."""
    over = spent.elapsed - available
    if over <= _ROUNDING:
        return None
    if spent.own > available + UNCLEAR + _IN_THEIR_WAKE * spent.others:
        return Taker.ENGINE if spent.is_exact else Taker.NOBODY
    if spent.others < over / 2:
        return Taker.NOBODY
    return Taker.HOST if spent.host >= spent.ours else Taker.OURS


def charged(spent: MoveTime, available: float) -> float:
    """The time that the clock is charged with: all of it, but no flag falls for what others took or nobody can part."""
    if taker(spent, available) in (None, Taker.ENGINE):
        return spent.elapsed
    return min(max(spent.own, 0.0), available)
