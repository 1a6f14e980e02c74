"""The outcome of a client in all scenarios, as the events of a run: every report of a run can be made of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.clients.scenario import PLAIN, Scenario
from conformance.clients.trial import TriedScenario
from conformance.judging.recorded import Judged
from conformance.protocol.suite import Check, Suite
from conformance.run import events
from conformance.run.events import Event, ExitCode, Host, Result, RunFinished, RunStarted, Tally
from conformance.transport import interrupts
from conformance.watch.as_events import ShownDialogue
from conformance.words.model import Finding, Outcome, number

_NOT_TRIED = "its scenarios were not run: "
_NOTHING = "the client did nothing of the kind"


@dataclass(frozen=True, slots=True)
class Asked:
    """The request for a run: the client's command as a user types it, its words, and what makes the run fail.

    `again` gives the command that runs one scenario again. `started` is in ISO 8601.
    """

    client: str
    command: tuple[str, ...]
    strict: bool = False
    robustness: bool = False
    again: Callable[[Scenario], str] = lambda _scenario: ""
    host: Host = field(default_factory=Host)
    started: str = ""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A finding, and where it was made."""

    tried: TriedScenario
    judged: Judged
    finding: Finding


def events_of(suite: Suite[Any], asked: Asked, every: Iterator[TriedScenario], known: Sequence[Scenario]) -> Iterator[Event]:
    """The events of a run of a client; `known` are all scenarios there are."""
    checks = tuple(suite.checks.values())
    yield replace(
        RunStarted.by(suite.catalogue, asked.client, asked.command),
        checks=len(checks),
        strict=asked.strict,
        robustness=asked.robustness,
        started=asked.started,
        host=asked.host,
    )
    done: list[TriedScenario] = []
    interruption = None
    try:
        for tried in every:
            done += [tried]
    except KeyboardInterrupt as error:
        interruption = error
    tally = Tally()
    results = [
        result
        for check in checks
        for requirement in check.requirements
        for result in _results(suite, asked, check, requirement, done, known)
    ]
    for result in results:
        tally.add(result)
        yield result
    yield _finished(results, tally, done, interruption)


def _results(
    suite: Suite[Any], asked: Asked, check: Check, requirement_id: str, done: Sequence[TriedScenario], known: Sequence[Scenario]
) -> Iterator[Result]:
    """The result of a check for one requirement, over all scenarios."""
    found: list[_Seen] = []
    is_kept = False
    for tried in done:
        for judged in tried.judged:
            judgement = next(one for one in judged.judgements if one.check == check)
            found += [_Seen(tried, judged, one) for one in judgement.findings if one.requirement == requirement_id]
            is_kept = is_kept or requirement_id in judgement.seen
    result = Result(suite.requirement(requirement_id), check.name, check.title, Outcome.PASS)
    if found:
        yield _failed(suite, asked, result, found)
    elif is_kept:
        yield result
    else:
        names = {tried.scenario.name for tried in done}
        missing = [one.name for one in known if one.tries == requirement_id and one.name not in names]
        outcome = Outcome.INCONCLUSIVE if missing else Outcome.NOT_APPLICABLE
        yield replace(result, outcome=outcome, reason=f"{_NOT_TRIED}{', '.join(missing)}" if missing else _NOTHING)


def _clearest(one: _Seen) -> tuple[bool, bool, int]:
    """Order findings by how much else happens in their dialogue: none with the plain engine, a fault of the engine in others."""
    scenario = one.tried.scenario
    return scenario.is_faulty, scenario.name != PLAIN, len(one.judged.transcript)


def _failed(suite: Suite[Any], asked: Asked, result: Result, found: Sequence[_Seen]) -> Result:
    first = min(found, key=_clearest)
    evidence = ShownDialogue(suite, first.judged)
    others = list(dict.fromkeys(one.tried.scenario.name for one in found if one.tried is not first.tried))
    return replace(
        result,
        outcome=Outcome.FAIL,
        expected=first.finding.expected,
        actual=first.finding.actual,
        reason=f"also with {', '.join(others)}" if others else "",
        transcript=evidence.lines,
        dialogue=first.tried.scenario.name,
        at=evidence.place(first.finding.at),
        miss=first.finding.miss,
        failed=1,
        measured=1,
        gates=events.gates(result.requirement, Outcome.FAIL, strict=asked.strict, robustness=asked.robustness),
        rerun=asked.again(first.tried.scenario),
        diagnosis=f"the client printed last: {said}" if (said := first.tried.said) and not first.tried.came_through else "",
    )


def _finished(
    results: Sequence[Result], tally: Tally, done: Sequence[TriedScenario], interruption: KeyboardInterrupt | None
) -> RunFinished:
    exit_code, message = ExitCode.CONFORMING, ""
    if interruption is not None:
        exit_code = ExitCode(interrupts.exit_code(interruption))
    elif any(result.gates for result in results):
        exit_code = ExitCode.NOT_CONFORMING
    elif message := _why_no_verdict(done):
        exit_code = ExitCode.NO_VERDICT
    transcripts = [judged.transcript for tried in done for judged in tried.judged]
    return RunFinished(
        exit_code,
        sum(tried.seconds for tried in done),
        interrupted=interruption is not None,
        message=message,
        counts=tally.counts(),
        transcripts=len(transcripts),
        lines=sum(map(len, transcripts)),
        unjudged=tally.unjudged(),
    )


def _why_no_verdict(done: Sequence[TriedScenario]) -> str:
    if not done:
        return "nothing was tried"
    first = done[0]
    said = f"; it printed: {first.said}" if first.said else ""
    how = first.end.text if first.end else ""
    if not first.judged and first.begun:
        engines = number(first.begun, "engine")
        return f"the client started {engines}, and none lived to hear a line: run its `{{engine}}` by hand to see why{said}"
    if not first.judged:
        return f"the client ended ({how}) and started no engine: {{engine}} in its command stands for one{said}"
    if how and not first.came_through:
        return f"the client does not come through the plain scenario ({how}), so that no other one says anything{said}"
    return ""
