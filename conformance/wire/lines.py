"""Bytes in, lines out: the one place that decides where an engine's line ends. Sans-IO.

An engine may send LF or CRLF, NULs, broken UTF-8, a line of 250 kB, or a last line without an end. Everything is
kept; nothing is repaired. A line longer than `max_line` bytes is cut and marked, so that a flood cannot fill memory.
"""

import re
from typing import NamedTuple

#: Bytes of a line after which it is cut.
LONGEST = 1 << 18


class RawLine(NamedTuple):
    """A line without its end, decoded as UTF-8 with surrogate escapes.

    `end` is LF, CR LF or "" (cut, or at EOF); CR or LF CR, too, where a CR may end a line.
    """

    text: str
    end: str


#: What ends a line where a CR may.
_ENDS = re.compile(rb"\r\n|\n\r?|\r")


class LineSplitter:
    """Collects bytes and hands out whole lines. A lone CR is part of the text, unless `take_returns` says that it ends a line."""

    __slots__ = ("_after_return", "_max", "_pending", "_returns")

    def __init__(self, max_line: int = LONGEST) -> None:
        self._max = max_line
        self._pending = bytearray()
        self._returns = False
        self._after_return = False

    def take_returns(self) -> list[RawLine]:
        """From now on a lone CR ends a line, too; give the lines that this completes."""
        waiting, self._pending, self._returns = bytes(self._pending), bytearray(), True
        return self.feed(waiting)

    def feed(self, data: bytes) -> list[RawLine]:
        """Take what a read returned; give the lines that it completed."""
        if self._returns and (self._after_return or b"\r" in data):
            return self._with_returns(data)
        first, end, rest = data.partition(b"\n")
        self._pending += first
        if not end:
            return self._pieces() if len(self._pending) > self._max else []
        rows = rest.split(b"\n")
        lines = [*self._pieces(), _raw(bytes(self._pending))]
        self._pending = bytearray(rows.pop())
        for row in rows:
            if len(row) > self._max:
                lines += [RawLine(_decode(piece), "") for piece in _cut(row, self._max)[:-1]]
                row = _cut(row, self._max)[-1]  # noqa: PLW2901  its end is a line like any other
            lines.append(_raw(row))
        return lines + self._pieces()

    def _with_returns(self, data: bytes) -> list[RawLine]:
        """Like `feed`, where a CR may be all that ends a line: nobody waits for what may come after it."""
        lines: list[RawLine] = []
        at = int(self._after_return and data.startswith(b"\n"))  # the end of a line that has been handed out
        self._after_return = data.endswith(b"\r") or (self._after_return and not data)
        for end in _ENDS.finditer(data, at):
            self._pending += data[at : end.start()]
            lines += [*self._pieces(), RawLine(_decode(bytes(self._pending)), end.group().decode())]
            self._pending.clear()
            at = end.end()
        self._pending += data[at:]
        return lines + self._pieces()

    def _pieces(self) -> list[RawLine]:
        """Whole pieces of a line that is too long; what is left of it waits."""
        if len(self._pending) <= self._max:
            return []
        *pieces, rest = _cut(bytes(self._pending), self._max)
        self._pending = bytearray(rest)
        return [RawLine(_decode(piece), "") for piece in pieces]

    def finish(self) -> list[RawLine]:
        """At end of file: the last line if it had no line end."""
        tail, self._pending = bytes(self._pending), bytearray()
        return [RawLine(_decode(tail), "")] if tail else []

    @property
    def pending(self) -> bytes:
        """Bytes of a line that has not ended yet."""
        return bytes(self._pending)


def _cut(row: bytes, longest: int) -> list[bytes]:
    """A row in pieces of that length; the last one, which is shorter or as long, is never empty."""
    return [row[at : at + longest] for at in range(0, len(row), longest)] or [row]


def _raw(row: bytes) -> RawLine:
    if row.endswith(b"\r"):
        return RawLine(_decode(row[:-1]), "\r\n")
    return RawLine(_decode(row), "\n")


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def visible(text: str, limit: int = 500) -> str:
    """Text as people can read it: control characters and surrogate escapes made visible, an over-long line without its middle.

    The end of a line says as much as its beginning: the last move of a game, the last limit of a search.
    """
    shown = text if len(text) <= limit else f"{text[: limit * 2 // 3]} ... {text[-limit // 3 :]} ({len(text)} characters)"
    if shown.isascii() and shown.isprintable():
        return shown
    return "".join(c if c.isprintable() else _escape(c) for c in shown)


#: What ends lines and parts words has a name that everybody knows.
_NAMED = {"\t": "\\t", "\r": "\\r", "\n": "\\n"}


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if char in _NAMED:
        return _NAMED[char]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def plain(text: str, limit: int = 500) -> str:
    """Text that is safe to show on one line: line breaks become blanks, everything else that is unseen is escaped."""
    first, *rest = text.strip("\n").split("\n")
    if not rest:
        return visible(first, limit)
    *inner, last = [row.lstrip(" \t") for row in rest]
    return visible(" ".join([*(row.removesuffix("\r").rstrip(" \t") for row in (first, *inner)), last]), limit)


#: What a runner of CI jobs takes for a command to itself: `::` at the beginning of a line, `##[` or `##name[` anywhere.
_COMMAND = re.compile(r"^\s*:(?=:)|#(?=#\w*\[)")


def harmless(row: str) -> str:
    """One row without commands to whoever runs a CI job: an engine must not end or steer a job."""
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}\\x{ord(found[0][-1]):x}", row)
