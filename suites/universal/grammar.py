"""How a line is read by its first word, and the rules of the short messages that both protocols have.

`requirement` is the one that a malformed message breaks, "" for none.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from conformance.api.messages import Blank, Malformed, Unknown
from conformance.suites.universal.messages import WORD, CopyProtection, IdAuthor, IdName, Registration
from conformance.suites.universal.nearly import Nearly

M = TypeVar("M")
Status = TypeVar("Status", CopyProtection, Registration)
Rule = Callable[[str, list[str]], M]


def read_line(line: str, rules: Mapping[str, Rule[M]], nearly: Nearly) -> M | Blank | Malformed | Unknown:
    """Read one line without its end; never raises."""
    line = line.removeprefix("\r")  # of a line before it that ends in LF CR, as its source allows
    words = WORD.findall(line)
    if not words:
        return Blank()
    rule = rules.get(words[0])
    return rule(line, words) if rule else nearly.read(line, words) or Unknown(line)


# UCI: "If the engine or the GUI receives an unknown command or token it should just ignore it"
def identity(line: str, words: list[str]) -> IdName | IdAuthor | Malformed:
    """`id name NAME` and `id author AUTHOR`; another word is unknown and breaks nothing."""
    rest = " ".join(words[2:])
    match words[1] if len(words) > 1 else "":
        case "name":
            return IdName(rest)
        case "author":
            return IdAuthor(rest)
        case _:
            return Malformed(line, "id", "id is followed by name or author", "")


def alone(message: M, requirement: str) -> Rule[M | Malformed]:
    """A message of one word."""

    def rule(line: str, words: list[str]) -> M | Malformed:
        if len(words) > 1:
            return Malformed(line, words[0], f"{words[0]} stands alone on its line", requirement)
        return message

    return rule


def status(kind: type[Status], requirement: str) -> Rule[Status | Malformed]:
    """`copyprotection` and `registration`, which are checking, ok or error."""

    def rule(line: str, words: list[str]) -> Status | Malformed:
        if len(words) == 2 and words[1] in ("checking", "ok", "error"):
            return kind(words[1])
        return Malformed(line, words[0], "followed by checking, ok or error", requirement)

    return rule
