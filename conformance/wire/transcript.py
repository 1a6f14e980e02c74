"""The record of one dialogue: every line that went either way, when, and what became of the process.

A transcript is the only thing that judging sees. A line is written and read as a JSON object, so that a finding can be
looked at, judged again and replayed (`recordings`). It knows no protocol and no process.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from conformance.wire.ends import End, EndKind
from conformance.wire.lines import visible


class Direction(StrEnum):
    """The speaker. The marks are those of every dialogue that we print."""

    TO_ENGINE = ">"
    FROM_ENGINE = "<"
    STDERR = "!"
    PROCESS = "#"


#: The process event by which a dialogue notes that it closed the engine's input.
INPUT_CLOSED = "stdin closed"


#: No dialogue is as long, in seconds: 100 days.
LATEST = 8_640_000.0
#: A transcript longer than this, in lines or in characters, is not kept as it is.
MOST_LINES = 4_000
MOST_CHARACTERS = 1 << 19
#: Characters that are kept of a line then, lines around one that is to be seen, and turns at both ends of which the same is kept.
_LONG_LINE = 12_000
_AROUND = 12
_TURNS = 20
#: How the process event begins that stands where lines were not kept.
LEFT_OUT = "left out"


class Line(NamedTuple):
    """One line, `at` seconds after the engine was started.

    `text` excludes the line end, which is in `end` (LF, CR LF, or "" for a piece of a line or a last line without one).
    Bytes that are no UTF-8 are kept as surrogate escapes. `joined` says that the line went out in the same write as
    the line before it. Texts of process events are `eof`, `stdin closed`, `left out`, and those of an `End`.
    """

    at: float
    direction: Direction
    text: str
    end: str = "\n"
    joined: bool = False

    @property
    def ending(self) -> End | None:
        """How the engine ended, if it did; it can say nothing more after this."""
        return End.read(self.text) if self.direction is Direction.PROCESS else None

    @property
    def is_ending(self) -> bool:
        """Whether the engine can say nothing more after this."""
        return self.ending is not None

    @property
    def is_gap(self) -> bool:
        """Whether this stands for lines that were not kept: after it, nothing can be judged."""
        return self.direction is Direction.PROCESS and self.text.startswith(LEFT_OUT)

    @property
    def is_input_closed(self) -> bool:
        """Whether this notes that the engine's input was closed."""
        return self.direction is Direction.PROCESS and self.text == INPUT_CLOSED


class WaitSpan(NamedTuple):
    """A wait for a line: it began `since` seconds after the start of the engine, and `limit` seconds were allowed."""

    since: float
    limit: float

    @property
    def until(self) -> float:
        """When the time was up, in seconds since the start of the engine."""
        return self.since + self.limit


