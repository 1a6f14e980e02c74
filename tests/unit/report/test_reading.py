"""A JSONL report is read back: whole, cut off, of an older or a later version, and hostile."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.report.badge import badge
from conformance.report.json_document import json_document
from conformance.report.jsonl import JsonlReporter
from conformance.report.junit import junit
from conformance.report.markdown import markdown
from conformance.report.reading import read
from conformance.run.events import CheckStarted, Explored, Measured, Remarked, Told
from conformance.wire.transcript import WaitSpan
from conformance.words.inputs import InputError
from conformance.words.model import IN_ANSWERING, Delay, DelayOf, Miss, Outcome


@pytest.fixture
def lines(tmp_path, make):
    """The lines of a report, as objects."""
    ticks = iter(range(60))
    reporter = JsonlReporter(tmp_path / "run.jsonl", lambda: f"2026-02-03T04:05:{next(ticks):02}.000+00:00")
    results = (make.result(), make.failing("USI-HS-02"), make.result("USI-HS-03", Outcome.BLOCKED, blocked_by="USI-HS-02"))
    others = (CheckStarted("greets", "It greets."), Explored("plays", "Plays.", 3, 1.0), Remarked("t", "text", 2, "greets"))
    for event in (make.started(), *others, *results, make.finished(*results)):
        reporter.on(event)
    reporter.close()
    return [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]


@pytest.fixture
def reading(tmp_path):
    def read_text(text):
        path = tmp_path / "other.jsonl"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(path)

    return read_text


def text_of(lines):
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def test_a_whole_report_is_read(reading, lines):
    reported = reading(text_of(lines))
    assert reported.is_complete
    assert (reported.run.plan.protocol, reported.run.end.exit_code, len(reported.run.results)) == ("usi", 1, 3)
    assert reported.run.results[1].transcript[3].text == "\x1b[31m[red]x[/red] ]]><a> \x00\udcff\ufffe"
    assert reported.run.verdict == "not conforming: 1 MUST requirement broken: USI-HS-02"


def test_what_was_measured_explained_and_told_comes_back(tmp_path, make):
    taken = (Delay(DelayOf.STOP, 0.25, 2.0, 7), Delay(DelayOf.FIRST_INFO, 0.01, None, 5))
    told = Told("USI-HS-01", ("USI-HS-02",), "It answers `\udcff` only.")
    results = (make.failing(wait=WaitSpan(0.02, 2.0)), make.result("USI-BM-03"), make.consequence("USI-BM-03", "USI-HS-01"))
    reporter = JsonlReporter(tmp_path / "run.jsonl")
    measured = Measured("greets", taken, is_calm=True)
    for event in (replace(make.started(), waivers=3), measured, *results, told, make.finished(*results)):
        reporter.on(event)
    reporter.close()
    run = read(tmp_path / "run.jsonl").run
    assert run.plan.waivers == 3
    assert run.measured == (Measured("greets", taken, is_calm=True),)
    assert [(of, [sample.check for sample in found]) for of, found in run.samples.items()] == [
        (DelayOf.STOP, ["greets"]),
        (DelayOf.FIRST_INFO, ["greets"]),
    ]
    assert [one.wait for one in run.results if one.wait] == [WaitSpan(0.02, 2.0)]
    assert run.told == (told,)
    (seen,) = run.of(Outcome.CONSEQUENCE)
    assert (seen.blocked_by, seen.actual, seen.transcript, seen.at) == ("USI-HS-01", "two", make.dialogue, 3)


def test_wherever_a_report_is_cut_off_it_is_an_incomplete_run(reading, lines):
    whole = text_of(lines)
    first, last = whole.index("\n"), whole.rindex("}")
    for end in range(first + 1, last, 97):
        reported = reading(whole[:end])
        assert not reported.is_complete
        assert "no verdict: the record of the run is incomplete: it breaks off after" in reported.run.verdict
    assert reading(whole[: last + 1]).is_complete
    with pytest.raises(InputError):
        reading(whole[: first - 1])


def test_an_incomplete_run_says_what_it_had_found_and_how_long_it_took(reading, lines):
    run = reading(text_of(lines[:-1])).run
    assert run.verdict == (
        "no verdict: the record of the run is incomplete: it breaks off after 7 lines; until then 1 MUST requirement broken: USI-HS-02"
    )
    assert (run.end.exit_code, run.end.seconds) == (3, 6.0)
    assert b"the record of the run is incomplete" in junit(run)


def test_a_report_of_the_first_version_is_read(reading, lines):
    new = {
        "run_started": ("schema", "started", "time_scale", "settings", "requirements", "untested", "host", "files"),
        "result": ("selected", "known_broken", "explored", "ending", "replay"),
        "summary": ("unjudged",),
    }
    old = [
        {key: value for key, value in line.items() if key not in ("time", *new.get(line["event"], ()))}
        for line in lines
        if line["event"] in ("run_started", "check_started", "result", "summary")
    ]
    run = reading(text_of(old)).run
    assert run.verdict == "not conforming: 1 MUST requirement broken: USI-HS-02"
    assert junit(run)


def test_what_a_cause_explains_is_what_is_usual_where_a_report_does_not_say(reading, lines):
    found = next(line for line in lines if line.get("requirement") == "USI-HS-02")
    found["cause_of"] = ["ended", "a way that a later version has added"]
    assert Miss.ENDED in reading(text_of(lines)).run.results[1].requirement.cause_of
    del found["cause_of"]
    assert reading(text_of(lines)).run.results[1].requirement.cause_of == IN_ANSWERING


def test_what_clients_make_of_a_breach_is_read_and_an_older_report_says_nothing_of_it(reading, lines):
    found = next(line for line in lines if line.get("requirement") == "USI-HS-02")
    told = {"client": "Gui\x1b[2J", "happens": "It waits.", "source": "a/b: c.py at v1: a loop", "of": ["wrong", "of later"]}
    found["consequences"] = [told]
    (one,) = reading(text_of(lines)).run.results[1].requirement.consequences
    assert (one.client, one.happens, one.source) == ("Gui\\x1b[2J", "It waits.", "a/b: c.py at v1: a loop")
    assert Miss.WRONG in one.of
    del found["consequences"]
    assert reading(text_of(lines)).run.results[1].requirement.consequences == ()


def test_what_a_later_version_adds_is_passed_over(reading, lines):
    reported = reading(text_of([lines[0] | {"new": {"a": 1}}, {"event": "news", "what": 3}, *lines[1:]]))
    assert reported.is_complete
    taken = [{"of": "news", "seconds": "?"}, {"of": "stop", "seconds": 0.5, "at": 3}]
    measured = {"event": "measured", "check": "greets", "calm": True, "delays": taken}
    assert reading(text_of([lines[0], measured, *lines[1:]])).run.measured == (
        Measured("greets", (Delay(DelayOf.STOP, 0.5, None, 3),), is_calm=True),
    )


def changed(lines, place, **more):
    return [line | more if number == place else line for number, line in enumerate(lines)]


@pytest.mark.parametrize(
    ("place", "more", "words"),
    [
        (0, {"schema": 2}, "line 1: its form is number 2, and we know them up to 1: read it with a later version"),
        (0, {"schema": "1"}, "line 1: schema is '1', and no number of a form"),
        (0, {"protocol": ""}, "line 1: protocol is missing"),
        (0, {"sections": ["x"]}, "line 1: sections is .* no object"),
        (0, {"files": [3]}, "line 1: an entry of files is 3, and no object"),
        (0, {"seed": 1.5}, "line 1: seed is 1.5"),
        (0, {"time_scale": 1e300}, "line 1: time_scale is"),
        (4, {"requirement": "../../etc/passwd"}, "line 5: '../../etc/passwd' is not the id"),
        (4, {"requirement": 3}, "line 5: requirement is 3, and no text"),
        (4, {"level": "MUCH"}, "line 5: level is 'MUCH', and none of MUST, SHOULD, MAY"),
        (4, {"outcome": ["pass"]}, "line 5: outcome is .* none of pass, fail"),
        (4, {"seconds": float("nan")}, "line 5: seconds is nan"),
        (4, {"seconds": -1}, "line 5: seconds is -1"),
        (4, {"failed": True}, "line 5: failed is True"),
        (4, {"gates": "yes"}, "line 5: gates is 'yes', and neither true nor false"),
        (4, {"ending": "gone"}, "line 5: ending is 'gone', and no object"),
        (5, {"transcript": [{"at": 1}]}, "line 6: not a line of a dialogue"),
        (5, {"transcript": [{"at": 1e999, "dir": "<", "text": ""}]}, "line 6: not a time"),
        (5, {"at": -3}, "line 6: at is -3"),
        (5, {"wait": [1, 2]}, "line 6: wait is .* and no object"),
        (5, {"wait": {"since": -1, "limit": 2}}, "line 6: since is -1, and no duration"),
        (5, {"wait": {"since": 1, "limit": float("inf")}}, "line 6: limit is inf, and no number"),
        (1, {"event": "measured", "delays": [3]}, "line 2: an entry of delays is 3, and no object"),
        (1, {"event": "measured", "delays": [{"of": "stop", "seconds": -1, "at": 0}]}, "line 2: seconds is -1"),
        (1, {"event": "measured", "delays": [{"of": "stop", "limit": "x", "at": 0}]}, "line 2: limit is 'x'"),
        (1, {"event": "measured", "delays": [{"of": 3}]}, "line 2: of is 3, and none of ready, sync"),
        (5, {"outcome": "pass"}, "its results are not those that its last line counts: lines are missing, or were changed"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_its_line(reading, lines, place, more, words):
    with pytest.raises(InputError, match=rf"other\.jsonl(?:, |: ){words}"):
        reading(text_of(changed(lines, place, **more)))


def test_a_record_whose_verdict_is_still_being_written_is_told_as_one(reading, lines):
    dialogue = [{"recording": 1}, {"at": 0.1, "dir": ">", "text": "uci"}]
    with pytest.raises(InputError, match=r"a dialogue and no verdict: conform watch is still writing it"):
        reading(text_of(dialogue))
    assert reading(text_of([*dialogue, *lines])).is_complete


def test_lines_that_are_missing_twice_or_behind_the_end_are_refused(reading, lines):
    for wrong, words in (
        (lines[:4] + lines[5:], "lines are missing"),
        ([lines[0], *lines], "line 2: a second run begins"),
        ([*lines, lines[4]], "line 9: the run has ended"),
        (lines[1:], "line 1: no run has begun"),
    ):
        with pytest.raises(InputError, match=words):
            reading(text_of(wrong))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        ("\n\n", "it is empty"),
        (b"\xff\xfe\x00", "it is not a text in UTF-8"),
        ("hello\n", "line 1: it is not JSON"),
        ("[" * 100_000, "line 1: it is nested too deeply"),
        ("9" * 5000, "line 1: a number in it has too many digits"),
        ("[]\n", "line 1: not an event of a run"),
        ('{"event": 3}\n', "line 1: not an event of a run"),
        ('{"at": 0.1, "dir": "<", "text": "usiok"}\n', "line 1: not an event of a run"),
    ],
)
def test_what_is_no_report_is_refused(reading, text, words):
    with pytest.raises(InputError, match=words):
        reading(text)


def test_a_path_that_cannot_be_read_is_told(tmp_path):
    for path in (tmp_path, tmp_path / "none", "a\0b"):
        with pytest.raises(InputError):
            read(path)


def test_hostile_texts_get_into_no_report(reading, lines):
    evil = "\x1b]0;x\x07\udc80]]><x>\n\u202e"
    lines[0] |= {
        "title": evil,
        "version": evil,
        "started": evil,
        "host": {"name": evil, "system": evil, "lacks": [evil]},
        "sections": {evil: evil},
    }
    lines[5] |= dict.fromkeys(("section", "source", "statement", "cause", "fix", "check", "title", "expected", "actual"), evil)
    run = reading(text_of(lines)).run
    for data in (junit(run).decode(), json_document(run).decode("ascii"), badge(run, Path("b.svg")).decode()):
        assert all(char.isprintable() or char == "\n" for char in data)
    page = markdown(run).decode()
    assert "<x>" not in page
    assert all(char.isprintable() or char == "\n" for char in page)


def test_an_entry_of_a_baseline_is_read_and_escaped(reading, lines):
    waiver = {"reason": "<x> | y", "expires": "<x>", "versions": ["<x>"]}
    outdated = {
        "event": "outdated_waiver",
        "requirement": "USI-HS-01",
        "check": "a`<x>",
        **waiver,
        "expired": True,
        "passes": True,
    }
    lines[5] |= {"waiver": waiver, "gates": False}
    run = reading(text_of([*lines[:-1], outdated, lines[-1] | {"exit_code": 0}])).run
    assert run.results[1].waiver.versions == ("<x>",)
    assert (run.outdated[0].expired, run.outdated[0].passes) == (True, True)
    assert "<x>" not in markdown(run).decode()
    assert b"&lt;x&gt;" in junit(run)
