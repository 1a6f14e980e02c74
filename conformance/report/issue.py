"""The text of an issue that contests a finding, as Markdown.

It says what the requirement is and how we read it, what the engine did and how to run it again, and asks which reading is right.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.report import excerpt, plain
from conformance.report.findings import label
from conformance.report.markdown import block
from conformance.wire.transcript import Line
from conformance.words.model import Requirement

#: Characters of a text that are shown.
_LONGEST = 4000
_SPECIAL = re.compile(r"[\\*_<\[]")
#: What the author of the issue is asked.
_QUESTIONS = (
    "What the engine did is right, because:",
    "The words of the source that say so, with their place:",
    "Other engines or clients that do the same:",
    "The requirement should read:",
)


@dataclass(frozen=True, slots=True)
class Contested:
    """A finding and what there is to say of it. `at` is the index of the offending line, None where there is none.

    `versions` are names with their values, of which empty ones are left out, `again` the commands that show the finding again.
    """

    requirement: Requirement
    check: str
    expected: str
    actual: str
    lines: Sequence[Line]
    at: int | None
    versions: tuple[tuple[str, str], ...]
    again: tuple[str, ...]


def issue(contested: Contested) -> str:
    """The text, which ends with a line end. Lines of the engine stand in blocks only, where no markup has a meaning."""
    return "\n".join([*_requirement(contested.requirement), *_finding(contested), *_versions(contested), *_question(), ""])


def _requirement(requirement: Requirement) -> Iterator[str]:
    reading = requirement.reading or "as it stands; the catalogue adds no reading"
    rows = (
        ("Level", label(requirement)),
        ("Clause", requirement.source),
        (f"Words that make it a {requirement.level.value}", requirement.words),
        ("Applies when", requirement.when),
        ("How conform reads it", reading),
    )
    yield f"# {requirement.id}: is this reading right?"
    yield from ("", "conform finds this requirement broken. I do not agree, and ask how the source is to be read.", "")
    yield from (f"> {_prose(requirement.statement)}", "")
    yield from (f"- **{name}:** {_prose(text)}" for name, text in rows if text)


def _finding(contested: Contested) -> Iterator[str]:
    rows = (("expected", contested.expected), ("actual", contested.actual), ("check", contested.check))
    yield from ("", "## What the engine did", "")
    yield from block([f"{f'{name}:':<9} {plain(text, _LONGEST)}" for name, text in rows])
    if contested.lines:
        yield from ("", "Times are in seconds, `>` goes to the engine, `<` comes from it.", "")
        yield from block(excerpt(contested.lines, contested.at, contested.expected, contested.actual))


def _versions(contested: Contested) -> Iterator[str]:
    yield from ("", "## Versions", "")
    yield from block([f"{f'{name}:':<10} {plain(text, _LONGEST)}" for name, text in contested.versions if text])
    yield from ("", "## Run it again", "")
    yield from block(list(contested.again))


def _question() -> Iterator[str]:
    yield from ("", "## Which reading would be right?")
    for question in _QUESTIONS:
        yield from ("", f"**{question}**", "", "...")


def _prose(text: str) -> str:
    """Text of a catalogue: what is in backticks is code, and nothing else has a meaning."""
    pieces = plain(text, _LONGEST).split("`")
    return "`".join(piece if place % 2 else _SPECIAL.sub(r"\\\g<0>", piece) for place, piece in enumerate(pieces))
