"""Transcript -> findings. Pure: the same for a dialogue just held, an exploration, and a recording read from a file."""

from dataclasses import dataclass
from typing import Any

from conformance.model import Finding, Seen
from conformance.suite import Check, CheckKind, Suite
from conformance.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one invariant says of one transcript: its findings, and the requirements it saw kept."""

    check: Check
    findings: tuple[Finding, ...]
    seen: frozenset[str]


def judge(suite: Suite[Any], transcript: Transcript) -> list[Judgement]:
    """Run every invariant of a suite over one transcript."""
    record = suite.read(transcript)
    return [_run(check, record) for check in suite.of_kind(CheckKind.INVARIANT)]


def _run(check: Check, record: Any) -> Judgement:
    findings: list[Finding] = []
    seen: set[str] = set()
    for item in check.function(record):
        if isinstance(item, Seen):
            seen.add(item.requirement)
        else:
            findings.append(item)
    return Judgement(check, tuple(findings), frozenset(seen))
