"""Property-based dialogues: Hypothesis draws what a GUI does, the invariants judge, and what fails is shrunk to evidence.

An exploration only sends what a GUI may send and waits for what it is owed. As long as nothing fails, one process plays
several examples, because starting some engines takes seconds; what fails is held again in a process of its own and shrunk
there. Shrinking a silence is done with little patience; what it leaves over is sent again a few times with all of it: what
then never fails is dropped for the dialogue that it came from, and the report says how often the one that stays failed.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

from conformance.dialogue.session import Dialogue, Nonconformance, Verdict
from conformance.judging.judge import found, judge
from conformance.protocol.suite import Check, Suite
from conformance.run.replay import replay
from conformance.transport import Launcher, LaunchError, Transport
from conformance.wire.recordings import About
from conformance.wire.transcript import Direction, Transcript
from conformance.words.model import Finding, Limits

#: Examples that one process plays while nothing fails, and the longest record that it may leave.
EXAMPLES_PER_PROCESS = 25
_LONGEST_RECORD = 3000
#: How often a finding that may be a matter of luck is sent again, and the seconds after which that is enough.
AGAIN = 4
_MEASURING = 12.0
#: Share of the usual limits that an engine is given while what it failed is shrunk.
_IMPATIENCE = 0.2


@dataclass(frozen=True, slots=True)
class Budget:
    """How much to explore: seconds on the clock on the wall (0: no limit) and examples.

    `seconds_left` is what is left for the whole run: nothing new is begun after it, not even the proof of what was found.
    """

    seconds: float = 0.0
    examples: int = 0
    seconds_left: float = math.inf

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be explored."""
        return self.seconds <= 0 and self.examples <= 0


@dataclass(slots=True)
class Evidence:
    """The shortest dialogue that showed a breach, and how often it did so when it was sent again.

    `patient` is false when the engine was given less time than it may take; `certain` is then the shortest in which it
    had all its time, if there is one.
    """

    finding: Finding
    transcript: Transcript
    patient: bool = True
    certain: "Evidence | None" = None
    failed: int = 0
    measured: int = 0


@dataclass(slots=True)
class Explored:
    """What an exploration has found, by requirement, and how many of its examples came to their end."""

    found: dict[str, Evidence] = field(default_factory=dict)
    examples: int = 0
    seconds: float = 0.0


