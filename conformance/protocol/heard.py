"""The lines of an engine as values that invariants judge: when each was heard, as it came, and the message that it is.

A suite's `Fold` makes a `Heard` of each line (`Heard.of`), and `faults_of` judges messages by what the grammar has found.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from conformance.protocol.states import Step
from conformance.protocol.suite import Judgements
from conformance.wire.lines import visible
from conformance.words.messages import Malformed, faults
from conformance.words.model import Finding, Seen

M = TypeVar("M")
S = TypeVar("S")

#: How much of a line a finding shows (characters).
SHOWN = 200


class Said(Protocol):
    """Anything that has a text: a line of a transcript, a message that was heard."""

    @property
    def text(self) -> str:
        """The line as it came."""
        ...


@dataclass(frozen=True, slots=True)
class Heard(Generic[M, S]):
    """A message of the engine (`message`), and the line as it came (`text`).

    `index` is its place in the transcript, `at` its time (s), `state` that of the session before it. A suite that asks about more
    adds fields.
    """

    index: int
    at: float
    message: M
    text: str
    state: S

    @classmethod
    def of(cls, step: Step[Any], message: M, **more: Any) -> Self:
        """The line of a step, read as `message`; `more` are the fields that a suite has added."""
        return cls(step.place, step.line.at, message, step.text, **{"state": step.state, **more})

    @property
    def verb(self) -> str:
        """The word that says which message it is, "" for what is none; a malformed line counts as what it meant."""
        return str(getattr(self.message, "verb", ""))


def quoted(said: Said | str, limit: int = SHOWN) -> str:
    """A line of the engine as a finding shows it: as it came, not as it was understood, and at most `limit` characters of it."""
    return f"`{visible(said if isinstance(said, str) else said.text, limit)}`"


def faults_of(requirement: str, heard: Iterable[Heard[Any, Any]], expected: str) -> Judgements:
    """Judge messages by the faults that the grammar has found in them: at most one finding for each.

    A message that can be used, and has no fault of this requirement, keeps it. `expected` is what should have come.
    """
    for item in heard:
        for fault in faults(item.message):
            if fault.requirement == requirement:
                yield Finding(requirement, expected, f"{fault.reason}: {quoted(item)}", item.index)
                break
        else:
            if not isinstance(item.message, Malformed):
                yield Seen(requirement)
