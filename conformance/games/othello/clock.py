"""Game clocks as GGF writes them in TI, TB and TW, and what is left of them after some moves. It knows no game."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_GRACE = 120
"""Seconds of grace where GGF names none."""

# [[[days.]hours:]minutes:]seconds: parts that are missing are those in front, and a part may be empty, which is 0.
_TIME = r"(?:(?:(?:\d*\.)?\d*:)?\d*:)?\d*"
_CLOCK = re.compile(rf"({_TIME})(?:/({_TIME}))?(?:/({_TIME}))?", re.ASCII)
_UNITS = (1, 60, 60 * 60, 24 * 60 * 60)


class ClockError(ValueError):
    """The text is not a clock; the message quotes it."""


@dataclass(frozen=True, slots=True)
class GgfClock:
    """A side's time for the game, what each of its moves adds, and what it gets once after it ran out; all in seconds."""

    seconds: int
    increment: int = 0
    grace: int = _GRACE

    def left(self, used: Iterable[float]) -> float:
        """Give the seconds left after moves that took the times `used`; 0 for a clock that ran out twice.

        As the reference GUI counts: grace is added once, when the clock first runs below zero, and the increment after
        each move that did not end the time for good.
        """
        left, grace = float(self.seconds), self.grace
        for time in used:
            left -= time
            if left < 0:
                left, grace = left + grace, 0
            if left < 0:
                return 0.0
            left += self.increment
        return left

    def __str__(self) -> str:
        """Write it as GGF does, without what has its usual value."""
        text = _time(self.seconds)
        if self.increment or self.grace != _GRACE:
            text += "/" + (_time(self.increment) if self.increment else "")
        return text if self.grace == _GRACE else f"{text}/{_time(self.grace)}"


def parse_clock(text: str) -> GgfClock:
    """Read `15:00`, `1.02:03:04`, `5:00/0:10`, `5:00//2:00`; raises ClockError."""
    match = _CLOCK.fullmatch(text.strip())
    if not match or not match[1]:
        raise ClockError(f"{text!r} is not a clock")
    seconds, increment, grace = match.groups()
    return GgfClock(_seconds(seconds), _seconds(increment or ""), _GRACE if grace is None else _seconds(grace))


def _seconds(time: str) -> int:
    parts = [int(part or 0) for part in re.split("[.:]", time)]
    return sum(part * unit for part, unit in zip(reversed(parts), _UNITS, strict=False))


def _time(seconds: int) -> str:
    """Write minutes and seconds, with hours and days in front where there are any."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days}.{hours:02}:{minutes:02}:{seconds:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
