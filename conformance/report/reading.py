"""Reads back what `--jsonl` wrote: the events of a run, so that every other report can be made of the file.

A file may be that of an older version of ours, may be cut off, and may be anything. What is no report of a run, or of a form that
is newer than ours, is refused with the line that shows it. A run without its last line is told as one that broke off. What an
engine said is taken as it stands, since reports escape it; what the catalogue says is made harmless here.
"""

import math
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum
from os import PathLike
from typing import Any, NamedTuple, TypeVar

from conformance.judging.endings import Ending
from conformance.protocol.driver import Identity
from conformance.report import plain
from conformance.report.jsonl import SCHEMA
from conformance.report.model import Run, run_of
from conformance.run.events import (
    EngineFile,
    EngineNamed,
    Event,
    ExitCode,
    Explored,
    Host,
    Measured,
    OutdatedWaiver,
    Remarked,
    Result,
    RunFinished,
    RunStarted,
    Tally,
    Waiver,
)
from conformance.wire.foreign import json_value
from conformance.wire.transcript import Line, Wait, line_from_json
from conformance.words import inputs
from conformance.words.catalogue import ID
from conformance.words.model import Delay, DelayOf, Kind, Level, Miss, Outcome, Requirement

_Choice = TypeVar("_Choice", bound=Enum)
#: No number in a report is as large: what is larger would only break the reports that are made of it.
_MOST = 1e12
#: Bytes of a file that are read.
MOST = 128 << 20


class ReadingError(Exception):
    """The file is no report of a run that can be read; the message names it, and the line where there is one."""


class Recorded(NamedTuple):
    """The events of a run as they were recorded, and when it began. One that broke off has got an end, and is not complete."""

    events: tuple[Event, ...]
    is_complete: bool
    began: str

    @property
    def run(self) -> Run:
        """The run that they tell of."""
        return run_of(self.events)


def read(path: str | PathLike[str], *, evidence: bool = True) -> Recorded:
    """Read a JSONL report, all of it before anything is made of it; raises ReadingError. `evidence`: with the dialogues."""
    try:
        text = inputs.read_text(path, MOST)
    except inputs.InputError as error:
        raise ReadingError(str(error)) from error
    return recorded(text, inputs.shown(path), evidence=evidence)


def recorded(text: str, path: str, *, evidence: bool = True) -> Recorded:
    """The same of a text that is at hand; `path` is what it is called. Raises ReadingError."""
    tally, times, events = Tally(), [], []
    for event, time in _events(text, path, evidence=evidence):
        times.append(time)
        if event is not None:
            events.append(event)
        if isinstance(event, Result) and event.selected:
            tally.add(event)
    plan, end = events[0], events[-1]
    began = (plan.started if isinstance(plan, RunStarted) else "") or times[0]
    if isinstance(end, RunFinished):
        # The first forms, which had no number and no time of the start, did not tell what was outside the selection. And who
        # interrupts a run may do so just when a result has been counted.
        is_exact = isinstance(plan, RunStarted) and plan.started and not end.interrupted
        if is_exact and end.counts != tally.counts():
            raise ReadingError(f"{path}: its results are not those that its last line counts: lines are missing, or were changed")
        return Recorded(tuple(events), is_complete=True, began=began)
    return Recorded((*events, _broken_off(tally, times)), is_complete=False, began=began)


def _events(text: str, name: str, *, evidence: bool) -> Iterator[tuple[Event | None, str]]:
    """The event of each line with the time at which it was written."""
    started = finished = False
    for number, entry in _rows(text, name):
        place = f"{name}, line {number}"
        try:
            event = _event(entry if evidence else {key: value for key, value in entry.items() if key != "transcript"})
        except (ValueError, TypeError, AttributeError) as error:
            raise ReadingError(f"{place}: {plain(str(error))}") from error
        if finished:
            raise ReadingError(f"{place}: the run has ended, and more lines follow")
        if isinstance(event, RunStarted) == started:
            why = "a second run begins" if started else "no run has begun: this is no JSONL report of conform"
            raise ReadingError(f"{place}: {why}")
        started, finished = True, isinstance(event, RunFinished)
        yield event, str(entry.get("time", ""))
    if not started:
        raise ReadingError(f"{name}: it is empty, and no JSONL report of conform")


