"""The run as JUnit XML, for the systems that show test results: a suite a section, a case a requirement and check.

A case fails only when its result makes the run fail. Other findings are told in the output of a case that passed;
what was not judged is skipped, with the reason. The file appears whole, at the end of the run, or not at all.
"""

import os
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

from junit_xml import TestCase, TestSuite, to_xml_report_string

from conformance.events import CheckStarted, EngineNamed, Event, Result, RunFinished, RunStarted
from conformance.model import Outcome
from conformance.report import ReportError, excerpt, plain


class JUnitReporter:
    """Collects results and writes them at the end; raises ReportError at once where the path cannot be written."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._output = _Output(Path(path))
        self._protocol = ""
        self._sections: dict[str, str] = {}
        self._properties: dict[str, str] = {}
        self._cases: dict[str, list[TestCase]] = {}

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
                case.add_failure_info(_headline(result), _account(result), _kind(result))
            case Outcome.FAIL:
                case.stdout = f"{_kind(result)}, does not fail the run: {_headline(result)}\n{_account(result)}"
            case Outcome.ERROR:
                case.add_error_info(plain(result.reason) or "the check itself is broken", _account(result), "error")
            case Outcome.PASS:
                pass
            case _:
                case.add_skipped_info(_why_skipped(result))
        return case

    def _xml(self, end: RunFinished) -> str:
        order = [*self._sections, *(section for section in self._cases if section not in self._sections)]
        suites = [
            TestSuite(self._sections.get(section, section), self._cases[section], properties=self._properties)
            for section in order
            if section in self._cases
        ]
        if trouble := _trouble(end):
            # Without this, a run that broke off would look like one in which all was well.
            case = TestCase("The run comes to its end", classname=f"conform.{self._protocol}.run")
            case.add_error_info(trouble, error_type="run")
            suites.append(TestSuite("The run", [case], properties=self._properties))
        return _as_jenkins_reads(to_xml_report_string(suites, prettyprint=False))


def _kind(result: Result) -> str:
    return f"{result.requirement.level.value} {result.requirement.kind.value}"


def _headline(result: Result) -> str:
    return f"{result.requirement.id}: {plain(result.requirement.statement)}"


def _account(result: Result) -> str:
    """Everything a person needs to see the finding again and to mend it."""
    often = f"{result.failed} of {result.measured} times" if result.measured > 1 else ""
    requirement = result.requirement
    rows = [
        ("requirement", f"{requirement.id} ({_kind(result)}): {requirement.statement}"),
        ("source", requirement.source),
        ("expected", result.expected),
        ("actual", result.actual),
        ("failed", often),
        ("remark", result.reason),
        ("diagnosis", result.diagnosis),
        ("likely cause", requirement.cause if result.outcome is Outcome.FAIL else ""),
        ("mend", requirement.mend if result.outcome is Outcome.FAIL else ""),
        ("check", result.check),
        ("again", result.rerun),
    ]
    told = [f"{name}: {plain(text, 2000)}" for name, text in rows if text]
    dialogue = ["dialogue (seconds, > to the engine, < from it):", *excerpt(result.transcript, result.at)]
    return "\n".join([*told, *(dialogue if result.transcript else [])])


def _why_skipped(result: Result) -> str:
    if result.outcome is Outcome.BLOCKED:
        return f"blocked by {result.blocked_by or 'a requirement that failed'}"
    return f"{result.outcome.value.replace('_', ' ')}: {plain(result.reason) or 'no reason given'}"


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
