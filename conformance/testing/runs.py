"""Runs of a suite against engines on the virtual clock, and what came of them."""

from collections.abc import Callable, Collection, Iterable
from typing import Any
from unittest import mock

from conformance.dialogue.session import Dialogue
from conformance.engines.base import FixtureEngine
from conformance.engines.builtin import Builtin
from conformance.front.loading import engines, load_suite
from conformance.judging import checking
from conformance.judging.judge import Judgement, judge
from conformance.protocol.states import Reading
from conformance.protocol.suite import Suite
from conformance.run.campaign import Campaign, Options
from conformance.run.events import Event, Result
from conformance.transport.simulated import SimulatedTransport
from conformance.wire.transcript import Transcript
from conformance.words.model import Outcome

#: A built-in engine by its name, its entry, or its class.
Engine = str | Builtin | Callable[[], FixtureEngine]
#: A protocol by its name, or a suite that need not be installed.
Subject = str | Suite[Any]
Judged = tuple[Transcript, list[Judgement]]

_JUDGED: dict[tuple[Any, ...], tuple[Suite[Any], list[Judgement]]] = {}


def run_suite(subject: Subject, engine: Engine, **options: Any) -> list[Event]:
    """Run a whole suite against an engine; `options` are those of `conformance.run.campaign.Options`."""
    return run_and_judge(subject, engine, **options)[0]


def run_and_judge(subject: Subject, engine: Engine, **options: Any) -> tuple[list[Event], list[Judged]]:
    """The same, with each transcript of a dialogue, and what the invariants say of it."""
    judged: list[Judged] = []

    def judge_and_keep(suite: Suite[Any], reading: Reading[Any], only: Collection[str] = ()) -> list[Judgement]:
        found = remembering(suite, reading, only)
        if not only:
            judged.append((reading.transcript, found))
        return found

    with mock.patch.object(checking, "judge", judge_and_keep):
        events = list(Campaign(_suite(subject), lambda: started(subject, engine), Options(**options)).run())
    return events, judged


def simulate(subject: Subject, engine: Engine) -> Dialogue:
    """A dialogue with a fresh engine, which is told what a check would tell it: `d.driver.ready(d)` greets it."""
    suite = _suite(subject)
    return Dialogue(started(subject, engine), suite.driver, suite.limits)


def results(events: Iterable[Event]) -> list[Result]:
    """The verdicts of a run."""
    return [event for event in events if isinstance(event, Result)]


def failing(events: Iterable[Event]) -> set[str]:
    """The ids of the requirements that a run found broken."""
    return _with(Outcome.FAIL, events)


def passing(events: Iterable[Event]) -> set[str]:
    """The ids of the requirements that at least one check of a run found kept."""
    return _with(Outcome.PASS, events)


def _with(outcome: Outcome, events: Iterable[Event]) -> set[str]:
    return {result.requirement.id for result in results(events) if result.outcome is outcome}


def _suite(subject: Subject) -> Suite[Any]:
    return load_suite(subject) if isinstance(subject, str) else subject


def started(subject: Subject, engine: Engine) -> SimulatedTransport:
    """Start an engine on the virtual clock."""
    if isinstance(engine, str):
        assert isinstance(subject, str), "an engine is known by its name where the protocol is"
        engine = engines(subject)[engine]
    return SimulatedTransport(engine.make() if isinstance(engine, Builtin) else engine())


def remembering(suite: Suite[Any], reading: Reading[Any], only: Collection[str] = ()) -> list[Judgement]:
    """Judge equal dialogues once: three in four are the same with a fault as without, and judging is pure."""
    if only:
        return judge(suite, reading, only)
    transcript = reading.transcript
    key = (id(suite), tuple(transcript.lines), transcript.settled, transcript.heard_until, transcript.name)
    if key not in _JUDGED:
        _JUDGED[key] = suite, judge(suite, reading)  # the suite is kept, so that no other one gets its id
    return _JUDGED[key][1]
