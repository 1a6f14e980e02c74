"""Recorded dialogues as text: our own JSONL, plain logs with marks, and logs of GUIs, read into transcripts. Sans-IO.

A plain log has one line a row: perhaps a time in seconds (with or without brackets), then a mark, then what was said.
`<` is what the engine said and `>` what it was told, unless the reader is told the opposite; `!` is standard error, `#` a
remark. Text in quotes is read as a Python string: one write, which may hold several lines or a part of one; so does a
`<LF>` between two lines. `<EOF>` is the end of a stream. What is in another form may be the log of a GUI (`gui_logs`).

The first row of a recording of ours tells what it is evidence of and how the engine was set up (`About`).
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from conformance.wire import gui_logs
from conformance.wire.foreign import json_value, unquoted
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript, line_from_json, line_to_json

#: Each repeat takes all that it can and gives nothing back: a row of blanks costs no more than its length.
_ROW = re.compile(
    r"\s*+(?:\[\s*+)?+(?:(?P<time>[0-9]{1,15}+(?:\.[0-9]{1,30}+)?+)\s*+)?+\]?+\s*+(?P<mark>[<>!#])(?: (?P<text>.*)|$)"
)
#: Factor for waits beyond which all of them are endless.
LARGEST_TIME_SCALE = 1_000_000
#: Writes in which one line may have been sent.
_MOST_PIECES = 1_000
_EOF, _LF = "<EOF>", "<LF>"


class RecordingError(ValueError):
    """The text is no recording; the message says where and why."""


@dataclass(frozen=True, slots=True)
class About:
    """What a recording is evidence of, and what decides how its check goes.

    `requirement` is broken in it, as `check` has found; `known_broken` are the requirements that were known to be broken
    then, `settings` the engine options that the user wanted, `time_scale` what the waits were multiplied by.
    """

    protocol: str = ""
    requirement: str = ""
    check: str = ""
    expected: str = ""
    actual: str = ""
    known_broken: frozenset[str] = frozenset()
    settings: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    time_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded dialogue."""

    transcript: Transcript
    about: About


def read_one(text: str, name: str = "") -> Recording:
    """Read the one dialogue that a text is the recording of; raises RecordingError."""
    if _is_stream(text):
        raise RecordingError(
            f"{name} is a stream of events and no recording: run with --keep DIR, which keeps a recording of each finding"
        )
    found = read(text, name)
    if not found:
        raise RecordingError(f"{name}: no dialogue in it in which both sides speak")
    transcript = found[0]
    try:
        return Recording(transcript, _about(_first(text).get("recording", {})))
    except ValueError as error:
        raise RecordingError(f"{name}, line 1: {error}") from error


