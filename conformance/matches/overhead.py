"""The smallest overhead with which an engine loses no game on time here: found by trying, from none upwards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from conformance.matches.arbiter import STARTUP, MatchSetup
from conformance.matches.player import Settings
from conformance.matches.seat import Seat
from conformance.matches.summary import Summary
from conformance.transport import interrupts

#: What is tried, in ms, until no flag falls.
VALUES = (0, 10, 20, 40, 80, 160, 320, 640)


@dataclass(frozen=True, slots=True)
class OverheadOption:
    """The engine's own option for it, with its range."""

    name: str
    low: int
    high: int

    @property
    def values(self) -> tuple[int, ...]:
        """The values to try: those in the range, and its least one."""
        return tuple(sorted({max(self.low, value) for value in VALUES if value <= self.high} | {self.low}))


@dataclass(frozen=True, slots=True)
class TriedValue:
    """A value and the match that was played with it."""

    value: int
    summary: Summary


def option_of(table: MatchSetup) -> OverheadOption | None:
    """The option of an engine that keeps time back, None where it declares none; raises LaunchError."""
    with interrupts.engine(table.launch) as transport:
        player = table.players.player(table.settings)
        seat = Seat(transport, player, "a look at its options", table.is_over)
        seat.ask(player.begin(), STARTUP)
        declared = {name.lower(): (name, bounds) for name, bounds in player.numbers.items()}
        found = next((declared[name] for name in table.players.overheads if name in declared), None)
        seat.leave(1.0)
    return OverheadOption(found[0], *found[1]) if found else None


def tables(table: MatchSetup, option: OverheadOption) -> Iterator[tuple[int, MatchSetup]]:
    """The match once for each value."""
    for value in option.values:
        settings = Settings({**table.settings.options, option.name: str(value)}, table.settings.ponder)
        yield value, replace(table, settings=settings)


def is_safe(summary: Summary) -> bool:
    """Whether no flag fell in a match that was played to its end: by whosever doing, the overhead is there for all of it."""
    return bool(summary.finished) and not summary.flags and len(summary.finished) == summary.planned
