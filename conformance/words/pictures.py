"""A picture of a position, as a suite gives it for a report, and how a suite finds the position in its record.

The function that draws a picture escapes every text in it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a document in SVG, which stands alone, and the position in words for who cannot see it.

    `position` is the position as the protocol or its game writes it; `caption` says what is marked in the picture.
    """

    svg: str
    position: str
    caption: str = ""


class Heard(Protocol):
    """A message of the engine, at a line of a transcript."""

    @property
    def index(self) -> int:
        """Which line of the transcript it is."""

    @property
    def message(self) -> object:
        """The meaning of the line."""


class Stake(Protocol):
    """Something asked of the engine, as a search is, at a line of a transcript."""

    @property
    def index(self) -> int:
        """Which line of the transcript began it."""


Work = TypeVar("Work", bound=Stake)


def last_begun(works: Sequence[Work], at: int) -> Work | None:
    """The last of the works that the line `at`, or one before it, began; None where there is none."""
    return next((work for work in reversed(works) if work.index <= at), None)


def at_stake(
    works: Sequence[Work], at: int, answers: Callable[[Work], Sequence[Heard]], last: Callable[[Work], Heard | None] | None = None
) -> tuple[Work | None, str]:
    """The work that the line `at` is about, and the move that this line answers with, "" for none.

    It is the one that was begun last. There is none where the line comes after the `last` that was heard of it, which is the last
    of its `answers` unless a suite says otherwise.
    """
    work = last_begun(works, at)
    if work is None:
        return None, ""
    said = answers(work)
    end = last(work) if last is not None else said[-1] if said else None
    if end is not None and at > end.index:
        return None, ""
    move = next((getattr(one.message, "move", None) for one in said if one.index == at), None)
    return work, move if isinstance(move, str) else ""


def marked(side: str, answer: str, last: str = "") -> str:
    """The caption of a board on which the answer is marked or, where none is given, the last move."""
    move = f", answer {answer} marked" if answer else f", last move {last} marked" if last else ""
    return f"{side} to move{move}"
