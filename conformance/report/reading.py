"""Reads back what `--jsonl` wrote: the events of a run, so that every other report can be made of the file.

A file may be that of an older version of ours, may be cut off, and may be anything. A file that is not a report of a run, or
whose form is newer than ours, is refused with the line that shows it. A run without its last line is reported as one that broke
off. Text of an engine is taken as it stands, since reports escape it; text of the catalogue is made harmless here.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from os import PathLike
from typing import Any, NamedTuple

from conformance.report import plain
from conformance.report.jsonl import SCHEMA
from conformance.report.model import Run, run_of
from conformance.run import forms
from conformance.run.events import (
    EVENTS,
    CheckStarted,
    Event,
    ExitCode,
    Glimpsed,
    Measured,
    Result,
    RunFinished,
    RunStarted,
    Tally,
)
from conformance.wire.untrusted import json_value
from conformance.words import inputs
from conformance.words.inputs import InputError, Place
from conformance.words.model import DelayOf


class RecordedRun(NamedTuple):
    """The events of a run as they were recorded, and when it began. A run that broke off has got an end, and is not complete."""

    events: tuple[Event, ...]
    is_complete: bool
    began: str

    @property
    def run(self) -> Run:
        """The run that they make."""
        return run_of(self.events)


def read(path: str | PathLike[str], *, evidence: bool = True) -> RecordedRun:
    """Read a JSONL report, all of it before anything is made of it; raises InputError. `evidence`: with the dialogues."""
    return recorded(inputs.read_text(path, inputs.RECORD), inputs.shown(path), evidence=evidence)


def recorded(text: str, path: str, *, evidence: bool = True) -> RecordedRun:
    """The same of a text that is at hand; `path` is what it is called. Raises InputError."""
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
        # The first forms, which had no number and no time of the start, did not say what was outside the selection. And who
        # interrupts a run may do so just when a result has been counted.
        is_exact = isinstance(plan, RunStarted) and plan.started and not end.interrupted
        if is_exact and end.counts != tally.counts():
            reason = "its results are not those that its last line counts: lines are missing, or were changed"
            raise InputError(Place(path), reason)
        return RecordedRun(tuple(events), is_complete=True, began=began)
    return RecordedRun((*events, _broken_off(tally, times)), is_complete=False, began=began)


def _events(text: str, name: str, *, evidence: bool) -> Iterator[tuple[Event | None, str]]:
    """The event of each line with the time at which it was written."""
    started = finished = False
    for number, entry in _rows(text, name):
        place = Place(name, number)
        try:
            event = _event(entry if evidence else {key: value for key, value in entry.items() if key != "transcript"})
        except (ValueError, TypeError, AttributeError) as error:
            raise InputError(place, plain(str(error))) from error
        if finished:
            raise InputError(place, "the run has ended, and more lines follow")
        if isinstance(event, RunStarted) == started:
            why = "a second run begins" if started else "no run has begun: this is not a JSONL report of conform"
            raise InputError(place, why)
        started, finished = True, isinstance(event, RunFinished)
        yield event, str(entry.get("time", ""))
    if not started:
        raise InputError(Place(name), "it is empty, and no JSONL report of conform")


def _rows(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file with the numbers of their lines; not the last one where it was still being written."""
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    rows = rows[_recording(rows, name) :]
    for number, row in rows:
        try:
            entry = _entry(row)
        except ValueError as error:
            if number == rows[-1][0] > rows[0][0] and not text.endswith("\n"):
                return
            raise InputError(Place(name, number), str(error)) from error
        yield number, entry


def _recording(rows: list[tuple[int, str]], name: str) -> int:
    """The number of rows in front that are a recording: the events of a dialogue that was watched stand after it.

    Raises InputError where there are none.
    """
    if not rows or not rows[0][1].startswith('{"recording"'):
        return 0
    verdict = next((place for place, (_, row) in enumerate(rows) if row.startswith('{"time"')), None)
    if verdict is None:
        reason = (
            "it has a dialogue and no verdict: conform watch is still writing it, or was ended; conform judge judges the dialogue"
        )
        raise InputError(Place(name), reason)
    return verdict


def _broken_off(tally: Tally, times: list[str]) -> RunFinished:
    """The end of a run whose report has none."""
    message = f"the record of the run is incomplete: it breaks off after {len(times)} lines"
    counts, unjudged = tally.counts(), tally.unjudged()
    return RunFinished(ExitCode.NO_VERDICT, _between(times), message=message, counts=counts, unjudged=unjudged)


def _between(times: list[str]) -> float:
    """Seconds between the first line and the last, as far as they show it."""
    try:
        return max(0.0, (datetime.fromisoformat(times[-1]) - datetime.fromisoformat(times[0])).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def _entry(row: str) -> dict[str, Any]:
    entry = json_value(row)
    if isinstance(entry, dict) and isinstance(entry.get("event"), str):
        return entry
    raise ValueError("not an event of a run: this is not a JSONL report of conform")


def _event(entry: dict[str, Any]) -> Event | None:
    """One event; None for what no report of a whole run is made of, and for kinds that a later version may add."""
    kind, _ = EVENTS.get(entry["event"], (CheckStarted, ""))
    if kind in (CheckStarted, Glimpsed):
        return None
    if kind is RunStarted:
        _refuse_later_forms(entry.get("schema", SCHEMA))
    if kind is Measured and isinstance(delays := entry.get("delays"), list):
        entry |= {"delays": [one for one in delays if not _is_of_a_later_kind(one)]}
    event = forms.read(kind, entry)
    if isinstance(event, Result) and event.waiver is not None:
        return replace(event, waiver=replace(event.waiver, requirement=event.requirement.id, check=event.check))
    return event


def _is_of_a_later_kind(delay: object) -> bool:
    return isinstance(delay, dict) and isinstance(of := delay.get("of"), str) and of not in list(DelayOf)


def _refuse_later_forms(form: object) -> None:
    if not isinstance(form, int) or isinstance(form, bool) or form < 1:
        raise ValueError(f"schema is {forms.shown(form)}, and no number of a form")
    if form > SCHEMA:
        raise ValueError(f"its form is number {forms.shown(form)}, and we know them up to {SCHEMA}: read it with a later version")
