"""Transcript -> findings. Pure: the same for a dialogue just held, an exploration, and a recording read from a file."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.wire.transcript import Transcript
from conformance.words.model import Finding, Seen


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one invariant says of one transcript: its findings, and the requirements it saw kept."""

    check: Check
    findings: tuple[Finding, ...]
    seen: frozenset[str]


def judge(suite: Suite[Any], transcript: Transcript, rows: Collection[str] = ()) -> list[Judgement]:
    """Run every invariant of a suite over one transcript, or only those that judge one of `rows`."""
    record = suite.read(transcript)
    checks = suite.of_kind(CheckKind.INVARIANT)
    return [_run(check, record) for check in checks if not rows or not set(rows).isdisjoint(check.requirements)]


def _run(check: Check, record: Any) -> Judgement:
    findings: list[Finding] = []
    seen: set[str] = set()
    for item in check.function(record):
        if isinstance(item, Seen):
            seen.add(item.requirement)
        else:
            findings.append(item)
    return Judgement(check, tuple(findings), frozenset(seen))
