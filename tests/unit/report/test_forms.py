"""The type of an event's field is all that there is of it: the writer, the reader and the schema are made of it."""

import json
from dataclasses import dataclass, replace
from typing import Annotated, get_origin, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from conformance.judging.endings import EngineEnding
from conformance.report.jsonl import event_to_json
from conformance.run import forms
from conformance.run.events import EVENTS, Result, Waiver
from conformance.run.forms import Count, Flag, Id, Key, Mark, Name, Said, Seconds
from conformance.wire.transcript import WaitSpan
from conformance.words.model import Outcome


@dataclass(frozen=True)
class Inner:
    path: Annotated[Name, "Where."]


@dataclass(frozen=True)
class Event:
    outcome: Annotated[Outcome, "What came of it."]
    inner: Annotated[Inner, Mark.SPREAD]
    taken: Annotated[Seconds | None, Key("seconds"), "It took"] = None
    counts: Annotated[tuple[tuple[Outcome, Count], ...], "How many."] = ()
    pairs: Annotated[tuple[tuple[Said, Said], ...], "By name."] = ()
    ids: Annotated[frozenset[Id], "Which."] = frozenset()
    root: Annotated[Id, Mark.OR_NULL, "Why."] = ""
    gates: Annotated[Flag, "It counts."] = True
    kept_out: int = 3


WHOLE = Event(
    Outcome.FAIL, Inner("a"), 0.1234567, ((Outcome.PASS, 2),), (("x", "y"),), frozenset({"USI-B-02", "USI-A-01"}), "USI-A-01"
)


def test_an_event_is_written_and_read_back_and_fits_its_schema():
    row = forms.write(WHOLE)
    assert row == {
        "outcome": "fail",
        "path": "a",
        "seconds": 0.123457,
        "counts": {"pass": 2},
        "pairs": {"x": "y"},
        "ids": ["USI-A-01", "USI-B-02"],
        "root": "USI-A-01",
        "gates": True,
    }
    counts = tuple((outcome, 2 if outcome is Outcome.PASS else 0) for outcome in Outcome)
    assert forms.read(Event, json.loads(json.dumps(row))) == replace(WHOLE, taken=0.123457, counts=counts)
    schema = forms.properties(Event)
    assert list(schema) == list(row)
    for key, value in (row | {"counts": {outcome.value: 1 for outcome in Outcome}}).items():
        assert Draft202012Validator(schema[key]).is_valid(value)
        assert not Draft202012Validator(schema[key]).is_valid([3])
    assert schema["seconds"]["anyOf"][0]["description"] == "It took, in seconds."


def test_what_is_missing_has_its_usual_value():
    assert forms.read(Event, {"outcome": "pass"}) == Event(Outcome.PASS, Inner(""))
    assert forms.write(Event(Outcome.PASS, Inner("")))["root"] is None
    with pytest.raises(ValueError, match="outcome is missing"):
        forms.read(Event, {})


def test_a_field_of_no_known_type_is_refused():
    @dataclass
    class Strange:
        what: Annotated[complex, "A number."]

    with pytest.raises(TypeError, match="complex"):
        forms.properties(Strange)


def test_only_what_every_line_says_elsewhere_is_kept_out_of_a_record():
    out = [
        f"{kind.__name__}.{name}"
        for kind, _ in EVENTS.values()
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if get_origin(hint) is not Annotated
    ]
    assert out == ["Result.dialogue"]


def test_all_that_a_result_can_say_comes_back(make):
    full = make.failing(
        ending=EngineEnding("exited with status 1", "go", ("why",)),
        waiver=Waiver("USI-HS-01", "greets", "known", "2026-12-31", ("1.*",)),
        wait=WaitSpan(0.5, 2.0),
        known_broken=frozenset({"USI-HS-02"}),
        seconds=0.25,
    )
    again = forms.read(Result, json.loads(json.dumps(event_to_json(full))))
    assert replace(again, requirement=full.requirement, waiver=full.waiver) == full
    assert replace(full.requirement, example="") == again.requirement
