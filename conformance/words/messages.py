"""The common part of the grammars of all line protocols: lines that are no message, and faults of those that are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import ClassVar, TypeVar

from conformance.wire.lines import visible

M = TypeVar("M")

# Longer lines are not worth keeping for long: they do not come again, and some of them have a quarter of a megabyte.
_LONGEST_KEPT = 4096
# But each is read several times: by who waits for it, by who steers, by who judges.
_LONGEST_RECENT = 1 << 16
_RECENT = 64
_RECENT_GIANTS = 8
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One fault of a message that can still be used: the requirement it breaks, and how, in one short sentence.

    `topic` is that of the remark about it, where no requirement speaks of it.
    """

    requirement: str
    reason: str
    topic: str = ""


def no_irregularities() -> tuple[Irregularity, ...]:
    """Declare the field that is no part of a message's value."""
    return field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty line, or one of blanks only."""

    verb: ClassVar[str] = ""

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that begins with nothing that the protocol knows: to be ignored, by either side."""

    verb: ClassVar[str] = ""
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that is due to be a message, or begins like one, and does not have its form.

    `verb` says which message, so that a broken answer still counts as an answer; "" for stray text. `requirement` is the
    broken one's id, "" for lines of the GUI and where the catalogue has none for it. `subject` is the option's name
    where one could be read.
    """

    text: str
    verb: str
    reason: str
    requirement: str = ""
    subject: str = ""

    def __str__(self) -> str:
        return self.text


def faults(message: object) -> Sequence[Irregularity]:
    """All faults of a message, whether it can be used or not: its `irregularities`, in the order in which they were found."""
    if isinstance(message, Malformed):
        return (Irregularity(message.requirement, message.reason),)
    found: Sequence[Irregularity] = getattr(message, "irregularities", ())
    return found


class Faults(list[Irregularity]):
    """The irregularities that a grammar has found so far in a line."""

    def add(self, requirement: str, reason: str) -> None:
        """Note one more that breaks a requirement."""
        self.append(Irregularity(requirement, reason))

    def remark(self, topic: str, reason: str) -> None:
        """Note one more of which no requirement speaks."""
        self.append(Irregularity("", reason, topic))


class BrokenError(Exception):
    """A line that cannot be used: `requirement` is the id that it breaks, `reason` says how."""

    def __init__(self, requirement: str, reason: str) -> None:
        super().__init__(reason)
        self.requirement = requirement
        self.reason = reason


def remembered(read: Callable[[str], M]) -> Callable[[str], M]:
    """Let a parser, which must depend on nothing but the line, read a line of usual length only once."""
    kept = lru_cache(maxsize=1 << 12)(read)
    recent = lru_cache(maxsize=_RECENT)(read)
    recent_giants = lru_cache(maxsize=_RECENT_GIANTS)(read)

    @wraps(read)
    def parse(line: str) -> M:
        if len(line) <= _LONGEST_KEPT:
            return kept(line)
        return recent(line) if len(line) <= _LONGEST_RECENT else recent_giants(line)

    return parse


def said(text: str) -> str:
    """A part of a line as the reason of a fault shows it."""
    return f"'{visible(text, _SHOWN)}'"
