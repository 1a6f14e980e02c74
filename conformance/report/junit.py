"""A JUnit report, for CI servers: one suite a section, one case a requirement and check. Written by junit-xml."""

import os
import re
import tempfile
from pathlib import Path

from junit_xml import TestCase, TestSuite, to_xml_report_string

from conformance.events import EngineNamed, Event, Result, RunFinished, RunStarted
from conformance.model import Outcome
from conformance.report import ReportError
from conformance.report.excerpt import excerpt

#: Characters that XML 1.0 does not allow, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class JUnitReporter:
    """Collects results and writes the file at the end of the run; raises ReportError when that fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._protocol = ""
        self._engine = ""
        self._sections: dict[str, str] = {}
        self._cases: dict[str, list[TestCase]] = {}
        if not path.parent.is_dir():
            raise ReportError(path, FileNotFoundError(2, "its directory does not exist"))

    def on(self, event: Event) -> None:
        """Take one event."""
        match event:
            case RunStarted():
                self._protocol, self._engine = event.protocol, event.engine
                self._sections = dict(event.sections)
            case EngineNamed():
                self._engine = event.identity.name
            case Result():
                self._cases.setdefault(event.requirement.section, []).append(_case(self._protocol, event))
            case RunFinished():
                self._write()

    def close(self) -> None:
        """Nothing is held open."""

    def _write(self) -> None:
        suites = [
            TestSuite(
                f"conform.{self._protocol}.{section}",
                cases,
                package=f"conform.{self._protocol}",
                properties={"engine": _clean(self._engine), "section": title},
            )
            for section, title in self._sections.items()
            if (cases := self._cases.get(section))
        ]
        try:
            _replace(self._path, to_xml_report_string(suites, encoding="utf-8"))
        except OSError as error:
            raise ReportError(self._path, error) from error


def _case(protocol: str, result: Result) -> TestCase:
    requirement = result.requirement
    case = TestCase(
        f"{requirement.id} {_clean(result.check)}",
        classname=f"conform.{protocol}.{requirement.section}",
        elapsed_sec=round(result.seconds, 3),
    )
    match result.outcome:
        case Outcome.PASS:
            pass
        case Outcome.FAIL if result.gates:
            message = f"{requirement.id} ({requirement.level}): expected {result.expected}, got {result.actual}"
            case.add_failure_info(_clean(message), _clean(finding_text(result)), str(requirement.level))
        case Outcome.FAIL:
            case.stdout = _clean(finding_text(result))
        case Outcome.ERROR:
            case.add_error_info(_clean(result.reason), _clean(finding_text(result)))
        case Outcome.BLOCKED:
            case.add_skipped_info(f"blocked by {result.blocked_by}")
        case _:
            case.add_skipped_info(_clean(f"{result.outcome.value.replace('_', ' ')}: {result.reason}"))
    return case


def finding_text(result: Result) -> str:
    """A finding in full, as plain text."""
    requirement = result.requirement
    parts = [
        f"{requirement.id} {requirement.level} {requirement.kind}: {requirement.statement}",
        f"expected: {result.expected}",
        f"actual:   {result.actual}",
        *([result.reason] if result.reason else []),
        *([f"failed {result.failed} of {result.measured} times"] if result.measured > 1 else []),
        *excerpt(result.transcript, result.at),
        f"likely cause: {requirement.cause}",
        f"mend: {requirement.mend}",
        *([f"again: {result.rerun}"] if result.rerun else []),
    ]
    return "\n".join(parts)


def _clean(text: str) -> str:
    return _FORBIDDEN.sub(lambda match: f"\\x{ord(match[0]) & 0xFF:02x}", text)


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
