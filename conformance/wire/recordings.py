"""Recorded dialogues as text: our own JSONL, plain logs with marks, and logs of GUIs, read into transcripts. Sans-IO.

A plain log has one line a row: perhaps a time in seconds (with or without brackets), then a mark, then what was said.
`<` is what the engine said and `>` what it was sent, unless the reader says the opposite, or the lines themselves do, as in the
debug output of NBoard's GUI; `!` is standard error, `#` a remark. Text in quotes is read as a Python string: one write, which
may hold several lines or a part of one; so does a `<LF>` between two lines. `<EOF>` is the end of a stream. A file in another
form may be the log of a GUI (`gui_logs`), or what stood in a console, without marks, of a protocol whose engine begins and ends
each reply (`Spoken.ends_reply`): then each line after a reply was typed.

The first row of a recording of ours says what it is evidence of and how the engine was set up (`About`).
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from conformance.wire import gui_logs
from conformance.wire.lines import visible
from conformance.wire.transcript import Direction, Line, Transcript, line_from_json, line_to_json
from conformance.wire.untrusted import RecordingError, json_value, unquoted

#: Each repeat takes all that it can and gives nothing back: a row of blanks costs no more than its length.
_ROW = re.compile(
    r"\s*+(?:\[\s*+)?+(?:(?P<time>[0-9]{1,15}+(?:\.[0-9]{1,30}+)?+)\s*+)?+\]?+\s*+(?P<mark>[<>!#])(?: (?P<text>.*)|$)"
)
#: Factor for waits beyond which all of them are endless.
LARGEST_TIME_SCALE = 1_000_000
#: Writes in which one line may have been sent.
_MOST_PIECES = 1_000
_EOF, _LF = "<EOF>", "<LF>"


#: Says of a line whether only an engine says such a line.
IsEngines = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Spoken:
    """The facts of a protocol that the reading of a text needs.

    `name` and `example` are for hints: the protocol and a line that an engine is sent. `is_engines` says of a line whether only
    an engine says such a line. `ends_reply` recognises the last line of each reply, where an engine begins and says nothing
    else; None in other protocols.
    """

    name: str = ""
    example: str = "usi"
    is_engines: IsEngines | None = None
    ends_reply: Callable[[str], bool] | None = None


UNKNOWN = Spoken()


@dataclass(frozen=True, slots=True)
class About:
    """The subject of a recording, and the facts that decide how its check goes.

    `requirement` is broken in it, as `check` has found; `known_broken` are the requirements that were known to be broken
    then, `settings` the engine options that the user wanted, `time_scale` what the waits were multiplied by. `at` is the index of
    the offending line, None where there is none; `version` is that of conform, `system` the host's operating system. `miss` says
    in which way it is broken, empty where that is not known; for an answer that was late, `limit` are the seconds that it had.
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
    at: int | None = None
    version: str = ""
    system: str = ""
    miss: str = ""
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded dialogue; `notes` say how it was read, where it is no recording of ours."""

    transcript: Transcript
    about: About
    notes: tuple[str, ...] = ()


def read_one(text: str, name: str = "", *, spoken: Spoken = UNKNOWN) -> Recording:
    """Read the one dialogue that a text is the recording of, or the first one of a log; raises RecordingError."""
    if _is_stream(text):
        raise RecordingError(
            f"{name} is a stream of events and no recording: run with --keep DIR, which keeps a recording of each finding"
        )
    log = read_log(text, name, spoken=spoken)
    if not log.dialogues:
        raise RecordingError("; ".join((f"{name}: no dialogue in it in which both sides speak", *log.notes)))
    transcript, *others = log.dialogues
    more = [f"it holds {len(others) + 1} dialogues, and all but the first, {transcript.name}, were left out"] if others else []
    try:
        return Recording(transcript, _about(_first(text).get("recording", {})), (*log.notes, *more))
    except ValueError as error:
        raise RecordingError(f"{name}, line 1: {error}") from error


def read(text: str, name: str = "", *, engine_mark: str = "") -> list[Transcript]:
    """The dialogues of `read_log`."""
    return read_log(text, name, engine_mark=engine_mark).dialogues


def read_log(text: str, name: str = "", *, engine_mark: str = "", spoken: Spoken = UNKNOWN) -> gui_logs.Log:
    """Read all dialogues in a text; raises RecordingError.

    A stream of events, as `--jsonl` writes it, holds one dialogue for each finding, which can be none. The log of a GUI can hold
    several. `engine_mark` is for plain logs; "": `<`, unless `spoken` finds more lines that only an engine says after `>`.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        found = _jsonl(text, name)
        if not found and not _is_stream(text):
            raise RecordingError(f"{name}: no dialogue in it; our JSONL has rows with `at`, `dir` and `text`")
        return gui_logs.Log(found)
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    plain = sum(bool(_ROW.match(gui_logs.uncoloured(row))) for row in rows)
    if form := gui_logs.form_of(rows, others=plain):
        return gui_logs.read(form, rows, name)
    if not plain:
        console = None if spoken.ends_reply is None else _console(rows, name, spoken, spoken.ends_reply)
        if console is None:
            raise RecordingError(_no_dialogue(rows, name, spoken))
        return console
    return _plain(rows, name, engine_mark, spoken.is_engines)


