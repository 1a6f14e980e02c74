"""The lines of GTP: commands, and responses that are blocks ended by an empty line. Never raises, never repairs.

Not known here: which command a response answers, and whether a vertex is on the board.
"""

import re
from dataclasses import dataclass

from conformance.api.suites import Replies

#: Commands that answer with lines, and those that answer with nothing (but `loadsgf`: the reference tells the side to move).
SEVERAL_LINES = ("list_commands", "showboard", "final_status_list")
WITHOUT_OUTPUT = (
    "boardsize",
    "clear_board",
    "komi",
    "set_free_handicap",
    "play",
    "undo",
    "time_settings",
    "time_left",
    "quit",
)
REQUIRED = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
)
STANDARD = (
    *REQUIRED,
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
)
SEARCHES = ("genmove", "reg_genmove")

_BEGINNING = re.compile(r"(\s*)([=?])(\d*)(.*)", re.ASCII | re.DOTALL)
_MOVE = re.compile(r"\s*=\d*\s+([A-HJ-Z]\d{1,2}|pass|resign)\s*", re.ASCII | re.IGNORECASE)
_VERSION = re.compile(r"\s*=\d*\s+\d+(\.\d+)*\s*", re.ASCII)
_PLAIN = re.compile(r"(\d{1,10} )?[!-\"$-~]+( [!-\"$-~]+)*", re.ASCII)
_CLEANED = {**dict.fromkeys((*range(32), 127)), 9: " "}
#: A longer line may be taken for several, which a check of its own judges.
_LONGEST = 900


def clean(text: str) -> str:
    """A line without control characters, with spaces for tabs, as a controller reads it."""
    return text.translate(_CLEANED)


def begins(text: str) -> bool:
    """Whether a response begins, well formed or not."""
    return clean(text).lstrip()[:1] in ("=", "?")


def ends(text: str) -> bool:
    """The empty line at the end of a response."""
    return not clean(text)


REPLIES = Replies(begins, ends)


def is_move(text: str) -> bool:
    """The line of a success with one vertex, a pass or a resignation."""
    return _MOVE.fullmatch(clean(text)) is not None


def is_version(text: str) -> bool:
    """The line of a success with a number, as `protocol_version` brings."""
    return _VERSION.fullmatch(clean(text)) is not None


@dataclass(frozen=True, slots=True)
class Command:
    """A line to an engine in parts. `tag` is its id, "" where it has none; `name` is "" where it has no word."""

    tag: str
    name: str
    arguments: tuple[str, ...]


def parse_command(line: str) -> Command:
    """Take a line to an engine apart, as it is to be read."""
    words = clean(line.partition("#")[0]).split()
    tag = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
    return Command(tag, words[0] if words else "", tuple(words[1:]))


def is_plain(line: str) -> bool:
    """Whether a line is written as controllers write them: nobody may read it in another way."""
    return len(line) <= _LONGEST and _PLAIN.fullmatch(line) is not None


@dataclass(frozen=True, slots=True)
class Response:
    """A response in parts: `lines` of its text, the first one without sign and id, and `raw`, its first line as it came."""

    sign: str
    tag: str
    lines: tuple[str, ...]
    raw: str
    is_well_formed: bool

    @property
    def succeeded(self) -> bool:
        """Whether it is a success."""
        return self.sign == "="

    @property
    def text(self) -> str:
        """The text on one line."""
        return " ".join(line.strip() for line in self.lines if line.strip())

    @property
    def words(self) -> list[str]:
        """The words of the text."""
        return self.text.split()


def parse_response(block: tuple[str, ...], wanted: str = "") -> Response:
    """Take the lines of a response apart.

    `wanted` is the id of the command: where it stands after a space, or text is joined to it, it is read as the id all the same.
    """
    found = _BEGINNING.fullmatch(clean(block[0]))
    assert found is not None
    front, sign, tag, rest = found.groups()
    is_well_formed = not front and (not rest or rest[0] == " ")
    if wanted and not tag and rest.split()[:1] == [wanted]:
        tag, rest, is_well_formed = wanted, rest.split(wanted, 1)[1], False
    elif wanted and tag != wanted and tag.startswith(wanted):
        tag, rest, is_well_formed = wanted, tag[len(wanted) :] + rest, False
    return Response(sign, tag, (rest.strip(), *map(clean, block[1:-1])), block[0], is_well_formed)
