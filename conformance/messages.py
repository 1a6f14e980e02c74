"""What the grammars of all line protocols have in common: lines that are no message, and faults of those that are."""

from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One fault of a message that can still be used: the requirement it breaks, and how, in one short sentence."""

    requirement: str
    reason: str


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

    `verb` tells which message, so that a broken answer still counts as an answer; "" for stray text. `requirement` is the
    id of the broken row, "" for lines of the GUI and where the catalogue has no row for it. `subject` is the option's name
    where one could be read.
    """

    text: str
    verb: str
    reason: str
    requirement: str = ""
    subject: str = ""

    def __str__(self) -> str:
        return self.text