def _no_dialogue(rows: list[str], name: str, spoken: Spoken) -> str:
    """Why rows cannot be read, and in which forms a dialogue of the protocol can be."""
    logs = gui_logs.names_of(spoken.name)
    known = f", or a log of one of {', '.join(logs)}" if logs else ""
    known += ", or a console without marks, from what the engine says first on" if spoken.ends_reply is not None else ""
    first = next(((number, row) for number, row in enumerate(rows, 1) if row.strip()), None)
    if first is None:
        where = f"{name}: no dialogue in it"
    else:
        where = f"{name}, line {first[0]}: {gui_logs.shown(first[1])} is not a line of a dialogue"
    example = "rows look like `> usi` and `< usiok`" if spoken.example == "usi" else f"rows look like `> {spoken.example}`"
    return f"{where}; {example}, with `<` before what the engine says, or are our JSONL{known}"


def _console(rows: list[str], name: str, spoken: Spoken, ends_reply: Callable[[str], bool]) -> gui_logs.Log | None:
    """The dialogue of a console; None where it does not begin with what an engine says, or nothing was typed after a reply."""
    said = [row for row in rows if row.strip()]
    if not said or spoken.is_engines is None or not spoken.is_engines(said[0]):
        return None
    lines, is_reply = [], True
    for row in said:
        lines.append(Line(0.0, Direction.FROM_ENGINE if is_reply else Direction.TO_ENGINE, row))
        is_reply = not (is_reply and ends_reply(row))
    transcript = Transcript(lines, name=name, is_plain=True, time_error=math.inf)
    how = f"read as a console: each line after {gui_logs.shown(next(filter(ends_reply, said), ''))} was taken for what was typed"
    return gui_logs.Log([transcript], [how]) if transcript.sent() else None


def _plain(rows: list[str], name: str, engine_mark: str, is_engines: IsEngines | None) -> gui_logs.Log:
    bare = [gui_logs.uncoloured(row) for row in rows]
    matches = [(row, _ROW.match(row), match) for row, plain in zip(rows, bare, strict=True) if (match := _ROW.match(plain))]
    mark = engine_mark or _engine_mark([match for _, _, match in matches], is_engines)
    sent_mark = "<" if mark == ">" else ">"
    notes = [f"read as a plain log: {gui_logs.taken([mark], [sent_mark])}"]
    if any(gui_logs.is_coloured(row, match, plain, sent_mark) for row, match, plain in matches):
        rows = bare
        notes.append(gui_logs.COLOURS)
    notes += gui_logs.left_out(rows, (bool(_ROW.match(row)) for row in rows))
    return gui_logs.Log([_log(rows, name, mark)], notes)


