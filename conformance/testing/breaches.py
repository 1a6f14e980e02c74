"""A real dialogue in which a requirement is broken: that of one of its faulty engines, on the virtual clock."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from conformance.engines.builtin import Builtin
from conformance.front.loading import engines
from conformance.judging.checking import Trial, run_check
from conformance.protocol.suite import Check, CheckKind, Suite
from conformance.run.explore import USUAL
from conformance.run.selection import Selection
from conformance.testing.runs import results, run_suite
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import Line
from conformance.words.model import Outcome, Requirement

#: Faulty engines that are tried one after the other.
_TRIED = 4


@dataclass(frozen=True, slots=True)
class Breach:
    """A dialogue with a faulty engine. `at` is the index of the offending line; None, or beyond the last line, where none is."""

    engine: Builtin
    check: str
    expected: str
    actual: str
    lines: tuple[Line, ...]
    at: int | None


def breach_of(suite: Suite[Any], requirement: Requirement) -> Breach | None:
    """The shortest way to see a requirement broken; None where no engine of ours breaks it.

    Engines that break nothing else come first, and dialogues that are about the requirement. Breaches that only sessions drawn at
    random show are looked for in these.
    """
    faulty = [engine for engine in engines(suite.protocol).values() if requirement.id in engine.trips]
    faulty.sort(key=lambda engine: (engine.explored, bool(engine.on_request), len(engine.trips)))
    for dialogues in _dialogues(suite, requirement):
        for engine in faulty[:_TRIED]:
            if (found := _breach_by(suite, requirement, engine, dialogues)) is not None:
                return found
    return next(filter(None, (_explored(suite, requirement, engine) for engine in faulty if engine.explored)), None)


def _breach_by(suite: Suite[Any], requirement: Requirement, engine: Builtin, dialogues: Iterable[Check]) -> Breach | None:
    for check in dialogues:
        trial = run_check(suite, check, SimulatedTransport(engine.make()))
        if (shown := _shown(trial, requirement, engine)) is not None:
            return shown
    return None


def _dialogues(suite: Suite[Any], requirement: Requirement) -> Iterator[list[Check]]:
    """The dialogues that can show a breach: those that are about it, those about others, and those too long for every run."""
    checks = suite.checks_of(requirement.id)
    evidence = Selection.evidence(suite, [check for check in checks if check.kind is CheckKind.INVARIANT])
    own = [check for check in suite.of_kind(CheckKind.DIALOGUE) if check in checks or check in evidence]
    usual = [check for check in suite.of_kind(CheckKind.DIALOGUE) if not (check.on_request or check.comes_last)]
    yield [check for check in own if not check.on_request]
    yield [check for check in usual if check not in own]
    yield [check for check in own if check.on_request]


def _shown(trial: Trial, requirement: Requirement, engine: Builtin) -> Breach | None:
    lines = tuple(trial.trace.transcript.lines) if trial.trace.transcript is not None else ()
    if trial.outcome is Outcome.FAIL and trial.requirement == requirement.id:
        finding = trial.finding()
        return Breach(engine, trial.check.name, finding.expected, finding.actual, lines, finding.at)
    for judgement in trial.trace.judgements:
        for finding in judgement.findings:
            if finding.requirement == requirement.id:
                return Breach(engine, judgement.check.name, finding.expected, finding.actual, lines, finding.at)
    return None


def _explored(suite: Suite[Any], requirement: Requirement, engine: Builtin) -> Breach | None:
    for result in results(run_suite(suite.protocol, engine, selection=Selection((requirement.id,)), budget=USUAL)):
        if result.requirement.id == requirement.id and result.outcome is Outcome.FAIL:
            return Breach(engine, result.check, result.expected, result.actual, tuple(result.transcript), result.at)
    return None
