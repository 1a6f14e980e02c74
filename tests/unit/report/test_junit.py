"""The JUnit report: read back, counted, held against a published schema, and unharmed by what engines say."""

import importlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from conformance.protocol.driver import Identity
from conformance.report import ReportError
from conformance.report.files import FileReporter
from conformance.report.junit import junit
from conformance.run.events import EngineNamed, Explored, Remarked
from conformance.words.model import Kind, Level, Miss, Outcome

SCHEMA = Path(__file__).parents[2] / "data" / "junit.xsd"


@pytest.fixture(scope="module")
def schema():
    return importlib.import_module("xmlschema").XMLSchema(SCHEMA)  # 10 MB, in the one process that reads these reports


@pytest.fixture
def written(tmp_path, make, schema):
    def write(*results, **end):
        path = tmp_path / "junit.xml"
        reporter = FileReporter(path, junit)
        make.feed(reporter, *results, **end)
        reporter.close()
        assert list(tmp_path.iterdir()) == [path]
        schema.validate(path)
        return ET.parse(path).getroot()

    return write


def one_of_each(make):
    return (
        make.result("USI-HS-01", seconds=0.1),
        make.failing("USI-HS-02", seconds=0.2),
        make.failing("USI-HS-03", level=Level.SHOULD, gates=False, seconds=12.3456),
        make.failing("USI-HS-04", kind=Kind.ROBUSTNESS, gates=False),
        make.result("USI-SRCH-01", Outcome.BLOCKED, section="search", blocked_by="USI-HS-02"),
        make.result("USI-SRCH-02", Outcome.INCONCLUSIVE, section="search", reason="the host was too busy"),
        make.result("USI-SRCH-03", Outcome.NOT_APPLICABLE, section="search", reason="no option `Ponder`"),
        make.result("USI-SRCH-04", Outcome.ERROR, section="search", reason="ValueError: x"),
    )


def test_counts_agree_with_the_results(written, make):
    root = written(*one_of_each(make))
    totals = {key: int(root.get(key)) for key in ("tests", "failures", "errors")}
    assert totals == {"tests": 8, "failures": 1, "errors": 1}
    handshake, search = root.findall("testsuite")
    assert (handshake.get("name"), search.get("name")) == ("Handshake and identity", "infinite, stop and pondering")
    assert (handshake.get("tests"), handshake.get("failures"), handshake.get("skipped")) == ("4", "1", "0")
    assert (search.get("tests"), search.get("errors"), search.get("skipped")) == ("4", "1", "3")
    assert len(root.findall(".//failure")) == 1
    assert len(root.findall(".//error")) == 1
    assert [case.get("name") for case in root.findall(".//testcase[failure]")] == ["USI-HS-02 greets"]


def test_a_case_is_named_by_requirement_and_check(written, make):
    case = written(make.result(check="greets[3]")).find(".//testcase")
    assert case.get("name") == "USI-HS-01 greets[3]"
    assert case.get("classname") == "conform.usi.handshake"


def test_every_suite_says_when_and_where_it_ran(written, make):
    for suite in written(*one_of_each(make)).findall("testsuite"):
        assert (suite.get("timestamp"), suite.get("hostname")) == ("2026-02-03T04:05:06", "builder")


def test_times_add_up_to_what_the_checks_took_and_the_whole_is_the_clock_s(written, make):
    root = written(
        make.result("USI-HS-01", seconds=0.6, check="one"),
        make.result("USI-HS-02", seconds=0.6, check="one"),
        make.result("USI-SRCH-01", seconds=3, section="search", check="other"),
    )
    assert [float(case.get("time")) for case in root.iter("testcase")] == [0.3, 0.3, 3]
    assert [suite.get("time") for suite in root.findall("testsuite")] == ["0.600", "3.000"]
    assert root.get("time") == "1.250"
    (why,) = {p.get("value") for p in root.iter("property") if p.get("name") == "time"}
    assert why.startswith("The run took 1.2 s by the clock, these checks 3.6 s: several engines run at a time")


def test_what_is_outside_the_selection_is_no_case_as_it_is_not_counted(written, make):
    root = written(make.result(), make.failing("USI-HS-02", selected=False, gates=False))
    assert root.get("tests") == "1"


def test_remarks_and_explorations_are_told_and_are_no_cases(tmp_path, make, schema):
    path = tmp_path / "junit.xml"
    reporter = FileReporter(path, junit)
    for event in (
        make.started(),
        make.result(),
        Explored("plays_on", "Plays on.", 31, 12.0, ("USI-BM-03",)),
        Remarked("banner", "prints a banner", 3, "greets"),
        make.finished(),
    ):
        reporter.on(event)
    reporter.commit()
    schema.validate(path)
    root = ET.parse(path).getroot()
    assert root.get("tests") == "1"
    assert root.find("testsuite[@name='Remarks and explorations']/system-out").text.splitlines() == [
        "plays_on: 31 sessions in 12 s, broken: USI-BM-03",
        "prints a banner (3 dialogues, such as greets)",
    ]


