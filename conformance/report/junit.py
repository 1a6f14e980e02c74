"""The run as JUnit XML, for the systems that show test results: a suite a section, a case a requirement and check.

A case fails only when its result makes the run fail. Other findings are told in the output of a case that passed;
what was not judged is skipped, with the reason. The file appears whole, at the end of the run, or not at all.
"""

import os
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

from junit_xml import TestCase, TestSuite, to_xml_report_string

from conformance.report import ReportError, plain
from conformance.report.prose import account, headline, kind, why_skipped
from conformance.run.events import CheckStarted, EngineNamed, Event, Remarked, Result, RunFinished, RunStarted
from conformance.words.model import Outcome


class JUnitReporter:
    """Collects results and writes them at the end; raises ReportError at once where the path cannot be written."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._output = _Output(Path(path))
        self._protocol = ""
        self._sections: dict[str, str] = {}
        self._properties: dict[str, str] = {}
        self._cases: dict[str, list[TestCase]] = {}
        self._remarks: list[str] = []

    def on(self, event: Event) -> None:
        """Take one event; the last one writes the file."""
        match event:
            case RunStarted():
                self._protocol = event.protocol
                self._sections = dict(event.sections)
                self._properties = {
                    "conform": event.version,
                    "protocol": plain(event.title),
                    "command": plain(event.engine),
                    "seed": str(event.seed),
                }
            case EngineNamed():
                self._properties["engine"] = plain(event.identity.name)
            case CheckStarted():
                pass
            case Result():
                self._cases.setdefault(event.requirement.section, []).append(self._case(event))
            case Remarked():
                self._remarks.append(f"{plain(event.text)} ({event.dialogues} dialogues, such as {event.check})")
            case RunFinished():
                self._output.write(self._xml(event).encode("utf-8"))

    def close(self) -> None:
        """Leave nothing behind of a report that was not finished."""
        self._output.discard()

    def _case(self, result: Result) -> TestCase:
        case = TestCase(
            f"{result.requirement.id} {plain(result.title)}",
            classname=f"conform.{self._protocol}.{result.requirement.section}",
            elapsed_sec=round(result.seconds, 3),
        )
        match result.outcome:
            case Outcome.FAIL if result.gates:
                case.add_failure_info(headline(result), account(result), kind(result))
            case Outcome.FAIL:
                case.stdout = f"{kind(result)}, does not fail the run: {headline(result)}\n{account(result)}"
            case Outcome.ERROR:
                case.add_error_info(plain(result.reason) or "the check itself is broken", account(result), "error")
            case Outcome.PASS:
                pass
            case _:
                case.add_skipped_info(why_skipped(result))
        return case

    def _xml(self, end: RunFinished) -> str:
        order = [*self._sections, *(section for section in self._cases if section not in self._sections)]
        suites = [
            TestSuite(self._sections.get(section, section), self._cases[section], properties=self._properties)
            for section in order
            if section in self._cases
        ]
        if self._remarks:
            case = TestCase("Remarks", classname=f"conform.{self._protocol}.run", stdout="\n".join(self._remarks))
            suites.append(TestSuite("Remarks", [case], properties=self._properties))
        if trouble := _trouble(end):
            # Without this, a run that broke off would look like one in which all was well.
            case = TestCase("The run comes to its end", classname=f"conform.{self._protocol}.run")
            case.add_error_info(trouble, error_type="run")
            suites.append(TestSuite("The run", [case], properties=self._properties))
        return _as_jenkins_reads(to_xml_report_string(suites, prettyprint=False))


def _trouble(end: RunFinished) -> str:
    if end.message:
        return plain(end.message)
    if end.interrupted:
        return "the run was interrupted"
    return "the time for the run was up" if end.out_of_time else ""


def _as_jenkins_reads(xml: str) -> str:
    """Take out what the published schema does not have: counts of disabled tests, and times finer than milliseconds."""
    root = ET.fromstring(xml)  # noqa: S314  our own text of a line ago
    for element in root.iter():
        if element.tag != "testcase" and "time" in element.attrib:
            element.set("time", f"{float(element.attrib['time']):.3f}")
        element.attrib.pop("disabled", None)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False)


class _Output:
    """A file that replaces the old one in a single step. What is no regular file (a pipe) is written directly."""

    def __init__(self, path: Path) -> None:
        self._named = path
        self._temporary: Path | None = None
        try:
            if path.is_dir():
                raise ReportError(path, "it is a directory")
            if path.is_file() or not path.exists():
                self._target = path.resolve()
                temporary = self._target.with_name(f".{self._target.name}.{os.getpid()}.tmp")
                temporary.touch()
                self._temporary = temporary
            else:
                self._target = path
        except OSError as error:
            raise ReportError.of(path, error) from error

    def write(self, data: bytes) -> None:
        """Write the whole report."""
        text = b'<?xml version="1.0" encoding="utf-8"?>\n' + data + b"\n"
        try:
            (self._temporary or self._target).write_bytes(text)
            if self._temporary:
                os.replace(self._temporary, self._target)  # noqa: PTH105  says that it replaces
                self._temporary = None
        except OSError as error:
            self.discard()
            raise ReportError.of(self._named, error) from error

    def discard(self) -> None:
        """Remove what was not finished."""
        if self._temporary:
            with suppress(OSError):
                self._temporary.unlink()
            self._temporary = None
