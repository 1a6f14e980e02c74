"""Property-based dialogues: Hypothesis draws what a GUI does, the invariants judge, and what fails is shrunk to evidence.

An exploration only sends what a GUI may send and waits for the answers that are due. While nothing fails, one process plays
several examples, because some engines take seconds to start. A failing example is run again in a fresh process and shrunk
there. Shrink with short timeouts; confirm with full ones; drop what does not recur. The
report says how often the evidence failed.
"""

import math
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conformance.dialogue.context import Context, Terms
from conformance.dialogue.endings import CheckEnd, Nonconformance
from conformance.dialogue.patience import Patience
from conformance.dialogue.session import Dialogue
from conformance.judging.checking import MEASUREMENTS
from conformance.judging.judge import Judge, found, judge
from conformance.protocol.suite import Check, Suite
from conformance.run.replay import holds, replay
from conformance.system.current import SYSTEM
from conformance.transport import Launcher, LaunchError, Transport
from conformance.wire.recordings import About
from conformance.wire.transcript import Direction, Transcript, WaitSpan
from conformance.words.model import Finding, Miss

if TYPE_CHECKING:  # a third of the start of a command that explores nothing
    from hypothesis import strategies as st

#: Examples that one process plays while nothing fails, and the length of its transcript (lines) at which a fresh one starts.
EXAMPLES_PER_PROCESS = 25
_LONGEST_RECORD = 3000
#: How often a finding is sent again to see how often it fails, and the seconds after which no further try begins.
AGAIN = 4
_MEASURING = 12.0
#: Share of the usual limits while a missing answer is shrunk.
_IMPATIENCE = 0.2


@dataclass(frozen=True, slots=True)
class Budget:
    """How much to explore: seconds of real time (0: no limit) and examples (0: no limit).

    `seconds_left` is the time left for the whole run. After it nothing new begins, not even the confirmation of a finding.
    The examples are for each exploration, or, where that `is_for_all`, for all of them together.
    """

    seconds: float = 0.0
    examples: int = 0
    seconds_left: float = math.inf
    is_for_all: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be explored."""
        return self.seconds <= 0 and self.examples <= 0


#: What every run explores that selects nothing: a number and not a time, so that a slow host comes to the same verdict.
USUAL = Budget(examples=16, is_for_all=True)


@dataclass(slots=True)
class Evidence:
    """The shortest dialogue that showed a breach, and how often it failed when it was sent again.

    `patient` is false when the engine was given shortened limits. `certain` is then the shortest dialogue with the full
    limits, if there is one.
    """

    finding: Finding
    transcript: Transcript
    patient: bool = True
    certain: "Evidence | None" = None
    failed: int = 0
    measured: int = 0

    @property
    def wait(self) -> WaitSpan | None:
        """The time that its last answer had, where that came too late: from what was sent before it on."""
        at, late_ms = self.finding.at, self.finding.late_ms
        if self.finding.miss is not Miss.LATE or at is None or late_ms is None:
            return None
        lines = self.transcript.lines
        sent = max((line.at for line in lines[:at] if line.direction is Direction.TO_ENGINE), default=0.0)
        return WaitSpan(sent, lines[at].at - sent - late_ms / 1000)


@dataclass(slots=True)
class Exploration:
    """The findings of an exploration, by requirement, and how many of its examples were completed."""

    found: dict[str, Evidence] = field(default_factory=dict)
    examples: int = 0
    seconds: float = 0.0


def keep_out_of_the_way(folder: Path | None) -> None:
    """Let Hypothesis keep what it keeps for itself in a folder of ours, and not in the current directory."""
    from hypothesis.configuration import set_hypothesis_home_dir  # noqa: PLC0415  see above

    set_hypothesis_home_dir(folder / "hypothesis" if folder else _for_all_programs() / f"conform-{SYSTEM.user()}")


def _for_all_programs() -> Path:
    """The folder for temporary files; where nothing can be written, any other one does: nothing is kept then."""
    try:
        return Path(tempfile.gettempdir())
    except FileNotFoundError:
        return Path.cwd()


class _Drawn:
    """Remembers what an example has drawn, so that the same example can be run again."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self._draw = draw
        self._values: list[Any] = []
        self._taken = 0

    def __call__(self, strategy: "st.SearchStrategy[Any]") -> Any:
        if self._taken == len(self._values):
            self._values.append(self._draw(strategy))
        self._taken += 1
        return self._values[self._taken - 1]

    def again(self) -> None:
        """Start from the first drawing."""
        self._taken = 0


class _TimeUpError(BaseException):
    """Ends Hypothesis at once when the time is up."""


