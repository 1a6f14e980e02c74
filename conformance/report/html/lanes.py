"""A dialogue as two lanes with the time running down: where each line of a picture stands. Pure; the template draws it.

The scale is true: so many pixels are so many seconds all over the picture, except for long pauses, which are folded and say how
long they are. Rows of text cannot stand closer than their height, so that each has a leader to its moment on the scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, WaitSpan

#: Pixels: of a row of text, of a folded pause, above the first row, from lane to lane, of the whole picture.
ROW, FOLD, TOP = 20.0, 26.0, 46.0
WIDTH = 820
GUI_LANE, ENGINE_LANE = 360.0, 440.0
#: The lines that are shown: before the offending one, after it, and requests before all those.
BEFORE, AFTER, REQUESTS = 22, 5, 3
#: Characters of a row, and of the text that is shown for the row where a pointer rests on it.
_ROOM, _WHOLE = 39, 500
#: A pause is folded when it is longer than so many seconds, and than so many times most others.
_LEAST_FOLDED, _TIMES_OTHERS = 0.02, 4.0
#: A recording has so many digits of a time: the picture is the same before and after.
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class LaneRow:
    """A line of the dialogue: what stands in the row at `y`, and the moment on the scale, `moment`, in pixels.

    `kind` is gui, engine, stderr, process or absent: the last one stands for an answer that did not come.
    """

    kind: str
    time: str
    text: str
    whole: str
    y: float
    moment: float
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of time, from one place to another in pixels, with what is written at its end or in its middle."""

    top: float
    bottom: float
    label: str


@dataclass(frozen=True, slots=True)
class Lanes:
    """The whole picture.

    `allowed` is the time that an answer was given, `overdue` what came after it; `gaps` are lines that were left out.
    """

    rows: tuple[LaneRow, ...]
    folds: tuple[Band, ...]
    gaps: tuple[Band, ...]
    allowed: Band | None
    overdue: Band | None
    height: float
    left_out: int


def lanes(lines: Sequence[Line], at: int | None, wait: WaitSpan | None = None, *, is_absent: bool = False) -> Lanes:
    """The dialogue around line `at`, its end where there is none; `is_absent` says that the awaited answer did not come."""
    wait = WaitSpan(round(wait.since, _DIGITS), wait.limit) if wait is not None else None
    marked = at if at is not None and 0 <= at < len(lines) and not is_absent else None
    shown = _shown(lines, len(lines) - 1 if marked is None and (at is None or is_absent) else at)
    entries = [_Entry(round(lines[index].at, _DIGITS), index, lines[index]) for index in shown]
    if is_absent:
        end = wait.until if wait is not None else (entries[-1].at if entries else 0.0)
        entries.append(_Entry(max(end, entries[-1].at if entries else 0.0), len(lines), None))
    moments = {entry.at for entry in entries}
    first = min(moments, default=0.0)
    if wait is not None and entries:
        moments |= {moment for moment in (wait.since, wait.until) if moment >= first}
    scale = _Scale.of(sorted(moments), len(entries))
    rows, gaps, below = [], [], TOP
    for place, entry in enumerate(entries):
        moment = scale.y(entry.at)
        skipped = entry.index - entries[place - 1].index - 1 if place else entry.index
        if skipped:
            gaps.append(Band(below, below + ROW, f"{skipped} line{'s' if skipped > 1 else ''} left out"))
            below += ROW
        y = max(moment, below)
        below = y + ROW
        rows.append(_row(entry, y, moment, is_marked=entry.line is None or entry.index == marked))
    after = len(lines) - 1 - shown[-1] if shown else 0
    if after:
        gaps.append(Band(below, below + ROW, f"{after} line{'s' if after > 1 else ''} left out"))
        below += ROW
    allowed, overdue = _deadline(scale, wait, entries, first)
    height = max(below, scale.bottom) + ROW
    return Lanes(tuple(rows), tuple(scale.folds), tuple(gaps), allowed, overdue, height, len(lines) - len(shown))


@dataclass(frozen=True, slots=True)
class _Entry:
    at: float
    index: int
    line: Line | None


def _shown(lines: Sequence[Line], at: int | None) -> list[int]:
    """The indices of the lines that are shown."""
    offence = min(max(at if at is not None else 0, 0), len(lines) - 1)
    start, stop = max(0, offence - BEFORE), min(len(lines), offence + 1 + AFTER)
    asked = [index for index in range(start) if lines[index].direction is Direction.TO_ENGINE][-REQUESTS:]
    return [*asked, *range(start, stop)]


_KINDS = {
    Direction.TO_ENGINE: "gui",
    Direction.FROM_ENGINE: "engine",
    Direction.STDERR: "stderr",
    Direction.PROCESS: "process",
}


def _row(entry: _Entry, y: float, moment: float, *, is_marked: bool) -> LaneRow:
    if entry.line is None:
        return LaneRow("absent", f"{entry.at:.3f}", "nothing came", "nothing came", y, moment, is_marked)
    line = entry.line
    text = visible(line.text, _WHOLE)
    end = {"": " [no line end]", "\r\n": "\\r"}.get(line.end, "")
    whole = f"{text}{end}" or "(an empty line)"
    return LaneRow(_KINDS[line.direction], f"{line.at:.3f}", _cut(whole), whole, y, moment, is_marked)


def _cut(text: str) -> str:
    """A text that fits into a row: of a long one the beginning and the end, whose last word can be at stake."""
    if len(text) <= _ROOM:
        return text
    end = _ROOM // 3
    return f"{text[: _ROOM - end - 3]} … {text[-end:]}"


def _deadline(scale: "_Scale", wait: WaitSpan | None, entries: Sequence[_Entry], first: float) -> tuple[Band | None, Band | None]:
    if wait is None or not entries or wait.until < first:
        return None, None
    until, last = scale.y(wait.until), scale.y(entries[-1].at)
    allowed = Band(scale.y(max(wait.since, first)), until, f"limit {wait.limit:g} s")
    return allowed, Band(until, last, "") if last > until + 1 else None


@dataclass(slots=True)
class _Scale:
    """Seconds to pixels, linear between folded pauses."""

    knots: list[tuple[float, float]] = field(default_factory=list)
    folds: list[Band] = field(default_factory=list)
    bottom: float = TOP

    @staticmethod
    def of(moments: Sequence[float], rows: int) -> "_Scale":
        """The scale for some moments, in order, with room for so many rows of text."""
        steps = [later - earlier for earlier, later in pairwise(moments)]
        limit = _limit(steps)
        kept = sum(step for step in steps if step <= limit)
        folded = sum(step > limit for step in steps)
        room = max(ROW * rows, 4 * ROW) - FOLD * folded
        per_second = max(room, ROW * 2) / kept if kept > 0 else 0.0
        scale = _Scale()
        y = TOP
        for place, moment in enumerate(moments):
            if place and steps[place - 1] > limit:
                scale.folds.append(Band(y, y + FOLD, _duration(steps[place - 1])))
                y += FOLD
            elif place:
                y += steps[place - 1] * per_second
            scale.knots.append((moment, y))
        scale.bottom = y
        return scale

    def y(self, moment: float) -> float:
        """Where a moment stands: every moment that is asked for is a knot, or lies before the first one."""
        return next((y for at, y in self.knots if at >= moment), self.bottom)


def _limit(steps: Sequence[float]) -> float:
    """The longest pause that is not folded, in seconds."""
    usual = sorted(step for step in steps if step > 0)
    if not usual:
        return _LEAST_FOLDED
    return max(_LEAST_FOLDED, _TIMES_OTHERS * usual[(len(usual) - 1) // 2])


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"