def read(text: str, name: str = "", *, engine_mark: str = "<") -> list[Transcript]:
    """Read all dialogues in a text; raises RecordingError.

    A stream of events, as `--jsonl` writes it, holds one dialogue for each finding, which can be none. The log of a GUI can hold
    several. `engine_mark` is for plain logs.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        found = _jsonl(text, name)
        if not found and not _is_stream(text):
            raise RecordingError(f"{name}: no dialogue in it; our JSONL has rows with `at`, `dir` and `text`")
        return found
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    plain = sum(bool(_ROW.match(row)) for row in rows)
    if form := gui_logs.form_of(rows, others=plain):
        return gui_logs.read(form, rows, name)
    if not plain:
        known = ", ".join(form.name for form in gui_logs.FORMS)
        raise RecordingError(
            f"{name}: no dialogue in it; rows look like `> usi` and `< usiok`, or are our JSONL, or a log of one of {known}"
        )
    return [_log(rows, name, engine_mark)]


def _jsonl(text: str, name: str) -> list[Transcript]:
    own = Transcript(name=name)
    others: list[Transcript] = []
    pieces = 0
    for number, row in enumerate(text.split("\n"), 1):
        if not row.strip():
            continue
        try:
            entry = json_value(row)
            if not isinstance(entry, dict):
                raise ValueError("it is no JSON object")  # noqa: TRY004, TRY301  told as any other broken row
            if "dir" in entry:
                own.lines.append(line_from_json(entry))
                pieces = pieces + 1 if own.lines[-1].direction is Direction.TO_ENGINE and not own.lines[-1].end else 0
                if pieces > _MOST_PIECES:
                    raise ValueError(f"a line to the engine is in more than {_MOST_PIECES:,} pieces")  # noqa: TRY301
            elif lines := entry.get("transcript"):
                label = f"{name}: {entry.get('requirement', '')} {entry.get('check', '')}".strip()
                if not isinstance(lines, list):
                    raise ValueError("its transcript is no list of lines")  # noqa: TRY301  told as any other broken row
                others.append(Transcript([line_from_json(line) for line in lines], name=label))
        except (ValueError, AttributeError, TypeError) as error:
            raise RecordingError(f"{name}, line {number}: {visible(str(error))}") from error
    if own.lines and _first(text).keys() == {"recording"}:
        return [own]  # what stands behind it are events about it
    return [own, *others] if own.lines else others


def _log(rows: list[str], name: str, engine_mark: str) -> Transcript:
    transcript = Transcript(name=name)
    at = 0.0
    for row in rows:
        match = _ROW.match(row)
        if match is None or match["mark"] == "#":
            continue
        if not match["time"]:
            transcript.time_error = math.inf
        at = max(at, float(match["time"] or at))
        said = match["text"] or ""
        if said == _EOF:
            transcript.lines += [Line(at, Direction.PROCESS, "eof")] if match["mark"] == engine_mark else []
        elif match["mark"] == "!":
            transcript.lines.append(Line(at, Direction.STDERR, said))
        elif match["mark"] == engine_mark:
            transcript.lines.append(Line(at, Direction.FROM_ENGINE, said))
        else:
            transcript.lines += _write(at, said)
    return transcript


def _write(at: float, said: str) -> list[Line]:
    """The lines of one write to the engine."""
    data = unquoted(said)
    if data is None:
        return [Line(at, Direction.TO_ENGINE, text, joined=index > 0) for index, text in enumerate(said.split(_LF))]
    rows = data.splitlines(keepends=True)
    return [
        Line(at, Direction.TO_ENGINE, row.rstrip("\r\n"), row[len(row.rstrip("\r\n")) :], joined=index > 0)
        for index, row in enumerate(rows)
    ]


def _first(text: str) -> dict[str, Any]:
    """The first row that is not blank, where it is a JSON object, or an empty one."""
    row = text.lstrip().partition("\n")[0]
    try:
        found = json_value(row)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _is_stream(text: str) -> bool:
    return "event" in _first(text)


def is_recording(text: str) -> bool:
    """Whether a text begins as a recording of ours does."""
    return "recording" in _first(text)


def write(transcript: Transcript, about: About) -> str:
    """A recording of ours: its head, then one row for each line."""
    return head(about) + "".join(map(row, transcript.lines))


def head(about: About) -> str:
    """The first row of a recording."""
    settings = dict(about.settings)
    return json.dumps({"recording": asdict(about) | {"known_broken": sorted(about.known_broken), "settings": settings}}) + "\n"


def row(line: Line) -> str:
    """The row of one line."""
    return json.dumps(line_to_json(line)) + "\n"


def _about(said: Any) -> About:
    """Read the head of a recording; raises ValueError. What is not known is left alone."""
    if not isinstance(said, dict):
        raise ValueError("what the recording is about is no object")  # noqa: TRY004  told as any other broken row
    known = {name: said[name] for name in _SHAPES if name in said}
    for name, value in known.items():
        what, fits = _SHAPES[name]
        if not fits(value):
            raise ValueError(f"{name} is {visible(repr(value), 60)}, which is no {what}")
    known["known_broken"] = frozenset(known.get("known_broken", ()))
    return About(**known)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


#: What stands in the head of a recording: its kind in words, and whether a value is of it.
_SHAPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("protocol", "requirement", "check", "expected", "actual"), ("text", _is_text)),
    "known_broken": ("list of requirements", lambda value: isinstance(value, list) and all(map(_is_text, value))),
    "settings": ("object of texts", lambda value: isinstance(value, dict) and all(map(_is_text, value.values()))),
    "seed": ("whole number", lambda value: _is_number(value) and isinstance(value, int)),
    "time_scale": ("factor", lambda value: _is_number(value) and 0 < value <= LARGEST_TIME_SCALE),
}