def test_a_failure_says_all_that_is_needed(written, make):
    result = make.failing(failed=2, measured=3, diagnosis="silent on a pipe")
    failure = written(result).find(".//failure")
    assert failure.get("type") == "MUST conformance"
    assert failure.get("message") == "two (expected: one `usiok`)"
    assert failure.text.splitlines() == [
        "requirement: USI-HS-01 (MUST conformance): The statement of `USI-HS-01`.",
        "source: clause 5",
        "expected: one `usiok`",
        "actual: two",
        "failed: 2 of 3 times",
        "diagnosis: silent on a pipe",
        "likely cause: The output is not flushed.",
        "fix: Flush after each line.",
        "check: greets: Title of greets.",
        "again: conform --protocol usi --select USI-HS-01 ./engine",
        "dialogue (seconds, > to the engine, < from it):",
        "      0.000 > usi",
        "      0.010 < usiok",
        "      0.020 > go infinite",
        "->    0.500 < \\x1b[31m[red]x[/red] ]]><a> \\x00\\xff\\ufffe",
        "      0.600 # exit 1",
    ]


def test_a_finding_that_does_not_gate_is_told_by_a_case_that_passes(written, make):
    case = written(make.failing(level=Level.SHOULD, gates=False)).find(".//testcase")
    assert [child.tag for child in case] == ["system-out"]
    said = case.find("system-out").text
    assert said.startswith("SHOULD conformance, does not fail the run: two (expected: one `usiok`)\n")
    assert "actual: two" in said


def test_a_finding_that_gates_fails_whatever_its_level(written, make):
    root = written(make.failing(level=Level.SHOULD), make.failing("USI-HS-02", kind=Kind.ROBUSTNESS))
    assert [failure.get("type") for failure in root.iter("failure")] == ["SHOULD conformance", "MUST robustness"]


def test_what_was_not_judged_is_skipped_with_the_reason(written, make):
    root = written(*one_of_each(make))
    assert [skipped.get("message") for skipped in root.iter("skipped")] == [
        "blocked by USI-HS-02",
        "inconclusive: the host was too busy",
        "not applicable: no option `Ponder`",
    ]


def test_an_error_of_ours_is_an_error(written, make):
    error = written(make.result(outcome=Outcome.ERROR)).find(".//error")
    assert error.get("message") == "the check itself is broken"


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ({"message": "cannot start ./engine\x00", "exit_code": 3}, "cannot start ./engine\\x00"),
        ({"interrupted": True, "exit_code": 130}, "the run was interrupted"),
        ({"out_of_time": True, "exit_code": 3}, "the time for the run was up"),
    ],
)
def test_a_run_that_broke_off_does_not_look_green(written, make, end, message):
    root = written(make.result(), **end)
    assert (root.get("tests"), root.get("errors")) == ("2", "1")
    assert root.find(".//error").get("message") == message


def test_every_character_there_is_leaves_good_xml(written, make):
    nasty = "".join(map(chr, [*range(0x180), 0x202E, *range(0xD800, 0xE000, 97), 0xFFFE, 0xFFFF, 0x1FFFF, 0x10FFFF]))
    result = make.failing(expected=nasty, actual=nasty, reason=nasty, rerun=nasty, diagnosis=nasty)
    root = written(result, make.result("USI-HS-02", Outcome.INCONCLUSIVE, reason=nasty))
    assert "\\x00" in root.find(".//failure").text
    assert "\\x00" in root.find(".//skipped").get("message")


def test_the_engine_is_named_in_every_suite(tmp_path, make, schema):
    path = tmp_path / "junit.xml"
    reporter = FileReporter(path, junit)
    for event in (make.started(), EngineNamed(Identity("De\x1bmo")), make.result(), make.finished()):
        reporter.on(event)
    reporter.commit()
    schema.validate(path)
    properties = {p.get("name"): p.get("value") for p in ET.parse(path).iter("property")}
    assert properties["engine"] == "De\\x1bmo"
    assert properties["seed"] == "7"


def test_the_old_report_stays_until_the_new_one_is_whole(tmp_path, make):
    path = tmp_path / "junit.xml"
    path.write_text("old")
    reporter = FileReporter(path, junit)
    reporter.on(make.started())
    reporter.on(make.result())
    assert path.read_text() == "old"
    reporter.close()
    assert [p.name for p in tmp_path.iterdir()] == ["junit.xml"]
    assert path.read_text() == "old"


def test_a_link_is_followed_and_not_replaced(tmp_path, make):
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "junit.xml", tmp_path / "link.xml"
    real.touch()
    link.symlink_to(real)
    make.feed(FileReporter(link, junit), make.result())
    assert link.is_symlink()
    assert ET.parse(real).getroot().get("tests") == "1"


def test_a_device_is_written_and_not_replaced(make):
    make.feed(FileReporter("/dev/null", junit), make.result())
    assert Path("/dev/null").is_char_device()


def test_a_path_that_cannot_be_written_is_told_before_the_run(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ReportError, match="it is a file, and not a folder"):
        FileReporter(tmp_path / "file" / "junit.xml", junit)
    with pytest.raises(ReportError, match="it is a directory"):
        FileReporter(tmp_path, junit)


def test_a_report_that_fails_at_the_end_is_told(tmp_path, make):
    path = tmp_path / "junit.xml"
    reporter = FileReporter(path, junit)
    path.mkdir()
    with pytest.raises(ReportError, match=r"cannot write the report .*junit\.xml: Is a directory"):
        make.feed(reporter, make.result())
    assert [p.name for p in tmp_path.iterdir()] == ["junit.xml"]


def test_a_failure_says_what_clients_make_of_it(written, make):
    (failure,) = written(make.in_clients(miss=Miss.SILENCE)).iter("failure")
    assert "\nclients: Patience: It waits for ever.\n" in failure.text