@dataclass(slots=True)
class Transcript:
    """A growing list of lines, and whether its last fence was answered.

    `name` is for reports; `check` is that of the check whose dialogue it is, "" for a recording that none has.
    `synced` is True when the dialogue reached a point where the engine had said all it had to say (an answered
    synchronisation command, or its exit). From the absence of a line on a transcript that is not synced nothing follows.
    `log_of` is the program whose log this is, "" where we ran or kept the dialogue, and where `is_plain` says that it is a
    plain log, of which nobody knows who kept it. `time_error` is by how many seconds
    times in it can be off: infinity where there are none. `waits` gives, for the index of a line that was waited for, the wait;
    all of them were multiplied by `time_scale`.
    """

    lines: list[Line] = field(default_factory=list)
    synced: bool = False
    name: str = ""
    check: str = ""
    heard_until: float = 0.0
    log_of: str = ""
    is_plain: bool = False
    time_error: float = 0.0
    waits: dict[int, WaitSpan] = field(default_factory=dict)
    time_scale: float = 1.0

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def duration(self) -> float:
        """Seconds from the start of the engine to the last line, or to when we stopped listening."""
        return max(self.heard_until, self.lines[-1].at if self.lines else 0.0)

    def heard(self, since: int = 0) -> list[Line]:
        """The lines of the engine from a transcript index on."""
        return [line for line in self.lines[since:] if line.direction is Direction.FROM_ENGINE]

    def heard_at(self, since: int = 0) -> list[tuple[int, Line]]:
        """The lines of the engine from a transcript index on, each with its own index."""
        return [(at, line) for at, line in enumerate(self.lines[since:], since) if line.direction is Direction.FROM_ENGINE]

    def sent(self, since: int = 0) -> list[Line]:
        """The lines to the engine from a transcript index on."""
        return [line for line in self.lines[since:] if line.direction is Direction.TO_ENGINE]

    def complaints(self) -> list[tuple[int, Line]]:
        """The lines on standard error, each with its index."""
        return [(at, line) for at, line in enumerate(self.lines) if line.direction is Direction.STDERR]

    @property
    def is_flood(self) -> bool:
        """Whether it was ended because the engine said too much."""
        end = self.end()
        return end is not None and end.kind is EndKind.FLOOD

    @property
    def is_long(self) -> bool:
        """Whether it is too long to be kept, or shown, as it is."""
        return len(self.lines) > MOST_LINES or sum(len(line.text) for line in self.lines) > MOST_CHARACTERS

    def shortened(self, kept: Iterable[int], is_reply: Callable[[str], bool]) -> "tuple[Transcript, dict[int, int]]":
        """A transcript that can be kept, and where the lines that it has of this one stand in it.

        It has what went to the engine and what became of the process; the engine's replies as far as there is room for them; the
        lines around the indices `kept`, and the first and the last of what was said in one go. An event `left out` stands for the
        rest, and for the end of a long line.
        """
        wanted = self._wanted(list(kept), is_reply)
        lines: list[Line] = []
        places: dict[int, int] = {}
        gap = 0
        for at, line in enumerate(self.lines):
            if at not in wanted:
                gap += 1
                continue
            if gap:
                lines.append(Line(line.at, Direction.PROCESS, f"{LEFT_OUT}: {gap} lines"))
                gap = 0
            places[at] = len(lines)
            if len(line.text) > _LONG_LINE and line.direction is not Direction.TO_ENGINE:
                lines.append(line._replace(text=line.text[:_LONG_LINE], end=""))
                lines.append(Line(line.at, Direction.PROCESS, f"{LEFT_OUT}: {len(line.text) - _LONG_LINE} characters"))
            else:
                lines.append(line)
        return replace(self, lines=lines, heard_until=self.duration), places

    def _wanted(self, kept: list[int], is_reply: Callable[[str], bool]) -> set[int]:
        """The indices that a shortened transcript has."""
        lines = self.lines
        wanted = {at for at, line in enumerate(lines) if line.direction in (Direction.TO_ENGINE, Direction.PROCESS)}
        turns = [at for at in sorted(wanted) if lines[at].direction is Direction.TO_ENGINE]
        for at in (*kept, *turns[-_TURNS:], *turns[:_TURNS], len(lines)):
            wanted.update(range(max(0, at - _AROUND), min(len(lines), at + _AROUND)))
        room, left = MOST_LINES - len(wanted), MOST_CHARACTERS
        for at, line in enumerate(lines):
            if room <= 0 or left <= 0:
                break
            if at not in wanted and line.direction is Direction.FROM_ENGINE and is_reply(line.text):
                wanted.add(at)
                room, left = room - 1, left - min(len(line.text), _LONG_LINE)
        return wanted

    def ended(self) -> Line | None:
        """The process event that ended the engine, if the transcript holds one."""
        for line in reversed(self.lines):
            if line.is_ending:
                return line
        return None

    def end(self) -> End | None:
        """How the engine ended, if the transcript says so."""
        line = self.ended()
        return None if line is None else line.ending


def line_to_json(line: Line) -> dict[str, Any]:
    """One line as a JSON object; fields at their usual value are left out."""
    entry: dict[str, Any] = {"at": round(line.at, 6), "dir": line.direction.value, "text": line.text}
    if line.end != "\n":
        entry["end"] = line.end
    if line.joined:
        entry["joined"] = True
    return entry


def line_from_json(entry: Any) -> Line:
    """Read one line back; raises ValueError with a readable message when the object is no line."""
    try:
        line = Line(
            at=float(entry["at"]),
            direction=Direction(entry["dir"]),
            text=str(entry["text"]),
            end=str(entry.get("end", "\n")),
            joined=bool(entry.get("joined", False)),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"not a line of a dialogue: {_shown(entry)}") from error
    if not 0 <= line.at <= LATEST:
        raise ValueError(f"not a time of a dialogue, in seconds: {line.at}")
    return line


def _shown(entry: Any) -> str:
    try:
        return visible(repr(entry), 200)
    except (ValueError, RecursionError):  # an integer of thousands of digits, or what is nested deeply
        return "something too large to be shown"


def groups(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines in order, those that went to the engine in one write together."""
    found: list[list[Line]] = []
    for line in lines:
        if line.joined and found and found[-1][-1].direction is line.direction is Direction.TO_ENGINE:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def as_bytes(lines: Iterable[Line]) -> bytes:
    """The traffic of the pipe: the texts with their ends, surrogate escapes as the bytes that they stand for."""
    return "".join(line.text + line.end for line in lines).encode("utf-8", "surrogateescape")