def _engine_mark(rows: list[re.Match[str]], is_engines: IsEngines | None) -> str:
    """The mark of the engine: that after which there are more lines that only an engine says."""
    if is_engines is None:
        return "<"
    count = {mark: sum(row["mark"] == mark and is_engines(row["text"] or "") for row in rows) for mark in "<>"}
    return ">" if count[">"] > count["<"] else "<"


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
                raise ValueError("it is not a JSON object")  # noqa: TRY004, TRY301  reported as any other broken row
            if "dir" in entry:
                own.lines.append(line_from_json(entry))
                pieces = pieces + 1 if own.lines[-1].direction is Direction.TO_ENGINE and not own.lines[-1].end else 0
                if pieces > _MOST_PIECES:
                    raise ValueError(f"a line to the engine is in more than {_MOST_PIECES:,} pieces")  # noqa: TRY301
            elif lines := entry.get("transcript"):
                label = f"{name}: {entry.get('requirement', '')} {entry.get('check', '')}".strip()
                if not isinstance(lines, list):
                    raise ValueError("its transcript is not a list of lines")  # noqa: TRY301  reported as any other broken row
                others.append(Transcript([line_from_json(line) for line in lines], name=label))
        except (ValueError, AttributeError, TypeError) as error:
            raise RecordingError(f"{name}, line {number}: {visible(str(error))}") from error
    if own.lines and _first(text).keys() == {"recording"}:
        return [own]  # what stands after it are events about it
    return [own, *others] if own.lines else others


def _log(rows: list[str], name: str, engine_mark: str) -> Transcript:
    transcript = Transcript(name=name, is_plain=True)
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


def is_of_a_check(text: str) -> bool:
    """Whether a check of ours has spoken with the engine, and no GUI: it may break the protocol on purpose."""
    first = _first(text.removeprefix("\ufeff"))
    about = first.get("recording")
    return "event" in first or (isinstance(about, dict) and bool(about.get("check")))


def protocol_of(text: str) -> str:
    """The protocol that a record of ours names, whether it is a recording or a stream of events; nothing where none is named."""
    first = _first(text.removeprefix("\ufeff")) if text.lstrip("\ufeff \t\r\n").startswith("{") else {}
    recording = first.get("recording")
    named = recording.get("protocol") if isinstance(recording, dict) else first.get("protocol")
    return named if isinstance(named, str) else ""


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
    """Read the head of a recording; raises ValueError. Unknown keys are left alone."""
    if not isinstance(said, dict):
        raise ValueError("what the recording is about is not an object")  # noqa: TRY004  reported as any other broken row
    known = {name: said[name] for name in _SHAPES if name in said}
    for name, value in known.items():
        what, fits = _SHAPES[name]
        if not fits(value):
            raise ValueError(f"{name} is {visible(repr(value), 60)}, which is not {what}")
    known["known_broken"] = frozenset(known.get("known_broken", ()))
    return About(**known)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


#: What stands in the head of a recording: its kind in words, and whether a value is of it.
_SHAPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("protocol", "requirement", "check", "expected", "actual", "version", "system", "miss"), ("text", _is_text)),
    "known_broken": ("a list of requirements", lambda value: isinstance(value, list) and all(map(_is_text, value))),
    "settings": ("an object of texts", lambda value: isinstance(value, dict) and all(map(_is_text, value.values()))),
    "seed": ("a whole number", lambda value: _is_number(value) and isinstance(value, int)),
    "at": ("the index of a line", lambda value: value is None or (_is_number(value) and isinstance(value, int) and value >= 0)),
    "limit": ("a time", lambda value: value is None or (_is_number(value) and value >= 0)),
    "time_scale": ("a factor", lambda value: _is_number(value) and 0 < value <= LARGEST_TIME_SCALE),
}
