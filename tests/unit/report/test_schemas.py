"""The JSON reports against their published schemas: what real runs write is valid, and what lacks a key or has a wrong one is not."""

import copy
import json
from dataclasses import MISSING, fields, is_dataclass
from typing import get_args, get_type_hints

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from conformance.judging.endings import EngineEnding
from conformance.protocol.driver import Identity
from conformance.report.files import FileReporter
from conformance.report.json_document import json_document
from conformance.report.jsonl import JsonlReporter
from conformance.report.reading import recorded
from conformance.report.schemas import document_schema, line_schema
from conformance.run import forms
from conformance.run.events import (
    EVENTS,
    CheckStarted,
    EngineNamed,
    Explored,
    Glimpsed,
    Measured,
    OutdatedWaiver,
    Remarked,
    Result,
    RunStarted,
    Told,
    Waiver,
)
from conformance.wire.transcript import WaitSpan
from conformance.words.model import Delay, DelayOf, Outcome


@pytest.fixture
def events(make):
    ended = make.failing("USI-HS-04", ending=EngineEnding("exited with status 1", "go", ("why",)))
    blocked = make.result("USI-HS-03", Outcome.BLOCKED, blocked_by="USI-HS-01")
    known = Waiver("USI-HS-05", "greets", "fixed in 2.0", "2026-12-31", ("1.*",))
    waived = make.failing("USI-HS-05", waiver=known, gates=False)
    late = make.failing("USI-HS-06", wait=WaitSpan(0.5, 2.0))
    seen = make.consequence("USI-HS-07", "USI-HS-01")
    results = (make.result(), make.in_clients(), blocked, ended, waived, late, seen)
    return (
        make.started(),
        EngineNamed(Identity("Demo", "A. Author")),
        CheckStarted("greets", "It greets."),
        Glimpsed(make.result().requirement, "is_tidy", "greets", "a clean line", "`\udcff`"),
        Explored("plays_on", "Plays on.", 31, 12.0, ("USI-BM-03",)),
        Measured("greets", (Delay(DelayOf.READY, 0.1, 30.0, 4), Delay(DelayOf.OVER, 0.0, None, 9)), is_calm=False),
        *results,
        Remarked("banner", "prints a banner", 3, "greets", make.dialogue, 1),
        OutdatedWaiver(Waiver("USI-HS-01", "greets", "why"), expired=False, passes=True),
        Told("USI-HS-04", ("USI-HS-06",), "It ends."),
        make.finished(*results),
    )


@pytest.fixture
def lines(tmp_path, events):
    reporter = JsonlReporter(tmp_path / "run.jsonl")
    for event in events:
        reporter.on(event)
    reporter.close()
    return [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]


@pytest.fixture
def document(tmp_path, events):
    reporter = FileReporter(tmp_path / "run.json", json_document)
    for event in events:
        assert not (tmp_path / "run.json").exists()
        reporter.on(event)
    reporter.commit()
    return json.loads((tmp_path / "run.json").read_text())


def validator(schema):
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=FormatChecker())


LINE, DOCUMENT = validator(line_schema()), validator(document_schema())


def test_every_kind_of_line_is_valid(lines):
    for line in lines:
        LINE.validate(line)
    kinds = {one["properties"]["event"]["const"] for one in line_schema()["oneOf"]}
    assert {line["event"] for line in lines} == kinds


def test_the_document_is_valid_and_holds_what_the_lines_hold(lines, document):
    DOCUMENT.validate(document)
    assert document["schema"] == lines[0]["schema"] == 1
    assert [one["requirement"] for one in document["results"]] == [
        line["requirement"] for line in lines if line["event"] == "result"
    ]
    assert document["engine"] == {"name": "Demo", "author": "A. Author"}
    assert document["summary"]["counts"]["fail"] == 4
    assert document["summary"]["counts"]["consequence"] == 1
    assert document["stories"] == [{"requirement": "USI-HS-04", "others": ["USI-HS-06"], "says": "It ends."}]
    assert [one["follows"] for one in document["findings"] if one["requirement"] == "USI-HS-06"] == ["USI-HS-04"]


def keys(schema):
    return {name for one in schema["oneOf"] for name in one["properties"]}


def test_the_schema_names_every_key_that_is_written(lines):
    assert {name for line in lines for name in line} == keys(line_schema())


def may_lack(shape):
    """The keys of the fields that have a default."""
    defaults = {one.name for one in fields(shape) if (one.default, one.default_factory) != (MISSING, MISSING)}
    for name, hint in get_type_hints(shape, include_extras=True).items():
        marks = get_args(hint)[1:]
        if forms.Mark.SPREAD in marks:
            inner = next((mark.shape for mark in marks if isinstance(mark, forms.As)), get_args(hint)[0])
            yield from may_lack(inner) if is_dataclass(inner) else ()
        elif name in defaults:
            yield next((mark.name for mark in marks if isinstance(mark, forms.Key)), name)


def test_a_key_whose_field_has_a_default_may_be_missing_and_is_read_all_the_same(lines):
    assert set(may_lack(Result)) > {"miss", "consequences", "cause_of", "at"}
    assert {"host", "part"} < set(may_lack(RunStarted))
    earlier = []
    for line in lines:
        optional = set(may_lack(EVENTS[line["event"]][0]))
        earlier.append({key: value for key, value in line.items() if key not in optional})
        LINE.validate(earlier[-1])
    found = recorded("".join(f"{json.dumps(line)}\n" for line in earlier), "earlier").run
    assert len(found.results) == len([line for line in earlier if line["event"] == "result"])


def test_the_same_holds_for_an_object_within_a_line(lines):
    LINE.validate(lines[0] | {"host": {}})
    told = next(line for line in lines if line.get("consequences"))
    assert not LINE.is_valid(told | {"consequences": [{}]})


def test_a_key_that_is_missing_or_of_the_wrong_kind_is_refused(lines, document):
    for line in lines:
        optional = set(may_lack(EVENTS[line["event"]][0]))
        for name in line:
            assert LINE.is_valid({key: value for key, value in line.items() if key != name}) is (name in optional), name
            assert not LINE.is_valid(line | {name: [["no such value"]]} | {"at": "soon"}), name
    for name in document:
        broken = copy.deepcopy(document)
        del broken[name]
        assert not DOCUMENT.is_valid(broken), name
