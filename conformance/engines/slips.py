"""A family of engines, each of which always writes one token of one kind of message wrong.

They are generated from a reference engine and the words of its protocol's messages. `conformance.testing` proves that none of
them is called conforming: each slip brings a MUST finding, or the protocol says why it is free.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from conformance.engines.base import FixtureEngine

#: A line in tokens and in what separates them.
_PIECES = re.compile(r"\s+|={2,}|[;=,\[\]()]|[^\s;=,\[\]()]+")
_SEPARATOR = re.compile(r"\s+|[;=,\[\]()]")
#: In front of the word whose value is meant.
VALUE = "the value of "


class Slip(NamedTuple):
    """A typo: messages that begin with `message` have this `token` wrong, in this way.

    `token` is one of the words, or "the value of" and the word in front of it.
    """

    message: str
    token: str
    how: str


@dataclass(frozen=True, slots=True)
class Messages:
    """The vocabulary of an engine: the words that each kind of message may hold, by the word that it begins with.

    `free` says of slips why they break no MUST. A slip is named by message, token and how, with "*" for any.
    """

    words: Mapping[str, tuple[str, ...]]
    free: Mapping[tuple[str, str, str], str] = field(default_factory=dict)

    def targets(self) -> Iterator[tuple[str, str]]:
        """Each message with each of its tokens."""
        for message, words in self.words.items():
            for word in (message, *words):
                yield message, word
                yield message, VALUE + word

    def reason(self, slip: Slip) -> str:
        """Why a slip is free, or nothing."""
        return next((why for key, why in self.free.items() if all(k in ("*", s) for k, s in zip(key, slip, strict=True))), "")


def written(line: str, slip: Slip) -> str:
    """The line as an engine with this slip writes it; as it was where it has no such token."""
    pieces = _PIECES.findall(line)
    tokens = [at for at, piece in enumerate(pieces) if not _SEPARATOR.fullmatch(piece)]
    if not tokens or pieces[tokens[0]] != slip.message:
        return line
    for order, at in enumerate(tokens):
        before = pieces[tokens[order - 1]] if order else ""
        if slip.token == pieces[at] or (before and slip.token == VALUE + before):
            behind = tokens[order + 1] if order + 1 < len(tokens) else None
            return "".join(HOWS[slip.how](pieces, at, behind))
    return line


def _other_case(pieces: list[str], at: int, _behind: int | None) -> list[str]:
    return [*pieces[:at], pieces[at].swapcase(), *pieces[at + 1 :]]


def _left_out(pieces: list[str], at: int, behind: int | None) -> list[str]:
    return [*pieces[:at], *pieces[behind:]] if behind is not None else pieces[: max(at - 1, 0)]


def _doubled(pieces: list[str], at: int, _behind: int | None) -> list[str]:
    return [*pieces[: at + 1], " ", *pieces[at:]]


def _swapped(pieces: list[str], at: int, behind: int | None) -> list[str]:
    if behind is None:
        return pieces
    return [*pieces[:at], pieces[behind], *pieces[at + 1 : behind], pieces[at], *pieces[behind + 1 :]]


def _joined(pieces: list[str], at: int, behind: int | None) -> list[str]:
    return [*pieces[: at + 1], *pieces[behind:]] if behind is not None else pieces


def _on_a_line_of_its_own(pieces: list[str], at: int, _behind: int | None) -> list[str]:
    return [*pieces[:at], "\n", *pieces[at:]] if at else pieces


HOWS: Mapping[str, Callable[[list[str], int, int | None], list[str]]] = {
    "in the other case": _other_case,
    "left out": _left_out,
    "written twice": _doubled,
    "swapped with the next": _swapped,
    "joined to the next": _joined,
    "on a line of its own": _on_a_line_of_its_own,
}


def slipping(reference: type[FixtureEngine], slip: Slip) -> type[FixtureEngine]:
    """The reference engine with a slip; its `slipped` becomes true when it shows."""

    class Slipping(reference):  # type: ignore[valid-type,misc]
        slipped = False

        def say(self, line: str) -> None:
            wrong = written(line, slip)
            type(self).slipped = type(self).slipped or wrong != line
            super().say(wrong)

    return Slipping
