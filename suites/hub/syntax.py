"""The general syntax of Hub 2, common to both directions: a line is a command and its arguments.

Knows no command. Total and unforgiving: `split` takes any text; what it cannot read it calls Unreadable, and what a reader
may overlook it reports as a slip of the writer.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

# Hub, general syntax: "All lines (both from and to the engine) have the form: <command> <arg>=<val> <arg>=<val> ..."
# "Values can be quoted with double quotes. It is in fact required if they contain a special character (such as a space or
# '=') or are empty." "Some arguments act as a flag and don't have a value."
# Hub, initialisation: "additional spaces have no special meaning in the protocol."
# The source does not say what a name is made of: whatever is visible, but for the two special characters. It shows no
# blank but the space; a tab is taken for one and noted.
_NAME = r'[^\x00-\x20\x7f="]++'
_BARE = r'[^\x00-\x20\x7f"]*+'
_QUOTED = r'"[^"]*+"'
_END = r"(?=[ \t]|\Z)"
_COMMAND = re.compile(rf"[ \t]*+({_NAME}){_END}")
_ARGUMENT = re.compile(rf"[ \t]++({_NAME})(?:=(?:({_QUOTED})|({_BARE})))?+{_END}")
_QUOTED_PARTS = re.compile(_QUOTED)
_FIRST_WORD = re.compile(r'[ \t]*+([^\x00-\x20\x7f="]*+)')
_BLANKS = re.compile(r"[ \t]*+")
_QUOTING = re.compile(r'[^\x00-\x20\x7f"]*+"[^"]*+')
_UNQUOTED_SPECIAL = re.compile(r'[\x00-\x20\x7f="]')


class Slip(StrEnum):
    """The slip in a line that can be read all the same."""

    EMPTY = "an empty value without quotes"
    EQUALS = "a value that contains '=' without quotes"
    TAB = "a tab where a space is due"


class Arg(NamedTuple):
    """One argument; `value` is None for a flag, without its quotes otherwise."""

    name: str
    value: str | None = None
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Split:
    """A line that has the general form: its command, its arguments in order, and slips in its writing."""

    command: str
    args: tuple[Arg, ...]
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that has not: `command` is its first word as far as there is one, `reason` one short sentence."""

    command: str
    reason: str


def split(text: str) -> Split | Unreadable:
    """Take a line apart. `text` holds at least one character that is no blank, and no line end."""
    first = _FIRST_WORD.match(text)
    command = first[1] if first else ""
    match = _COMMAND.match(text)
    if not match:
        return Unreadable(command, _why(text, 0))
    args, slips, at = [], set(), match.end()
    while (blanks := _BLANKS.match(text, at)) and blanks.end() < len(text):
        found = _ARGUMENT.match(text, at)
        if not found:
            return Unreadable(command, _why(text, blanks.end()))
        arg = _arg(found)
        args.append(arg)
        slips |= _slips(arg)
        at = found.end()
    if "\t" in _QUOTED_PARTS.sub("", text):
        slips.add(Slip.TAB)
    return Split(command, tuple(args), tuple(sorted(slips)))


def _arg(found: re.Match[str]) -> Arg:
    name, quoted, bare = found.groups()
    return Arg(name, quoted[1:-1], quoted=True) if quoted else Arg(name, bare)


def _slips(arg: Arg) -> set[Slip]:
    if arg.value is None or arg.quoted:
        return set()
    if not arg.value:
        return {Slip.EMPTY}
    return {Slip.EQUALS} if "=" in arg.value else set()


def _why(text: str, at: int) -> str:
    """Say why the token at `at` cannot be read."""
    rest = text[at:].lstrip(" \t")
    if rest.startswith("="):
        return "there is an '=' without a name directly before it"
    if rest.startswith('"'):
        return "a name cannot be quoted"
    if (quoting := _QUOTING.match(rest)) and quoting.end() == len(rest):
        return "a quote is not closed"
    if at == 0 and "=" in rest.replace("\t", " ").split(" ", 1)[0]:
        return "the line begins with an argument, not with a command"
    if quoting:
        return "a quote begins in the middle of a word, or a word follows its end without a space"
    return "there is a control character outside quotes"


def quote(value: str) -> str:
    """Write a value: in quotes if it needs them. Raises ValueError for what Hub cannot express: a double quote, a line end."""
    if '"' in value or "\n" in value:
        raise ValueError(f"Hub has no way to write {value!r}")
    return f'"{value}"' if not value or _UNQUOTED_SPECIAL.search(value) else value


def join(command: str, *args: Arg) -> str:
    """Write a line, the inverse of `split`; raises ValueError as `quote` does."""
    words = [arg.name if arg.value is None else f"{arg.name}={quote(arg.value)}" for arg in args]
    return " ".join((command, *words))
