"""The record of one dialogue: every line that went either way, when, and what became of the process.

A transcript is the only thing that judging sees. It is written and read as JSONL, one line of the dialogue per line of
the file, so that a finding can be looked at, judged again and replayed. It knows no protocol and no process.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple


class Direction(StrEnum):
    """Who spoke. The marks are those of every dialogue that we print."""

    TO_ENGINE = ">"
    FROM_ENGINE = "<"
    STDERR = "!"
    PROCESS = "#"


class Line(NamedTuple):
    """One line, `at` seconds after the engine was started.

    `text` excludes the line end, which is in `end` (LF, CR LF, or "" for a piece of a line or a last line without one).
    Bytes that are no UTF-8 are kept as surrogate escapes. `joined` tells that the line went out in the same write as
    the line before it. Texts of process events are `exit CODE`, `signal NAME`, `eof`, `stdin closed`, `killed`, `flood`.
    """

    at: float
    direction: Direction
    text: str
    end: str = "\n"
    joined: bool = False


#: Process events after which the engine can say nothing more.
ENDINGS = ("exit", "signal", "killed", "flood")


@dataclass(slots=True)
class Transcript:
    """A growing list of lines, and whether its last fence was answered.

    `settled` is True when the dialogue reached a point where the engine had said all it had to say (an answered
    synchronisation command, or its exit). From the absence of a line on an unsettled transcript nothing follows.
    """

    lines: list[Line] = field(default_factory=list)
    settled: bool = False
    name: str = ""
    heard_until: float = 0.0

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def duration(self) -> float:
        """Seconds from the start of the engine to the last line, or to when we stopped listening."""
        return max(self.heard_until, self.lines[-1].at if self.lines else 0.0)

    def ended(self) -> Line | None:
        """The process event that ended the engine, if the transcript holds one."""
        for line in reversed(self.lines):
            if line.direction is Direction.PROCESS and line.text.split(" ", 1)[0] in ENDINGS:
                return line
        return None


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
        return Line(
            at=float(entry["at"]),
            direction=Direction(entry["dir"]),
            text=str(entry["text"]),
            end=str(entry.get("end", "\n")),
            joined=bool(entry.get("joined", False)),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a transcript line: {entry!r}") from error


def dump(lines: Iterable[Line]) -> str:
    r"""A transcript as JSONL text (7-bit: surrogate escapes survive as \udcXX)."""
    return "".join(json.dumps(line_to_json(line)) + "\n" for line in lines)


def load(text: str, name: str = "") -> Transcript:
    """Read JSONL text; raises ValueError with the number of the broken line."""
    lines = []
    for number, row in enumerate(text.splitlines(), 1):
        if row.strip():
            try:
                lines.append(line_from_json(json.loads(row)))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from error
    return Transcript(lines, settled=False, name=name)


def joined_input(lines: Sequence[Line]) -> list[list[Line]]:
    """Group the lines sent to the engine by the write they went out in, in order."""
    writes: list[list[Line]] = []
    for line in lines:
        if line.direction is Direction.TO_ENGINE:
            if line.joined and writes:
                writes[-1].append(line)
            else:
                writes.append([line])
    return writes
