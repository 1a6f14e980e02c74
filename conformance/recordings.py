"""Recorded dialogues as text: our own JSONL, and plain logs with marks, read into transcripts. Sans-IO.

A plain log has one line a row: perhaps a time in seconds (with or without brackets), then a mark, then what was said.
`<` is what the engine said and `>` what it was told, unless the reader is told the opposite; `!` is standard error, `#` a
remark. Text in quotes is read as a Python string: one write, which may hold several lines or a part of one; so does a
`<LF>` between two lines. `<EOF>` is the end of a stream.
"""

import ast
import json
import re
from typing import Any

from conformance.transcript import Direction, Line, Transcript, line_from_json, line_to_json

_ROW = re.compile(r"\s*(?:\[\s*)?(?:(?P<time>\d+(?:\.\d+)?)\s*)?\]?\s*(?P<mark>[<>!#])(?: (?P<text>.*)|$)")
_QUOTED = re.compile(r"""(['"]).*\1$""")
_EOF, _LF = "<EOF>", "<LF>"


class RecordingError(ValueError):
    """The text is no recording; the message says where and why."""


def read(text: str, name: str = "", *, engine_mark: str = "<") -> list[Transcript]:
    """Read all dialogues in a text; raises RecordingError.

    A stream of events, as `--jsonl` writes it, holds one dialogue for each finding.
    """
    first = next((row for row in text.splitlines() if row.strip()), "")
    found = _jsonl(text, name) if first.lstrip().startswith("{") else [_log(text, name, engine_mark)]
    if not any(found) and not any(_ROW.match(row) for row in text.splitlines()):
        raise RecordingError(f"{name}: no dialogue in it; rows look like `> usi` and `< usiok`, or are our JSONL")
    return found


def _jsonl(text: str, name: str) -> list[Transcript]:
    own = Transcript(name=name)
    others: list[Transcript] = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip():
            continue
        try:
            entry = json.loads(row)
            if "dir" in entry:
                own.lines.append(line_from_json(entry))
            elif lines := entry.get("transcript"):
                label = f"{name}: {entry.get('requirement', '')} {entry.get('check', '')}".strip()
                others.append(Transcript([line_from_json(line) for line in lines], name=label))
        except (ValueError, AttributeError, TypeError) as error:
            raise RecordingError(f"{name}, line {number}: {error}") from error
    return [own, *others] if own.lines else others


def _log(text: str, name: str, engine_mark: str) -> Transcript:
    transcript = Transcript(name=name)
    at = 0.0
    for row in text.splitlines():
        match = _ROW.match(row)
        if match is None or match["mark"] == "#":
            continue
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
    if not _QUOTED.match(said):
        return [Line(at, Direction.TO_ENGINE, text, joined=index > 0) for index, text in enumerate(said.split(_LF))]
    try:
        data = str(ast.literal_eval(said))
    except (ValueError, SyntaxError):
        return [Line(at, Direction.TO_ENGINE, said)]
    rows = data.splitlines(keepends=True)
    return [
        Line(at, Direction.TO_ENGINE, row.rstrip("\r\n"), row[len(row.rstrip("\r\n")) :], joined=index > 0)
        for index, row in enumerate(rows)
    ]


def head(**facts: Any) -> str:
    """The first row of a recording of ours: what it is about."""
    return json.dumps({"recording": facts}) + "\n"


def facts(text: str) -> dict[str, Any]:
    """What the first row of a recording of ours says, or nothing."""
    first = next((row for row in text.splitlines() if row.strip()), "")
    try:
        found = json.loads(first).get("recording", {})
    except (ValueError, AttributeError):
        return {}
    return found if isinstance(found, dict) else {}


def write(transcript: Transcript, **about: Any) -> str:
    """A recording of ours: its head, then one row for each line."""
    return head(**about) + "".join(json.dumps(line_to_json(line)) + "\n" for line in transcript.lines)
