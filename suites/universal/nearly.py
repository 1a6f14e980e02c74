"""A message with one slip of the pen is not free text: a GUI misses what was meant, and the author would not hear of it.

A line is nearly a message when it is whole with its first word in lower case, with a letter of that word fixed, parted from or
swapped with the word after it, or when it is the rest of a message. It has to be without any fault then: text may begin so.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.api.messages import Malformed
from conformance.api.suites import quoted
from conformance.suites.universal.messages import WORD, IdName, Info

_SHOWN = 60
#: Shorter words are too easily another word.
_SHORTEST = 4


def is_slip(word: str, known: str) -> bool:
    """Whether a word is a known one with a letter written twice, or, in words that are not too short, left out or swapped."""
    if word == known:
        return False
    if len(word) == len(known) + 1:
        return any(word == known[: at + 1] + known[at:] for at in range(len(known)))
    if len(known) < _SHORTEST:
        return False
    if len(word) == len(known) - 1:
        return any(word == known[:at] + known[at + 1 :] for at in range(len(known)))
    return any(word == known[:at] + known[at + 1] + known[at] + known[at + 2 :] for at in range(len(known) - 1))


@dataclass(frozen=True, slots=True)
class Nearly:
    """The messages in which the protocols differ.

    `rules` read a line by its first word. `broken` gives for each kind of message its first word, "" for an answer, since no GUI
    takes the line for one, and the requirement that is broken where it is not written so. `info_keys` are those of `info`,
    `answer` is an answer to `go` without a ponder move. `move` knows the first move of a variation that has lost its `info pv`,
    where a line of moves can be nothing else.
    """

    rules: Mapping[str, Callable[[str, list[str]], Any]]
    broken: Mapping[type, tuple[str, str]]
    info_keys: frozenset[str]
    answer: str
    move: re.Pattern[str] | None = None

    def read(self, line: str, words: list[str]) -> Malformed | None:
        """The message that a line, which begins like none, is nearly; None for free text."""
        for text in self._corrected(line, words):
            meant = WORD.findall(text)
            message = self.rules[meant[0]](text, meant)
            if _is_clean(message):
                verb, requirement = self.broken[type(message)]
                return Malformed(line, verb, f"this is nearly {quoted(text, _SHOWN)}", requirement)
        return None

    def _corrected(self, line: str, words: list[str]) -> Iterator[str]:
        """The lines that this one may have been meant to be."""
        first, rest = words[0], line.lstrip(" \t")[len(words[0]) :]
        lower = first.casefold()
        if lower in self.rules:
            yield f"{lower}{rest}"
            yield line.casefold()
        for verb in self.rules:
            if is_slip(lower, verb):
                yield f"{verb}{rest}"
            if verb != lower and lower.startswith(verb):
                yield f"{verb} {first[len(verb) :]}{rest}"
        if len(words) > 2 and words[1] in self.rules:
            yield " ".join((words[1], first, *words[2:]))
        if first in self.info_keys and first != "string":
            yield f"info {line}"
        if self.move is not None and self.move.fullmatch(first):
            yield f"info pv {line}"
        if first == "ponder":
            yield f"{self.answer} {line}"
        if first == "name" and "type" in words:
            yield f"option {line}"


def _is_clean(message: object) -> bool:
    """Whether nothing is wrong with a message, and all of it is known."""
    if isinstance(message, Malformed) or (isinstance(message, Info) and message.unknown):
        return False
    if isinstance(message, IdName) and not message.name:
        return False
    return not getattr(message, "irregularities", ())
