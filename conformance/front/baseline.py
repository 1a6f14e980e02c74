"""The file of a baseline: which findings in an engine are known, and why they stay for now.

It is TOML, with a table `[[waived]]` for each requirement and check. People write in it, so that what is not changed stays as it
is to the byte, comments included: entries are added at the end, or their lines are taken out.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from pathlib import Path
from typing import Any

from conformance.front.loading import PROTOCOLS, load_suite
from conformance.front.toml_places import Layout
from conformance.protocol.suite import Suite
from conformance.report.files import WholeFile
from conformance.run.events import Waiver
from conformance.run.waivers import today
from conformance.words import inputs
from conformance.words.inputs import InputError, NoSuchFileError, Place
from conformance.words.suggest import did_you_mean

_KEYS = ("requirement", "check", "reason", "expires", "versions")
_TABLE = "waived"
_HEADER = re.compile(r"\s*\[\[\s*[\"']?waived[\"']?\s*\]\]")
#: Bytes of a baseline that are read, and tables of which it is looked for where they begin.
_MOST = 4 << 20
_MOST_TABLES = 500
_FIRST_LINES = "# Known findings, each with its reason: `conform --baseline` does not fail for them, and shows them each time.\n"


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline as it was read, empty where there is no such file. `waivers` are the entries about one protocol."""

    path: Path
    text: str
    waivers: tuple[Waiver, ...] = ()
    is_new: bool = False

    @property
    def notice(self) -> str:
        """A notice that the baseline is missing; empty where there is one."""
        return f"{inputs.shown(self.path)}: there is no such file, so nothing is waived; --baseline-update makes it" * self.is_new

    def changed(self, add: Iterable[Waiver] = (), remove: Iterable[Waiver] = ()) -> "Baseline":
        """The baseline with further entries at its end, and without some; raises InputError."""
        gone, new = set(remove), list(dict.fromkeys(add))
        text = _with(_without(self.text, gone) if gone else self.text or _FIRST_LINES, new)
        kept = tuple(one for one in self.waivers if one not in gone)
        try:
            # The layout may be one that cannot be changed line by line: then nothing is written.
            found = [_waiver(entry) for entry in tomllib.loads(text).get(_TABLE, [])]
            before = [_waiver(entry) for entry in tomllib.loads(self.text).get(_TABLE, [])]
            is_right = found == [*(one for one in before if one not in gone), *new]
        except (tomllib.TOMLDecodeError, KeyError):
            is_right = False
        if not is_right:
            reason = f"it cannot be changed as it is laid out: write each entry as a table [[{_TABLE}]]"
            raise InputError(Place(str(self.path)), reason)
        return Baseline(self.path, text, (*kept, *new))

    def write(self) -> None:
        """Write the file; raises ReportError."""
        WholeFile(self.path).write(self.text.encode())


