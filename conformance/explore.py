"""Property-based dialogues: Hypothesis draws what a GUI does, the invariants judge, and what fails is shrunk to evidence.

An exploration only sends what a GUI may send and waits for what it is owed. Every example is a dialogue with a process of
its own. Of each requirement that breaks, the shortest dialogue that showed it is kept; one that does not fail every time
is sent again a few times, and the report says how often it failed.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

from conformance.judge import judge
from conformance.model import Finding, Limits
from conformance.replay import replay
from conformance.session import Dialogue, Nonconformance, Verdict
from conformance.suite import Check, Suite
from conformance.transcript import Direction, Transcript
from conformance.transport import Launcher

#: How often a finding that may be a matter of luck is sent again.
AGAIN = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How much to explore: seconds on the clock on the wall (0: no limit) and examples."""

    seconds: float = 0.0
    examples: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be explored."""
        return self.seconds <= 0 and self.examples <= 0


@dataclass(slots=True)
class Evidence:
    """The shortest dialogue that showed a breach, and how often it did so when it was sent again."""

    finding: Finding
    transcript: Transcript
    failed: int = 1
    measured: int = 1


@dataclass(slots=True)
class Explored:
    """What an exploration has found, by requirement."""

    found: dict[str, Evidence] = field(default_factory=dict)
    examples: int = 0
    seconds: float = 0.0


class _TimeUpError(BaseException):
    """Ends Hypothesis at once: what has been found by now is all."""


@dataclass(slots=True)
class Explorer:
    """Explores one engine with one suite."""

    suite: Suite[Any]
    launch: Launcher
    limits: Limits
    budget: Budget
    seed: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    facts: frozenset[str] = frozenset()
    kept: Path | None = None

    def explore(self, check: Check) -> Explored:
        """Run one exploration within the budget; raises LaunchError."""
        explored = Explored()
        started = time.monotonic()
        try:
            self._hypothesis(check, explored, started)
        except _TimeUpError:
            pass
        except Exception as error:
            if not explored.found:
                raise error from None
        for evidence in explored.found.values():
            self._measure(evidence)
        explored.seconds = time.monotonic() - started
        return explored

    def _hypothesis(self, check: Check, explored: Explored, started: float) -> None:
        database: ExampleDatabase | None = DirectoryBasedExampleDatabase(self.kept) if self.kept else None

        @seed(self.seed)
        @settings(
            max_examples=self.budget.examples or 100_000,
            deadline=None,
            database=database,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )
        @given(st.data())
        def example(data: st.DataObject) -> None:
            if 0 < self.budget.seconds < time.monotonic() - started:
                raise _TimeUpError
            explored.examples += 1
            transcript, findings = self._hold(check, data.draw)
            for finding in findings:
                _keep(explored.found, finding, transcript)
            if findings:
                # one exception class for each requirement: Hypothesis shrinks each by itself
                raise _breach(findings[0].requirement)

        example()

    def _hold(self, check: Check, draw: Callable[..., Any]) -> tuple[Transcript, list[Finding]]:
        transport = self.launch()
        d = Dialogue(transport, self.suite.driver, self.limits, self.facts, self.settings, self.seed)
        d.transcript.name = check.name
        findings: list[Finding] = []
        try:
            check.function(d, draw)
        except Nonconformance as breach:
            requirement = breach.requirement or check.requirements[0]
            findings.append(Finding(requirement, breach.expected, breach.actual, breach.at, breach.late_ms))
        except Verdict:
            pass  # it could not go on as drawn: nothing follows from that
        finally:
            d.transcript.heard_until = transport.now()
            transport.close()
        findings += [finding for judgement in judge(self.suite, d.transcript) for finding in judgement.findings]
        return d.transcript, [finding for finding in findings if finding.requirement not in self.facts]

    def _measure(self, evidence: Evidence) -> None:
        """Send the dialogue again, to see how often it fails; on a virtual clock it always does the same."""
        for _ in range(AGAIN):
            transport = self.launch()
            try:
                if transport.virtual:
                    return
                again = replay(self.suite, evidence.transcript, transport, self.limits)
            finally:
                transport.close()
            evidence.measured += 1
            evidence.failed += _shows(evidence, again.transcript, again.findings)


def _shows(evidence: Evidence, heard: Transcript, findings: tuple[Finding, ...]) -> bool:
    """Whether a dialogue that was sent again shows the same: by an invariant, or by what the engine no longer said."""
    if any(finding.requirement == evidence.finding.requirement for finding in findings):
        return True
    return _said(heard) < _said(evidence.transcript) + 1 and heard.ended() is not None


def _said(transcript: Transcript) -> int:
    return sum(line.direction is Direction.FROM_ENGINE for line in transcript.lines)


def _keep(found: dict[str, Evidence], finding: Finding, transcript: Transcript) -> None:
    known = found.get(finding.requirement)
    if known is None or _size(transcript) < _size(known.transcript):
        found[finding.requirement] = Evidence(finding, transcript)


def _size(transcript: Transcript) -> tuple[int, float]:
    return sum(line.direction is Direction.TO_ENGINE for line in transcript.lines), transcript.duration


_BREACHES: dict[str, type[Exception]] = {}


def _breach(requirement: str) -> Exception:
    """An exception whose class stands for the requirement."""
    return _BREACHES.setdefault(requirement, type(f"Breach of {requirement}", (Exception,), {}))()
