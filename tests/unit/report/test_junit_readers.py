"""The JUnit report as other programs read it: a library that parses JUnit, and one that renders it as a page."""

import re

import pytest
from junit2htmlreport.parser import Junit
from junitparser import Error, Failure, JUnitXml, Skipped

from conformance.report.files import FileReporter
from conformance.report.junit import junit
from conformance.words.model import Outcome


@pytest.fixture
def path(tmp_path, make):
    path = tmp_path / "junit.xml"
    results = (
        make.result("USI-HS-01", seconds=0.25),
        make.failing("USI-HS-02", actual="two & <three>"),
        make.result("USI-SRCH-01", Outcome.BLOCKED, section="search", blocked_by="USI-HS-02"),
        make.result("USI-SRCH-02", Outcome.ERROR, section="search", reason="ValueError: x"),
    )
    make.feed(FileReporter(path, junit), *results)
    return path


def test_a_parser_reads_the_same_counts_names_and_messages(path):
    report = JUnitXml.fromfile(str(path))
    assert (report.tests, report.failures, report.errors, report.time) == (4, 1, 1, 1.25)
    assert [suite.skipped for suite in report] == [0, 1]
    assert {(suite.hostname, suite.timestamp) for suite in report} == {("builder", "2026-02-03T04:05:06")}
    cases = {case.name: case for suite in report for case in suite}
    assert list(cases) == ["USI-HS-01 greets", "USI-HS-02 greets", "USI-SRCH-01 greets", "USI-SRCH-02 greets"]
    assert [type(one) for case in cases.values() for one in case.result] == [Failure, Skipped, Error]
    assert cases["USI-HS-02 greets"].result[0].message == "two & <three> (expected: one `usiok`)"


def test_a_viewer_shows_what_the_engine_did(path):
    page = Junit(filename=str(path)).html()
    assert "two &amp; &lt;three&gt; (expected: one `usiok`)" in page
    assert re.search(r"USI-HS-02 greets", page)
    assert "blocked by USI-HS-02" in page
