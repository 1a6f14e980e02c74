"""The run as JUnit XML, for the systems that show test results: a suite a section, a case a requirement and check.

A case fails only when its result makes the run fail. Other findings are told in the output of a case that passed;
what was not judged is skipped, with the reason. The names of cases are ids and names of checks, so that a system that
keeps a history knows them again when a sentence is reworded. The file appears whole, at the end of the run, or not at all.
"""

import os
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

from junit_xml import TestCase, TestSuite, to_xml_report_string

from conformance.report import plain
from conformance.report.files import WholeFile
from conformance.report.findings import instead
from conformance.report.prose import account, kind, what_was_explored, why_skipped
from conformance.run.events import EngineNamed, Event, Explored, Remarked, Result, RunFinished, RunStarted
from conformance.words.model import Outcome

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


class JUnitReporter:
    """Collects results and writes them at the end; raises ReportError at once where the path cannot be written."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._output = WholeFile(Path(path))
        self._protocol = ""
        self._host = ""
        self._started = ""
        self._sections: dict[str, str] = {}
        self._properties: dict[str, str] = {}
        self._results: list[Result] = []
        self._notes: list[str] = []

    def on(self, event: Event) -> None:
        """Take one event; the last one writes the file."""
        match event:
            case RunStarted():
                self._open(event)
            case EngineNamed():
                self._properties["engine"] = plain(event.identity.name)
            case Result() if event.selected:
                self._results.append(event)
            case Explored():
                self._notes.append(what_was_explored(event))
            case Remarked():
                self._notes.append(f"{plain(event.text)} ({event.dialogues} dialogues, such as {event.check})")
            case RunFinished():
                self._output.write(f"{_DECLARATION}{self._xml(event)}\n".encode())

    def close(self) -> None:
        """Leave nothing behind of a report that was not finished."""
        self._output.discard()

    def _open(self, event: RunStarted) -> None:
        self._protocol = event.protocol
        self._host = event.host.name
        self._started = event.started.partition(".")[0]  # as most readers want it: UTC, without a fraction or a zone
        self._sections = dict(event.sections)
        self._properties = {
            "conform": event.version,
            "protocol": plain(event.title),
            "command": plain(event.engine),
            "seed": str(event.seed),
            "host": plain(event.host.system),
            **{f"sha256 of {plain(file.path)}": file.sha256 for file in event.files},
            **{f"not tested: {requirement}": plain(reason) for requirement, reason in event.untested},
        }

    def _case(self, result: Result, seconds: float) -> TestCase:
        case = TestCase(
            f"{result.requirement.id} {plain(result.check)}",
            classname=f"conform.{self._protocol}.{result.requirement.section}",
            elapsed_sec=round(seconds, 3),
        )
        match result.outcome:
            case Outcome.FAIL if result.gates:
                case.add_failure_info(instead(result), account(result), kind(result))
            case Outcome.FAIL:
                case.stdout = f"{kind(result)}, does not fail the run: {instead(result)}\n{account(result)}"
            case Outcome.ERROR:
                case.add_error_info(plain(result.reason) or "the check itself is broken", account(result), "error")
            case Outcome.PASS:
                pass
            case _:
                case.add_skipped_info(why_skipped(result))
        return case

    def _xml(self, end: RunFinished) -> str:
        # A check that judges several requirements has taken its time once: each case gets its share.
        shares = Counter(result.check for result in self._results)
        cases: dict[str, list[TestCase]] = {}
        for result in self._results:
            cases.setdefault(result.requirement.section, []).append(self._case(result, result.seconds / shares[result.check]))
        order = [*self._sections, *(section for section in cases if section not in self._sections)]
        suites = [self._suite(self._sections.get(section, section), cases[section]) for section in order if section in cases]
        if self._notes:
            suites.append(self._suite("Remarks and explorations", [], stdout="\n".join(self._notes)))
        if trouble := _trouble(end):
            # Without this, a run that broke off would look like one in which all was well.
            case = TestCase("The run comes to its end", classname=f"conform.{self._protocol}.run")
            case.add_error_info(trouble, error_type="run")
            suites.append(self._suite("The run", [case]))
        taken = sum(result.seconds / shares[result.check] for result in self._results)
        for suite in suites:
            suite.properties = self._properties | {
                "requirements": ", ".join(f"{count} {outcome.value}" for outcome, count in end.counts if count),
                "seconds": f"{end.seconds:.3f}",
                "time": f"The run took {end.seconds:.1f} s by the clock, these checks {taken:.1f} s: several engines "
                "run at a time, a check that is measured again is counted once, and set-up outside the selection is not counted.",
            }
        return _as_jenkins_reads(to_xml_report_string(suites, prettyprint=False), end.seconds)

    def _suite(self, name: str, cases: list[TestCase], stdout: str = "") -> TestSuite:
        return TestSuite(name, cases, hostname=self._host or None, timestamp=self._started or None, stdout=stdout or None)


def _trouble(end: RunFinished) -> str:
    if end.message:
        return plain(end.message)
    if end.interrupted:
        return "the run was interrupted"
    return "the time for the run was up" if end.out_of_time else ""


def _as_jenkins_reads(xml: str, seconds: float) -> str:
    """Take out what the published schema does not have: counts of disabled tests, and times finer than milliseconds.

    The time of the whole is that of the clock.
    """
    root = ET.fromstring(xml)  # noqa: S314  our own text of a line ago
    for element in root.iter():
        if element.tag != "testcase" and "time" in element.attrib:
            element.set("time", f"{float(element.attrib['time']):.3f}")
        element.attrib.pop("disabled", None)
    root.set("time", f"{seconds:.3f}")
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False)
