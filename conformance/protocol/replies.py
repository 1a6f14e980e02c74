"""Replies of several lines: where each begins and ends. Pure: a suite says how, and all readers share it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Replies:
    """How a protocol's replies lie among the lines of an engine.

    `begins` recognises the first line of a reply, outside of one; `ends` the last line, inside of one. One line may be both.
    """

    begins: Callable[[str], bool]
    ends: Callable[[str], bool]

    def is_open(self, lines: Iterable[str]) -> bool:
        """Whether a reply has begun in these lines and not ended."""
        reader = ReplyReader(self)
        for line in lines:
            reader.take(line)
        return reader.is_open


@dataclass(slots=True)
class ReplyReader:
    """Collects an engine's lines into replies. `lines` are those of the reply that is open."""

    replies: Replies
    lines: list[str] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether a reply has begun and not ended."""
        return bool(self.lines)

    def take(self, line: str) -> tuple[str, ...] | None:
        """Read one line more; give the reply that it completes, None where it completes none."""
        if not self.lines and not self.replies.begins(line):
            return None
        self.lines.append(line)
        if not self.replies.ends(line):
            return None
        done, self.lines = tuple(self.lines), []
        return done