def read(path: str | Path, suite: Suite[Any]) -> Baseline:
    """Read a baseline for a run of a suite; raises InputError. A file that is missing counts as empty: a new project has none."""
    path = Path(path)
    try:
        text, document = inputs.read_toml(path, _MOST)
    except NoSuchFileError:
        return Baseline(path, "", is_new=True)
    place = Layout(path, text).place
    if unknown := [key for key in document if key != _TABLE]:
        raise InputError(place((), unknown[0]), f"{unknown[0]!r} is unknown: entries are tables [[{_TABLE}]]")
    entries = document.get(_TABLE, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(place((), _TABLE), f"{_TABLE!r} is not a list of tables: write each entry as [[{_TABLE}]]")
    return Baseline(path, text, tuple(_checked(path, text, entries, suite)))


def _checked(path: Path, text: str, entries: Sequence[dict[str, Any]], suite: Suite[Any]) -> list[Waiver]:
    """The entries about a suite's protocol; raises InputError for one that is wrong."""
    starts, found = _starts(text, len(entries)), dict[tuple[str, str, tuple[str, ...]], int]()
    ours = []
    for number, entry in enumerate(entries):
        block = _Block(path, text, starts[number] if len(starts) == len(entries) else None, entry)
        waiver = block.waiver()
        if not block.is_of(suite):
            continue
        key = (waiver.requirement, waiver.check, waiver.versions)
        if key in found:
            raise InputError(block.place(), f"{waiver.requirement} {waiver.check} is waived twice")
        found[key] = number
        ours.append(waiver)
    return ours


@dataclass(frozen=True, slots=True)
class _Block:
    """One entry, and the line in which it begins, None where that cannot be seen."""

    path: Path
    text: str
    line: int | None
    entry: dict[str, Any]

    def place(self, key: str = "") -> Place:
        """The file and the line of a key, or of the entry."""
        if self.line is None:
            return Place(str(self.path))
        rows = self.text.split("\n")[self.line :]
        own = list(takewhile(lambda row: not _HEADER.match(row), rows))
        pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=") if key else None
        offset = next((n for n, row in enumerate(own, 1) if pattern and pattern.match(row)), 0)
        return Place(str(self.path), self.line + offset)

    def waiver(self) -> Waiver:
        """The entry; raises InputError for what is missing, unknown, or of the wrong kind."""
        for key in self.entry:
            if key not in _KEYS:
                raise InputError(self.place(key), f"unknown key {key!r}{did_you_mean(key, _KEYS)}")
        for key in ("requirement", "check", "reason"):
            value = self.entry.get(key)
            if not isinstance(value, str) or not value.strip():
                raise InputError(self.place(key), f"{key} is {'missing' if value is None else f'{value!r}, and no text'}")
        expires, versions = self.entry.get("expires"), self.entry.get("versions", [])
        if not (expires is None or type(expires) is date or _is_day(expires)):
            raise InputError(self.place("expires"), f"expires is {str(expires)!r}, and no day such as 2027-01-31")
        if not (isinstance(versions, list) and all(isinstance(one, str) and one.strip() for one in versions)):
            raise InputError(self.place("versions"), f"versions is {versions!r}, and no list of texts")
        return _waiver(self.entry)

    def is_of(self, suite: Suite[Any]) -> bool:
        """Whether the entry is about this protocol; raises InputError where it is about nothing that we know."""
        requirement, check = self.entry["requirement"], self.entry["check"]
        if requirement not in suite.catalogue:
            if any(requirement in load_suite(other).catalogue for other in PROTOCOLS if other != suite.protocol):
                return False
            near = did_you_mean(requirement, suite.catalogue.requirements) or f": see `conform list --protocol {suite.protocol}`"
            raise InputError(self.place("requirement"), f"there is no requirement {requirement!r}{near}")
        if check not in suite.checks:
            checks = [one.name for one in suite.checks_of(requirement)]
            near = did_you_mean(check, suite.checks) or f"; checks of {requirement} are {', '.join(checks) or 'none'}"
            raise InputError(self.place("check"), f"there is no check {check!r}{near}")
        return True


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _waiver(entry: dict[str, Any]) -> Waiver:
    expires = entry.get("expires")
    return Waiver(
        entry["requirement"], entry["check"], entry["reason"], str(expires) if expires else "", tuple(entry.get("versions", ()))
    )


# -- lines --------------------------------------------------------------------------------------------------------------------


def _starts(text: str, entries: int) -> list[int]:
    """The numbers of the lines that begin so many entries. A line inside a text is none: what stands before it is no TOML.

    None where that would have to be looked for in too many places.
    """
    rows = text.split("\n")
    headers = [number for number, row in enumerate(rows) if _HEADER.match(row)]
    if len(headers) == entries:
        return [number + 1 for number in headers]
    if len(headers) > _MOST_TABLES:
        return []
    return [number + 1 for number in headers if _is_toml("".join(f"{row}\n" for row in rows[:number]))]


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _without(text: str, gone: set[Waiver]) -> str:
    """A text without the lines of some entries: from the comments right above an entry to those above the next one."""
    rows = text.split("\n")
    waivers = [_waiver(entry) for entry in tomllib.loads(text).get(_TABLE, [])]
    starts = [_with_comments(rows, start - 1) for start in _starts(text, len(waivers))]
    ends = [*starts[1:], len(rows)]
    if len(starts) != len(waivers):
        return text
    dropped = {n for start, end, waiver in zip(starts, ends, waivers, strict=True) if waiver in gone for n in range(start, end)}
    left = "\n".join(row for number, row in enumerate(rows) if number not in dropped).rstrip("\n")
    return f"{left}\n" if left else ""


def _with_comments(rows: list[str], start: int) -> int:
    """The first of the comments that stand directly above a line; those at the top of a file are about all of it."""
    first = start
    while first > 0 and rows[first - 1].lstrip().startswith("#"):
        first -= 1
    return first if first > 0 else start


def _with(text: str, new: Iterable[Waiver]) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    blocks = [end.join(["", f"[[{_TABLE}]]", *_rows(waiver), ""]) for waiver in new]
    gap = end if text and not text.endswith("\n") and blocks else ""
    return text + gap + "".join(blocks)


def _rows(waiver: Waiver) -> list[str]:
    rows = [f"{key} = {_quoted(getattr(waiver, key))}" for key in ("requirement", "check", "reason")]
    expires = [f"expires = {waiver.expires}"] if waiver.expires else []
    return [*rows, *expires, *([f"versions = [{', '.join(map(_quoted, waiver.versions))}]"] if waiver.versions else [])]


def _quoted(text: str) -> str:
    """A text as TOML writes it, which is as JSON does but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def reason_of(text: str) -> str:
    """The reason of an entry that nobody has written yet: what was found, and when."""
    return f"as of {today()}: {text}"