@dataclass(slots=True)
class Explorer:
    """Explores one engine with one suite. `end` ends what `launch` has started; `begun` and `ended` hear of each dialogue.

    `gives_up` is asked before each example: whether what has been found by then, or elsewhere, makes the rest worth nothing.
    `patience` is shared with the other dialogues of the run.
    """

    suite: Suite[Any]
    launch: Launcher
    end: Callable[[Transport], None]
    terms: Terms
    budget: Budget
    kept: Path | None = None
    begun: Callable[[Dialogue], None] = lambda _: None
    ended: Callable[[Dialogue], None] = lambda _: None
    gives_up: Callable[[Exploration], bool] = lambda _: False
    patience: Patience = field(default_factory=Patience)
    judge: Judge = judge
    _is_virtual: bool = False
    _is_patient: bool = True
    _alive: Dialogue | None = None
    _examples_of_process: int = 0
    _completed: int = 0
    _fault: Exception | None = None

    def explore(self, check: Check) -> Exploration:
        """Run one exploration within the budget; raises LaunchError, and what is wrong with the exploration itself."""
        explored = Exploration()
        started = time.monotonic()
        try:
            self._hypothesis(check, explored, started)
        except _TimeUpError:
            pass
        except Exception as error:  # noqa: BLE001
            # Hypothesis ends with the breach that it shrank, or with a complaint of its own when time ran out on the way:
            # both show in what has been found. Anything else is a fault of ours.
            if self._fault or (not explored.found and not self._is_over(started)):
                raise self._fault or error from None
        finally:
            self._end_process()
        for requirement in [] if self.gives_up(explored) else list(explored.found):
            self._prove(explored.found, requirement, started)
        explored.examples = self._completed
        explored.seconds = round(time.monotonic() - started, 6)
        return explored

    def _is_over(self, started: float) -> bool:
        return 0 < self.budget.seconds < time.monotonic() - started or self._run_is_over(started)

    def _run_is_over(self, started: float) -> bool:
        return time.monotonic() - started > self.budget.seconds_left

    def _hypothesis(self, check: Check, explored: Exploration, started: float) -> None:
        from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: PLC0415  see above
        from hypothesis import strategies as st  # noqa: PLC0415
        from hypothesis.database import DirectoryBasedExampleDatabase  # noqa: PLC0415

        database = DirectoryBasedExampleDatabase(self.kept) if self.kept else None
        # "explain" tries variations of the shrunk example, and no report shows the result
        phases = tuple(phase for phase in Phase if phase is not Phase.explain)

        @seed(self.terms.seed)
        @settings(
            max_examples=self.budget.examples or 100_000,
            deadline=None,
            database=database,
            phases=phases,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )
        @given(st.data())
        def example(data: st.DataObject) -> None:
            if self._is_over(started) or self.gives_up(explored):
                raise _TimeUpError
            drawn = _Drawn(data.draw)
            used = self._alive is not None
            transcript, findings = self._run(check, drawn)
            if findings and used:
                drawn.again()
                fresh, shown = self._run(check, drawn)
                if not shown:
                    _keep_all(explored.found, findings, transcript, patient=self._is_patient)
                transcript, findings = fresh, shown
            _keep_all(explored.found, findings, transcript, patient=self._is_patient)
            if findings:
                self._is_patient = self._is_virtual
                # one exception class for each requirement: Hypothesis shrinks each by itself
                raise _breach(findings[0].requirement)

        example()

    def _run(self, check: Check, draw: _Drawn) -> tuple[Transcript, list[Finding]]:
        d = self._alive or self._start(check)
        self._alive = d
        self._examples_of_process += 1
        findings: list[Finding] = []
        unfinished = False
        try:
            check.function(d, draw)
        except Nonconformance as breach:
            requirement = breach.requirement or check.requirements[0]
            findings.append(Finding(requirement, breach.expected, breach.actual, breach.at, breach.late_ms, miss=breach.miss))
        except CheckEnd:
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
        d.transcript.heard_until = d.now()
        if findings or unfinished or not self._may_go_on(d):
            self._end_process()
        findings += found(self.judge(self.suite, d.reading), self.terms.known_broken)
        findings = [finding for finding in findings if finding.requirement not in self.terms.known_broken]
        if findings:
            self._end_process()
        return d.transcript, findings

    def _start(self, check: Check) -> Dialogue:
        limits = self.terms.limits if self._is_patient else self.terms.limits.scaled(_IMPATIENCE)
        try:
            transport = self.launch()
        except LaunchError as error:
            self._fault = error
            raise
        d = Dialogue(transport, self.suite.driver, replace(self.terms, limits=limits), Context(self.patience))
        d.transcript.name = d.transcript.check = check.name
        self.begun(d)
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
            self.ended(self._alive)
            self._alive = None

    def _prove(self, found: dict[str, Evidence], requirement: str, started: float) -> None:
        """Confirm a finding with the full limits; drop it, or fall back to a certain one, where it does not recur."""
        evidence = found[requirement]
        self._measure(evidence, started, AGAIN if evidence.certain is None else 1)
        if evidence.patient or evidence.failed:
            return
        if evidence.certain is None:
            del found[requirement]
        else:
            found[requirement] = evidence.certain
            self._measure(evidence.certain, started, AGAIN)

    def decide_alone(self, evidence: Evidence) -> bool:
        """Measure what is a matter of time with no other engine of ours running; return whether it fails most of the times."""
        if evidence.finding.late_ms is None or self._is_virtual:
            return True
        evidence.patient = False  # what was seen beside others counts for nothing
        self._measure(evidence, time.monotonic(), MEASUREMENTS)
        return evidence.failed * 2 > evidence.measured

    def _measure(self, evidence: Evidence, begun: float, times: int) -> None:
        """Send the dialogue again, to see how often it fails; on a virtual clock it always does the same."""
        evidence.failed = evidence.measured = int(evidence.patient)
        wanted = evidence.finding.requirement
        if not holds(self.suite, evidence.transcript, wanted, evidence.finding.miss):
            return
        started = time.monotonic()
        for _ in range(0 if self._is_virtual else times):
            if self._run_is_over(begun):
                return
            transport = self.launch()
            limit = None if evidence.wait is None else evidence.wait.limit
            about = About(requirement=wanted, known_broken=self.terms.known_broken, miss=evidence.finding.miss, limit=limit)
            try:
                again = replay(self.suite, evidence.transcript, transport, self.terms.limits, about)
            finally:
                self.end(transport)
            evidence.measured += 1
            evidence.failed += any(finding.requirement == wanted for finding in again.findings)
            if time.monotonic() - started > _MEASURING:
                return


def _keep_all(found: dict[str, Evidence], findings: list[Finding], transcript: Transcript, *, patient: bool) -> None:
    for finding in findings:
        if patient or finding.miss is not Miss.LATE:  # what is late by a shortened limit may be in time
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
