"""Transcript -> findings. Pure: the same for a dialogue that has just run, an exploration, and a recording read from a file."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from conformance.judging.endings import cut_off
from conformance.protocol.states import Reading
from conformance.protocol.suite import Check, CheckKind, Suite, SuiteError
from conformance.wire.lines import visible
from conformance.words.model import Finding, Remark, Seen

#: Findings and cases of one invariant after which it is asked again whether judging is to be given up.
_CHECK_EVERY = 64
#: Characters of a text in a finding: they are kept until the end of a run, and an engine decides how long a name is.
_MOST_OF_A_TEXT = 4_000


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one invariant on one transcript: its findings, the requirements it saw kept, its remarks."""

    check: Check
    findings: tuple[Finding, ...]
    seen: frozenset[str]
    remarks: tuple[Remark, ...] = ()


#: What judges a dialogue: `judge`, or what stands in for it.
Judge = Callable[..., list[Judgement]]


def judge(suite: Suite[Any], reading: Reading[Any], only: Collection[str] = ()) -> list[Judgement]:
    """Run every invariant of a suite over one transcript, or only those that judge one of the requirements `only`.

    The command to leave may cut a line off: nobody reads that, and nothing on it is a finding.
    Raises SuiteError for an invariant that speaks of a requirement that it is not bound to: nobody would hear of it.
    """
    record = suite.read(reading)
    checks = suite.of_kind(CheckKind.INVARIANT)
    wanted = [check for check in checks if not only or not set(only).isdisjoint(check.requirements)]
    unread = cut_off(suite.driver, reading.transcript.lines)
    return [_run(check, reading if check.of_reading else record, unread, reading.check_cancelled) for check in wanted]


def _run(check: Check, subject: Any, unread: int | None, check_cancelled: Callable[[], None]) -> Judgement:
    check_cancelled()
    findings: list[Finding] = []
    seen: set[str] = set()
    remarks: list[Remark] = []
    for number, item in enumerate(check.function(subject)):
        if number % _CHECK_EVERY == 0:
            check_cancelled()
        if isinstance(item, Remark):
            remarks.append(item)
            continue
        if item.requirement not in check.requirements:
            raise SuiteError(f"{check.name} judges {item.requirement} and is not bound to it")
        if isinstance(item, Seen):
            seen.add(item.requirement)
        elif item.at is None or item.at != unread:
            findings.append(_bounded(item))
    return Judgement(check, tuple(findings), frozenset(seen), tuple(remarks))


def _bounded(finding: Finding) -> Finding:
    """A finding without the middle of a text that is too long."""
    if max(len(finding.expected), len(finding.actual)) <= _MOST_OF_A_TEXT:
        return finding
    expected, actual = visible(finding.expected, _MOST_OF_A_TEXT), visible(finding.actual, _MOST_OF_A_TEXT)
    return replace(finding, expected=expected, actual=actual)


def found(judgements: Iterable[Judgement], broken: Collection[str] = ()) -> list[Finding]:
    """All findings, in the order of the invariants, but those that another finding, or what is known to be broken, explains."""
    findings = [finding for judgement in judgements for finding in judgement.findings]
    every = {*broken, *(finding.requirement for finding in findings)}
    return [finding for finding in findings if not finding.is_explained_by(every)]
