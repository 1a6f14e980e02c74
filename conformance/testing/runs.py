"""Runs of a suite against engines on the virtual clock, and what came of them."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Any

from conformance.dialogue.context import Terms
from conformance.dialogue.session import Dialogue
from conformance.engines.base import FixtureEngine
from conformance.engines.builtin import Builtin
from conformance.front.loading import engines, load_suite
from conformance.judging.checking import Trial
from conformance.judging.judge import Judgement, judge
from conformance.protocol.states import Reading
from conformance.protocol.suite import Suite
from conformance.run.campaign import Campaign
from conformance.run.events import Event, Result
from conformance.run.ledger import Recorded
from conformance.run.plan import RunPlan, Services
from conformance.transport.simulated import SimulatedTransport
from conformance.words.model import Outcome

#: A built-in engine by its name, its entry, or its class.
EngineSpec = str | Builtin | Callable[[], FixtureEngine]
#: A protocol by its name, or a suite that need not be installed.
Subject = str | Suite[Any]

#: How many dialogues are remembered with what judging them found: those of the reference engines, again and again.
_MOST_JUDGED = 400
_JUDGED: OrderedDict[bytes, tuple[Suite[Any], list[Judgement]]] = OrderedDict()


@dataclass(slots=True)
class SuiteRun:
    """The events of a run, the dialogues that its results are from, and how long all took, one after another (virtual s).

    `rooted` are the checks that need something broken.
    """

    events: list[Event]
    records: list[Trial]
    seconds: float = 0.0
    rooted: set[str] = field(default_factory=set)


def run_suite(subject: Subject, engine: EngineSpec, **options: Any) -> list[Event]:
    """Run a whole suite against an engine; `options` are fields of `conformance.run.plan.RunPlan`."""
    return run_and_judge(subject, engine, **options).events


def run_and_judge(subject: Subject, engine: EngineSpec, **options: Any) -> SuiteRun:
    """The same, with the dialogues of the run."""
    run = SuiteRun([], [])
    run.events += Campaign(RunPlan(_suite(subject), **options), lambda: started(subject, engine), _Listening(run)).run()
    return run


@dataclass(frozen=True, slots=True)
class _Listening(Services):
    """Notes what comes of the dialogues of a run."""

    run: SuiteRun

    def judge(self, suite: Suite[Any], reading: Reading[Any], only: Collection[str] = ()) -> list[Judgement]:
        """Judge a dialogue, and add up how long all have taken."""
        if not only:
            self.run.seconds += reading.transcript.heard_until
        return remembering(suite, reading, only)

    def heard(self, recorded: Recorded) -> None:
        """Keep what came of a dialogue."""
        if recorded.trial.trace.transcript is not None:
            self.run.records.append(recorded.trial)
            self.run.rooted.update({recorded.trial.check.name} if recorded.root else ())


def simulate(subject: Subject, engine: EngineSpec) -> Dialogue:
    """A dialogue with a fresh engine, which is sent what a check would send it: `d.driver.ready(d)` greets it."""
    suite = _suite(subject)
    return Dialogue(started(subject, engine), suite.driver, Terms(suite.limits))


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


def started(subject: Subject, engine: EngineSpec) -> SimulatedTransport:
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
    whole = (id(suite), transcript.lines, transcript.synced, transcript.heard_until, transcript.name)
    key = sha1(repr(whole).encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    if key not in _JUDGED:
        _JUDGED[key] = suite, judge(suite, reading)  # the suite is kept, so that no other one gets its id
        if len(_JUDGED) > _MOST_JUDGED:
            _JUDGED.popitem(last=False)
    _JUDGED.move_to_end(key)
    return _JUDGED[key][1]
