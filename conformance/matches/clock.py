"""Time controls and game clocks. Pure: nothing here waits, and all times are seconds.

A control is written `10` (all moves in 10 s), `1+0.01` (and 0.01 s for each move), `40/60+0.5` (60 s for 40 moves, and again for
the next 40), `60byo5` (60 s, then 5 s for each move) or `0.5/move` (0.5 s for each move). Minutes can be written `1:30`.
"""

import re
from dataclasses import dataclass, field

_SECONDS = r"\d{1,6}(?:\.\d{1,6})?"
_TIME = rf"(?:\d{{1,4}}:)?{_SECONDS}"
_CONTROL = re.compile(
    rf"(?:(?P<moves>[1-9]\d{{0,3}})/)?(?P<base>{_TIME})(?:\+(?P<inc>{_SECONDS}))?|(?P<main>{_TIME})byo(?P<byo>{_SECONDS})"
    rf"|(?P<each>{_SECONDS})/move",
    re.ASCII,
)
FORMS = "10, 1+0.01, 40/60, 60byo5 or 0.5/move"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each side: `base` at first, `increment` for each move, `byoyomi` for each move once the base is used up.

    With `moves` the base is for so many moves, and is given again after them.
    """

    base: float = 0.0
    increment: float = 0.0
    byoyomi: float = 0.0
    moves: int = 0

    @property
    def is_per_move(self) -> bool:
        """Whether there is only a limit for each move."""
        return self.base == 0 and self.increment == 0 and self.byoyomi > 0

    def longest(self, plies: int) -> float:
        """The seconds that a game of so many plies takes at most, both sides together."""
        own = (plies + 1) // 2
        periods = 1 + (own - 1) // self.moves if self.moves and own else 1
        return 2 * (self.base * periods + (self.increment + self.byoyomi) * own)

    def __str__(self) -> str:
        if self.is_per_move:
            return f"{self.byoyomi:g}/move"
        if self.byoyomi:
            return f"{self.base:g}byo{self.byoyomi:g}"
        moves = f"{self.moves}/" if self.moves else ""
        return f"{moves}{self.base:g}" + (f"+{self.increment:g}" if self.increment else "")


def parse_control(text: str) -> TimeControl:
    """Read a time control; raises ValueError with what is wrong in words."""
    found = _CONTROL.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a time control such as {FORMS}")
    if found["each"]:
        control = TimeControl(byoyomi=float(found["each"]))
    elif found["main"]:
        control = TimeControl(_seconds(found["main"]), byoyomi=float(found["byo"]))
    else:
        control = TimeControl(_seconds(found["base"]), float(found["inc"] or 0), moves=int(found["moves"] or 0))
    if control.base + control.increment + control.byoyomi <= 0:
        raise ValueError(f"{text!r} leaves no time for a move")
    return control


def _seconds(text: str) -> float:
    minutes, _, seconds = text.rpartition(":")
    return 60 * int(minutes or 0) + float(seconds)


@dataclass(slots=True)
class Clock:
    """One side's clock.

    `early` says when a move's increment is given: before the move, as USI and Hub allow an engine to count on, or after it.
    `grace` is for the way of an answer, where each move has a time that a search may use to its end.
    """

    control: TimeControl
    early: bool = False
    grace: float = 0.0
    left: float = field(init=False)
    made: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.left = self.control.base

    @property
    def available(self) -> float:
        """The time for the next move."""
        grace = self.grace if self.control.is_per_move else 0.0
        return self.left + self.control.byoyomi + (self.control.increment if self.early else 0.0) + grace

    @property
    def to_go(self) -> int:
        """The moves that the time left is for; 0 where it is for all."""
        return self.control.moves - self.made % self.control.moves if self.control.moves else 0

    def spend(self, seconds: float) -> bool:
        """Take the time of a move off the clock; False where it was more than there was, and then nothing is left."""
        in_time = seconds <= self.available
        self.made += 1
        if self.early:
            self.left += self.control.increment
        self.left = max(0.0, self.left - seconds)
        if not self.early:
            self.left += self.control.increment
        if self.control.moves and self.made % self.control.moves == 0:
            self.left += self.control.base
        return in_time