def _rows(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file with the numbers of their lines; not the last one where it was still being written."""
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    rows = rows[_recording(rows) :]
    for number, row in rows:
        try:
            entry = _entry(row)
        except ReadingError as error:
            if number == rows[-1][0] > rows[0][0] and not text.endswith("\n"):
                return
            raise ReadingError(f"{name}, line {number}: {error}") from error
        yield number, entry


def _recording(rows: list[tuple[int, str]]) -> int:
    """The number of rows in front that are a recording: the events of a dialogue that was watched stand behind it."""
    if not rows or not rows[0][1].startswith('{"recording"'):
        return 0
    return next((place for place, (_, row) in enumerate(rows) if row.startswith('{"time"')), 0)


def _broken_off(tally: Tally, times: list[str]) -> RunFinished:
    """The end of a run whose report has none."""
    message = f"the record of the run is incomplete: it breaks off after {len(times)} lines"
    counts, unjudged = tally.counts(), tally.unjudged()
    return RunFinished(ExitCode.NO_VERDICT, _between(times), message=message, counts=counts, unjudged=unjudged)


def _between(times: list[str]) -> float:
    """Seconds between the first line and the last, as far as they tell it."""
    try:
        return max(0.0, (datetime.fromisoformat(times[-1]) - datetime.fromisoformat(times[0])).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def _entry(row: str) -> dict[str, Any]:
    try:
        entry = json_value(row)
    except ValueError as error:
        raise ReadingError(str(error)) from error
    if not isinstance(entry, dict) or not isinstance(entry.get("event"), str):
        raise ReadingError("not an event of a run: this is no JSONL report of conform")
    return entry


def _event(entry: dict[str, Any]) -> Event | None:
    """One event; None for what no report of a whole run is made of, and for kinds that a later version may add."""
    match entry["event"]:
        case "run_started":
            return _run_started(entry)
        case "engine":
            return EngineNamed(Identity(_said(entry, "name"), _said(entry, "author")))
        case "exploration":
            found = tuple(_ids(entry, "found"))
            sessions, seconds = _count(entry, "sessions"), _seconds(entry)
            return Explored(_name(entry, "check"), _name(entry, "title"), sessions, seconds, found, _said(entry, "reason"))
        case "measured":
            return Measured(_name(entry, "check"), tuple(_delays(entry)), _flag(entry, "calm"))
        case "result":
            return _result(entry)
        case "remark":
            lines = _transcript(entry)
            place = _at(entry)
            dialogues = _count(entry, "dialogues")
            return Remarked(_name(entry, "topic"), _said(entry, "text"), dialogues, _name(entry, "check"), lines, place)
        case "outdated_waiver":
            waiver = _waiver(entry, _id(_required(entry, "requirement")), _required(entry, "check"))
            return OutdatedWaiver(waiver, expired=_flag(entry, "expired"), passes=_flag(entry, "passes"))
        case "summary":
            return _summary(entry)
    return None


def _run_started(entry: dict[str, Any]) -> RunStarted:
    form = entry.get("schema", SCHEMA)
    if not _is_whole(form) or form < 1:
        raise ValueError(f"schema is {_shown(form)}, and no number of a form")
    if form > SCHEMA:
        raise ValueError(f"its form is number {_shown(form)}, and we know them up to {SCHEMA}: read it with a later version")
    return RunStarted(
        protocol=_required(entry, "protocol"),
        title=_name(entry, "title"),
        engine=_said(entry, "engine"),
        command=tuple(_texts(entry, "command")),
        checks=_count(entry, "checks"),
        seed=_seed(entry),
        version=_required(entry, "version"),
        strict=_flag(entry, "strict"),
        robustness=_flag(entry, "robustness"),
        sections=tuple(_pairs(entry, "sections")),
        time_scale=_number(entry, "time_scale", 1.0),
        settings=tuple((key, str(value)) for key, value in _table(entry, "settings").items()),
        started=_name(entry, "started"),
        host=_host(_table(entry, "host")),
        files=tuple(map(_file, _list(entry, "files"))),
        requirements=_count(entry, "requirements"),
        untested=tuple(_pairs(entry, "untested")),
        waivers=_count(entry, "waivers"),
        label=_name(entry, "label"),
        quick=_flag(entry, "quick"),
    )


def _host(entry: dict[str, Any]) -> Host:
    lacks = tuple(_texts(entry, "lacks"))
    return Host(_name(entry, "name"), _name(entry, "system"), _name(entry, "python"), _count(entry, "processors"), lacks)


def _file(entry: Any) -> EngineFile:
    if not isinstance(entry, dict):
        raise ValueError(f"{_shown(entry)} is no file of an engine")  # noqa: TRY004  one kind of error for all that is wrong
    return EngineFile(_said(entry, "path"), _count(entry, "size"), _name(entry, "sha256"))


def _delays(entry: Mapping[str, Any]) -> Iterator[Delay]:
    """The delays of a dialogue, but for those of kinds that a later version may add."""
    known = {of.value: of for of in DelayOf}
    for one in _list(entry, "delays"):
        if not isinstance(one, dict):
            raise ValueError(f"{_shown(one)} is no delay")  # noqa: TRY004  as above
        if of := known.get(_said(one, "of")):
            limit = None if one.get("limit") is None else _seconds(one, "limit")
            yield Delay(of, _seconds(one), limit, _count(one, "at"))


def _result(entry: dict[str, Any]) -> Result:
    requirement = Requirement(
        id=_id(_required(entry, "requirement")),
        section=_required(entry, "section"),
        level=_choice(Level, entry, "level"),
        kind=_choice(Kind, entry, "class"),
        source=_name(entry, "source"),
        statement=_name(entry, "statement"),
        example="",
        cause=_name(entry, "cause"),
        mend=_name(entry, "mend"),
    )
    ending, waiver, wait = _table(entry, "ending"), _table(entry, "waiver"), _table(entry, "wait")
    return Result(
        requirement=requirement,
        check=_required(entry, "check"),
        title=_name(entry, "title"),
        outcome=_choice(Outcome, entry, "outcome"),
        expected=_said(entry, "expected"),
        actual=_said(entry, "actual"),
        reason=_said(entry, "reason"),
        seconds=_seconds(entry),
        blocked_by=_id(blocked_by) if (blocked_by := _name(entry, "blocked_by")) else "",
        transcript=_transcript(entry),
        at=_at(entry),
        known_broken=frozenset(_ids(entry, "known_broken")),
        failed=_count(entry, "failed"),
        measured=_count(entry, "measured"),
        explored=_flag(entry, "explored"),
        spared=_flag(entry, "spared"),
        selected=_flag(entry, "selected", usual=True),
        gates=_flag(entry, "gates"),
        rerun=_said(entry, "rerun"),
        replay=_said(entry, "replay"),
        diagnosis=_said(entry, "diagnosis"),
        ending=Ending(_said(ending, "how"), _said(ending, "after"), tuple(_texts(ending, "said"))) if ending else None,
        waiver=_waiver(waiver, requirement.id, _required(entry, "check")) if waiver else None,
        wait=Wait(_seconds(wait, "since"), _seconds(wait, "limit")) if wait else None,
        miss=next((miss for miss in Miss if miss == entry.get("miss")), None),
    )


def _waiver(entry: dict[str, Any], requirement: str, check: str) -> Waiver:
    return Waiver(requirement, check, _said(entry, "reason"), _name(entry, "expires"), tuple(_texts(entry, "versions")))


def _summary(entry: dict[str, Any]) -> RunFinished:
    told = _table(entry, "counts")
    return RunFinished(
        exit_code=_count(entry, "exit_code"),
        seconds=_seconds(entry),
        interrupted=_flag(entry, "interrupted"),
        out_of_time=_flag(entry, "out_of_time"),
        message=_said(entry, "message"),
        counts=tuple((outcome, _count(told, outcome.value)) for outcome in Outcome),
        transcripts=_count(entry, "transcripts"),
        lines=_count(entry, "lines"),
        unjudged=tuple(_ids(entry, "unjudged")),
    )


# -- values: a key that is missing has its usual value, one of the wrong kind is refused ----------------------------------------


def _shown(value: object) -> str:
    return plain(repr(value), 60)


def _said(entry: Mapping[str, Any], key: str) -> str:
    """A text that can hold what an engine said."""
    value = entry.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key} is {_shown(value)}, and no text")
    return value or ""


def _name(entry: Mapping[str, Any], key: str) -> str:
    """A text of the catalogue or of ours, as reports show it without further care."""
    return plain(_said(entry, key), 10_000)


def _required(entry: Mapping[str, Any], key: str) -> str:
    if not (value := _name(entry, key)):
        raise ValueError(f"{key} is missing")
    return value


def _id(text: str) -> str:
    if not ID.fullmatch(text):
        raise ValueError(f"{_shown(text)} is no id of a requirement")
    return text


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    value = entry.get(key)
    if value is not None and not isinstance(value, list):
        raise ValueError(f"{key} is {_shown(value)}, and no list")
    return value or []


def _texts(entry: Mapping[str, Any], key: str) -> Iterator[str]:
    for value in _list(entry, key):
        yield _said({key: value}, key)


def _ids(entry: Mapping[str, Any], key: str) -> Iterator[str]:
    yield from map(_id, _texts(entry, key))


def _table(entry: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = entry.get(key)
    if value is not None and not isinstance(value, dict):
        raise ValueError(f"{key} is {_shown(value)}, and no object")
    return value or {}


def _pairs(entry: Mapping[str, Any], key: str) -> Iterator[tuple[str, str]]:
    table = _table(entry, key)
    for name in table:
        yield plain(name), _name(table, name)


def _flag(entry: Mapping[str, Any], key: str, *, usual: bool = False) -> bool:
    value = entry.get(key, usual)
    if not isinstance(value, bool):
        raise ValueError(f"{key} is {_shown(value)}, and neither true nor false")  # noqa: TRY004
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(entry: Mapping[str, Any], key: str, usual: float = 0) -> float:
    value = entry.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST or math.isnan(value):
        raise ValueError(f"{key} is {_shown(value)}, and no number")
    return value


def _seed(entry: Mapping[str, Any]) -> int:
    value = entry.get("seed", 0)
    if not _is_whole(value):
        raise ValueError(f"seed is {_shown(value)}, and no whole number")
    return int(value)


def _count(entry: Mapping[str, Any], key: str) -> int:
    value = _number(entry, key)
    if not _is_whole(value) or value < 0:
        raise ValueError(f"{key} is {_shown(value)}, and no count")
    return int(value)


def _seconds(entry: Mapping[str, Any], key: str = "seconds") -> float:
    value = _number(entry, key)
    if value < 0:
        raise ValueError(f"{key} is {_shown(value)}, and no duration")
    return float(value)


def _choice(choices: type[_Choice], entry: Mapping[str, Any], key: str) -> _Choice:
    try:
        return choices(entry.get(key))
    except ValueError as error:
        raise ValueError(
            f"{key} is {_shown(entry.get(key))}, and none of {', '.join(str(one.value) for one in choices)}"
        ) from error


def _at(entry: Mapping[str, Any]) -> int | None:
    return None if entry.get("at") is None else _count(entry, "at")


def _transcript(entry: Mapping[str, Any]) -> tuple[Line, ...]:
    return tuple(map(line_from_json, _list(entry, "transcript")))
