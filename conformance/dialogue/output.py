"""How much an engine has said, measured against its limits, and how much memory the dialogues of a run take together."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from conformance.wire.transcript import Line
from conformance.words.model import OutputLimits

#: What a line takes in memory besides its text, with what is made of it in judging, in bytes.
_BYTES_OF_A_LINE = 400
#: Memory that the dialogues that run at the same time may take together, in bytes; each takes it in steps of this size.
ROOM = 64 << 20
_STEP = 1 << 20


#: The share that the newest dialogue has in what a dialogue usually takes.
_NEWEST = 0.25


class Room:
    """Memory for what engines say in dialogues that run at the same time. A dialogue that is alone always has room."""

    def __init__(self, most_bytes: int = ROOM) -> None:
        self._most = most_bytes
        self._taken: dict[int, int] = {}
        self._going = 0
        self._usual = 0.0
        self._changed = threading.Condition()

    @contextmanager
    def beside_others(self) -> Iterator[None]:
        """Wait until one dialogue more, if it takes what is usual, has room beside those that go on; it goes on in the block."""
        with self._changed:
            self._changed.wait_for(lambda: not self._going or (self._going + 1) * self._usual <= self._most)
            self._going += 1
        try:
            yield
        finally:
            with self._changed:
                self._going -= 1
                self._changed.notify_all()

    def take(self, who: int, size: int) -> bool:
        """Take so many bytes more; False where there is no room beside the others."""
        with self._changed:
            self._taken[who] = self._taken.get(who, 0) + size
            return len(self._taken) == 1 or sum(self._taken.values()) <= self._most

    def leave(self, who: int) -> None:
        """Give all back."""
        with self._changed:
            self._usual += _NEWEST * (self._taken.pop(who, 0) - self._usual)


@dataclass(slots=True)
class Meter:
    """Counts what an engine says, and notices when it is too much."""

    limits: OutputLimits
    lines: int = 0
    size: int = 0
    all_lines: int = 0
    all_size: int = 0
    errors_lost: int = 0
    _second: float = 0.0
    _second_lines: int = 0
    _second_size: int = 0
    _memory: int = field(default=0)
    _errors_lines: int = 0
    _errors_size: int = 0

    def asked(self) -> None:
        """The engine has been sent something: what it says from now on counts anew."""
        self.lines = self.size = 0

    def heard(self, line: Line) -> str:
        """Count a line; say which limit it goes beyond for which an engine is to blame, or nothing."""
        limits = self.limits
        size = _size(line)
        if line.at - self._second >= 1:
            self._second, self._second_lines, self._second_size = line.at, 0, 0
        self.lines, self.size = self.lines + 1, self.size + size
        self._second_lines, self._second_size = self._second_lines + 1, self._second_size + size
        self.all_lines, self.all_size = self.all_lines + 1, self.all_size + size
        self._memory += size + _BYTES_OF_A_LINE
        if self.is_full():
            return ""
        if size > limits.line_bytes + bool(line.end):
            return f"a line of more than {_number(limits.line_bytes)} bytes"
        if self._second_lines > limits.lines_per_second:
            return f"more than {_number(limits.lines_per_second)} lines in a second"
        if self._second_size > limits.bytes_per_second:
            return f"more than {_number(limits.bytes_per_second)} bytes in a second"
        if self.lines > limits.lines_in_one_go:
            return f"more than {_number(limits.lines_in_one_go)} lines in one go"
        if self.size > limits.bytes_in_one_go:
            return f"more than {_number(limits.bytes_in_one_go)} bytes in one go{', as asked for' if limits.is_asked_for else ''}"
        return ""

    def keeps_error(self, line: Line) -> bool:
        """Count a line of standard error; whether there is room for it."""
        self._errors_lines, self._errors_size = self._errors_lines + 1, self._errors_size + _size(line)
        is_kept = self._errors_lines <= self.limits.errors_lines and self._errors_size <= self.limits.errors_bytes
        self.errors_lost += not is_kept
        return is_kept

    def is_full(self) -> str:
        """Which limit of a whole dialogue has been passed, or nothing."""
        if self.all_lines > self.limits.lines_in_all:
            return f"more than {_number(self.limits.lines_in_all)} lines in one dialogue"
        if self.all_size > self.limits.bytes_in_all:
            return f"more than {_number(self.limits.bytes_in_all)} bytes in one dialogue"
        return ""

    def memory_due(self) -> int:
        """Bytes of memory to be taken for what has been heard since the last time; 0 while it is little."""
        if self._memory < _STEP:
            return 0
        due, self._memory = self._memory, 0
        return due


def _size(line: Line) -> int:
    return 1 + (len(line.text) if line.text.isascii() else len(line.text.encode("utf-8", "surrogateescape")))


def _number(count: int) -> str:
    return f"{count:,}"
