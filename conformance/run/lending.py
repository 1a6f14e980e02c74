"""Engines that are lent from one dialogue to the next, instead of being started for each."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.dialogue.endings import CheckEnd
from conformance.dialogue.session import Dialogue
from conformance.judging.checking import Trial
from conformance.judging.judge import judge
from conformance.protocol.suite import Suite, SuiteError
from conformance.transport import Transport
from conformance.transport.lent import Loan, OnDemand
from conformance.wire.transcript import Direction, Line

#: How many dialogues one process serves at most.
MOST_DIALOGUES = 25


@dataclass(slots=True)
class Pool:
    """The engines that wait to be lent. Any thread may take one and give one back. `end` ends an engine."""

    suite: Suite[Any]
    end: Callable[[Transport], None]
    _waiting: list[Loan] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> Loan | None:
        """An engine that is ready; None where none waits. An engine that has said something since it was put back is ended."""
        while True:
            with self._lock:
                loan = self._waiting.pop() if self._waiting else None
            if loan is None or is_quiet(loan.transport):
                return loan
            self.end(loan.transport)

    def give(self, engine: OnDemand, dialogue: Dialogue, trial: Trial, known: frozenset[str]) -> bool:
        """Take back the engine of a dialogue, put back to how its greeting left it; False where it has to be ended."""
        loan = returned(self.suite, engine, dialogue, trial, known)
        if loan is None or len(loan.history) >= MOST_DIALOGUES:
            return False
        with self._lock:
            self._waiting.append(loan)
        return True

    def end_all(self) -> None:
        """End all engines that wait."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for loan in waiting:
            self.end(loan.transport)


def is_quiet(transport: Transport) -> bool:
    """Whether an engine that waits is alive, and has said nothing that nobody has heard."""
    return transport.next_line(transport.now()) is None and not transport.unended_bytes()


def returned(suite: Suite[Any], engine: OnDemand, dialogue: Dialogue, trial: Trial, known: frozenset[str]) -> Loan | None:
    """The engine of a dialogue, put back to how its greeting left it; None where its state is not known.

    Findings of invariants are no reason to end it where they are `known` to be broken: any engine of this kind does it.
    """
    transport, sent = engine.engine, [line for line in dialogue.transcript.lines if line.direction is Direction.TO_ENGINE]
    is_known = bool(dialogue.greeting) and dialogue.dead is None and bool(sent) and bool(sent[-1].end)
    if transport is None or not trial.is_clean(known) or not is_known:
        return None
    again = replace(dialogue, transcript=replace(dialogue.transcript, lines=list(dialogue.transcript.lines)))
    try:
        if not suite.driver.put_back(again):
            return None
        again.pause(again.limits.drain_ms)
    except (CheckEnd, SuiteError):
        return None
    finally:
        again.context.turn.give()  # a suite may search to put it back
    history = engine.loan.history if engine.loan is not None else ()
    # One that works when it is idle would disturb what is measured alone while it waits.
    is_idle = is_quiet(transport) and transport.is_at_rest()
    lines = _timed(again, len(dialogue.transcript.lines))
    return Loan(transport, dialogue.greeting, (*history, trial.check.name), tuple(lines)) if is_idle else None


def tail(dialogue: Dialogue, engine: OnDemand) -> list[Line]:
    """The lines of a dialogue after its greeting, with the times of the process."""
    return _timed(dialogue, len(dialogue.greeting) if engine.loan is not None else 0)


def _timed(dialogue: Dialogue, begin: int) -> list[Line]:
    """The lines of a dialogue from one place on, with the times of the process."""
    return [line._replace(at=line.at + dialogue.left_out) for line in dialogue.transcript.lines[begin:]]


def with_all(suite: Suite[Any], trial: Trial, said: list[Line], start: int) -> Trial:
    """An outcome with all that was said in its process, judged as a whole; its own place is moved by `start`."""
    assert trial.trace.transcript is not None
    transcript = replace(trial.trace.transcript, lines=said, waits={})
    judgements = tuple(judge(suite, suite.reading(transcript)))
    blame = trial.blame
    if blame is not None:
        at = None if blame.finding.at is None else blame.finding.at + start
        blame = replace(blame, finding=replace(blame.finding, at=at), wait=None)
    return replace(trial, trace=replace(trial.trace, transcript=transcript, judgements=judgements, remarks=()), blame=blame)
