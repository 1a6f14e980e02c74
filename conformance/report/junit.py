"""The run as JUnit XML, for the systems that show test results: a suite a section, a case a requirement and check.

A case fails only when its result makes the run fail. Other findings are printed in the output of a case that passed;
what was not judged, what a baseline waives and what another finding explains is skipped, with the reason. The names of
cases are ids and names of checks, so that a system that keeps a history knows them again when a sentence is reworded. The
file appears whole, at the end of the run, or not at all.
"""

from collections import Counter
from xml.etree import ElementTree as ET

from junit_xml import TestCase, TestSuite, to_xml_report_string

from conformance.report import plain
from conformance.report.findings import instead, waived, why_outdated
from conformance.report.model import Run
from conformance.report.prose import account, kind, what_was_explored, why_skipped
from conformance.run.events import OutdatedWaiver, Result
from conformance.words.model import Outcome

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


def junit(run: Run) -> bytes:
    """The report as it stands in a file."""
    return f"{_DECLARATION}{_Writer(run).xml()}\n".encode()


class _Writer:
    """Makes suites and cases of a run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        plan = run.plan
        self._root = f"conform.{plan.protocol}"
        # A check that judges several requirements has taken its time once: each case gets its share.
        self._shares = Counter(result.check for result in run.judged)
        taken = sum(map(self._seconds, run.judged))
        self._properties = {
            "conform": plan.version,
            "protocol": plain(plan.title),
            **({"edition": plain(run.catalogue)} if run.catalogue else {}),
            **({"level": plain(run.level)} if run.level else {}),
            "command": plain(plan.engine),
            "seed": str(plan.seed),
            "host": plain(plan.host.system),
            **({"on this system": plain("; ".join(plan.host.lacks))} if plan.host.lacks else {}),
            **{f"sha256 of {plain(file.path)}": file.sha256 for file in plan.files},
            **{f"not tested: {requirement}": plain(reason) for requirement, reason in plan.untested},
            **({"engine": plain(run.engine.name)} if run.engine is not None else {}),
            "requirements": ", ".join(f"{count} {outcome.value}" for outcome, count in run.counts if count),
            "seconds": f"{run.end.seconds:.3f}",
            "time": f"The run took {run.end.seconds:.1f} s by the clock, these checks {taken:.1f} s: several engines "
            "run at a time, a check that is measured again is counted once, and set-up outside the selection is not counted.",
        }

    def xml(self) -> str:
        """All suites: the sections, what else is worth reporting, and what ended the run too early."""
        run = self._run
        suites = [self._suite(section.title, [self._case(result) for result in section.results]) for section in run.sections]
        notes = [
            *(what_was_explored(explored) for explored in run.explored),
            *(f"{plain(remark.text)} ({remark.dialogues} dialogues, such as {remark.check})" for remark in run.remarks),
        ]
        if notes:
            suites.append(self._suite("Remarks and explorations", [], stdout="\n".join(notes)))
        if run.outdated:
            suites.append(self._suite("The baseline", [self._outdated(outdated) for outdated in run.outdated]))
        if run.trouble:
            # Without this, a run that broke off would look like one in which all was well.
            case = TestCase("The run comes to its end", classname=f"{self._root}.run")
            case.add_error_info(run.trouble, error_type="run")
            suites.append(self._suite("The run", [case]))
        return _as_jenkins_reads(to_xml_report_string(suites, prettyprint=False), run.end.seconds)

    def _seconds(self, result: Result) -> float:
        return result.seconds / self._shares[result.check]

    def _case(self, result: Result) -> TestCase:
        case = TestCase(
            f"{result.requirement.id} {plain(result.check)}",
            classname=f"{self._root}.{result.requirement.section}",
            elapsed_sec=round(self._seconds(result), 3),
        )
        match result.outcome:
            case Outcome.FAIL if result.waiver is not None:
                case.add_skipped_info(f"{waived(result.waiver)} ({instead(result)})")
                case.stdout = account(result)
            case Outcome.FAIL if result.gates:
                case.add_failure_info(instead(result), account(result), kind(result))
            case Outcome.FAIL:
                case.stdout = f"{kind(result)}, does not fail the run: {instead(result)}\n{account(result)}"
            case Outcome.ERROR:
                case.add_error_info(plain(result.reason) or "the check itself is broken", account(result), "error")
            case Outcome.CONSEQUENCE:
                case.add_skipped_info(f"{why_skipped(result)}: {instead(result)}")
                case.stdout = account(result)
            case Outcome.PASS:
                pass
            case _:
                case.add_skipped_info(why_skipped(result))
        return case

    def _outdated(self, outdated: OutdatedWaiver) -> TestCase:
        """An entry of the baseline that waives nothing any more, which fails a strict run."""
        waiver, why = outdated.waiver, why_outdated(outdated)
        case = TestCase(f"{waiver.requirement} {plain(waiver.check)}", classname=f"{self._root}.baseline")
        if self._run.plan.strict:
            case.add_failure_info(f"out of date: {why}", plain(waiver.reason), "baseline")
        else:
            case.add_skipped_info(f"out of date: {why}")
        return case

    def _suite(self, name: str, cases: list[TestCase], stdout: str = "") -> TestSuite:
        plan = self._run.plan
        started = plan.started.partition(".")[0]  # as most readers want it: UTC, without a fraction or a zone
        return TestSuite(
            name,
            cases,
            hostname=plan.host.name or None,
            timestamp=started or None,
            properties=self._properties,
            stdout=stdout or None,
        )


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