class _Drawn:
    """What an example has drawn, so that it can be held once more."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self._draw = draw
        self._values: list[Any] = []
        self._taken = 0

    def __call__(self, strategy: st.SearchStrategy[Any]) -> Any:
        if self._taken == len(self._values):
            self._values.append(self._draw(strategy))
        self._taken += 1
        return self._values[self._taken - 1]

    def again(self) -> None:
        """Start from the first drawing."""
        self._taken = 0


#: Its explanations, for which it tries variations of what it has shrunk, are shown nowhere.
_PHASES = tuple(phase for phase in Phase if phase is not Phase.explain)


class _TimeUpError(BaseException):
    """Ends Hypothesis at once: what has been found by now is all."""


@dataclass(slots=True)
class Explorer:
    """Explores one engine with one suite. `end` ends what `launch` has started."""

    suite: Suite[Any]
    launch: Launcher
    end: Callable[[Transport], None]
    limits: Limits
    budget: Budget
    seed: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    known_broken: frozenset[str] = frozenset()
    kept: Path | None = None
    _is_virtual: bool = False
    _is_patient: bool = True
    _alive: Dialogue | None = None
    _examples_of_process: int = 0
    _completed: int = 0
    _fault: Exception | None = None

    def explore(self, check: Check) -> Explored:
        """Run one exploration within the budget; raises LaunchError, and what is wrong with the exploration itself."""
        explored = Explored()
        started = time.monotonic()
        try:
            self._hypothesis(check, explored, started)
        except _TimeUpError:
            pass
        except Exception as error:  # noqa: BLE001
            # Hypothesis ends with the breach that it shrank, or with a complaint of its own when time ran out on the way:
            # both are told by what has been found. Anything else is a fault of ours.
            if self._fault or (not explored.found and not self._is_over(started)):
                raise self._fault or error from None
        finally:
            self._end_process()
        for requirement in list(explored.found):
            self._prove(explored.found, requirement, started)
        explored.examples = self._completed
        explored.seconds = time.monotonic() - started
        return explored

    def _is_over(self, started: float) -> bool:
        return 0 < self.budget.seconds < time.monotonic() - started or self._run_is_over(started)

    def _run_is_over(self, started: float) -> bool:
        return time.monotonic() - started > self.budget.seconds_left

    def _hypothesis(self, check: Check, explored: Explored, started: float) -> None:
        database: ExampleDatabase | None = DirectoryBasedExampleDatabase(self.kept) if self.kept else None

        @seed(self.seed)
        @settings(
            max_examples=self.budget.examples or 100_000,
            deadline=None,
            database=database,
            phases=_PHASES,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )
        @given(st.data())
        def example(data: st.DataObject) -> None:
            if self._is_over(started):
                raise _TimeUpError
            drawn = _Drawn(data.draw)
            used = self._alive is not None
            transcript, findings = self._hold(check, drawn)
            if findings and used:
                drawn.again()
                fresh, shown = self._hold(check, drawn)
                if not shown:
                    _keep_all(explored.found, findings, transcript, patient=self._is_patient)
                transcript, findings = fresh, shown
            _keep_all(explored.found, findings, transcript, patient=self._is_patient)
            if findings:
                self._is_patient = self._is_virtual
                # one exception class for each requirement: Hypothesis shrinks each by itself
                raise _breach(findings[0].requirement)

        example()

    def _hold(self, check: Check, draw: _Drawn) -> tuple[Transcript, list[Finding]]:
        d = self._alive or self._start(check)
        self._alive = d
        self._examples_of_process += 1
        findings: list[Finding] = []
        unfinished = False
        try:
            check.function(d, draw)
        except Nonconformance as breach:
            requirement = breach.requirement or check.requirements[0]
            findings.append(Finding(requirement, breach.expected, breach.actual, breach.at, breach.late_ms))
        except Verdict:
            unfinished = True  # it could not go on as drawn: nothing follows from that
        except Exception as error:
            if not type(error).__module__.startswith("hypothesis."):
                self._fault = error
            self._end_process()
            raise
        except BaseException:
            self._end_process()
            raise
        self._completed += not unfinished
        d.transcript.heard_until = d.transport.now()
        if findings or unfinished or not self._may_go_on(d):
            self._end_process()
        findings += found(judge(self.suite, d.reading))
        findings = [finding for finding in findings if finding.requirement not in self.known_broken]
        if findings:
            self._end_process()
        return d.transcript, findings

    def _start(self, check: Check) -> Dialogue:
        limits = self.limits if self._is_patient else self.limits.scaled(_IMPATIENCE)
        try:
            transport = self.launch()
        except LaunchError as error:
            self._fault = error
            raise
        d = Dialogue(transport, self.suite.driver, limits, self.known_broken, self.settings, self.seed)
        d.transcript.name = d.transcript.check = check.name
        self._is_virtual = d.transport.virtual
        self._examples_of_process = 0
        return d

    def _may_go_on(self, d: Dialogue) -> bool:
        """Whether the next example may use the same process: on a virtual clock a new one costs nothing."""
        worn = self._examples_of_process >= EXAMPLES_PER_PROCESS or len(d.transcript.lines) > _LONGEST_RECORD
        return not (self._is_virtual or worn or d.dead)

    def _end_process(self) -> None:
        if self._alive is not None:
            self.end(self._alive.transport)
            self._alive = None

    def _prove(self, found: dict[str, Evidence], requirement: str, started: float) -> None:
        """Measure what was found; what came of impatience alone goes, after one trial where there is something certain."""
        evidence = found[requirement]
        self._measure(evidence, started, AGAIN if evidence.certain is None else 1)
        if evidence.patient or evidence.failed:
            return
        if evidence.certain is None:
            del found[requirement]
        else:
            found[requirement] = evidence.certain
            self._measure(evidence.certain, started, AGAIN)

    def _measure(self, evidence: Evidence, begun: float, times: int) -> None:
        """Send the dialogue again, to see how often it fails; on a virtual clock it always does the same."""
        evidence.failed = evidence.measured = int(evidence.patient)
        wanted = evidence.finding.requirement
        started = time.monotonic()
        for _ in range(0 if self._is_virtual else times):
            if self._run_is_over(begun):
                return
            transport = self.launch()
            try:
                again = replay(self.suite, evidence.transcript, transport, self.limits, About(requirement=wanted))
            finally:
                self.end(transport)
            evidence.measured += 1
            evidence.failed += any(finding.requirement == wanted for finding in again.findings)
            if time.monotonic() - started > _MEASURING:
                return


def _keep_all(found: dict[str, Evidence], findings: list[Finding], transcript: Transcript, *, patient: bool) -> None:
    for finding in findings:
        _keep(found, Evidence(finding, transcript, patient))


def _keep(found: dict[str, Evidence], evidence: Evidence) -> None:
    known = found.get(evidence.finding.requirement)
    if known is not None and _size(known.transcript) <= _size(evidence.transcript):
        return
    if known is not None and not evidence.patient:
        evidence.certain = known if known.patient else known.certain
    found[evidence.finding.requirement] = evidence


def _size(transcript: Transcript) -> tuple[int, float]:
    return sum(line.direction is Direction.TO_ENGINE for line in transcript.lines), transcript.duration


_BREACHES: dict[str, type[Exception]] = {}


def _breach(requirement: str) -> Exception:
    """An exception whose class stands for the requirement."""
    return _BREACHES.setdefault(requirement, type(f"Breach of {requirement}", (Exception,), {}))()
